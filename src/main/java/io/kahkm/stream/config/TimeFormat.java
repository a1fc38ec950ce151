package io.kahkm.stream.config;

import io.kahkm.numeric.Labels;
import java.util.Locale;

/** How the time field of an input record is written. */
public enum TimeFormat {
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
  /** ISO 8601 text with an offset, such as {@code 2026-01-31T12:00:00.250Z}. */
  ISO;

  /**
   * The word used in topology files.
   *
   * @return lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a constant by its label.
   *
   * @param label as returned by {@link #label()}
   * @return the constant
   * @throws IllegalArgumentException listing the allowed labels
   */
  public static TimeFormat of(String label) {
    return Labels.find(TimeFormat.class, TimeFormat::label, label);
  }
}
