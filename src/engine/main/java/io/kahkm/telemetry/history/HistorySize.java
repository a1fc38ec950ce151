package io.kahkm.telemetry.history;

import io.kahkm.config.TelemetryConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How much heap the histories of the live page need at most. */
public final class HistorySize {
  private static final double MEGABYTE = 1e6;

  private HistorySize() {}

  /**
   * Bytes of all of them.
   *
   * @param telemetry how many streams and sensors, and how far back
   * @param sensors sensors of the model
   * @param classes its reference classes
   * @return bytes when every place is taken and full
   */
  public static long bytes(TelemetryConfig telemetry, int sensors, int classes) {
    return telemetry.streams()
        * StreamHistory.largestBytes(
            Math.min(telemetry.components(), sensors),
            classes,
            HistoryRanges.of(telemetry.history()));
  }

  /**
   * Bytes of what goes back further than a week.
   *
   * @param telemetry how many streams and sensors, and how far back
   * @param sensors sensors of the model
   * @return bytes when every place is taken and full; 0 where nothing goes back further
   */
  public static long beyondAWeek(TelemetryConfig telemetry, int sensors) {
    int kept = Math.min(telemetry.components(), sensors);
    return telemetry.streams()
        * (HistoryRanges.of(telemetry.history()).bytes(kept)
            - new HistoryRanges(HistoryRanges.WEEK).bytes(kept));
  }

  /**
   * The same in words.
   *
   * @param telemetry how many streams and sensors, and how far back
   * @param sensors sensors of the model
   * @param classes its reference classes
   * @return one sentence
   */
  public static String words(TelemetryConfig telemetry, int sensors, int classes) {
    List<HistoryRange> ranges = HistoryRanges.of(telemetry.history()).kept();
    return String.format(
        Locale.ROOT,
        "Histories of the live page: %s in steps of %s to %s, at most %,.0f MB of heap for %,d"
            + " streams with %,d sensors each (telemetry.history, streams, components).",
        words(telemetry.history()),
        words(ranges.get(0).step()),
        words(ranges.get(ranges.size() - 1).step()),
        bytes(telemetry, sensors, classes) / MEGABYTE,
        telemetry.streams(),
        Math.min(telemetry.components(), sensors));
  }

  private static String words(Duration duration) {
    if (duration.toHours() == 0) {
      return duration.toMinutes() == 0
          ? duration.toSeconds() + " s"
          : duration.toMinutes() + " min";
    }
    long days = duration.toDays();
    return Duration.ofDays(days).equals(duration)
        ? days + (days == 1 ? " day" : " days")
        : duration.toHours() + " h";
  }
}
