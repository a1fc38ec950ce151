package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fit} learns how long values stay away in normal operation. */
class RecordedGapsTest {
  private static final int ROWS = 3_000;
  private static final int LATER = 600;
  private static final int EVERY = 250;
  private static final int GAP = 40;

  @TempDir Path folder;

  private Path file(String name, int rows, int seed, IntPredicate missing) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("t,a,b,c\n");
    double load = 0;
    for (int t = 0; t < rows; t++) {
      load = 0.7 * load + random.nextGaussian();
      double a = 10 + load + 0.3 * random.nextGaussian();
      double b = 20 - 2 * load + 0.3 * random.nextGaussian();
      double c = 5 + load + 0.3 * random.nextGaussian();
      String last = missing.test(t) ? "" : String.format(Locale.ROOT, "%.6f", c);
      text.append(String.format(Locale.ROOT, "%d,%.6f,%.6f,%s%n", 1000L * t, a, b, last));
    }
    return Files.writeString(folder.resolve(name), text);
  }

  /** Fits to a recording with some values of a sensor missing. */
  private Path fit(String name, IntPredicate missing) throws IOException {
    Path model = folder.resolve(name + ".safetensors");
    Cli fit =
        Cli.words(
            "fit --classes 4 --omega 4 --block 40 --horizons 1 --state a,b,c --time t --time-unit"
                + " ms --step 1s --hold 2s --output "
                + model
                + " --input",
            file(name + ".csv", ROWS, 5, missing));
    assertThat(fit.code()).as(fit.err()).isZero();
    return model;
  }

  /** What is said of later rows in which the sensor is missing from row 300 on. */
  private String score(Path model, int gap) throws IOException {
    Cli score =
        Cli.words(
            "score --state a,b,c --time t --time-unit ms --step 1s --hold 2s --model "
                + model
                + " --input",
            file("later.csv", LATER, 6, t -> t >= 300 && t < 300 + gap));
    assertThat(score.code()).as(score.err()).isZero();
    return score.out();
  }

  @Test
  void whatStaysAwayNowAndThenIsNotGoneUntilItStaysLonger() throws IOException {
    Path now = fit("now-and-then", t -> t % EVERY >= EVERY - GAP);
    assertThat(score(now, GAP)).doesNotContain("had no value");
    assertThat(score(now, 250)).contains("c had no value");
  }

  /** The control; one gap in the recording is as likely a fault. */
  @Test
  void whatWasAlwaysThereOrAwayOnceIsGone() throws IOException {
    assertThat(score(fit("always", t -> false), GAP)).contains("c had no value");
    assertThat(score(fit("once", t -> t >= 1_000 && t < 1_400), GAP)).contains("c had no value");
  }
}
