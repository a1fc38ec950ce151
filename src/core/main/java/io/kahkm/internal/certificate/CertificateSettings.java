package io.kahkm.internal.certificate;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Everything about a stream's certificates that is chosen before the first record of a window.
 *
 * @param sampling what is asserted to be i.i.d.
 * @param policy how windows are cut
 * @param budget how tumbling windows share delta; used by {@link WindowPolicy#TUMBLING} only
 * @param schedule checkpoints of a cumulative window; used by {@link WindowPolicy#CUMULATIVE} only
 * @param units units of a window, at least 2; for a cumulative window M0, the scale of its
 *     checkpoints
 * @param alarmBound the lower bound that decides
 * @param alarmKappa spectral-norm limit of the alarm, at least 0; empty means the norm of the
 *     closure frozen at window start times 1 + 1e-9
 * @param delta failure probability in (0, 1) before policy and family divide it
 * @param family number of streams, or of other certificates, that share delta; at least 1
 * @param tolerance epsilon, a root-mean-square error in soft coordinates, above 0; NaN where none
 *     is known, which leaves every window undecided
 * @param displayKappas norm limits that are shown besides the alarm, each at least 0
 * @param displayDelta level of every displayed bound in (0, 1), not divided by policy or family
 * @param outsideShare share of outside pairs in [0, 1] above which a window is out of the map
 * @param driftPossible whether the law may drift within a window; selects the form of the label
 *     bound that allows it
 * @param marginThresholds thresholds g of the score margins, each above 0: one for all classes, or
 *     one per class; empty for no margins
 * @param refinements what is declared besides
 */
public record CertificateSettings(
    Sampling sampling,
    WindowPolicy policy,
    Budget budget,
    Schedule schedule,
    int units,
    Bound alarmBound,
    OptionalDouble alarmKappa,
    double delta,
    int family,
    double tolerance,
    List<Double> displayKappas,
    double displayDelta,
    double outsideShare,
    boolean driftPossible,
    List<Double> marginThresholds,
    Refinements refinements) {

  /** The share of outside pairs that makes a window one out of the map, where no file says it. */
  public static final double USUAL_OUTSIDE_SHARE = 0.05;

  /** Fewest units of a window: one unit has no variance. */
  public static final int MINIMUM_UNITS = 2;

  /** Fewest units of a rolling window: one of every pane. */
  public static final int MINIMUM_ROLLING_UNITS = RollingWindow.PANES;

  /** Checks every field. */
  public CertificateSettings {
    if (units < MINIMUM_UNITS) {
      throw new IllegalArgumentException(
          "units is " + units + ", must be at least " + MINIMUM_UNITS);
    }
    if (policy == WindowPolicy.ROLLING && units < MINIMUM_ROLLING_UNITS) {
      throw new IllegalArgumentException(
          "units is "
              + units
              + ", must be at least "
              + MINIMUM_ROLLING_UNITS
              + " under policy rolling");
    }
    requireLevel("delta", delta);
    requireLevel("displayDelta", displayDelta);
    if (family < 1) {
      throw new IllegalArgumentException("family is " + family + ", must be at least 1");
    }
    if (tolerance <= 0 || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException(
          "tolerance is " + tolerance + ", must be finite and above 0, or NaN for none");
    }
    if (!(outsideShare >= 0 && outsideShare <= 1)) {
      throw new IllegalArgumentException(
          "outsideShare is " + outsideShare + ", must be from 0 to 1");
    }
    if (alarmKappa.isPresent()) {
      requireKappa("alarmKappa", alarmKappa.getAsDouble());
    }
    displayKappas = List.copyOf(displayKappas);
    for (double kappa : displayKappas) {
      requireKappa("displayKappas", kappa);
    }
    marginThresholds = List.copyOf(marginThresholds);
    for (double threshold : marginThresholds) {
      if (!(threshold > 0 && Double.isFinite(threshold))) {
        throw new IllegalArgumentException(
            "marginThresholds has " + threshold + ", must be finite and above 0");
      }
    }
    refinements.require(sampling, policy, alarmBound, tolerance, driftPossible);
  }

  /**
   * Settings without refinements.
   *
   * @param sampling what is asserted to be i.i.d.
   * @param policy how windows are cut
   * @param budget how tumbling windows share delta
   * @param schedule checkpoints of a cumulative window
   * @param units units of a window, at least 2
   * @param alarmBound the lower bound that decides
   * @param alarmKappa spectral-norm limit of the alarm; empty for the norm of the frozen closure
   * @param delta failure probability in (0, 1) before policy and family divide it
   * @param family number of certificates that share delta; at least 1
   * @param tolerance epsilon, above 0; NaN where none is known
   * @param displayKappas norm limits that are shown besides the alarm
   * @param displayDelta level of every displayed bound in (0, 1)
   * @param outsideShare share of outside pairs above which a window is out of the map
   * @param driftPossible whether the law may drift within a window
   * @param marginThresholds thresholds of the score margins; one, one per class, or none
   */
  public CertificateSettings(
      Sampling sampling,
      WindowPolicy policy,
      Budget budget,
      Schedule schedule,
      int units,
      Bound alarmBound,
      OptionalDouble alarmKappa,
      double delta,
      int family,
      double tolerance,
      List<Double> displayKappas,
      double displayDelta,
      double outsideShare,
      boolean driftPossible,
      List<Double> marginThresholds) {
    this(
        sampling,
        policy,
        budget,
        schedule,
        units,
        alarmBound,
        alarmKappa,
        delta,
        family,
        tolerance,
        displayKappas,
        displayDelta,
        outsideShare,
        driftPossible,
        marginThresholds,
        Refinements.NONE);
  }

  /**
   * One window of everything there is, with an alarm at the norm of the closure, nothing displayed
   * besides it, no margins, and nothing that shares delta.
   *
   * @param sampling what is asserted to be i.i.d.
   * @param units units of the window, at least 2
   * @param bound the lower bound that decides
   * @param delta failure probability in (0, 1)
   * @param tolerance epsilon, above 0; NaN for none
   * @return settings of a fixed window
   */
  public static CertificateSettings ofOneWindow(
      Sampling sampling, int units, Bound bound, double delta, double tolerance) {
    return new CertificateSettings(
        sampling,
        WindowPolicy.FIXED,
        Budget.EACH,
        Schedule.GEOMETRIC,
        units,
        bound,
        OptionalDouble.empty(),
        delta,
        1,
        tolerance,
        List.of(),
        delta,
        USUAL_OUTSIDE_SHARE,
        false,
        List.of());
  }

  /**
   * The same with other things displayed besides the alarm.
   *
   * @param newDisplayKappas norm limits, each at least 0
   * @param newMarginThresholds thresholds of the score margins, each above 0; one, one per class,
   *     or none
   * @return a copy
   */
  public CertificateSettings withDisplay(
      List<Double> newDisplayKappas, List<Double> newMarginThresholds) {
    return new CertificateSettings(
        sampling,
        policy,
        budget,
        schedule,
        units,
        alarmBound,
        alarmKappa,
        delta,
        family,
        tolerance,
        newDisplayKappas,
        displayDelta,
        outsideShare,
        driftPossible,
        newMarginThresholds,
        refinements);
  }

  /**
   * The same with windows of another length.
   *
   * @param newUnits units of a window, at least 2
   * @return a copy
   */
  public CertificateSettings withUnits(int newUnits) {
    return new CertificateSettings(
        sampling,
        policy,
        budget,
        schedule,
        newUnits,
        alarmBound,
        alarmKappa,
        delta,
        family,
        tolerance,
        displayKappas,
        displayDelta,
        outsideShare,
        driftPossible,
        marginThresholds,
        refinements);
  }

  /**
   * The same with other refinements.
   *
   * @param newRefinements what is declared besides
   * @return a copy
   */
  public CertificateSettings withRefinements(Refinements newRefinements) {
    return new CertificateSettings(
        sampling,
        policy,
        budget,
        schedule,
        units,
        alarmBound,
        alarmKappa,
        delta,
        family,
        tolerance,
        displayKappas,
        displayDelta,
        outsideShare,
        driftPossible,
        marginThresholds,
        newRefinements);
  }

  /**
   * Whether anything is declared that the first release did not know. Without it windows, their
   * records and their stored state are as they were.
   *
   * @return whether the sharper bounds are kept
   */
  boolean isRefined() {
    return alarmBound == Bound.TIGHT
        || refinements.cap().isPresent()
        || refinements.pilot() > 0
        || refinements.horizons().isPresent();
  }

  /**
   * Whether the one window of policy fixed has bounds that a second pass sharpens, with the minima
   * that the first one found as references.
   *
   * @return whether a second pass helps
   */
  public boolean needsReferences() {
    return policy == WindowPolicy.FIXED
        && refinements.reference() == ReferenceClosure.PREVIOUS
        && (alarmBound == Bound.TIGHT
            || refinements.horizons().map(HorizonSettings::lower).orElse(false));
  }

  /**
   * The settings as text that stored state carries: equal settings have equal text. Refinements
   * appear where there are any, so that the text of the first release stays valid.
   *
   * @return one line
   */
  public String signature() {
    String none = ", refinements=" + Refinements.NONE + "]";
    String text = toString();
    return text.endsWith(none) ? text.substring(0, text.length() - none.length()) + "]" : text;
  }

  /** The largest squared error that counts, infinite without a cap. */
  double largestLoss() {
    return refinements.largestLoss(tolerance);
  }

  private static void requireLevel(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be between 0 and 1");
    }
  }

  private static void requireKappa(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be finite and at least 0");
    }
  }
}
