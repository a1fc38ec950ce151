package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.sums.Margins;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.kahm.SoftCoordinates;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Equation "margin theorem" on random scores: A_fid is at most A_geom. */
class MarginTheoremTest {
  private static final double TAU = 1e-6;
  private static final int PAIRS = 500;

  private static final class Sample {
    private final WindowStatistics statistics;
    private final double threshold;
    private final double theta;
    private final int classes;
    private int failures;
    private int fallbacks;

    Sample(int classes, double omega, double threshold) {
      this.classes = classes;
      this.threshold = threshold;
      MarginRule rule = MarginRule.constant(classes, threshold, omega, TAU);
      statistics = new WindowStatistics(classes, PAIRS, Optional.of(rule));
      double weight = (classes - 1) * StrictMath.exp(-omega * threshold);
      theta = weight / (1 + weight);
    }

    void add(double[] scores, int label, double omega) {
      PairEvidence pair = new PairEvidence(classes);
      pair.scores = scores;
      pair.nearestClass = label;
      pair.uniform = new SoftCoordinates(classes).fill(scores, omega, TAU, pair.coordinates);
      pair.successor = pair.coordinates;
      double best = Double.POSITIVE_INFINITY;
      for (int k = 0; k < classes; k++) {
        best = k == label ? best : Math.min(best, scores[k]);
      }
      double margin = StrictMath.log((1 - scores[label] + TAU) / (1 - best + TAU));
      failures += margin < threshold ? 1 : 0;
      fallbacks += pair.uniform && margin >= threshold ? 1 : 0;
      statistics.addUnit(pair);
    }

    /** The sum of the theorem, with the given number of failures. */
    double geometric(int counted) {
      double share = (double) counted / PAIRS;
      return (1 - share) * theta * theta + share;
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 0.1", "5, 4, 0.2", "20, 8, 0.05", "20, 0.5, 0.3", "50, 16, 0.3"})
  void theAssignmentLossIsAtMostItsGeometricBound(int classes, double omega, double threshold) {
    RandomGenerator random = new Random(classes);
    Sample sample = new Sample(classes, omega, threshold);
    for (int i = 0; i < PAIRS; i++) {
      double[] scores = new double[classes];
      Arrays.setAll(scores, c -> 0.5 + 0.4 * random.nextDouble());
      int label = random.nextInt(classes);
      if (i % 3 > 0) {
        scores[label] *= 0.3 * random.nextDouble();
      }
      sample.add(scores, label, omega);
    }

    Margins margins = sample.statistics.margins(0.05).orElseThrow();
    assertThat(sample.failures).isBetween(1, PAIRS - 1);
    assertThat(margins.aGeom()).isCloseTo(sample.geometric(sample.failures), within(1e-12));
    assertThat(sample.statistics.fHat()).isLessThanOrEqualTo(margins.aGeom());
  }

  /**
   * The control, and equation "numerical rules": far states keep their margin and lose their
   * coordinates.
   */
  @Test
  void aFallbackThatIsNotCountedAsAFailureBreaksTheInequality() {
    int classes = 10;
    double omega = 16;
    Sample sample = new Sample(classes, omega, 0.2);
    for (int i = 0; i < PAIRS; i++) {
      double[] scores = new double[classes];
      Arrays.fill(scores, 0.95);
      scores[0] = 0.9;
      sample.add(scores, 0, omega);
    }

    Margins margins = sample.statistics.margins(0.05).orElseThrow();

    assertThat(sample.failures).isZero();
    assertThat(sample.fallbacks).isEqualTo(PAIRS);
    assertThat(sample.statistics.fHat()).isGreaterThan(sample.geometric(sample.failures));
    assertThat(margins.aGeom()).isEqualTo(1);
    assertThat(margins.failureShares().get(0)).isEqualTo(1);
  }
}
