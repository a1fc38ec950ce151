package io.kahkm.core;

import java.time.Duration;
import java.time.Instant;

/** Between the times of the public types and the nanoseconds that the monitor counts in. */
final class Times {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Times() {}

  static long nanos(Instant time) {
    try {
      return Math.addExact(
          Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano());
    } catch (ArithmeticException tooFar) {
      throw new IllegalArgumentException(
          "time is " + time + ", must be from 1677-09-21 to 2262-04-11", tooFar);
    }
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }

  static long nanos(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " is " + duration + ", must be above 0");
    }
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      throw new IllegalArgumentException(
          name + " is " + duration + ", must be below 292 years", tooLong);
    }
  }
}
