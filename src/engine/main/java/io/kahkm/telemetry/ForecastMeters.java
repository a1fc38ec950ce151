package io.kahkm.telemetry;

import io.kahkm.telemetry.MeterNames.Meter;

/** The meters of forecasts and of how good they were, by stream; {@link MeterNames} lists them. */
final class ForecastMeters {
  static final Meter FORECAST_ERROR =
      Meter.streamGauge(
          "kahkm_forecast_error",
          "Relative error E_h of the forecasts in soft coordinates, without unit, last completed"
              + " score window.",
          "horizon");
  static final Meter FORECAST_RMSE =
      Meter.streamGauge(
          "kahkm_forecast_rmse",
          "Root-mean-square error of the forecasts in soft coordinates, last completed score"
              + " window.",
          "horizon");
  static final Meter FORECAST_PERSISTENCE_RMSE =
      Meter.streamGauge(
          "kahkm_forecast_persistence_rmse",
          "The same of persistence, which repeats the present coordinates.",
          "horizon");
  static final Meter FORECAST_R2 =
      Meter.streamGauge(
          "kahkm_forecast_r2",
          "R2_h of the forecasts in soft coordinates, 1 is perfect, last completed score window;"
              + " absent when the observed coordinates did not vary.",
          "horizon");
  static final Meter FORECAST_SKILL =
      Meter.streamGauge(
          "kahkm_forecast_skill",
          "1 - MSE / MSE of persistence in soft coordinates, last completed score window: above 0"
              + " the forecast beats repeating the present reading; absent when persistence was"
              + " exact.",
          "horizon");
  static final Meter FORECAST_STATE_ERROR =
      Meter.streamGauge(
          "kahkm_forecast_state_error",
          "Root-mean-square error of the forecast of one sensor in the sensor's unit, last"
              + " completed score window; absent without a readout.",
          "component",
          "horizon");
  static final Meter FORECAST =
      Meter.streamGauge(
          "kahkm_forecast",
          "Value of a sensor last forecast for a horizon in steps, in the sensor's unit; absent"
              + " without a readout.",
          "component",
          "horizon");
  static final Meter FORECAST_DUE =
      Meter.streamGauge(
          "kahkm_forecast_due",
          "Value of a sensor that was forecast as many steps as the horizon before the last"
              + " reading that a forecast was made for, in the sensor's unit: to be drawn beside"
              + " kahkm_observation. Absent without a readout, and for streams without a history of"
              + " their own.",
          "component",
          "horizon");
  static final Meter FORECAST_DUE_HALF_WIDTH =
      Meter.streamGauge(
          "kahkm_forecast_due_half_width",
          "Half-width of the interval that went out with it, in the sensor's unit; absent without"
              + " forecasts.interval.",
          "component",
          "horizon");
  static final Meter FORECAST_STATE_SKILL =
      Meter.streamGauge(
          "kahkm_forecast_state_skill",
          "1 - MSE / MSE of persistence in sensor units, mean over the sensors, last completed"
              + " score window: below 0 the forecast is worse than repeating the present reading.",
          "horizon");
  static final Meter FORECAST_LINEAR_SKILL =
      Meter.streamGauge(
          "kahkm_forecast_linear_skill",
          "The same of the linear model of all sensors that every forecast starts from; absent"
              + " without one.",
          "horizon");
  static final Meter FORECAST_HALF_WIDTH =
      Meter.streamGauge(
          "kahkm_forecast_half_width",
          "Half-width of a sensor's next interval around its forecast, in the sensor's unit; absent"
              + " without forecasts.interval.",
          "component",
          "horizon");
  static final Meter FORECAST_COVERAGE =
      Meter.streamGauge(
          "kahkm_forecast_coverage",
          "Share of outcomes within their intervals since the stream began, mean over the sensors;"
              + " outcomes while the stream was unlike the recording or its sensors disagreed do not"
              + " count.",
          "horizon");
  static final Meter FORECAST_GUARANTEE =
      Meter.streamGauge(
          "kahkm_forecast_coverage_guarantee",
          "How far a sensor's coverage can be from forecasts.interval at most, on any sequence of"
              + " errors no larger than those seen.",
          "horizon");
  static final Meter FORECAST_EXPERT_SHARE =
      Meter.streamGauge(
          "kahkm_forecast_expert_share",
          "Share of the forecasts that an expert makes, mean over the sensors: persistence, all"
              + " sensors, coordinates, own past, a season ago, known inputs.",
          "horizon",
          "expert");
  static final Meter FORECAST_PERSISTING =
      Meter.streamGauge(
          "kahkm_forecast_persisting_sensors",
          "Sensors whose forecast is mostly their present value, because other forecasts were worse"
              + " lately.",
          "horizon");

  static final Meter CERTIFIED_SKILL =
      Meter.streamGauge(
          "kahkm_certified_skill",
          "Share by which the forecasts of a horizon are better than the reference, in capped"
              + " squared error in sensor units, at the confidence forecasts.skill.level for all"
              + " claims of the stream together, on any sequence of readings; absent while none is"
              + " certified.",
          "horizon",
          "reference");
  static final Meter OBSERVED_SKILL =
      Meter.streamGauge(
          "kahkm_observed_skill",
          "The share by which they were better in the outcomes so far, in capped squared error.",
          "horizon",
          "reference");
  static final Meter SKILL_OUTCOMES =
      Meter.streamGauge(
          "kahkm_skill_outcomes",
          "Outcomes of forecasts that the certified skill rests on.",
          "horizon",
          "reference");
  static final Meter SKILL_LOST =
      Meter.streamGauge(
          "kahkm_skill_lost",
          "1 while the reference is certified to be better than the forecasts over the recent"
              + " outcomes, 0 otherwise.",
          "horizon",
          "reference");

  static final Meter OTHER_CERTIFIED_SKILL =
      Meter.streamGauge(
          "kahkm_other_certified_skill",
          "Share by which another forecaster's forecasts (forecasts.others) are better than the"
              + " engine's, in capped squared error, at the confidence of all claims of the stream"
              + " together; absent while none is certified. The other direction is"
              + " kahkm_certified_skill with the forecaster's name as reference.",
          "horizon",
          "forecaster");
  static final Meter OTHER_OBSERVED_SKILL =
      Meter.streamGauge(
          "kahkm_other_observed_skill",
          "The share by which they were better in the outcomes so far, in capped squared error;"
              + " negative where they were worse.",
          "horizon",
          "forecaster");
  static final Meter OTHER_STATE_SKILL =
      Meter.streamGauge(
          "kahkm_other_state_skill",
          "1 - MSE / MSE of persistence in sensor units of another forecaster's forecasts, mean"
              + " over the sensors, last completed score window.",
          "horizon",
          "forecaster");
  static final Meter OTHER_SCORED =
      Meter.streamGauge(
          "kahkm_other_scored",
          "Forecasts of another forecaster that have been scored since the stream began.",
          "horizon",
          "forecaster");
  static final Meter OTHER_COVERAGE =
      Meter.streamGauge(
          "kahkm_other_coverage",
          "Share of outcomes within the intervals around another forecaster's forecasts since the"
              + " stream began, mean over the sensors.",
          "horizon",
          "forecaster");

  private ForecastMeters() {}
}
