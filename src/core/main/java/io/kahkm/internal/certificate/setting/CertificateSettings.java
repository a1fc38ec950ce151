package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.certificate.bound.Bound;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Everything about a stream's certificates that is chosen before the first record of a window.
 * {@link #builder} makes one by name.
 *
 * @param sampling what is asserted to be i.i.d.
 * @param window how windows are cut
 * @param decision what decides about a window
 * @param display what is shown besides
 * @param outsideShare share of outside pairs in [0, 1] above which a window is out of the map
 * @param driftPossible whether the law may drift within a window; selects the form of the label
 *     bound that allows it
 * @param refinements what is declared besides
 */
public record CertificateSettings(
    Sampling sampling,
    WindowSettings window,
    DecisionSettings decision,
    DisplaySettings display,
    double outsideShare,
    boolean driftPossible,
    Refinements refinements) {

  /** The share of outside pairs that makes a window one out of the map, where no file says it. */
  public static final double USUAL_OUTSIDE_SHARE = 0.05;

  /** Checks what the parts do not check by themselves. */
  public CertificateSettings {
    if (!(outsideShare >= 0 && outsideShare <= 1)) {
      throw new IllegalArgumentException(
          "outsideShare is " + outsideShare + ", must be from 0 to 1");
    }
    refinements.require(
        sampling, window.policy(), decision.bound(), decision.tolerance(), driftPossible);
  }

  /**
   * Starts settings of one window of everything there is, decided by the minimum bound at the norm
   * of the closure with probability 0.05 of a wrong verdict, without tolerance, nothing displayed
   * besides, nothing that shares delta, no refinements.
   *
   * @param sampling what is asserted to be i.i.d.
   * @param units units of a window, at least 2
   * @return a builder
   */
  public static Builder builder(Sampling sampling, int units) {
    return new Builder(sampling, units);
  }

  /**
   * Starts settings like these.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /**
   * Whether anything is declared that the first release did not know. Without it windows, their
   * records and their stored state are as they were.
   *
   * @return whether the sharper bounds are kept
   */
  public boolean isRefined() {
    return decision.bound() == Bound.TIGHT
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
    return window.policy() == WindowPolicy.FIXED
        && refinements.reference() == ReferenceClosure.PREVIOUS
        && (decision.bound() == Bound.TIGHT
            || refinements.horizons().map(HorizonSettings::lower).orElse(false));
  }

  /**
   * The settings as text that stored state carries: equal settings have equal text. It is flat and
   * in the order of the first release; refinements appear where there are any, so that the text of
   * that release stays valid.
   *
   * @return one line
   */
  public String signature() {
    return "CertificateSettings["
        + String.join(
            ", ",
            "sampling=" + sampling,
            "policy=" + window.policy(),
            "budget=" + window.budget(),
            "schedule=" + window.schedule(),
            "units=" + window.units(),
            "alarmBound=" + decision.bound(),
            "alarmKappa=" + decision.kappa(),
            "delta=" + decision.delta(),
            "family=" + decision.family(),
            "tolerance=" + decision.tolerance(),
            "displayKappas=" + display.kappas(),
            "displayDelta=" + display.delta(),
            "outsideShare=" + outsideShare,
            "driftPossible=" + driftPossible,
            "marginThresholds=" + display.marginThresholds())
        + (refinements.equals(Refinements.NONE) ? "" : ", refinements=" + refinements)
        + "]";
  }

  /**
   * The largest squared error that counts, infinite without a cap.
   *
   * @return above 0
   */
  public double largestLoss() {
    return refinements.largestLoss(decision.tolerance());
  }

  static void requireLevel(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be between 0 and 1");
    }
  }

  static void requireKappa(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be finite and at least 0");
    }
  }

  /** Collects settings by name; values are checked by {@link #build}. Not thread-safe. */
  public static final class Builder {
    private static final double USUAL_DELTA = 0.05;

    private final Sampling sampling;
    private int units;
    private WindowPolicy policy = WindowPolicy.FIXED;
    private Budget budget = Budget.EACH;
    private Schedule schedule = Schedule.GEOMETRIC;
    private Bound bound = Bound.MINIMUM;
    private OptionalDouble kappa = OptionalDouble.empty();
    private double delta = USUAL_DELTA;
    private int family = 1;
    private double tolerance = Double.NaN;
    private List<Double> displayKappas = List.of();
    private OptionalDouble displayDelta = OptionalDouble.empty();
    private List<Double> marginThresholds = List.of();
    private double outsideShare = USUAL_OUTSIDE_SHARE;
    private boolean driftPossible;
    private Refinements refinements = Refinements.NONE;

    private Builder(Sampling sampling, int units) {
      this.sampling = sampling;
      this.units = units;
    }

    private Builder(CertificateSettings like) {
      this(like.sampling, like.window.units());
      policy = like.window.policy();
      budget = like.window.budget();
      schedule = like.window.schedule();
      bound = like.decision.bound();
      kappa = like.decision.kappa();
      delta = like.decision.delta();
      family = like.decision.family();
      tolerance = like.decision.tolerance();
      displayKappas = like.display.kappas();
      displayDelta = OptionalDouble.of(like.display.delta());
      marginThresholds = like.display.marginThresholds();
      outsideShare = like.outsideShare;
      driftPossible = like.driftPossible;
      refinements = like.refinements;
    }

    /**
     * The length of a window.
     *
     * @param value units, at least 2
     * @return this
     */
    public Builder units(int value) {
      units = value;
      return this;
    }

    /**
     * How windows are cut.
     *
     * @param value the policy
     * @return this
     */
    public Builder policy(WindowPolicy value) {
      policy = value;
      return this;
    }

    /**
     * How windows share delta.
     *
     * @param value the budget
     * @return this
     */
    public Builder budget(Budget value) {
      budget = value;
      return this;
    }

    /**
     * When a cumulative window is looked at.
     *
     * @param value the schedule
     * @return this
     */
    public Builder schedule(Schedule value) {
      schedule = value;
      return this;
    }

    /**
     * The lower bound that decides.
     *
     * @param value the bound
     * @return this
     */
    public Builder bound(Bound value) {
      bound = value;
      return this;
    }

    /**
     * The spectral-norm limit of the alarm.
     *
     * @param value at least 0; empty for the norm of the frozen closure
     * @return this
     */
    public Builder kappa(OptionalDouble value) {
      kappa = value;
      return this;
    }

    /**
     * The failure probability; of what is displayed too, unless that has one of its own.
     *
     * @param value in (0, 1)
     * @return this
     */
    public Builder delta(double value) {
      delta = value;
      return this;
    }

    /**
     * How many certificates share delta.
     *
     * @param value at least 1
     * @return this
     */
    public Builder family(int value) {
      family = value;
      return this;
    }

    /**
     * The tolerance.
     *
     * @param value root-mean-square error in soft coordinates, above 0; NaN for none
     * @return this
     */
    public Builder tolerance(double value) {
      tolerance = value;
      return this;
    }

    /**
     * Norm limits that are shown besides the alarm.
     *
     * @param value each at least 0
     * @return this
     */
    public Builder displayKappas(List<Double> value) {
      displayKappas = value;
      return this;
    }

    /**
     * The level of what is displayed.
     *
     * @param value in (0, 1)
     * @return this
     */
    public Builder displayDelta(double value) {
      displayDelta = OptionalDouble.of(value);
      return this;
    }

    /**
     * Thresholds of the score margins.
     *
     * @param value one, one per class, or none; each above 0
     * @return this
     */
    public Builder marginThresholds(List<Double> value) {
      marginThresholds = value;
      return this;
    }

    /**
     * How many pairs may be outside the map.
     *
     * @param value a share, from 0 to 1
     * @return this
     */
    public Builder outsideShare(double value) {
      outsideShare = value;
      return this;
    }

    /**
     * Whether the law may drift within a window.
     *
     * @param value true if it may
     * @return this
     */
    public Builder driftPossible(boolean value) {
      driftPossible = value;
      return this;
    }

    /**
     * What is declared besides.
     *
     * @param value the refinements
     * @return this
     */
    public Builder refinements(Refinements value) {
      refinements = value;
      return this;
    }

    /**
     * Checks everything and makes the settings.
     *
     * @return the settings
     * @throws IllegalArgumentException naming the first value that is not allowed and the rule
     */
    public CertificateSettings build() {
      return new CertificateSettings(
          sampling,
          new WindowSettings(policy, budget, schedule, units),
          new DecisionSettings(bound, kappa, delta, family, tolerance),
          new DisplaySettings(displayKappas, displayDelta.orElse(delta), marginThresholds),
          outsideShare,
          driftPossible,
          refinements);
    }
  }
}
