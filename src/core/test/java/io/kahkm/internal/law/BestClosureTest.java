package io.kahkm.internal.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BestClosureTest {
  @Test
  void knownAnswers() {
    double swap = BestClosure.of(PairLaws.rareSwap(0.1), 1).error();

    assertThat(BestClosure.of(PairLaws.conflictingStates(), Math.sqrt(2)).error())
        .isCloseTo(15.0 / 32, within(1e-9));
    assertThat(BestClosure.of(PairLaws.restingStates(), 1).error()).isCloseTo(0, within(1e-9));
    assertThat(BestClosure.of(PairLaws.restingStates(), 0.5).error())
        .isCloseTo(0.5 * Math.hypot(31.0 / 32, 1.0 / 32), within(1e-9));
    assertThat(swap).isCloseTo(Math.sqrt(2 * 0.1 * 0.9), within(1e-9));
  }

  @Test
  void theMeanOfALinearLawIsItsBestClosure() {
    BestClosure best = BestClosure.of(PairLaws.linearMean(5, 0.3, 4), 1.2);

    for (int l = 0; l < 5; l++) {
      for (int k = 0; k < 5; k++) {
        assertThat(best.closure().get(l, k)).isCloseTo((l == k ? 0.7 : 0) + 0.3 / 5, within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.9, 1.5})
  void noMatrixOfTheBallHasLessErrorThanTheCertifiedMinimum(double kappa) {
    PairLaw law = PairLaws.random(6, 3, 2);
    BestClosure best = BestClosure.of(law, kappa);
    RandomSource random = new RandomSource(3);

    assertThat(MatrixNorms.spectralNorm(best.closure())).isLessThanOrEqualTo(kappa * (1 + 1e-12));
    assertThat(best.error() - best.errorLow()).isLessThanOrEqualTo(1e-9);
    for (int i = 0; i < 200; i++) {
      double[] b = best.closure().toArray();
      for (int j = 0; j < b.length; j++) {
        b[j] += 0.1 * random.nextGaussian();
      }
      double norm = MatrixNorms.spectralNorm(Matrix.of(6, 6, b));
      for (int j = 0; j < b.length; j++) {
        b[j] *= Math.min(1, kappa / norm);
      }
      assertThat(Math.sqrt(law.meanSquaredError(Matrix.of(6, 6, b))))
          .isGreaterThanOrEqualTo(best.errorLow());
    }
  }

  @Test
  void aLawChecksItsOutcomes() {
    PairLaw.Builder law = new PairLaw.Builder("odd", 2);

    assertThatThrownBy(() -> law.add(0, new double[] {1, 0}, 0, new double[] {1, 0}))
        .hasMessage("weight is 0.0, must be above 0");
    assertThatThrownBy(() -> law.add(1, new double[] {1, 0.5}, 0, new double[] {1, 0}))
        .hasMessageContaining("phi is [1.0, 0.5]");
    assertThatThrownBy(() -> law.add(1, new double[] {1, 0}, 2, new double[] {1, 0}))
        .hasMessageContaining("nearestClass is 2");
    assertThatThrownBy(law::build).hasMessage("the weights of law odd sum to 0.0");
  }

  @Test
  void drawsFollowTheWeights() {
    PairLaw law = PairLaws.rareSwap(0.2);
    RandomSource random = new RandomSource(5);
    int[] counts = new int[4];
    for (int i = 0; i < 100_000; i++) {
      counts[law.draw(random)]++;
    }

    // Six standard deviations of a count are below 950.
    assertThat(counts[0]).isBetween(39_000, 41_000);
    assertThat(counts[1]).isBetween(9_000, 11_000);
    assertThat(counts[2]).isBetween(39_000, 41_000);
    assertThat(counts[3]).isBetween(9_000, 11_000);
  }
}
