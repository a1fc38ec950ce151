package io.kahkm.topology;

import java.time.Duration;

/** Durations as topology files write them. */
final class DurationText {
  private static final long NANOS_PER_MICROSECOND = 1_000;

  private DurationText() {}

  /** The duration in the largest unit that holds it as a whole number. */
  static String of(Duration duration) {
    if (duration.toNanosPart() % NANOS_PER_MICROSECOND != 0) {
      return duration.toNanos() + "ns";
    }
    if (duration.toNanosPart() % Duration.ofMillis(1).toNanos() != 0) {
      return duration.toNanos() / NANOS_PER_MICROSECOND + "us";
    }
    if (duration.toNanosPart() != 0) {
      return duration.toMillis() + "ms";
    }
    if (duration.toSecondsPart() != 0) {
      return duration.toSeconds() + "s";
    }
    return duration.toMinutesPart() != 0 ? duration.toMinutes() + "m" : duration.toHours() + "h";
  }
}
