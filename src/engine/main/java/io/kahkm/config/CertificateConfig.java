package io.kahkm.config;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.DecisionSettings;
import io.kahkm.internal.certificate.setting.DisplaySettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.closure.Projection;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How certificates are made: what monitors need of it, with a tolerance that may be relative to the
 * model's data. Everything here is fixed before the first record of a window.
 *
 * @param output where closed windows go, and how they are written
 * @param sampling what the operator asserts to be independent and identically distributed
 * @param fleet how streams become units, present exactly with sampling fleet; then the units of a
 *     window are its streams
 * @param window how windows are cut
 * @param decision what decides about a window
 * @param display what is shown besides
 * @param outsideShare share of pairs outside the map above which the verdict is withheld
 * @param driftPossible whether the law may drift inside a window
 * @param refinements what is declared besides; the projection of its horizons is that of the
 *     forecasts, whatever it says
 */
public record CertificateConfig(
    Output output,
    Sampling sampling,
    Optional<FleetSettings> fleet,
    WindowSettings window,
    Decision decision,
    DisplaySettings display,
    double outsideShare,
    boolean driftPossible,
    Refinements refinements) {
  /**
   * Where certificates go.
   *
   * @param topic where closed windows go
   * @param format how they are written
   */
  public record Output(String topic, OutputFormat format) {}

  /**
   * What decides about a window, as {@link DecisionSettings} has it, but for the tolerance.
   *
   * @param bound the one lower bound that decides the verdict
   * @param kappa norm limit of the alarm; empty for the norm of the closure frozen at window start
   * @param delta probability of a wrong EXCLUDED, and likewise of a wrong ATTAINABLE, per stream
   *     and window, in (0, 1)
   * @param family number of streams the level is divided by
   * @param tolerance the error limit
   */
  public record Decision(
      Bound bound, OptionalDouble kappa, double delta, int family, Tolerance tolerance) {}

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

  /**
   * The settings of a stream's monitor.
   *
   * @param projection of the forecasts
   * @param coordinateVariance V_coord of the data the model was fitted on
   * @return the settings with a tolerance in soft coordinates
   */
  public CertificateSettings settings(Projection projection, double coordinateVariance) {
    return new CertificateSettings(
        sampling,
        window,
        new DecisionSettings(
            decision.bound,
            decision.kappa,
            decision.delta,
            decision.family,
            decision.tolerance.rootMeanSquare(coordinateVariance)),
        display,
        outsideShare,
        driftPossible,
        refinements.withProjection(projection));
  }

  /** Where closed windows go. */
  public String topic() {
    return output.topic;
  }

  /** How closed windows are written. */
  public OutputFormat format() {
    return output.format;
  }

  /**
   * The same with other things declared besides.
   *
   * @param other in place of {@link #refinements}
   * @return a copy
   */
  public CertificateConfig withRefinements(Refinements other) {
    return new CertificateConfig(
        output, sampling, fleet, window, decision, display, outsideShare, driftPossible, other);
  }
}
