package io.kahkm.system;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/** The event time of the first reading that is simulated. */
public final class FirstReading {
  /** A simulation that is faster than the clock stays behind it for so long. */
  private static final Duration PAST = Duration.ofDays(364);

  private static final Instant SOME_MONDAY = Instant.parse("2024-01-01T00:00:00Z");

  private FirstReading() {}

  /**
   * For readings that go to a topic.
   *
   * @param system what is simulated
   * @param now milliseconds since the epoch
   * @return now; for a system that follows the clock midnight (UTC) before a Monday about a year
   *     ago
   */
  public static long live(DynamicalSystem system, long now) {
    if (!system.followsClock()) {
      return now;
    }
    return Instant.ofEpochMilli(now)
        .minus(PAST)
        .atOffset(ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.DAYS)
        .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
        .toInstant()
        .toEpochMilli();
  }

  /**
   * For readings that go to a file.
   *
   * @param system what is simulated
   * @return 0; for a system that follows the clock midnight (UTC) before a Monday
   */
  public static long ofFile(DynamicalSystem system) {
    return system.followsClock() ? SOME_MONDAY.toEpochMilli() : 0;
  }
}
