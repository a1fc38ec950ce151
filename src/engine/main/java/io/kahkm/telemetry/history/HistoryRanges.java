package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.kahkm.config.TelemetryConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The ranges that are kept of every stream, ever longer ones, derived once from {@code
 * telemetry.history}.
 *
 * @param kept finest steps first, at least one
 */
public record HistoryRanges(List<HistoryRange> kept) {
  /** Up to a week, which every engine keeps. */
  public static final List<HistoryRange> WEEK =
      List.of(HistoryRange.HOUR, HistoryRange.SHIFT, HistoryRange.DAY, HistoryRange.WEEK);

  /** Copies the list. */
  public HistoryRanges {
    kept = List.copyOf(kept);
  }

  /**
   * The ranges of a history.
   *
   * @param history how far back it goes, within the bounds of {@link TelemetryConfig}
   */
  public static HistoryRanges of(Duration history) {
    TelemetryConfig.checkHistory(history);
    List<HistoryRange> kept = new ArrayList<>(WEEK);
    if (history.compareTo(HistoryRange.MONTH.length()) >= 0) {
      kept.add(HistoryRange.MONTH);
    }
    if (history.compareTo(TelemetryConfig.LEAST_HISTORY) > 0) {
      kept.add(HistoryRange.all(history));
    }
    return new HistoryRanges(kept);
  }

  /** Their words in the API. */
  public List<String> labels() {
    return kept.stream().map(HistoryRange::label).toList();
  }

  /** The range of a word, one of {@link #labels}. */
  public HistoryRange find(String label) {
    return kept.stream().filter(range -> range.label().equals(label)).findFirst().orElseThrow();
  }

  /** Bytes of the arrays that hold them. */
  public long bytes(int sensors) {
    return kept.stream().mapToLong(range -> range.bytes(sensors)).sum();
  }

  /** Tells each with length of a step in milliseconds and number of steps. */
  public void write(ArrayNode array) {
    for (HistoryRange range : kept) {
      array
          .addObject()
          .put("range", range.label())
          .put("step", range.step().toMillis())
          .put("steps", range.steps());
    }
  }
}
