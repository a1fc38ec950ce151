package io.kahkm.telemetry;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted over all streams of an instance. Thread-safe. */
final class EngineCounters {
  private final LongAdder transitions = new LongAdder();
  private final LongAdder lateUnits = new LongAdder();
  private final Map<String, LongAdder> rejected = new ConcurrentHashMap<>();

  /** Starts every known reason at 0: a counter that appears with its first event hides it. */
  EngineCounters() {
    MeterNames.REJECT_REASONS.forEach(reason -> rejected.put(reason, new LongAdder()));
  }

  void transition() {
    transitions.increment();
  }

  void lateUnit() {
    lateUnits.increment();
  }

  long lateUnits() {
    return lateUnits.sum();
  }

  void rejected(String reason) {
    rejected.computeIfAbsent(reason, unused -> new LongAdder()).increment();
  }

  long transitions() {
    return transitions.sum();
  }

  Map<String, Long> rejected() {
    Map<String, Long> counts = new TreeMap<>();
    rejected.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }
}
