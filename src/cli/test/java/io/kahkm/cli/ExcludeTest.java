package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fit} names faults of sensors in its recording, and leaves out what it is told to. */
class ExcludeTest {
  private static final int ROWS = 1500;
  private static final int STUCK_FROM = 700;
  private static final int STUCK_TO = 725;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path folder;

  private Path recording(boolean timed, boolean fault) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder rows = new StringBuilder(timed ? "time,a,b,c\n" : "a,b,c\n");
    double load = 0;
    double kept = 0;
    for (int t = 0; t < ROWS; t++) {
      load = 0.7 * load + random.nextGaussian();
      double a = 10 + load + 0.3 * random.nextGaussian();
      double b = 20 - 2 * load + 0.3 * random.nextGaussian();
      double c = 5 + load + 0.3 * random.nextGaussian();
      kept = t < STUCK_FROM ? c : kept;
      c = fault && t >= STUCK_FROM && t < STUCK_TO ? kept : c;
      if (timed) {
        rows.append(START.plusSeconds(60L * t)).append(',');
      }
      rows.append(String.format(Locale.ROOT, "%.6f,%.6f,%.6f%n", a, b, c));
    }
    return Files.writeString(folder.resolve("rows" + timed + fault + ".csv"), rows);
  }

  private Cli fit(boolean timed, boolean fault, String options) throws IOException {
    return Cli.words(
        "fit --details --classes 4 --omega 4 --block 40 --references all --horizons 1 --epochs 2"
            + " --state a,b,c --replace"
            + (timed ? " --time time --step 1m" : "")
            + (options.isEmpty() ? "" : " " + options)
            + " --output "
            + folder.resolve("model.safetensors")
            + " --input",
        recording(timed, fault));
  }

  @Test
  void namesTheStretchAndFitsWithoutItWhereToldSo() throws IOException {
    Cli first = fit(true, true, "");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.out())
        .contains("sensors look faulty in the training recording itself", "c stuck");
    Matcher proposed = Pattern.compile("--exclude (\\S+)").matcher(first.out());
    assertThat(proposed.find()).isTrue();
    assertThat(proposed.group(1))
        .isEqualTo(
            START.plusSeconds(60L * (STUCK_FROM - 1))
                + "/"
                + START.plusSeconds(60L * (STUCK_TO - 1)));

    Cli second = fit(true, true, "--exclude " + proposed.group(1));
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.out()).doesNotContain("look faulty");
    assertThat(second.err()).contains("26 excluded", "in 2 uninterrupted runs");
    // The rows left out are no longer among those that were fitted.
    assertThat(second.out()).contains((ROWS - 26 - 2) + " transitions");
  }

  /** Followed to the letter, the advice of a second fit leaves out what the first one named. */
  @Test
  void adviceNamesWhatIsLeftOutAlready() throws IOException {
    String already = START.plusSeconds(600) + "/" + START.plusSeconds(900);

    Cli cli = fit(true, true, "--exclude " + already);

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains(
            "--exclude "
                + already
                + ","
                + START.plusSeconds(60L * (STUCK_FROM - 1))
                + "/"
                + START.plusSeconds(60L * (STUCK_TO - 1)));
  }

  /** A wrong year would keep the fault among the normal rows. */
  @Test
  void aStretchWithoutARowIsRefused() throws IOException {
    String found = START.plusSeconds(600) + "/" + START.plusSeconds(900);
    String lost = "2027-01-01T00:00:00Z/2027-01-02T00:00:00Z";

    Cli cli = fit(true, false, "--exclude " + found + "," + lost);

    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("--exclude " + lost + " leaves out no row of ");
  }

  @Test
  void rowsWithoutATimeAreExcludedByTheirNumbers() throws IOException {
    Cli first = fit(false, true, "");
    assertThat(first.out()).contains("row 700 to row 725 (26 rows)", "--exclude 700/725");
    Cli second = fit(false, true, "--exclude 700/725,1000/1009," + ROWS + "/" + ROWS);
    assertThat(second.err()).contains("37 excluded", "in 3 uninterrupted runs");
    assertThat(second.out()).doesNotContain("look faulty");
  }

  /** The control. */
  @Test
  void aSoundRecordingIsNotAccused() throws IOException {
    Cli fit = fit(true, false, "");
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out()).doesNotContain("look faulty").contains("single sensors: 3 watched");
  }

  @Test
  void aStretchThatIsNoneIsRefused() throws IOException {
    assertThat(fit(true, false, "--exclude tomorrow").err()).contains("must be FROM/TO");
    assertThat(fit(true, false, "--exclude 2026-01-02T00:00:00Z/2026-01-01T00:00:00Z").err())
        .contains("it ends before it starts");
    assertThat(fit(false, false, "--exclude 0/4").err()).contains("row numbers from 1");
  }
}
