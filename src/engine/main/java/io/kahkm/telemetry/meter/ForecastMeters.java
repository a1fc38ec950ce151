package io.kahkm.telemetry.meter;

import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.skill.SkillStatus;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The meters of forecasts and of how good they were, by stream. */
public final class ForecastMeters {
  /**
   * The forecasts of a horizon, with the sensors that have series.
   *
   * @param status what is known of them
   * @param sensors names them
   */
  public record Horizon(HorizonStatus status, SensorSeries sensors) {}

  /** Of each horizon. */
  public static final MeterTable<Horizon> HORIZONS =
      new MeterTable<Horizon>("stream", "horizon")
          .maybe(
              "kahkm_forecast_error",
              "Relative error E_h of the forecasts in soft coordinates, without unit, last"
                  + " completed score window.",
              horizon -> horizon.status().coordinates().relativeError())
          .maybe(
              "kahkm_forecast_rmse",
              "Root-mean-square error of the forecasts in soft coordinates, last completed score"
                  + " window.",
              horizon -> horizon.status().coordinates().rmse())
          .maybe(
              "kahkm_forecast_persistence_rmse",
              "The same of persistence, which repeats the present coordinates.",
              horizon -> horizon.status().coordinates().persistenceRmse())
          .maybe(
              "kahkm_forecast_r2",
              "R2_h of the forecasts in soft coordinates, 1 is perfect, last completed score"
                  + " window; absent when the observed coordinates did not vary.",
              horizon -> horizon.status().coordinates().r2())
          .maybe(
              "kahkm_forecast_skill",
              "1 - MSE / MSE of persistence in soft coordinates, last completed score window: above"
                  + " 0 the forecast beats repeating the present reading; absent when persistence"
                  + " was exact.",
              horizon -> horizon.status().coordinates().skill())
          .maybe(
              "kahkm_simplex_distance",
              "Mean squared distance of the predicted coordinates from the simplex, without unit,"
                  + " last completed score window.",
              horizon -> horizon.status().coordinates().simplexDistance())
          .each(
              "kahkm_forecast",
              "Value of a sensor last forecast for a horizon in steps, in the sensor's unit; absent"
                  + " without a readout.",
              (horizon, values) -> horizon.sensors().add(horizon.status().lastForecast(), values),
              "component")
          .each(
              "kahkm_forecast_state_error",
              "Root-mean-square error of the forecast of one sensor in the sensor's unit, last"
                  + " completed score window; absent without a readout.",
              (horizon, values) ->
                  horizon.sensors().add(horizon.status().readings().error(), values),
              "component")
          .maybe(
              "kahkm_forecast_state_skill",
              "1 - MSE / MSE of persistence in sensor units, mean over the sensors, last completed"
                  + " score window: below 0 the forecast is worse than repeating the present"
                  + " reading.",
              horizon -> horizon.status().readings().skill())
          .maybe(
              "kahkm_forecast_linear_skill",
              "The same of the linear model of all sensors that every forecast starts from; absent"
                  + " without one.",
              horizon -> horizon.status().readings().linearSkill())
          .each(
              "kahkm_forecast_half_width",
              "Half-width of a sensor's next interval around its forecast, in the sensor's unit;"
                  + " absent without forecasts.interval.",
              (horizon, values) ->
                  horizon
                      .status()
                      .intervals()
                      .ifPresent(intervals -> horizon.sensors().add(intervals.halfWidth(), values)),
              "component")
          .value(
              "kahkm_forecast_coverage",
              "Share of outcomes within their intervals since the stream began, mean over the"
                  + " sensors; outcomes while the stream was unlike the recording or its sensors"
                  + " disagreed do not count.",
              horizon -> judged(horizon.status().intervals(), IntervalStatus::meanCoverage))
          .value(
              "kahkm_forecast_coverage_guarantee",
              "How far a sensor's coverage can be from forecasts.interval at most, on any sequence"
                  + " of errors no larger than those seen.",
              horizon -> judged(horizon.status().intervals(), IntervalStatus::guarantee))
          .each(
              "kahkm_forecast_expert_share",
              "Share of the forecasts that an expert makes, mean over the sensors: persistence, all"
                  + " sensors, coordinates, own past, a season ago, known inputs.",
              (horizon, values) ->
                  horizon.status().experts().forEach(one -> values.add(one.share(), one.name())),
              "expert")
          .value(
              "kahkm_forecast_persisting_sensors",
              "Sensors whose forecast is mostly their present value, because other forecasts were"
                  + " worse lately.",
              horizon ->
                  horizon.status().lastForecast().isEmpty()
                      ? Double.NaN
                      : horizon.status().persisting().size());

  /** Of the claims of each horizon, another forecaster's among them. */
  public static final MeterTable<SkillStatus> CLAIMS =
      new MeterTable<SkillStatus>("stream", "horizon", "reference")
          .maybe(
              "kahkm_certified_skill",
              "Share by which the forecasts of a horizon are better than the reference, in capped"
                  + " squared error in sensor units, at the confidence forecasts.skill.level for"
                  + " all claims of the stream together, on any sequence of readings; absent while"
                  + " none is certified.",
              SkillStatus::certified)
          .maybe(
              "kahkm_observed_skill",
              "The share by which they were better in the outcomes so far, in capped squared"
                  + " error.",
              SkillStatus::observed)
          .value(
              "kahkm_skill_outcomes",
              "Outcomes of forecasts that the certified skill rests on.",
              SkillStatus::outcomes);

  /** Of the claims of our own forecasts alone. */
  public static final MeterTable<SkillStatus> LOST =
      new MeterTable<SkillStatus>("stream", "horizon", "reference")
          .flag(
              "kahkm_skill_lost",
              "1 while the reference is certified to be better than the forecasts over the recent"
                  + " outcomes, 0 otherwise.",
              SkillStatus::lost);

  /** Of other forecasters. */
  public static final MeterTable<OtherStatus> OTHERS =
      new MeterTable<OtherStatus>("stream", "horizon", "forecaster")
          .maybe(
              "kahkm_other_certified_skill",
              "Share by which another forecaster's forecasts (forecasts.others) are better than the"
                  + " engine's, in capped squared error, at the confidence of all claims of the"
                  + " stream together; absent while none is certified. The other direction is"
                  + " kahkm_certified_skill with the forecaster's name as reference.",
              other -> other.theirs().certified())
          .maybe(
              "kahkm_other_observed_skill",
              "The share by which they were better in the outcomes so far, in capped squared error;"
                  + " negative where they were worse.",
              other -> other.theirs().observed())
          .maybe(
              "kahkm_other_state_skill",
              "1 - MSE / MSE of persistence in sensor units of another forecaster's forecasts, mean"
                  + " over the sensors, last completed score window.",
              OtherStatus::stateSkill)
          .value(
              "kahkm_other_scored",
              "Forecasts of another forecaster that have been scored since the stream began.",
              OtherStatus::scored)
          .value(
              "kahkm_other_coverage",
              "Share of outcomes within the intervals around another forecaster's forecasts since"
                  + " the stream began, mean over the sensors.",
              other -> judged(other.intervals(), IntervalStatus::meanCoverage));

  private ForecastMeters() {}

  /** Adds the samples of all forecasts of a stream. */
  public static void put(
      StreamStatus status, SensorSeries sensors, Samples samples, String stream) {
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      String steps = Integer.toString(horizon.horizon());
      HORIZONS.put(new Horizon(horizon, sensors), samples, stream, steps);
      for (SkillStatus claim : horizon.claims()) {
        CLAIMS.put(claim, samples, stream, steps, claim.reference());
        LOST.put(claim, samples, stream, steps, claim.reference());
      }
    }
    for (OtherStatus other : status.forecasts().others()) {
      String steps = Integer.toString(other.horizon());
      CLAIMS.put(other.ours(), samples, stream, steps, other.ours().reference());
      OTHERS.put(other, samples, stream, steps, other.forecaster());
    }
  }

  /** A figure of intervals, unless none has met its outcome. */
  private static double judged(
      Optional<IntervalStatus> intervals, ToDoubleFunction<IntervalStatus> figure) {
    return intervals
        .filter(known -> known.outcomes() > 0)
        .map(figure::applyAsDouble)
        .orElse(Double.NaN);
  }
}
