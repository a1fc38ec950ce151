package io.kahkm.telemetry;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.telemetry.condition.Moment;

/**
 * The certificate of the fleet's last closed window.
 *
 * @param certificate what the window says
 * @param verdictRun consecutive windows with its verdict, at least 1
 * @param told wall clock in milliseconds when it closed, or came to be known here
 * @param pace milliseconds between it and the window that closed before it, 0 if there was none
 */
public record FleetCertificate(
    WindowCertificate certificate, int verdictRun, long told, long pace) {
  /** Whether it is too old to be shown as present. */
  boolean outdated(Moment moment) {
    return moment.fleetOutdated(certificate, told, pace);
  }
}
