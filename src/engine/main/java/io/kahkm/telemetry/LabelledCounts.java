package io.kahkm.telemetry;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts by the value of a label. Thread-safe. */
final class LabelledCounts {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  /** Starts every known label at 0: a counter that appears with its first event hides it. */
  LabelledCounts(Stream<String> known) {
    known.forEach(label -> counts.put(label, new LongAdder()));
  }

  void add(String label) {
    add(label, 1);
  }

  void add(String label, long more) {
    counts.computeIfAbsent(label, unused -> new LongAdder()).add(more);
  }

  /** What was counted, by label. */
  Map<String, Long> sums() {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((label, count) -> sums.put(label, count.sum()));
    return sums;
  }
}
