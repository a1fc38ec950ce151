package io.kahkm.internal.monitor;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the machine of a stream runs, by the rule that says so: its readings are judged while it
 * does, and not until it has settled after a start. A machine starts where the rule begins to hold,
 * with the first reading of a stream, and where readings go on after a gap: nobody knows what was
 * between. Without a rule it always runs. Mutable, one owner.
 */
final class Operation {
  private final @Nullable OperatingRule rule;
  private final int sensor;
  private boolean seen;
  private boolean off;
  private boolean judged = true;

  /** Whether the next reading that is judged is where somebody has declared a start. */
  private boolean declaredStart;

  /** Event time from which the machine runs, or stands still. */
  private long since;

  /**
   * A machine of which nothing is known.
   *
   * @param rule when it runs; empty where it always does
   * @param sensors number of values of a state
   * @throws IllegalArgumentException if the rule's sensor has no place among them
   */
  Operation(Optional<OperatingRule> rule, int sensors) {
    this.rule = rule.orElse(null);
    sensor = rule.map(OperatingRule::place).orElse(0);
    SettingRule.require(
        sensor >= 0 && sensor < sensors,
        "when",
        rule.map(OperatingRule::text).orElse(""),
        "about one of the " + sensors + " sensors");
  }

  /**
   * Takes the next reading. Where the sensor that tells has no value, the machine does what it did.
   *
   * @param observation in order of time, but for clocks that are set back by a gap
   * @param afterGap whether a gap is before it
   * @return whether it is judged
   */
  boolean take(Observation observation, boolean afterGap) {
    if (rule == null) {
      return true;
    }
    long time = observation.time();
    double value = observation.state()[sensor];
    boolean stands = Double.isNaN(value) ? off : !rule.holds(value);
    if (!seen || stands != off || (afterGap && !stands) || time < since) {
      since = time;
    }
    seen = true;
    off = stands;
    judged = !off && Chronology.elapsed(since, time) >= rule.settle();
    return judged;
  }

  /** Says whether the next reading that is judged is where somebody has declared a start. */
  void declares(boolean start) {
    declaredStart = start;
  }

  /** What was said last. */
  boolean declaredStart() {
    return declaredStart;
  }

  /** Whether the last reading was judged; true before the first. */
  boolean judged() {
    return judged;
  }

  /** What the last reading was, unless it was judged. */
  Readiness readiness() {
    return off ? Readiness.OFF : Readiness.SETTLING;
  }

  /** What the machine does; empty without a rule, and before the first reading. */
  Optional<OperationStatus> status() {
    return rule == null || !seen
        ? Optional.empty()
        : Optional.of(new OperationStatus(!off, judged, since, since + (off ? 0 : rule.settle())));
  }

  /** The next reading belongs to another stream. */
  void startStream() {
    seen = false;
    off = false;
    judged = true;
  }

  void write(StateWriter writer) {
    writer.putBoolean(seen);
    writer.putBoolean(off);
    writer.putBoolean(judged);
    writer.putBoolean(declaredStart);
    writer.putLong(since);
  }

  /** Without a rule nothing is taken over: the one that was stored is gone. */
  void read(StateReader reader) {
    seen = reader.getBoolean();
    off = reader.getBoolean();
    judged = reader.getBoolean() || rule == null;
    declaredStart = reader.getBoolean();
    since = reader.getLong();
  }
}
