package io.kahkm.cli.console;

import java.time.Duration;

/** Durations as people write them: 500ms, 20s, 5m, 2h. */
public final class Durations {
  private Durations() {}

  /**
   * Parses a duration.
   *
   * @param text a number followed by ns, us, ms, s, m or min, h, d
   * @return the duration, rounded to nanoseconds
   * @throws IllegalArgumentException for anything else
   */
  public static Duration parse(String text) {
    int unitAt = 0;
    while (unitAt < text.length() && !Character.isLetter(text.charAt(unitAt))) {
      unitAt++;
    }
    double nanosPerUnit =
        switch (text.substring(unitAt)) {
          case "ns" -> 1;
          case "us" -> 1e3;
          case "ms" -> 1e6;
          case "s" -> 1e9;
          case "m", "min" -> 60e9;
          case "h" -> 3600e9;
          case "d" -> 86_400e9;
          default -> Double.NaN;
        };
    double nanos;
    try {
      nanos = PlainNumber.parse(text.substring(0, unitAt)) * nanosPerUnit;
    } catch (NumberFormatException e) {
      nanos = Double.NaN;
    }
    if (!(nanos >= 0 && nanos < Long.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a duration such as 500ms, 20s, 5m or 2h");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /**
   * Writes a duration in the largest unit that holds it as a whole number.
   *
   * @return text that {@link #parse} reads
   */
  public static String text(Duration duration) {
    long nanos = duration.toNanos();
    String[] units = {"d", "h", "m", "s", "ms", "us"};
    long[] sizes = {
      86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L
    };
    for (int i = 0; i < units.length; i++) {
      if (nanos % sizes[i] == 0) {
        return nanos / sizes[i] + units[i];
      }
    }
    return nanos + "ns";
  }
}
