package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.AssessmentLimits;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.testing.Changed;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts at the limits that decide them, on windows made for one reason each. */
class VerdictLimitsTest {
  private static final int CLASSES = 2;
  private static final Matrix IDENTITY = Matrix.identity(CLASSES);
  private static final double DELTA = 0.05;

  private static CertificateSettings settings(int units) {
    return TestSettings.of(
        Sampling.RECORDS, WindowPolicy.TUMBLING, units, Bound.LABEL, Math.sqrt(2));
  }

  /** A window of units with given losses; the share of outside pairs is that of the first few. */
  private static WindowStatistics window(int units, int outside, IntToDoubleFunction residual) {
    WindowStatistics statistics = new WindowStatistics(CLASSES, units, Optional.empty());
    PairEvidence pair = new PairEvidence(CLASSES);
    pair.coordinates[0] = 1;
    pair.successor[0] = 1;
    for (int i = 0; i < units; i++) {
      pair.residual = residual.applyAsDouble(i);
      pair.outside = i < outside;
      statistics.addUnit(pair);
    }
    return statistics;
  }

  private static Reason reason(WindowStatistics statistics, CertificateSettings settings) {
    return CertificateAssessor.assess(
            statistics,
            settings,
            IDENTITY,
            IDENTITY,
            new CertificateAssessor.Window(0, 0, 1, DELTA, 0, OptionalDouble.empty()))
        .reason();
  }

  /** A declared share of a twentieth allows one pair of twenty outside the map. */
  @Test
  void aWindowMayHaveExactlyTheDeclaredShareOfItsPairsOutsideTheMap() {
    CertificateSettings settings = settings(20);

    assertThat(reason(window(20, 1, i -> 0), settings)).isNotEqualTo(Reason.OUTSIDE_SHARE);
    assertThat(reason(window(20, 2, i -> 0), settings)).isEqualTo(Reason.OUTSIDE_SHARE);
  }

  /** With a declared share of 0 any pair is too much, and with 1 none. */
  @ParameterizedTest
  @CsvSource({"0, 0, false", "0, 1, true", "1, 20, false"})
  void theDeclaredShareMayBeNothingOrEverything(double share, int outside, boolean tooMuch) {
    CertificateSettings settings = Changed.with(settings(20), "outsideShare", share);

    assertThat(reason(window(20, outside, i -> 0), settings) == Reason.OUTSIDE_SHARE)
        .isEqualTo(tooMuch);
  }

  /** Losses that alternate are as little independent as losses that persist. */
  @Test
  void unitsThatAlternateAreDependentLikeUnitsThatPersist() {
    int units = 64;
    // Every sixteenth run of units is large: the halves are alike, neighbours are.
    WindowStatistics persisting = window(units, 0, i -> i / 8 % 2);
    WindowStatistics alternating = window(units, 0, i -> i % 2);
    SplittableRandom random = new SplittableRandom(1);
    WindowStatistics independent = window(units, 0, i -> random.nextInt(2));

    assertThat(persisting.dependence()).isGreaterThan(AssessmentLimits.DEPENDENCE_LIMIT);
    assertThat(alternating.dependence()).isLessThan(-AssessmentLimits.DEPENDENCE_LIMIT);
    assertThat(reason(persisting, settings(units))).isEqualTo(Reason.UNITS_DEPENDENT);
    assertThat(reason(alternating, settings(units))).isEqualTo(Reason.UNITS_DEPENDENT);
    assertThat(reason(independent, settings(units))).isNotEqualTo(Reason.UNITS_DEPENDENT);
  }

  /**
   * Eight statements share the level of the comparison: two quantities, two halves, two sides. With
   * fewer the halves of a law that never changed would be said to differ too often.
   */
  @Test
  void halvesDifferFromTheFirstDifferenceThatEightStatementsShow() {
    int half = 100;
    int first = 0;
    while (first <= half
        && reason(steps(half, first), settings(2 * half)) != Reason.HALVES_DIFFER) {
      first++;
    }

    assertThat(first).isEqualTo(firstApart(half, 8)).isGreaterThan(firstApart(half, 4));
    assertThat(reason(steps(half, first + 1), settings(2 * half))).isEqualTo(Reason.HALVES_DIFFER);
  }

  /** The distances to the labels are compared as the residuals are, by the same eight. */
  @Test
  void halvesDifferInTheDistanceToTheLabelsToo() {
    int half = 100;
    int first = 0;
    while (first <= half
        && reason(distances(half, first), settings(2 * half)) != Reason.HALVES_DIFFER) {
      first++;
    }

    assertThat(first).isEqualTo(firstApart(half, 8));
  }

  /** No loss in the first half, the largest possible in some units of the second. */
  private static WindowStatistics steps(int half, int large) {
    double range = UpperBound.lossRange(IDENTITY);
    return window(2 * half, 0, i -> i >= half && spread(i - half, half, large) ? range : 0);
  }

  private static WindowStatistics distances(int half, int far) {
    WindowStatistics statistics = new WindowStatistics(CLASSES, 2 * half, Optional.empty());
    PairEvidence pair = new PairEvidence(CLASSES);
    pair.coordinates[0] = 1;
    for (int i = 0; i < 2 * half; i++) {
      boolean away = i >= half && spread(i - half, half, far);
      // Class 0's own corner, or the other one: half the squared distance is 0 or 1.
      pair.coordinates[0] = away ? 0 : 1;
      pair.coordinates[1] = away ? 1 : 0;
      pair.successor[0] = pair.coordinates[0];
      pair.successor[1] = pair.coordinates[1];
      statistics.addUnit(pair);
    }
    return statistics;
  }

  private static boolean spread(int position, int of, int count) {
    return (position + 1) * count / of > position * count / of;
  }

  /**
   * The smallest number of losses of 1 among n whose mean's confidence interval lies above that of
   * n losses of 0, by trying: the interval of a mean m holds every p whose divergence from m is
   * below log(statements / delta) / n.
   */
  private static int firstApart(int n, int statements) {
    double radius = Math.log(statements / DELTA) / n;
    double highestOfNone = 1 - Math.exp(-radius);
    for (int count = 1; count <= n; count++) {
      double mean = (double) count / n;
      boolean holds = false;
      for (double p = 1e-6; p < highestOfNone; p += 1e-6) {
        double divergence =
            mean * Math.log(mean / p)
                + (mean < 1 ? (1 - mean) * Math.log((1 - mean) / (1 - p)) : 0);
        holds |= p < mean && divergence < radius;
      }
      if (!holds && mean > highestOfNone) {
        return count;
      }
    }
    throw new AssertionError("never apart");
  }
}
