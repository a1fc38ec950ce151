package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fit} says first: a light, what stands against the model, and what to do. */
class FitVerdictTest {
  @TempDir Path folder;

  /** A row in which the second sensor has this number in place of a reading. */
  private int rowWithoutReading = -1;

  private String inPlaceOfAReading = "-9999";

  private Cli fit(int rows, int stuckFrom, int stuckTo, String options) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder("a,b,c\n");
    double load = 0;
    double kept = 0;
    for (int t = 0; t < rows; t++) {
      load = 0.7 * load + random.nextGaussian();
      double c = 5 + load + 0.3 * random.nextGaussian();
      kept = t < stuckFrom ? c : kept;
      double a = 10 + load + 0.3 * random.nextGaussian();
      double b = 20 - 2 * load + 0.3 * random.nextGaussian();
      text.append(
          String.format(
              Locale.ROOT,
              "%.6f,%s,%.6f%n",
              a,
              t == rowWithoutReading ? inPlaceOfAReading : String.format(Locale.ROOT, "%.6f", b),
              t >= stuckFrom && t < stuckTo ? kept : c));
    }
    Cli fit =
        Cli.words(
            "fit --classes 4 --omega 4 --block 40 --horizons 1 --epochs 2 --state a,b,c --replace "
                + (options.isEmpty() ? "" : options + " ")
                + "--output "
                + folder.resolve("model.safetensors")
                + " --input",
            Files.writeString(folder.resolve("rows.csv"), text));
    assertThat(fit.code()).as(fit.err()).isZero();
    return fit;
  }

  private static List<String> lines(Cli fit) {
    return fit.out().lines().toList();
  }

  @Test
  void aSoundRecordingIsGoodInFiveLines() throws IOException {
    List<String> lines = lines(fit(1_500, 1_500, 1_500, ""));

    assertThat(lines.get(0)).endsWith("model.safetensors: GOOD");
    assertThat(lines.get(1)).contains("recording", "1,500 rows of 3 sensors, 1 episode");
    assertThat(lines.get(2)).endsWith("alarms       novelty, relations, single sensors");
    assertThat(lines.get(3)).contains("set for one false alarm every 100,000 rows");
    assertThat(lines.get(4)).contains("forecasts", "% at 1 step");
    assertThat(lines).hasSize(6);
    assertThat(lines.get(5)).contains("--details");
  }

  @Test
  void aShortRecordingIsToBeUsedWithCareAndSaysHowMuchIsMissing() throws IOException {
    List<String> lines = lines(fit(60, 60, 60, ""));

    assertThat(lines.get(0)).endsWith(": WITH CARE");
    assertThat(String.join("\n", lines))
        .containsPattern("single sensors are not watched: [0-9]+ rows with [0-9]+ rows before")
        .containsPattern("do +record .*more rows.* and fit again");
  }

  @Test
  void aStuckSensorInTheRecordingIsNamedWithTheOptionThatLeavesItOut() throws IOException {
    Cli fit = fit(1_500, 700, 726, "");

    assertThat(lines(fit).get(0)).endsWith(": WITH CARE");
    assertThat(fit.out())
        .contains("because      sensors look faulty in the recording itself")
        .containsPattern("do           if they were, fit again with --exclude 700/7[12][0-9]");
  }

  /** One is enough where the number itself says that it is none. */
  @Test
  void aNumberInPlaceOfAReadingIsNamedWithTheOptionThatReadsItAsMissing() throws IOException {
    rowWithoutReading = 400;
    Cli fit = fit(1_500, 1_500, 1_500, "");

    assertThat(lines(fit).get(0)).endsWith(": WITH CARE");
    assertThat(fit.out())
        .contains(
            "because      numbers far from all others look like \"no reading\": b is -9999 in 1"
                + " row")
        .contains("do           if they are not readings, fit again with --missing -9999");
    assertThat(lines(fit(1_500, 1_500, 1_500, "--missing -9999")).get(0)).endsWith(": GOOD");
    // The control: a reading that is far off may be one.
    inPlaceOfAReading = "-4000";
    assertThat(fit(1_500, 1_500, 1_500, "").out()).doesNotContain("no reading");
  }

  /** A class of its own for a number that means "no reading" has nothing but that number. */
  @Test
  void aFitThatANumberForNoReadingPreventsSaysSo() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder("a,b\n");
    for (int t = 0; t < 300; t++) {
      text.append(
          t % 50 == 7
              ? "-9999,-9999\n"
              : String.format(
                  Locale.ROOT, "%.4f,%.4f%n", random.nextGaussian(), random.nextGaussian()));
    }
    String fit =
        "fit --classes 3 --horizons 1 --state a,b --output "
            + folder.resolve("model.safetensors")
            + " --input";
    Path rows = Files.writeString(folder.resolve("rows.csv"), text);

    Cli prevented = Cli.words(fit, rows);
    assertThat(prevented.code()).isEqualTo(1);
    assertThat(prevented.err())
        .contains("has no submodel: the states of each of its blocks are equal")
        .endsWith(
            "numbers far from all others may be why: a is -9999 in 6 rows, b is -9999 in 6 rows;"
                + " if they mean \"no reading\", fit again with --missing -9999\n");
    // The remedy.
    assertThat(Cli.words(fit.replace("--state", "--missing -9999 --state"), rows).code()).isZero();
  }
}
