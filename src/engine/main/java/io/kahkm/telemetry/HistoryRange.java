package io.kahkm.telemetry;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** How far back a person may look, and how coarse the steps of it are; each holds whole ones. */
enum HistoryRange {
  /** The last hour. */
  HOUR("hour", Duration.ofSeconds(15), 240),
  /** The last shift, eight hours. */
  SHIFT("shift", Duration.ofMinutes(2), 240),
  /** The last day. */
  DAY("day", Duration.ofMinutes(6), 240),
  /** The last week. */
  WEEK("week", Duration.ofMinutes(30), 336);

  private final String label;
  private final Duration step;
  private final int steps;

  HistoryRange(String label, Duration step, int steps) {
    this.label = label;
    this.step = step;
    this.steps = steps;
  }

  /** The word of the API. */
  String label() {
    return label;
  }

  /** Length of a step. */
  Duration step() {
    return step;
  }

  /** Steps that are kept. */
  int steps() {
    return steps;
  }

  /** All words of the API. */
  static List<String> labels() {
    return Arrays.stream(values()).map(HistoryRange::label).toList();
  }

  /** The range of a word, one of {@link #labels}. */
  static HistoryRange of(String label) {
    return Arrays.stream(values())
        .filter(range -> range.label.equals(label))
        .findFirst()
        .orElseThrow();
  }
}
