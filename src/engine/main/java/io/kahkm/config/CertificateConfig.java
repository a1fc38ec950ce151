package io.kahkm.config;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How certificates are made. Everything here is fixed before the first record of a window.
 *
 * @param topic where closed windows go
 * @param format how they are written
 * @param sampling what the operator asserts to be independent and identically distributed
 * @param policy which units form a window
 * @param budget whether the level holds for each window or for all together
 * @param schedule checkpoints of a cumulative window
 * @param units units of a window, at least 2
 * @param alarmBound the one lower bound that decides the verdict
 * @param alarmKappa norm limit of the alarm; empty for the norm of the closure frozen at window
 *     start
 * @param delta probability of a wrong EXCLUDED, and likewise of a wrong ATTAINABLE, per stream and
 *     window, in (0, 1)
 * @param family number of streams the level is divided by
 * @param tolerance the error limit
 * @param displayKappas norm limits shown beside the alarm
 * @param displayDelta their level, in (0, 1)
 * @param outsideShare share of pairs outside the map above which the verdict is withheld
 * @param driftPossible whether the law may drift inside a window
 * @param margin threshold of the geometric margin
 * @param fleet how streams become units, present exactly with sampling fleet; then the units of a
 *     window are its streams
 * @param refinements what is declared besides; the projection of its horizons is that of the
 *     forecasts, whatever it says
 */
public record CertificateConfig(
    String topic,
    OutputFormat format,
    Sampling sampling,
    WindowPolicy policy,
    Budget budget,
    Schedule schedule,
    int units,
    Bound alarmBound,
    OptionalDouble alarmKappa,
    double delta,
    int family,
    Tolerance tolerance,
    List<Double> displayKappas,
    double displayDelta,
    double outsideShare,
    boolean driftPossible,
    OptionalDouble margin,
    Optional<FleetSettings> fleet,
    Refinements refinements) {
  /**
   * An error limit, either in soft coordinates or relative to how much they vary.
   *
   * @param value the limit
   * @param r2 true when the value is a coefficient of determination, false when it is a
   *     root-mean-square error in soft coordinates
   */
  public record Tolerance(double value, boolean r2) {
    /**
     * The limit in soft coordinates, sqrt((1 - r2) V_coord) for a coefficient of determination.
     *
     * @param coordinateVariance V_coord of the data the model was fitted on
     * @return root-mean-square error
     */
    public double rootMeanSquare(double coordinateVariance) {
      return r2 ? Math.sqrt((1 - value) * coordinateVariance) : value;
    }
  }

  /** Copies the list. */
  public CertificateConfig {
    displayKappas = List.copyOf(displayKappas);
  }

  /**
   * The same with other things declared besides.
   *
   * @param other in place of {@link #refinements}
   * @return a copy
   */
  public CertificateConfig withRefinements(Refinements other) {
    return new CertificateConfig(
        topic,
        format,
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
        margin,
        fleet,
        other);
  }
}
