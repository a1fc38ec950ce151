package io.kahkm.core;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.Model;
import java.util.OptionalDouble;

/**
 * How a stream is cut into windows and what is decided about each: everything here is chosen before
 * the first reading of a window, which is what makes the certificates true. Immutable.
 *
 * <p>A certificate is worth what its assumption is worth: say with {@link #ofEpisodes} or {@link
 * #ofRecords} what is independent and alike.
 */
public final class CertificatePlan {
  private final CertificateSettings settings;
  private final OptionalDouble r2;

  private CertificatePlan(CertificateSettings settings, OptionalDouble r2) {
    this.settings = settings;
    this.r2 = r2;
  }

  /** Which lower bound decides. */
  public enum LowerBound {
    /** The paper's exclusion certificate, to the letter. */
    PAPER,
    /** The same two quantities, bounded tightly. */
    LABEL,
    /** The empirical minimum over all closures within the norm limit; the sharpest of the three. */
    MINIMUM
  }

  /**
   * Windows of episodes that are independent of each other and alike, whatever happens within one.
   * Readings name their episodes or end them, or {@link StreamSettings.Builder#restartsAfterIdle}
   * says that a gap does.
   *
   * @param episodes in a window, at least 2
   * @return a builder
   */
  public static Builder ofEpisodes(int episodes) {
    return new Builder(Sampling.EPISODES, episodes);
  }

  /**
   * Windows of transitions that are independent of each other and alike. Transitions that follow
   * one another share a reading and are not: {@link StreamSettings.Builder#transitions} or {@link
   * StreamSettings.Builder#independentEvery} is needed.
   *
   * @param transitions in a window, at least 2
   * @return a builder
   */
  public static Builder ofRecords(int transitions) {
    return new Builder(Sampling.RECORDS, transitions);
  }

  /** Whether transitions that share a reading would break the assumption. */
  boolean assertsIndependentTransitions() {
    return settings.sampling() == Sampling.RECORDS;
  }

  /** The settings with the tolerance that this model gives. */
  CertificateSettings resolve(Model model) {
    return r2.isEmpty()
        ? settings
        : settings.toBuilder().tolerance(relative(r2.getAsDouble(), model)).build();
  }

  /** The root-mean-square error sqrt((1 - R2) V) for the coordinates' variance V. */
  private static double relative(double r2, Model model) {
    double tolerance = Math.sqrt((1 - r2) * model.coordinateVariance());
    if (!(tolerance > 0)) {
      throw new IllegalArgumentException(
          "tolerance is an R2 of "
              + r2
              + ", and the coordinates did not vary in the data that the model was fitted on; give"
              + " an error such as 0.3");
    }
    return tolerance;
  }

  /** Collects a plan by name. Not thread-safe. */
  public static final class Builder {
    private final CertificateSettings.Builder settings;
    private OptionalDouble r2 = OptionalDouble.empty();

    private Builder(Sampling sampling, int units) {
      settings = CertificateSettings.builder(sampling, units).policy(WindowPolicy.TUMBLING);
    }

    /**
     * The tolerance as an error. Without a tolerance every window is undecided.
     *
     * @param rootMeanSquare error of one step in soft coordinates, above 0, such as 0.3
     * @return this
     */
    public Builder tolerance(double rootMeanSquare) {
      if (!(rootMeanSquare > 0) || Double.isInfinite(rootMeanSquare)) {
        throw new IllegalArgumentException(
            "tolerance is " + rootMeanSquare + ", must be finite and above 0");
      }
      settings.tolerance(rootMeanSquare);
      r2 = OptionalDouble.empty();
      return this;
    }

    /**
     * The tolerance as a share of the variation that forecasts explain, of the coordinates'
     * variation in the data that the model was fitted on.
     *
     * @param coefficient of determination, below 1, such as 0.9
     * @return this
     */
    public Builder toleranceR2(double coefficient) {
      if (!(coefficient < 1) || Double.isInfinite(coefficient)) {
        throw new IllegalArgumentException(
            "toleranceR2 is " + coefficient + ", must be finite and below 1");
      }
      r2 = OptionalDouble.of(coefficient);
      settings.tolerance(Double.NaN);
      return this;
    }

    /**
     * One window after the other, each wrong with probability delta at most: for triage. The choice
     * where none is made.
     *
     * @return this
     */
    public Builder tumbling() {
      return cut(WindowPolicy.TUMBLING, Budget.EACH);
    }

    /**
     * One window after the other, any of them ever wrong with probability delta at most: for
     * audits.
     *
     * @return this
     */
    public Builder tumblingForever() {
      return cut(WindowPolicy.TUMBLING, Budget.FOREVER);
    }

    /**
     * One window, once.
     *
     * @return this
     */
    public Builder fixed() {
      return cut(WindowPolicy.FIXED, Budget.EACH);
    }

    /**
     * One growing window that is looked at when it has grown by a tenth, any look ever wrong with
     * probability delta at most.
     *
     * @return this
     */
    public Builder cumulative() {
      return cut(WindowPolicy.CUMULATIVE, Budget.EACH);
    }

    /**
     * Overlapping windows, eight to a window's length, each wrong with probability delta at most.
     *
     * @return this
     */
    public Builder rolling() {
      return cut(WindowPolicy.ROLLING, Budget.EACH);
    }

    private Builder cut(WindowPolicy newPolicy, Budget newBudget) {
      settings.policy(newPolicy).budget(newBudget);
      return this;
    }

    /**
     * Which lower bound decides; {@link LowerBound#MINIMUM} where none is chosen.
     *
     * @param lowerBound the bound
     * @return this
     */
    public Builder bound(LowerBound lowerBound) {
      settings.bound(Bound.valueOf(lowerBound.name()));
      return this;
    }

    /**
     * Up to which spectral norm closures are meant; where none is given, the norm of the closure
     * that is frozen when a window begins.
     *
     * @param norm at least 0
     * @return this
     */
    public Builder normLimit(double norm) {
      if (!(norm >= 0) || Double.isInfinite(norm)) {
        throw new IllegalArgumentException(
            "normLimit is " + norm + ", must be finite and at least 0");
      }
      settings.kappa(OptionalDouble.of(norm));
      return this;
    }

    /**
     * The probability of a wrong verdict; 0.05 where none is given.
     *
     * @param probability between 0 and 1
     * @return this
     */
    public Builder delta(double probability) {
      settings.delta(probability);
      return this;
    }

    /**
     * How many streams share delta; one where nothing is said.
     *
     * @param streams at least 1
     * @return this
     */
    public Builder sharedBy(int streams) {
      settings.family(streams);
      return this;
    }

    /**
     * The share of transitions outside the map above which a window gets no other verdict; 0.05
     * where none is given.
     *
     * @param share from 0 to 1
     * @return this
     */
    public Builder outsideShare(double share) {
      settings.outsideShare(share);
      return this;
    }

    /**
     * Says that what the stream does may drift within a window; bounds become a little wider.
     *
     * @return this
     */
    public Builder driftPossible() {
      settings.driftPossible(true);
      return this;
    }

    /**
     * Checks everything and makes the plan.
     *
     * @return the plan
     * @throws IllegalArgumentException naming the first value that is not allowed and the rule
     */
    public CertificatePlan build() {
      return new CertificatePlan(settings.build(), r2);
    }
  }
}
