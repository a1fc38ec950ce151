package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.RestartCause;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which reason a window's numbers give: at each limit the last value on either side of it. */
class VerdictRulesTest {
  private static final int CLASSES = 3;
  private static final int UNITS = 40;
  private static final double LEVEL = 0.05;
  private static final double TOLERANCE = 0.3;
  private static final double KAPPA = 1.25;
  private static final double SLACK = 1e-9;
  private static final OptionalDouble NONE = OptionalDouble.empty();

  private static CertificateSettings settings(Bound bound) {
    return TestSettings.of(Sampling.RECORDS, WindowPolicy.TUMBLING, UNITS, bound, TOLERANCE);
  }

  /** Losses without dependence or trend; of the pairs some are outside and some broken. */
  private static WindowStatistics window(int units, int outside, int broken) {
    WindowStatistics statistics = new WindowStatistics(CLASSES, units, Optional.empty());
    SplittableRandom random = new SplittableRandom(3);
    PairEvidence pair = new PairEvidence(CLASSES);
    for (int i = 0; i < units; i++) {
      double share = 0.5 + 0.4 * random.nextDouble();
      pair.coordinates[0] = share;
      pair.coordinates[1] = 0.7 * (1 - share);
      pair.coordinates[2] = 0.3 * (1 - share);
      pair.successor[0] = 1 - share / 2;
      pair.successor[1] = share / 2;
      pair.residual = 0.1 * random.nextDouble();
      pair.outside = i < outside;
      pair.broken = i < broken;
      statistics.addUnit(pair);
    }
    return statistics;
  }

  private static CertificateAssessor.Window at(OptionalDouble variationLow) {
    return new CertificateAssessor.Window(0, 0, 1, LEVEL, 0, variationLow);
  }

  private static VerdictRules rules(
      WindowStatistics statistics, CertificateSettings settings, double norm) {
    return new VerdictRules(
        statistics,
        settings,
        at(NONE),
        AssessmentContext.once(WindowChoices.first(settings), LEVEL),
        norm,
        UpperBound.lossRange(Matrix.identity(CLASSES)));
  }

  private static Reason decide(double norm, double lower, double upper, OptionalDouble capped) {
    return rules(window(UNITS, 0, 0), settings(Bound.MINIMUM), norm)
        .reason(KAPPA, lower, upper, capped);
  }

  @Test
  void aClosureOfExactlyTheLargestNormIsWithinIt() {
    double largest = KAPPA * (1 + SLACK);

    assertThat(decide(largest, 0, 0, NONE)).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(decide(Math.nextUp(largest), 0, 0, NONE)).isEqualTo(Reason.MORE_DATA);
    assertThat(decide(KAPPA, 0, 0, NONE)).isEqualTo(Reason.UPPER_BOUND_WITHIN);
  }

  @Test
  void anUpperBoundOfExactlyTheToleranceIsWithinIt() {
    double above = Math.nextUp(TOLERANCE);

    assertThat(decide(1, 0, TOLERANCE, NONE)).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(decide(1, 0, above, NONE)).isEqualTo(Reason.MORE_DATA);
    assertThat(decide(1, 0, above, OptionalDouble.of(TOLERANCE)))
        .isEqualTo(Reason.CAPPED_UPPER_BOUND_WITHIN);
    assertThat(decide(1, 0, TOLERANCE, OptionalDouble.of(TOLERANCE)))
        .isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(decide(1, 0, above, OptionalDouble.of(above))).isEqualTo(Reason.MORE_DATA);
  }

  @Test
  void aLowerBoundIsAboveTheToleranceBeyondWhatRoundingMayDo() {
    double limit = TOLERANCE + SLACK;

    assertThat(decide(1, limit, 1, NONE)).isEqualTo(Reason.MORE_DATA);
    assertThat(decide(1, TOLERANCE - SLACK / 2, 1, NONE)).isEqualTo(Reason.MORE_DATA);
    assertThat(decide(1, Math.nextUp(limit), 1, NONE)).isEqualTo(Reason.LOWER_BOUND_ABOVE);
  }

  /** Rare errors are said only where the capped error is within and none else could explain it. */
  @Test
  void rareErrorsAreThoseThatTheCapTakesAway() {
    assertThat(decide(1, 1, 1, OptionalDouble.of(0.1))).isEqualTo(Reason.RARE_ERRORS);
    assertThat(decide(1, 1, 1, OptionalDouble.of(0.5))).isEqualTo(Reason.LOWER_BOUND_ABOVE);
    assertThat(decide(2, 1, 1, OptionalDouble.of(0.1))).isEqualTo(Reason.LOWER_BOUND_ABOVE);
    // Bounds that contradict each other, as they may at their level: what forbids is said.
    assertThat(decide(1, 1, 0.1, NONE)).isEqualTo(Reason.LOWER_BOUND_ABOVE);
  }

  @Test
  void withoutAToleranceNothingIsDecided() {
    CertificateSettings without = Changed.with(settings(Bound.MINIMUM), "tolerance", Double.NaN);

    assertThat(rules(window(UNITS, 0, 0), without, 1).reason(KAPPA, 1, 0, NONE))
        .isEqualTo(Reason.NO_TOLERANCE);
  }

  /** A declared share of a twentieth allows two pairs of forty. */
  @Test
  void asManyPairsAsDeclaredMayHaveBrokenRelations() {
    CertificateSettings settings = settings(Bound.MINIMUM);

    assertThat(rules(window(UNITS, 0, 2), settings, 1).reason(KAPPA, 0, 0, NONE))
        .isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(rules(window(UNITS, 0, 3), settings, 1).reason(KAPPA, 0, 0, NONE))
        .isEqualTo(Reason.RELATION_BROKEN);
    assertThat(rules(window(UNITS, 3, 3), settings, 1).reason(KAPPA, 0, 0, NONE))
        .isEqualTo(Reason.OUTSIDE_SHARE);
  }

  /** Streams that nobody declared are said before units that are missing. */
  @Test
  void aFleetIsToldOfStreamsTooManyAndOfUnitsMissing() {
    assertThat(ofFleet(0, 0)).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(ofFleet(1, 0)).isEqualTo(Reason.INCOMPLETE);
    assertThat(ofFleet(0, 1)).isEqualTo(Reason.TOO_MANY_STREAMS);
    assertThat(ofFleet(1, 1)).isEqualTo(Reason.TOO_MANY_STREAMS);
  }

  private static Reason ofFleet(int missing, int undeclared) {
    CertificateSettings settings = settings(Bound.MINIMUM);
    return new VerdictRules(
            window(UNITS, 0, 0),
            settings,
            new CertificateAssessor.Window(0, 0, 1, LEVEL, missing, undeclared, NONE, false),
            AssessmentContext.once(WindowChoices.first(settings), LEVEL),
            1,
            1)
        .reason(KAPPA, 0, 0, NONE);
  }

  /**
   * The first few units of a run are no sample of where the stream is; a whole window is. Until
   * then nothing is decided while they are outside.
   */
  @Test
  void aRunIsJudgedByItsShareOutsideFromItsFirstWholeWindowOn() {
    assertThat(ofRun(UNITS - 1, 0, NONE)).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(ofRun(UNITS - 1, 3, NONE)).isEqualTo(Reason.OUTSIDE_SO_FAR);
    assertThat(ofRun(UNITS, 3, NONE)).isEqualTo(Reason.OUTSIDE_SHARE);
    assertThat(ofRun(UNITS + 1, 3, NONE)).isEqualTo(Reason.OUTSIDE_SHARE);
  }

  @Test
  void lowVariationIsBelowItsLimitAndOfAWholeWindow() {
    OptionalDouble present = OptionalDouble.of(window(UNITS, 0, 0).retainedVariation());
    OptionalDouble above = OptionalDouble.of(Math.nextUp(present.getAsDouble()));

    assertThat(ofRun(UNITS, 0, present)).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(ofRun(UNITS, 0, above)).isEqualTo(Reason.LOW_VARIATION);
    assertThat(ofRun(UNITS - 1, 0, OptionalDouble.of(1))).isEqualTo(Reason.UPPER_BOUND_WITHIN);
  }

  private static Reason ofRun(int units, int outside, OptionalDouble variationLow) {
    CertificateSettings settings = settings(Bound.MINIMUM);
    AssessmentContext context =
        new AssessmentContext(
            WindowChoices.first(settings),
            NONE,
            Optional.of(new AnytimeRun(1, RestartCause.START, 0, 0, 1, NONE)),
            HorizonBests.NONE);
    return new VerdictRules(window(units, outside, 0), settings, at(variationLow), context, 1, 1)
        .reason(KAPPA, 0, 0, NONE);
  }

  /** The halves of a window of one unit are not compared. */
  @Test
  void oneUnitHasNoHalves() {
    CertificateSettings settings = settings(Bound.MINIMUM);

    assertThat(rules(window(1, 0, 0), settings, 1).reason(KAPPA, 0, 0, NONE))
        .isEqualTo(Reason.UPPER_BOUND_WITHIN);
  }

  /**
   * A window is structurally vacuous where sqrt(s + C_occ / M + sqrt(2 r)) <= kappa sqrt(2 kl(b))
   * with r = log(2 / level) / M: the smallest kappa for which it is, by bisection of the definition
   * of the lower divergence bound.
   */
  @ParameterizedTest
  @EnumSource(
      value = Bound.class,
      names = {"PAPER", "LABEL"})
  void labelBoundsAreStructurallyVacuousFromTheNormOnThatLeavesThemNothing(Bound bound) {
    WindowStatistics statistics = window(4 * UNITS, 0, 0);
    double loss = bound == Bound.PAPER ? statistics.fHat() : statistics.bHat();
    double radius = Math.log(2 / LEVEL) / statistics.units();
    double spread =
        statistics.sHat()
            + (double) statistics.occupiedClasses() / statistics.units()
            + Math.sqrt(2 * radius);
    double smallest = Math.sqrt(Math.min(1, spread) / (2 * lowerDivergence(loss, radius)));

    assertThat(spread).isLessThan(1);
    assertThat(statistics.bHat()).isLessThan(0.9 * statistics.fHat());
    assertThat(vacuous(statistics, bound, smallest * (1 + 1e-6)))
        .isEqualTo(Reason.STRUCTURALLY_VACUOUS);
    assertThat(vacuous(statistics, bound, smallest * (1 - 1e-6))).isEqualTo(Reason.MORE_DATA);
  }

  @ParameterizedTest
  @EnumSource(
      value = Bound.class,
      names = {"MINIMUM", "TIGHT"})
  void boundsWithoutLabelsAreNeverStructurallyVacuous(Bound bound) {
    assertThat(vacuous(window(4 * UNITS, 0, 0), bound, 1e6)).isEqualTo(Reason.MORE_DATA);
  }

  private static Reason vacuous(WindowStatistics statistics, Bound bound, double kappa) {
    return rules(statistics, settings(bound), 1).reason(kappa, 0, 1, NONE);
  }

  /** The smallest p whose Bernoulli divergence from a mean is at most the radius. */
  private static double lowerDivergence(double mean, double radius) {
    double low = 0;
    double high = mean;
    for (int i = 0; i < 200; i++) {
      double p = (low + high) / 2;
      double divergence = mean * Math.log(mean / p) + (1 - mean) * Math.log((1 - mean) / (1 - p));
      if (divergence > radius) {
        low = p;
      } else {
        high = p;
      }
    }
    return high;
  }
}
