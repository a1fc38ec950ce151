package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units are nobody's business: what is found does not depend on them. */
class ExtremeUnitsTest {
  private static final int FITTED = 2_000;
  private static final int LATER = 500;
  private static final int FAULT = 300;

  @TempDir Path folder;

  /** Rows of three sensors, two of them in another unit; the last one is off in the end. */
  private void write(double unit) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder recording = new StringBuilder("a,b,c\n");
    StringBuilder later = new StringBuilder("a,b,c\n");
    double load = 0;
    for (int t = 0; t < FITTED + LATER; t++) {
      load = 0.7 * load + random.nextGaussian();
      double a = 10 + load + 0.3 * random.nextGaussian();
      double b = 20 - 2 * load + 0.3 * random.nextGaussian();
      double c = 5 + load + 0.3 * random.nextGaussian() + (t >= FITTED + FAULT ? 3 : 0);
      (t < FITTED ? recording : later)
          .append(String.format(Locale.ROOT, "%s,%s,%s%n", a * unit, b, c * unit));
    }
    Files.writeString(folder.resolve("recording.csv"), recording);
    Files.writeString(folder.resolve("later.csv"), later);
  }

  private Cli fit() throws IOException {
    return Cli.words(
        "fit --classes 4 --omega 4 --block 40 --references all --horizons 1 --state a,b,c --output "
            + folder.resolve("model.safetensors")
            + " --input",
        folder.resolve("recording.csv"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-200, 1e145})
  void aSensorThatIsOffIsFoundAndNamedInAnyUnit(double unit) throws IOException {
    write(unit);
    Cli fit = fit();
    assertThat(fit.code()).as(fit.err()).isZero();
    Cli score =
        Cli.words(
            "score --state a,b,c --model " + folder.resolve("model.safetensors") + " --input",
            folder.resolve("later.csv"));
    assertThat(score.code()).as(score.err()).isZero();
    assertThat(score.out()).contains("1 incident", "c reads 3").contains(" high since row 30");
    assertThat(score.out().lines()).as("no number is longer").allMatch(l -> l.length() < 600);
  }

  @Test
  void largerReadingsAreRefusedByName() throws IOException {
    write(1e150);
    Cli fit = fit();
    assertThat(fit.code()).isNotZero();
    assertThat(fit.err())
        .containsPattern(
            "cannot fit .*: a reads -?[0-9.]+E15[01], must be within 1.0E150 of 0: give it in"
                + " another unit");
  }
}
