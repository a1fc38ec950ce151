package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fit --season}: what it takes, what it refuses, and what it says of what it found. */
class SeasonOptionTest {
  private static final int ROWS = 960;
  private static final int DAY = 24;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path folder;

  /** A sensor with a day of 24 hours, and another without. */
  private Path recording() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder rows = new StringBuilder("time,a,b\n");
    double b = 0;
    for (int t = 0; t < ROWS; t++) {
      double a = 4 * Math.sin(2 * Math.PI * t / DAY) + 0.5 * random.nextGaussian();
      b = 0.5 * b + random.nextGaussian();
      rows.append(START.plusSeconds(3600L * t));
      rows.append(String.format(Locale.ROOT, ",%.6f,%.6f%n", a, b));
    }
    return Files.writeString(folder.resolve("rows.csv"), rows);
  }

  private Cli fit(String options) throws IOException {
    return Cli.words(
        "fit --details --classes 4 --omega 4 --block 40 --horizons 1,5 --epochs 2 --state a,b"
            + " --replace "
            + options
            + " --output "
            + folder.resolve("model.safetensors")
            + " --input",
        recording());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--time time --step 1h --season 6d | --season 6d is 144 steps, must be from 2 to an eighth"
            + " of the 960 rows, 120",
        "--time time --step 1h --season 1h | --season 1h is 1 step, must be from 2 to an eighth of"
            + " the 960 rows, 120",
        "--time time --step 1h --season 90m | --season 90m is no whole number of steps of 1h",
        "--time time --step 1h --season soon | --season is none, auto or durations:",
        "--season 1d | --season 1d: the rows have no declared step of time, give a number of steps,"
            + " none or auto"
      })
  void refusesWhatTheRowsCannotHave(String options, String message) throws IOException {
    Cli refused = fit(options);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
  }

  @Test
  void findsTheDayAndSaysWhatItIsWorth() throws IOException {
    Cli found = fit("--time time --step 1h");

    assertThat(found.code()).as(found.err()).isZero();
    assertThat(found.out()).contains("season: a day: 24 steps");
  }

  @Test
  void takesWhatItIsToldWithoutProof() throws IOException {
    assertThat(fit("--time time --step 1h --season 1d").out()).contains("a day: 24 steps");
    assertThat(fit("--season 30").out()).contains("30 steps");
    assertThat(fit("--time time --step 1h --season none").out()).contains("season: none");
  }
}
