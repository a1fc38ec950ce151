package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AssessmentLimits;
import io.kahkm.internal.certificate.bound.BernoulliBounds;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Levels;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.sums.HalfSums;
import java.util.OptionalDouble;

/**
 * What a window's numbers decide: the first reason that applies, in the order in which a reader
 * must know of them. Nothing is computed here that a certificate shows.
 */
final class VerdictRules {
  /** Confidence statements of the halves check: two quantities, two halves, two sides. */
  private static final int HALVES_STATEMENTS = 8;

  private final WindowStatistics statistics;
  private final CertificateSettings settings;
  private final CertificateAssessor.Window window;
  private final AssessmentContext context;
  private final double norm;
  private final double range;
  private final long units;

  /**
   * The rules for one window.
   *
   * @param statistics the window's statistics; not modified
   * @param settings what was chosen beforehand
   * @param window position and level
   * @param context whether and how often the same run is looked at
   * @param norm the closure's spectral norm
   * @param range the largest loss that the closure can have, at least 0
   */
  VerdictRules(
      WindowStatistics statistics,
      CertificateSettings settings,
      CertificateAssessor.Window window,
      AssessmentContext context,
      double norm,
      double range) {
    this.statistics = statistics;
    this.settings = settings;
    this.window = window;
    this.context = context;
    this.norm = norm;
    this.range = range;
    units = statistics.units();
  }

  /**
   * The reason of the verdict.
   *
   * @param kappa limit of the norm
   * @param lower best lower bound of the error of any closure within the limit
   * @param upper best upper bound of the frozen closure's error
   * @param capped the same of the capped error; empty where none is kept
   */
  Reason reason(double kappa, double lower, double upper, OptionalDouble capped) {
    // What the units show that are there is not taken back by those that are missing. The first
    // few units of a run are no sample of where the stream lies.
    boolean tooFew = context.run().isPresent() && units < settings.window().units();
    boolean outside = statistics.outsideShare() > settings.outsideShare();
    if (!tooFew && outside) {
      return Reason.OUTSIDE_SHARE;
    }
    if (window.outsideAtClose()) {
      return Reason.OUTSIDE_AT_CLOSE;
    }
    OptionalDouble low = window.retainedVariationLow();
    if (!tooFew && low.isPresent() && statistics.retainedVariation() < low.getAsDouble()) {
      return Reason.LOW_VARIATION;
    }
    if (statistics.brokenShare() > settings.outsideShare()) {
      return Reason.RELATION_BROKEN;
    }
    if (window.undeclared() > 0) {
      return Reason.TOO_MANY_STREAMS;
    }
    if (window.missing() > 0) {
      return Reason.INCOMPLETE;
    }
    if (halvesDiffer()) {
      return Reason.HALVES_DIFFER;
    }
    if (Math.abs(statistics.dependence()) > AssessmentLimits.DEPENDENCE_LIMIT) {
      return Reason.UNITS_DEPENDENT;
    }
    if (outside) {
      return Reason.OUTSIDE_SO_FAR;
    }
    if (Double.isNaN(settings.decision().tolerance())) {
      return Reason.NO_TOLERANCE;
    }
    double tolerance = settings.decision().tolerance();
    boolean within =
        norm <= kappa * AssessmentLimits.NORM_SLACK && capped.orElse(upper) <= tolerance;
    if (lower > tolerance + AssessmentLimits.TOLERANCE_SLACK) {
      return within && capped.isPresent() ? Reason.RARE_ERRORS : Reason.LOWER_BOUND_ABOVE;
    }
    if (within) {
      return upper <= tolerance ? Reason.UPPER_BOUND_WITHIN : Reason.CAPPED_UPPER_BOUND_WITHIN;
    }
    return structurallyVacuous(kappa) ? Reason.STRUCTURALLY_VACUOUS : Reason.MORE_DATA;
  }

  private boolean halvesDiffer() {
    if (context.halvesLevel().isEmpty()) {
      return false;
    }
    HalfSums.Part first = statistics.firstHalf();
    HalfSums.Part second = statistics.secondHalf();
    if (first.units() == 0 || second.units() == 0) {
      return false;
    }
    boolean residuals =
        range > 0
            && apart(
                first.meanResidual() / range,
                first.units(),
                second.meanResidual() / range,
                second.units());
    return residuals
        || apart(first.meanDistance(), first.units(), second.meanDistance(), second.units());
  }

  /** Whether the two confidence intervals of a mean in [0, 1] are disjoint. */
  private boolean apart(double first, long firstUnits, double second, long secondUnits) {
    double a = Math.max(0, Math.min(1, first));
    double b = Math.max(0, Math.min(1, second));
    double level = context.halvesLevel().orElseThrow();
    double atA = Levels.radius(HALVES_STATEMENTS, level, firstUnits);
    double atB = Levels.radius(HALVES_STATEMENTS, level, secondUnits);
    return a < b
        ? BernoulliBounds.upper(a, atA) < BernoulliBounds.lower(b, atB)
        : BernoulliBounds.upper(b, atB) < BernoulliBounds.lower(a, atA);
  }

  /**
   * Whether even generous values of the two quantities leave the label comparison at 0: sigma is at
   * most, and kappa a_Phi at least, what the window allows at its level.
   */
  private boolean structurallyVacuous(double kappa) {
    if (settings.decision().bound() == Bound.MINIMUM
        || settings.decision().bound() == Bound.TIGHT) {
      return false;
    }
    double loss =
        settings.decision().bound() == Bound.PAPER ? statistics.fHat() : statistics.bHat();
    double r = Levels.radius(2, window.level(), units);
    double variance =
        Math.min(
            1,
            statistics.sHat() + (double) statistics.occupiedClasses() / units + Math.sqrt(2 * r));
    return Math.sqrt(variance) <= kappa * Math.sqrt(2 * BernoulliBounds.lower(loss, r));
  }
}
