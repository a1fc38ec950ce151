package io.kahkm.stream;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.Observation;
import java.util.Optional;

/** What a record's value turned out to be. */
public sealed interface ParsedInput {
  /**
   * A value that names its time and episode; sensor values may be missing.
   *
   * @param observation NaN where a sensor value is missing, no value infinite
   * @param missing why the first missing value is missing, and which: the cause of rejection if the
   *     monitor cannot fill it; empty if none is missing
   */
  record Accepted(Observation observation, Optional<RejectCause> missing) implements ParsedInput {}

  /**
   * A value that cannot be used.
   *
   * @param cause why, and the field at fault where it is one
   */
  record Rejected(RejectCause cause) implements ParsedInput {
    /**
     * A value that cannot be used, for no single field's fault.
     *
     * @param reason why
     */
    public Rejected(RejectReason reason) {
      this(RejectCause.of(reason));
    }

    /**
     * Why.
     *
     * @return that of the cause
     */
    public RejectReason reason() {
      return cause.reason();
    }
  }
}
