package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.loss.LossAssessor;
import io.kahkm.internal.certificate.loss.SpectralBall;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many units the sharper bounds need, on the four conflicting states: the best error .46875.
 */
class SharperPowerTest {
  private static final double KAPPA = Math.sqrt(2);
  private static final PairLaw LAW = PairLaws.conflictingStates();
  private static final Matrix BEST = BestClosure.of(LAW, KAPPA).closure();

  /** The best closure, off by a distance in the Frobenius norm, with the same row sums. */
  private static Matrix near(double distance) {
    double[] values = BEST.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] += i % 2 == 0 ? distance / 2 : -distance / 2;
    }
    return Matrix.of(2, 2, values);
  }

  private static CertificateSettings settings(WindowPolicy policy, int units) {
    return CertificateSettings.builder(Sampling.RECORDS, units)
        .policy(policy)
        .bound(Bound.TIGHT)
        .kappa(OptionalDouble.of(KAPPA))
        .tolerance(0.3)
        .outsideShare(1)
        .refinements(
            new Refinements(
                OptionalDouble.empty(), ReferenceClosure.FROZEN, 0, 0, Optional.empty()))
        .build();
  }

  /** Units after which the best lower bound of a stream exceeds .3; looked at after each. */
  private static int delay(Matrix reference, long seed, int most) {
    CertificateMonitor monitor =
        new CertificateMonitor(
            settings(WindowPolicy.ANYTIME, 100 * most),
            new CertificateBasis(
                Matrix.identity(2),
                reference,
                Optional.of(gram()),
                VariationLimits.NONE,
                Optional.empty()));
    monitor.freeze(reference);
    RandomSource random = new RandomSource(seed);
    PairEvidence pair = new PairEvidence(2);
    for (int i = 1; i <= most; i++) {
      LAW.draw(random, pair);
      pair.residual = monitor.residual(pair.coordinates, pair.successor);
      monitor.pair(pair, 0);
      if (monitor.last().orElseThrow().verdict() == Verdict.EXCLUDED) {
        return i;
      }
    }
    return most + 1;
  }

  private static Matrix gram() {
    double[] gram = new double[4];
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < LAW.outcomes(); i++) {
      LAW.fill(i, pair);
      for (int l = 0; l < 4; l++) {
        gram[l] += LAW.weight(i) * pair.coordinates[l / 2] * pair.coordinates[l % 2];
      }
    }
    gram[2] = gram[1];
    return Matrix.of(2, 2, gram);
  }

  private static List<Integer> delays(Matrix reference, int streams, int most) {
    List<Integer> delays = new ArrayList<>();
    for (int s = 0; s < streams; s++) {
      delays.add(delay(reference, 700 + s, most));
    }
    Collections.sort(delays);
    return delays;
  }

  /** The median of 60 streams is within 10 units of that of 400, which is 64; 90 per cent: 102. */
  @Test
  void boundsThatHoldAtEveryMomentExcludeAfterFewUnits() {
    List<Integer> delays = delays(near(0.05), 60, 250);

    assertThat(delays.get(30)).isLessThanOrEqualTo(80);
    assertThat(delays.get(54)).isLessThanOrEqualTo(130);
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({"0.01, 70, 120", "0.05, 70, 120", "0.2, 130, 180"})
  void theDelayGrowsWithTheDistanceOfTheReference(double offset, int median, int most) {
    List<Integer> delays = delays(near(offset), 400, 300);

    assertThat(delays.get(200)).isLessThanOrEqualTo(median);
    assertThat(delays.get(360)).isLessThanOrEqualTo(most);
  }

  /** Share of windows of a size whose tight bound, and whose minimum, exceed a tolerance. */
  private static double[] power(Matrix reference, int units, double tolerance, int windows) {
    RandomSource random = new RandomSource(900);
    PairEvidence pair = new PairEvidence(2);
    Closure closure = Closure.of(reference);
    CoordinateMetric metric = CoordinateMetric.of(gram());
    int tight = 0;
    int minimum = 0;
    for (int w = 0; w < windows; w++) {
      WindowStatistics statistics = new WindowStatistics(2);
      statistics.attach(
          new LossPlan(
              reference,
              Double.POSITIVE_INFINITY,
              true,
              BoundChoices.FIRST,
              metric,
              new CertificateWorkspace(),
              Optional.empty()));
      for (int i = 0; i < units; i++) {
        LAW.draw(random, pair);
        pair.residual = closure.squaredError(pair.coordinates, pair.successor);
        statistics.addUnit(pair);
      }
      SecondMoments moments = statistics.secondMoments();
      SpectralBall.Solution ball = new SpectralBall(moments, units).minimize(KAPPA);
      double gap = ball.gap() + moments.allowance(KAPPA);
      LossAssessor assessor =
          new LossAssessor(
              statistics.losses().next(), BoundChoices.FIRST, moments, reference, metric);
      double lower = assessor.lower(KAPPA, ball.risk() - gap, 0.05).orElseThrow().lower();
      tight += lower > tolerance ? 1 : 0;
      minimum += MinimumBound.of(ball.risk(), gap, units, KAPPA, 0.05).lower() > tolerance ? 1 : 0;
    }
    return new double[] {(double) tight / windows, (double) minimum / windows};
  }

  @ParameterizedTest
  @CsvSource({"0.2, 60", "0.3, 120"})
  void nearTheBestClosureTheTightBoundNeedsAThirdOfTheUnits(double tolerance, int units) {
    double[] near = power(near(0.01), units, tolerance, 100);
    double[] identity = power(Matrix.identity(2), units, tolerance, 100);

    assertThat(near[0]).isGreaterThanOrEqualTo(0.9);
    assertThat(near[1]).as("minimum").isLessThan(0.5);
    assertThat(identity[0]).as("far from the best closure").isLessThan(near[0]);
    assertThat(MatrixNorms.spectralNorm(near(0.01))).isLessThan(KAPPA);
  }
}
