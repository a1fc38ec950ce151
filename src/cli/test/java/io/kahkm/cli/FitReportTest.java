package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fit} tells about rows as people have them, and where it refuses. */
class FitReportTest {
  private static final int ROWS = 400;

  @TempDir Path folder;

  /** Two sensors that swing, two that never move, beside a run column. */
  private Path recording(String name, double wander) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder rows = new StringBuilder("run,level,speed,stuck,valve\n");
    double level = 0;
    double speed = 0;
    for (int t = 0; t < ROWS; t++) {
      level = 0.8 * level + random.nextGaussian();
      speed = 0.5 * speed + 0.3 * level + random.nextGaussian();
      double offset = t < 0.8 * ROWS ? 0 : wander;
      rows.append(
          String.format(
              Locale.ROOT, "%d,%.6f,%.6f,3.5,0%n", t / 200, level + offset, speed - offset));
    }
    return Files.writeString(folder.resolve(name), rows);
  }

  private Cli fit(String options, Path input) {
    return Cli.words(
        "fit --classes 4 --block 40 --horizons 1,5 "
            + (options.contains("--omega") ? options : options + " --omega 8")
            + " --details --replace --output "
            + folder.resolve("model.safetensors")
            + " --input",
        input);
  }

  @Test
  void onePageHoldsTheWholeReportWithItsPictures() throws IOException {
    Path page = folder.resolve("report.html");

    Cli fit = fit("--state level,speed --report " + page, recording("one.csv", 0));

    assertThat(fit.code()).as(fit.err()).isZero();
    String html = Files.readString(page);
    assertThat(html)
        .startsWith("<!doctype html>")
        .endsWith("</html>\n")
        .contains("<title>Fit of model.safetensors</title>")
        .contains("prefers-color-scheme: dark", "Novelty of held-out rows", "Normal ranges")
        .contains("Forecasts in sensor units", "one run is one unit, so nothing is guaranteed")
        .doesNotContain("http:", "https:", "<script");
    // Four pictures, light and dark.
    assertThat(html.split("data:image/png;base64,iVBOR", -1)).hasSize(9);
    assertThat(html.split("<figure>", -1)).hasSize(html.split("</figure>", -1).length);
  }

  @Test
  void constantSensorsAreTakenAndNamed() throws IOException {
    Path input = recording("constant.csv", 0);

    Cli fit = fit("--state level,stuck,speed,valve", input);

    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out())
        .contains("stuck, valve never changed in the recording; any other value raises an alarm");
    assertThat(fit("--state level,speed", input).out()).doesNotContain("never changed");
  }

  @Test
  void sensorsOfWhichNoneVariesAreRefused() throws IOException {
    Cli refused = fit("--state stuck,valve", recording("constants.csv", 0));

    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("no sensor varies over the ", "at least one must");
  }

  @Test
  void heldOutRowsWithoutCoordinatesFailTheFitAndSayWhatToChange() throws IOException {
    Path input = recording("wandering.csv", 40);

    Cli fit = fit("--state level,speed --omega 200", input);

    assertThat(fit.code()).isEqualTo(ExitCode.FAILED);
    assertThat(fit.err())
        .containsPattern("\\d+ of 80 held-out rows \\(\\d+\\.\\d %\\) get uniform coordinates")
        .contains("4 classes, omega 200.0 and tau 1.0E-6", "are above 0.14");
    String advised = fit.err().replaceAll("(?s).*Use --omega (\\d+) or less.*", "$1");
    assertThat(fit("--state level,speed --omega " + advised, input).code()).isZero();
  }

  @Test
  void inspectTellsTheLimitAndTheNormalRanges() throws IOException {
    assertThat(fit("--state level,speed", recording("inspect.csv", 0)).code()).isZero();
    String model = folder.resolve("model.safetensors").toString();

    assertThat(Cli.words("inspect", Path.of(model)).out())
        .containsPattern("from 400 rows with an effective sample size of \\d+")
        .containsPattern("slowest sensor level: the training recording of 400 rows")
        .containsPattern("normal ranges +over 3 windows of 20 pairs \\(50 % of new normal windows")
        .containsPattern("successor variance s-hat 0\\.\\d+ to 0\\.\\d+")
        .containsPattern("relative error E_5 0\\.\\d+ to");
    assertThat(Cli.words("inspect --json", Path.of(model)).out())
        .contains("\"confidence\"", "\"alarms\"", "\"effectiveRows\"", "\"quantity\" : \"rhoVar\"");
  }

  /** Two slow sensors; every {@code hole}-th row lacks a cell, none if 0. */
  private Path slowPlant(int rows, int hole) throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    double memory = 0.9985;
    double push = Math.sqrt(1 - memory * memory);
    double level = random.nextGaussian();
    double speed = random.nextGaussian();
    StringBuilder text = new StringBuilder("level,speed\n");
    for (int t = 0; t < rows; t++) {
      level = memory * level + push * random.nextGaussian();
      speed = memory * speed + push * random.nextGaussian();
      boolean missing = hole > 0 && t % hole == hole - 1;
      String second = missing ? "\"\"" : String.format(Locale.ROOT, "%.6f", speed);
      text.append(String.format(Locale.ROOT, "%.6f,%s%n", level, second));
    }
    return Files.writeString(folder.resolve("slow" + hole + ".csv"), text);
  }

  private static double independentRows(Cli fit) {
    assertThat(fit.code()).as(fit.err()).isZero();
    return Double.parseDouble(
        fit.out().replaceAll("(?s).*rows has an effective sample size of ([0-9.]+) rows.*", "$1"));
  }

  @Test
  void gapsMakeNoRowIndependentAndNoEpisode() throws IOException {
    String options = "--state level,speed --epochs 1";
    Cli whole = fit(options, slowPlant(1_500, 0));
    Cli holed = fit(options, slowPlant(1_500, 60));

    assertThat(independentRows(whole)).isLessThan(20);
    assertThat(independentRows(holed)).isLessThan(2 * independentRows(whole) + 2);
    assertThat(holed.out())
        .contains("transitions of 1 episode in", "uninterrupted runs")
        .contains("one run is one unit, so nothing is guaranteed")
        .doesNotContain("whatever their distribution", "i.i.d. episodes");
  }

  @Test
  void heldOutTailsAreSaidToShareTheirEpisodes() throws IOException {
    assertThat(fit("--state level,speed --episode run", recording("tails.csv", 0)).out())
        .contains("i.i.d. episodes", "last ones of episodes whose first rows fitted the map");
  }
}
