package io.kahkm.stream;

import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.Observation;
import java.util.Optional;

/** What a record's value turned out to be. */
public sealed interface ParsedInput {
  /**
   * A value that names its time and episode; sensor values may be missing.
   *
   * @param observation NaN where a sensor value is missing, no value infinite
   * @param missing why the first missing value is missing: the reason for rejection if the monitor
   *     cannot fill it; empty if none is missing
   */
  record Accepted(Observation observation, Optional<RejectReason> missing) implements ParsedInput {}

  /**
   * A value that cannot be used.
   *
   * @param reason why
   */
  record Rejected(RejectReason reason) implements ParsedInput {}
}
