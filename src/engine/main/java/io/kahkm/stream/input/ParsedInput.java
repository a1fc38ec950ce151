package io.kahkm.stream.input;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import java.util.List;
import java.util.Optional;

/** What a record's value turned out to be. */
public sealed interface ParsedInput {
  /**
   * A value that names its time and episode; sensor values may be missing.
   *
   * @param observation NaN where a sensor value is missing, no value infinite
   * @param missing why the first missing value is missing, and which: the cause of rejection if the
   *     monitor cannot fill it; empty if none is missing
   * @param plan what the record knows ahead
   * @param mode which mode the machine is in, as the record has it; empty where the input names no
   *     field of it
   */
  record Accepted(
      Observation observation, Optional<RejectCause> missing, Plan plan, Optional<String> mode)
      implements ParsedInput {
    /**
     * A value that knows nothing ahead and of no mode.
     *
     * @param observation NaN where a sensor value is missing, no value infinite
     * @param missing why the first missing value is missing
     */
    public Accepted(Observation observation, Optional<RejectCause> missing) {
      this(observation, missing, Plan.NONE, Optional.empty());
    }
  }

  /**
   * What a record knows ahead of its own reading.
   *
   * @param values in the order they were written; none where the plan is at fault
   * @param fault why it cannot be used, the cause of its dead letter; empty for a sound one
   */
  record Plan(List<KnownValues> values, Optional<RejectCause> fault) {
    /** Nothing is known. */
    static final Plan NONE = new Plan(List.of(), Optional.empty());
  }

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
