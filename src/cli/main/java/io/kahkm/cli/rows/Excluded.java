package io.kahkm.cli.rows;

import io.kahkm.cli.console.EventTime;
import io.kahkm.cli.console.UsageException;

/**
 * A stretch of a file that is left out, as if it had not been recorded.
 *
 * @param text what the user wrote
 * @param first event time of its first row in nanoseconds; where rows have no time, its 1-based
 *     data row
 * @param last likewise of its last row, at least {@code first}
 */
public record Excluded(String text, long first, long last) {
  /**
   * Reads a stretch.
   *
   * @param text FROM/TO
   * @param timed whether both are times, else data rows
   * @return the stretch
   * @throws UsageException if it is none
   */
  public static Excluded of(String text, boolean timed) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new UsageException(
          "--exclude is \"" + text + "\", must be FROM/TO, two times or two row numbers");
    }
    long first = bound(text.substring(0, slash), timed);
    long last = bound(text.substring(slash + 1), timed);
    if (last < first) {
      throw new UsageException("--exclude is \"" + text + "\": it ends before it starts");
    }
    return new Excluded(text, first, last);
  }

  private static long bound(String text, boolean timed) {
    if (timed) {
      return EventTime.nanos("--exclude", text);
    }
    try {
      long row = Long.parseLong(text);
      if (row > 0) {
        return row;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with rows before the first.
    }
    throw new UsageException(
        "--exclude has \"" + text + "\": without --time it takes row numbers from 1");
  }

  /** Whether a row belongs to it. */
  boolean contains(long place) {
    return place >= first && place <= last;
  }
}
