package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.Verified;
import java.time.Duration;
import java.util.Objects;

/**
 * What was seen of one fault.
 *
 * @param inFlight input records sent and not committed when it struck
 * @param recovery time to recover, as its fault measures it
 * @param log what the engines said that it touched
 * @param verified what was compared besides the running application
 */
record FaultObservation(long inFlight, Duration recovery, String log, Verified verified) {
  /** Checks that nothing is missing. */
  FaultObservation {
    Objects.requireNonNull(recovery, "recovery");
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(verified, "verified");
  }

  FaultObservation(long inFlight, Duration recovery, String log) {
    this(inFlight, recovery, log, Verified.NOTHING);
  }
}
