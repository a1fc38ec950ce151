package io.kahkm.cli.console;

import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.util.OptionalLong;

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
    OptionalLong unit = DurationText.nanosOf(text.substring(unitAt));
    double nanos;
    try {
      nanos =
          unit.isPresent()
              ? PlainNumber.parse(text.substring(0, unitAt)) * unit.getAsLong()
              : Double.NaN;
    } catch (NumberFormatException e) {
      nanos = Double.NaN;
    }
    if (!(nanos >= 0 && nanos < Long.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a duration such as 500ms, 20s, 5m or 2h");
    }
    return Duration.ofNanos(Math.round(nanos));
  }
}
