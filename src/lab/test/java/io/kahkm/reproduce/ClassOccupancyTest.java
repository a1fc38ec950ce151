package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.WindowStatistics;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import org.junit.jupiter.api.Test;

/** Equation "class occupancy": how far s-hat falls below sigma_res^2 on average. */
class ClassOccupancyTest {
  private static final int PAIRS = 12;
  private static final int WINDOWS = 20_000;

  /**
   * With 20000 windows the mean of s-hat lies within four standard errors of its expectation with
   * probability above 0.9999; the bias itself is more than thirty standard errors.
   */
  private static final double STANDARD_ERRORS = 4;

  @Test
  void theMeanOfTheSuccessorVarianceIsThatOfTheProposition() {
    PairLaw law = PairLaws.random(5, 4, 11);
    double spread = RiskBounds.of(law, Matrix.identity(5), 0.1).successorSpread();
    double bias = bias(law);
    Mean mean = simulate(law);

    assertThat(bias).isPositive().isLessThan(5.0 / PAIRS);
    assertThat(mean.value - (spread * spread - bias))
        .isBetween(-STANDARD_ERRORS * mean.error, STANDARD_ERRORS * mean.error);
    // The control: without the correction, or with one class too few in it, the check fails.
    assertThat(spread * spread - mean.value).isGreaterThan(30 * mean.error);
    assertThat(Math.abs(mean.value - (spread * spread - 0.8 * bias)))
        .isGreaterThan(STANDARD_ERRORS * mean.error);
  }

  /** The sum over classes of v_c (1 - (1 - pi_c)^M) over M. */
  private static double bias(PairLaw law) {
    Matrix means = RiskBounds.of(law, Matrix.identity(law.classes()), 0.1).prototypes();
    double[] probability = new double[law.classes()];
    double[] scatter = new double[law.classes()];
    for (int i = 0; i < law.outcomes(); i++) {
      int c = law.nearest(i);
      probability[c] += law.weight(i);
      for (int k = 0; k < law.classes(); k++) {
        double difference = law.successor(i)[k] - means.get(c, k);
        scatter[c] += law.weight(i) * difference * difference;
      }
    }
    double sum = 0;
    for (int c = 0; c < law.classes(); c++) {
      sum += scatter[c] / probability[c] * (1 - StrictMath.pow(1 - probability[c], PAIRS));
    }
    return sum / PAIRS;
  }

  private record Mean(double value, double error) {}

  private static Mean simulate(PairLaw law) {
    RandomSource random = new RandomSource(13);
    PairEvidence pair = new PairEvidence(law.classes());
    double mean = 0;
    double squares = 0;
    for (int w = 1; w <= WINDOWS; w++) {
      WindowStatistics statistics = new WindowStatistics(law.classes());
      for (int i = 0; i < PAIRS; i++) {
        law.draw(random, pair);
        statistics.addUnit(pair);
      }
      double before = statistics.sHat() - mean;
      mean += before / w;
      squares += before * (statistics.sHat() - mean);
    }
    return new Mean(mean, Math.sqrt(squares / WINDOWS / WINDOWS));
  }
}
