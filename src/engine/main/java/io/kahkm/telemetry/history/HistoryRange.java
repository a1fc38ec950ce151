package io.kahkm.telemetry.history;

import java.time.Duration;
import java.util.List;

/**
 * How far back a person may look, and how coarse the steps of it are; each holds whole ones.
 *
 * @param label the word of the API
 * @param step length of a step, positive
 * @param steps steps that are kept, 1 to {@value #MOST_STEPS}
 */
public record HistoryRange(String label, Duration step, int steps) {
  /** The alarms whose evidence a step keeps, as incidents name them. */
  public static final List<String> ALARMS = List.of("map", "relations", "sensors");

  /** Steps of a range at most. */
  static final int MOST_STEPS = 1600;

  /** The word for everything that is kept. */
  static final String ALL = "all";

  /** The last hour. */
  static final HistoryRange HOUR = new HistoryRange("hour", Duration.ofSeconds(15), 240);

  /** The last shift, eight hours. */
  static final HistoryRange SHIFT = new HistoryRange("shift", Duration.ofMinutes(2), 240);

  /** The last day. */
  static final HistoryRange DAY = new HistoryRange("day", Duration.ofMinutes(6), 240);

  /** The last week. */
  static final HistoryRange WEEK = new HistoryRange("week", Duration.ofMinutes(30), 336);

  /** The last 31 days. */
  static final HistoryRange MONTH = new HistoryRange("month", Duration.ofHours(1), 744);

  /** Finest steps of {@link #ALL}. */
  private static final Duration LEAST_ALL = Duration.ofHours(6);

  /** Checks that a step has a length, and how many there are. */
  public HistoryRange {
    if (step.isZero() || step.isNegative()) {
      throw new IllegalArgumentException("step is " + step + ", must be positive");
    }
    if (steps < 1 || steps > MOST_STEPS) {
      throw new IllegalArgumentException("steps is " + steps + ", must be 1 to " + MOST_STEPS);
    }
  }

  /** The whole of a longer time, in steps of six hours or, where those are too many, longer. */
  static HistoryRange all(Duration length) {
    Duration step = LEAST_ALL;
    while (count(length, step) > MOST_STEPS) {
      step = step.multipliedBy(2);
    }
    return new HistoryRange(ALL, step, (int) count(length, step));
  }

  private static long count(Duration length, Duration step) {
    return -Math.floorDiv(-length.toNanos(), step.toNanos());
  }

  /** How far back it goes. */
  Duration length() {
    return step.multipliedBy(steps);
  }

  /** Bytes of the arrays of {@link HistorySteps}. */
  long bytes(int sensors) {
    long each =
        Long.BYTES
            + Integer.BYTES
            + (3L * sensors + 2 + ALARMS.size()) * Float.BYTES
            + 1
            + ForecastSteps.bytesOfStep(sensors);
    return steps * each + 2L * Double.BYTES * sensors;
  }
}
