package io.kahkm.topology;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Durations as topology files and options write them: 500ms, 20s, 5m, 2h. */
public final class DurationText {
  /**
   * Every unit that is read, and its nanoseconds; the first of a size is the one that is written.
   */
  private static final Map<String, Duration> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("d", Duration.ofDays(1));
    UNITS.put("h", Duration.ofHours(1));
    UNITS.put("m", Duration.ofMinutes(1));
    UNITS.put("min", Duration.ofMinutes(1));
    UNITS.put("s", Duration.ofSeconds(1));
    UNITS.put("ms", Duration.ofMillis(1));
    UNITS.put("us", Duration.ofNanos(1000));
    UNITS.put("ns", Duration.ofNanos(1));
  }

  private DurationText() {}

  /**
   * Writes a duration in the largest unit that holds it as a whole number.
   *
   * @param duration at least 0
   * @return text that topology files read, such as 90s; 0s for none
   */
  public static String of(Duration duration) {
    long nanos = duration.toNanos();
    for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
      long size = unit.getValue().toNanos();
      if (nanos != 0 && nanos % size == 0) {
        return nanos / size + unit.getKey();
      }
    }
    return "0s";
  }

  /**
   * The size of a unit.
   *
   * @param unit as it stands behind a number
   * @return nanoseconds; empty for what is no unit
   */
  public static OptionalLong nanosOf(String unit) {
    Duration size = UNITS.get(unit);
    return size == null ? OptionalLong.empty() : OptionalLong.of(size.toNanos());
  }

  /** All units, as a regular expression has them. */
  static String units() {
    return String.join("|", UNITS.keySet());
  }
}
