package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.kernel.Kernels;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniformFallbackTest {
  private static final double TAU = 1e-6;

  @ParameterizedTest
  @CsvSource({"16, 0.84", "32, 0.61", "64, 0.37"})
  void eightClassesGiveUpAtTheKnownScores(double omega, double score) {
    assertThat(UniformFallback.score(8, omega, TAU)).isCloseTo(score, within(0.006));
  }

  @ParameterizedTest
  @CsvSource({"8, 16", "25, 32", "2, 64", "1, 40"})
  void coordinatesTurnUniformJustAtThatScore(int classes, double omega) {
    double score = UniformFallback.score(classes, omega, TAU);

    assertThat(uniform(classes, omega, score - 1e-9)).isFalse();
    assertThat(uniform(classes, omega, score + 1e-9)).isTrue();
  }

  @Test
  void theLargestOmegaIsTheLastThatCannotBeUniform() {
    double omega = UniformFallback.largestOmega(0.6, TAU);

    // One class at .6, the others at 1: their affinities tau^omega add nothing.
    assertThat(uniformBeside(0.6, omega * (1 - 1e-9))).isFalse();
    assertThat(uniformBeside(0.6, omega * (1 + 1e-9))).isTrue();
    assertThat(UniformFallback.largestOmega(0, TAU)).isInfinite();
  }

  private static boolean uniform(int classes, double omega, double score) {
    Encoding encoding = new Encoding(classes);
    Arrays.fill(encoding.scores(), score);
    new SoftCoordinates(encoding.classes(), Kernels.provider().encoder())
        .fill(encoding, omega, TAU);
    return encoding.uniform();
  }

  private static boolean uniformBeside(double score, double omega) {
    Encoding encoding = new Encoding(4);
    Arrays.fill(encoding.scores(), 1);
    encoding.scores()[2] = score;
    new SoftCoordinates(encoding.classes(), Kernels.provider().encoder())
        .fill(encoding, omega, TAU);
    return encoding.uniform();
  }
}
