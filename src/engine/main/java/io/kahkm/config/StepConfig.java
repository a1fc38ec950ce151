package io.kahkm.config;

import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the times of rows are judged and how long missing values are held, as people declare it: for
 * records in a topology file, for rows of a file as options of commands.
 *
 * @param step declared time between consecutive states
 * @param tolerance allowed relative deviation from the step, in [0, 1)
 * @param idle longer time between two states, forwards or with a declared time also backwards,
 *     after which the next state starts a new episode
 * @param hold longest age at which the last value of a sensor stands in for a missing one; none is
 *     held without it
 * @param missing numbers that stand for "no reading": a value equal to one of them is missing
 * @param when when the machine runs; empty where it always does
 * @param modes of a machine with several modes, how long it settles after a change of mode, zero
 *     for not at all; empty for a machine with one mode
 */
public record StepConfig(
    Optional<Duration> step,
    double tolerance,
    Optional<Duration> idle,
    Optional<Duration> hold,
    List<Double> missing,
    Optional<OperatingRule> when,
    Optional<Duration> modes) {
  /** Copies the list. */
  public StepConfig {
    missing = List.copyOf(missing);
  }

  /**
   * Whether a number stands for "no reading".
   *
   * @param number as it was read
   * @return true if it is one of {@link #missing}
   */
  public boolean isMissing(double number) {
    for (double one : missing) {
      if (one == number) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same as the monitor is told.
   *
   * @param timed whether rows have an event time of their own
   * @param tags whether rows are made of tags: they come with their values held, in exact steps
   * @return durations in nanoseconds, 0 for those that are not declared
   */
  public InputTiming timing(boolean timed, boolean tags) {
    InputTiming timing = timed ? InputTiming.TIMED : InputTiming.NONE;
    return (tags ? timing.ofTags() : timing)
        .withStep(nanos(step), tags ? 0 : tolerance)
        .withIdle(nanos(idle))
        .withHold(tags ? 0 : nanos(hold))
        .withWhen(when)
        .withModes(
            modes.isPresent() ? OptionalLong.of(modes.get().toNanos()) : OptionalLong.empty());
  }

  private static long nanos(Optional<Duration> duration) {
    return duration.map(Duration::toNanos).orElse(0L);
  }
}
