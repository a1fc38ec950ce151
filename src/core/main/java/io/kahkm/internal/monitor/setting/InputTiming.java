package io.kahkm.internal.monitor.setting;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the times of an input are judged, how long missing values are held, and when the machine
 * behind it runs. Durations in nanoseconds.
 *
 * @param timed whether the input declares an event time: only then are duplicate, earlier and
 *     irregular times recognised; otherwise the order of arrival is the order of time and record
 *     timestamps only serve {@code idle}
 * @param step declared step, 0 when none is declared
 * @param stepTolerance allowed relative deviation from the step, in [0, 1)
 * @param idle gap after which the next state starts a new episode, 0 for never
 * @param hold longest age at which the last value of a sensor stands in for a missing one, 0 to
 *     hold none
 * @param when when the machine runs; empty where it always does
 * @param modes of a machine with several modes, each of which has a model of its own: how long it
 *     settles after a change of mode, at least 0; empty for a machine with one mode
 * @param assembled whether rows are made of the readings of single tags: each step gives one row at
 *     most
 */
public record InputTiming(
    boolean timed,
    long step,
    double stepTolerance,
    long idle,
    long hold,
    Optional<OperatingRule> when,
    OptionalLong modes,
    boolean assembled) {
  /** No event time: the order of the rows is the order of time. */
  public static final InputTiming NONE =
      new InputTiming(false, 0, 0, 0, 0, Optional.empty(), OptionalLong.empty(), false);

  /** Event time without a step; nothing is held. */
  public static final InputTiming TIMED =
      new InputTiming(true, 0, 0, 0, 0, Optional.empty(), OptionalLong.empty(), false);

  /** Checks every field. */
  public InputTiming {
    SettingRule.require(step >= 0, "step", step, "at least 0 ns");
    SettingRule.require(
        stepTolerance >= 0 && stepTolerance < 1, "stepTolerance", stepTolerance, "in [0, 1)");
    SettingRule.require(idle >= 0, "idle", idle, "at least 0 ns");
    SettingRule.require(hold >= 0, "hold", hold, "at least 0 ns");
    SettingRule.require(modes.orElse(0) >= 0, "modes", modes, "at least 0 ns");
  }

  /**
   * The same where the order of arrival is the order of time.
   *
   * @return a copy
   */
  public InputTiming inOrderOfArrival() {
    return new InputTiming(false, step, stepTolerance, idle, hold, when, modes, assembled);
  }

  /**
   * The same with a step.
   *
   * @param nanoseconds between consecutive states, 0 for none
   * @param tolerance allowed relative deviation, in [0, 1)
   * @return a copy
   */
  public InputTiming withStep(long nanoseconds, double tolerance) {
    return new InputTiming(timed, nanoseconds, tolerance, idle, hold, when, modes, assembled);
  }

  /**
   * The same with episodes that end at gaps.
   *
   * @param nanoseconds after which the next state starts a new episode, 0 for never
   * @return a copy
   */
  public InputTiming withIdle(long nanoseconds) {
    return new InputTiming(timed, step, stepTolerance, nanoseconds, hold, when, modes, assembled);
  }

  /**
   * The same with held values.
   *
   * @param nanoseconds longest age of a held value, 0 to hold none
   * @return a copy
   */
  public InputTiming withHold(long nanoseconds) {
    return new InputTiming(timed, step, stepTolerance, idle, nanoseconds, when, modes, assembled);
  }

  /**
   * The same with a rule that says when the machine runs.
   *
   * @param rule empty where it always does
   * @return a copy
   */
  public InputTiming withWhen(Optional<OperatingRule> rule) {
    return new InputTiming(timed, step, stepTolerance, idle, hold, rule, modes, assembled);
  }

  /**
   * The same for a machine with several modes.
   *
   * @param settle nanoseconds that it settles after a change of mode, at least 0; empty for a
   *     machine with one mode
   * @return a copy
   */
  public InputTiming withModes(OptionalLong settle) {
    return new InputTiming(timed, step, stepTolerance, idle, hold, when, settle, assembled);
  }

  /**
   * The same for rows that are made of the readings of single tags.
   *
   * @return a copy
   */
  public InputTiming ofTags() {
    return new InputTiming(timed, step, stepTolerance, idle, hold, when, modes, true);
  }

  /**
   * The same for states whose sensors are known, where the rule's place among them is not.
   *
   * @param sensors names of the values of a state
   * @return a copy
   */
  public InputTiming among(List<String> sensors) {
    return withWhen(when.map(rule -> rule.isPlaced() ? rule : rule.among(sensors)));
  }

  /**
   * Whether a state with missing values is to be shown to the monitor: it may hold the last ones,
   * or without a declared step it must learn that the next state does not follow the last. With a
   * declared step the hole shows by itself, and the state can be skipped without a trace, so that a
   * complete one of the same time is still taken; of rows that are made of tags none is to come. A
   * machine that stands still, or is in another mode, may send few values: they are enough if they
   * say so.
   *
   * @return true if values are held, no step is declared, a rule says when the machine runs, it has
   *     several modes, or the rows are made of tags
   */
  public boolean seesIncomplete() {
    return hold > 0 || step == 0 || when.isPresent() || modes.isPresent() || assembled;
  }
}
