package io.kahkm.text;

import io.kahkm.internal.numeric.Labelled;

/** How the time of a reading is written. */
public enum TimeFormat implements Labelled {
  /**
   * ISO text, or a number since 1970 whose size tells its unit: below 1e11 seconds, below 1e14
   * milliseconds, below 1e17 microseconds, else nanoseconds. Below 1e8 nothing can be told.
   */
  AUTO,
  /** A number of minutes, fractions allowed. */
  MIN,
  /** A number of seconds, fractions allowed. */
  S,
  /** A number of milliseconds, fractions allowed. */
  MS,
  /** A number of microseconds, fractions allowed. */
  US,
  /** A number of nanoseconds. */
  NS,
  /**
   * ISO 8601 text, such as {@code 2026-01-31T12:00:00.250Z}, {@code 2026-01-31 13:00:00+01:00} or
   * {@code 2026-01-31}. Without a zone it is taken as UTC. The days of {@code 31.01.2026} and
   * {@code 2026/01/31} are read too, as they can mean one day only. Hours may be counted to twelve,
   * with {@code AM} or {@code PM} behind.
   */
  ISO,
  /** Text as for {@link #ISO}, the day before the month: {@code 31/01/2026 13:00}. */
  DMY,
  /** Text as for {@link #ISO}, the month before the day: {@code 01/31/2026 1:00 PM}. */
  MDY;

  /**
   * Whether it is text, never a number.
   *
   * @return true of days in any order
   */
  public boolean isText() {
    return this == ISO || this == DMY || this == MDY;
  }
}
