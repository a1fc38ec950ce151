package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.setting.SettingRule;
import io.kahkm.internal.monitor.status.OperationStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the machine of a stream runs, by the rule that says so: its readings are judged while it
 * does, and not until it has settled after a start. A machine starts where the rule begins to hold,
 * with the first reading of a stream, and where readings go on after a gap: nobody knows what was
 * between. Without a rule it always runs. A machine with several modes stands still for the monitor
 * of one of them while it is in another one. Mutable, one owner.
 */
final class Operation {
  private final @Nullable OperatingRule rule;
  private final int sensor;
  private final boolean modes;

  /** Nanoseconds after a start that are not judged. */
  private final long settle;

  private boolean seen;
  private boolean off;
  private boolean judged = true;

  /** Whether the last reading was of another mode; then {@link #off} is true, too. */
  private boolean elsewhere;

  /** Whether the next reading that is judged is where somebody has declared a start. */
  private boolean declaredStart;

  /** Event time from which the machine runs, or stands still. */
  private long since;

  /**
   * A machine of which nothing is known.
   *
   * @param timing says when it runs and whether it has several modes
   * @param sensors number of values of a state
   * @throws IllegalArgumentException if the rule's sensor has no place among them
   */
  Operation(InputTiming timing, int sensors) {
    Optional<OperatingRule> rule = timing.when();
    this.rule = rule.orElse(null);
    modes = timing.modes().isPresent();
    settle = Math.max(rule.map(OperatingRule::settle).orElse(0L), timing.modes().orElse(0));
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
    if (!isWatched() && !observation.isElsewhere()) {
      // What was replayed of a mode, before the file lost its modes, ends here.
      off &= !elsewhere;
      elsewhere = false;
      judged = true;
      return true;
    }
    long time = observation.time();
    boolean stands = observation.isElsewhere() || standsStill(observation.state()[sensor]);
    if (!seen || stands != off || (afterGap && !stands) || time < since) {
      since = time;
    }
    seen = true;
    off = stands;
    elsewhere = observation.isElsewhere();
    judged = !off && Observation.elapsed(since, time) >= settle;
    return judged;
  }

  /** Whether anything says what the machine does. */
  private boolean isWatched() {
    return rule != null || modes;
  }

  /** By the rule and the value of its sensor; without a value it does what it did. */
  private boolean standsStill(double value) {
    if (rule == null) {
      return false;
    }
    return Double.isNaN(value) ? off : !rule.holds(value);
  }

  /** Whether the last reading was of another mode. */
  boolean isElsewhere() {
    return elsewhere;
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

  /** What the machine does; empty without a rule or modes, and before the first reading. */
  Optional<OperationStatus> status() {
    return !isWatched() || !seen
        ? Optional.empty()
        : Optional.of(new OperationStatus(!off, judged, since, since + (off ? 0 : settle)));
  }

  /** The next reading belongs to another stream. */
  void startStream() {
    seen = false;
    off = false;
    judged = true;
    elsewhere = false;
  }

  void transfer(StateTransfer state) {
    seen = state.booleanOf(seen);
    off = state.booleanOf(off);
    boolean stored = state.booleanOf(judged || elsewhere);
    if (state.reads()) {
      elsewhere = off && stored && isWatched();
      judged = (stored && !elsewhere) || !isWatched();
    }
    declaredStart = state.booleanOf(declaredStart);
    since = state.longOf(since);
  }
}
