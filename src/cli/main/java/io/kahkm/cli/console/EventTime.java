package io.kahkm.cli.console;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Event times that people type. */
public final class EventTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private EventTime() {}

  /**
   * A time given to an option.
   *
   * @param option the option's name, for the error
   * @param text ISO, without a zone UTC, or milliseconds since the epoch
   * @return nanoseconds since the epoch
   * @throws UsageException if it is neither, or too far away for nanoseconds
   */
  public static long nanos(String option, String text) {
    try {
      Instant time =
          text.matches("-?\\d+")
              ? Instant.ofEpochMilli(Long.parseLong(text))
              : text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$") && text.indexOf('T') > 0
                  ? OffsetDateTime.parse(text).toInstant()
                  : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
      return Math.addExact(
          Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano());
    } catch (DateTimeException | ArithmeticException | NumberFormatException wrong) {
      throw new UsageException(
          option + " is \"" + text + "\", must be a time such as 2026-10-18T06:00:00Z");
    }
  }
}
