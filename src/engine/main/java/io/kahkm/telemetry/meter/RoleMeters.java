package io.kahkm.telemetry.meter;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.StreamStatus;

/** The meters by which the main map and one on trial beside it are compared, by stream. */
public final class RoleMeters {
  /** What a map says of a stream. */
  public static final MeterTable<StreamStatus> ROLES =
      new MeterTable<StreamStatus>("stream", "role")
          .flag(
              "kahkm_role_outside_map",
              "1 while the stream is unlike the recording, by role: to compare, never to alarm.",
              status -> status.channels().novelty().outside())
          .value(
              "kahkm_role_outside_map_ratio",
              "Share of the rolling window unlike the recording, 0 to 1, by role.",
              status -> status.closure().rolling().outsideRatio())
          .value(
              "kahkm_role_incidents",
              "Incidents of the stream since the map's monitor of it began, by role.",
              status -> status.incidents().count())
          .each(
              "kahkm_role_forecast_state_skill",
              "kahkm_forecast_state_skill by role: in sensor units, so that two maps can be"
                  + " compared.",
              RoleMeters::skills,
              "horizon")
          .each(
              "kahkm_role_certificate_verdict",
              "1 for the verdict of the last completed window, 0 for the others, by role.",
              RoleMeters::verdicts,
              "verdict");

  /** How the map on trial does beside the main one. */
  public static final MeterTable<OtherStatus> TRIALS =
      new MeterTable<OtherStatus>("stream", "horizon")
          .maybe(
              "kahkm_trial_certified_skill",
              "Share by which the forecasts of the map on trial are better than the main map's, in"
                  + " capped squared error, at the confidence of all claims of its stream together,"
                  + " on any sequence of readings; absent while none is certified.",
              main -> main.ours().certified())
          .maybe(
              "kahkm_trial_observed_skill",
              "The share by which they were better in the outcomes so far; negative where they were"
                  + " worse.",
              main -> main.ours().observed())
          .flag(
              "kahkm_trial_certified_worse",
              "1 while the main map's forecasts are certified to be better, 0 otherwise: do not"
                  + " promote.",
              main -> main.theirs().certified().isPresent());

  private RoleMeters() {}

  private static void skills(StreamStatus status, MeterTable.Values values) {
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      values.addIf(horizon.readings().skill(), Integer.toString(horizon.horizon()));
    }
  }

  private static void verdicts(StreamStatus status, MeterTable.Values values) {
    status
        .certificates()
        .last()
        .ifPresent(
            window -> {
              for (Verdict verdict : Verdict.values()) {
                values.add(verdict == window.verdict() ? 1 : 0, verdict.label());
              }
            });
  }
}
