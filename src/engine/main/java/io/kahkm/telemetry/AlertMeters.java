package io.kahkm.telemetry;

import io.kahkm.telemetry.MeterNames.Meter;

/** Meters of telling people of incidents; without a channel they have no series. */
final class AlertMeters {
  static final Meter DELIVERIES =
      Meter.counter(
          "kahkm_alert_deliveries_total",
          "Alerts of this instance to people since the process started, by channel of the section"
              + " alerts: delivered; failed, for each attempt that is repeated; given-up, after a day"
              + " of attempts.",
          "channel",
          "outcome");
  static final Meter OLDEST =
      Meter.gauge(
          "kahkm_alert_oldest_undelivered_seconds",
          "How long the oldest alert of a channel has waited to be delivered, 0 where none waits.",
          "channel");

  private AlertMeters() {}
}
