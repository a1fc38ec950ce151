package io.kahkm.telemetry;

import io.kahkm.telemetry.MeterNames.Meter;

/**
 * The meters of the maps of an engine: the main one, and one on trial beside it; {@link MeterNames}
 * lists them.
 */
final class RoleMeters {
  static final Meter ROLE_RECORDS =
      Meter.counter(
          "kahkm_role_records_total",
          "Records that the monitors of a map took since the process started, over all streams:"
              + " main, and shadow for the map on trial. Absent without one, as all meters with"
              + " role but the map's own.",
          "role");
  static final Meter ROLE_OUTSIDE_RECORDS =
      Meter.counter(
          "kahkm_role_outside_records_total",
          "Those of them that were unlike the recording: to compare the two shares.",
          "role");
  static final Meter SHADOW_FAILURES =
      Meter.counter(
          "kahkm_shadow_failures_total",
          "Records on which the map on trial failed since the process started; it skipped them."
              + " Do not promote a map that has any.");
  static final Meter PROMOTIONS =
      Meter.counter(
          "kahkm_promotions_total",
          "Times since the process started that evidence let the other map publish for a stream"
              + " (model.promote: evidence).");
  static final Meter PROMOTED =
      Meter.streamGauge(
          "kahkm_promoted",
          "1 while the map of model.shadow publishes for the stream because evidence promoted it, 0"
              + " while that of model.file does.");
  static final Meter ROLE_OUTSIDE_MAP =
      Meter.streamGauge(
          "kahkm_role_outside_map",
          "1 while the stream is unlike the recording, by role: to compare, never to alarm.",
          "role");
  static final Meter ROLE_OUTSIDE_RATIO =
      Meter.streamGauge(
          "kahkm_role_outside_map_ratio",
          "Share of the rolling window unlike the recording, 0 to 1, by role.",
          "role");
  static final Meter ROLE_INCIDENTS =
      Meter.streamGauge(
          "kahkm_role_incidents",
          "Incidents of the stream since the map's monitor of it began, by role.",
          "role");
  static final Meter ROLE_SKILL =
      Meter.streamGauge(
          "kahkm_role_forecast_state_skill",
          "kahkm_forecast_state_skill by role: in sensor units, so that two maps can be compared.",
          "role",
          "horizon");
  static final Meter ROLE_VERDICT =
      Meter.streamGauge(
          "kahkm_role_certificate_verdict",
          "1 for the verdict of the last completed window, 0 for the others, by role.",
          "role",
          "verdict");

  static final Meter TRIAL_CERTIFIED_SKILL =
      Meter.streamGauge(
          "kahkm_trial_certified_skill",
          "Share by which the forecasts of the map on trial are better than the main map's, in"
              + " capped squared error, at the confidence of all claims of its stream together, on"
              + " any sequence of readings; absent while none is certified.",
          "horizon");
  static final Meter TRIAL_OBSERVED_SKILL =
      Meter.streamGauge(
          "kahkm_trial_observed_skill",
          "The share by which they were better in the outcomes so far; negative where they were"
              + " worse.",
          "horizon");
  static final Meter TRIAL_WORSE =
      Meter.streamGauge(
          "kahkm_trial_certified_worse",
          "1 while the main map's forecasts are certified to be better, 0 otherwise: do not"
              + " promote.",
          "horizon");

  private RoleMeters() {}
}
