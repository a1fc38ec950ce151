package io.kahkm.telemetry;

import io.kahkm.engine.EngineListener.TagOutcome;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of tags over all streams of an instance. Thread-safe. */
final class TagMeters {
  /** Unknown tags that are named; further ones count together. */
  private static final int MOST_UNKNOWN = 50;

  /** Label of the unknown tags beyond those. */
  private static final String OTHER = "other";

  private static final int LONGEST_LABEL = 100;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private record Value(String tag, TagOutcome outcome) {}

  private record Cell(int partition, String stream) {}

  private final Map<Value, LongAdder> values = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> unknown = new ConcurrentHashMap<>();
  private final Map<Cell, Long> open = new ConcurrentHashMap<>();
  private final LongAdder complete = new LongAdder();
  private final LongAdder byGrace = new LongAdder();

  void tag(String tag, TagOutcome outcome) {
    values.computeIfAbsent(new Value(tag, outcome), value -> new LongAdder()).increment();
  }

  void unknownTag(String tag) {
    String label = tag.length() > LONGEST_LABEL ? tag.substring(0, LONGEST_LABEL) : tag;
    LongAdder count = unknown.get(label);
    if (count == null) {
      String bounded = unknown.size() < MOST_UNKNOWN ? label : OTHER;
      count = unknown.computeIfAbsent(bounded, name -> new LongAdder());
    }
    count.increment();
  }

  void cellClosed(boolean early) {
    (early ? complete : byGrace).increment();
  }

  void openCells(int partition, String stream, OptionalLong oldest) {
    Cell cell = new Cell(partition, stream);
    if (oldest.isPresent()) {
      open.put(cell, oldest.getAsLong());
    } else {
      open.remove(cell);
    }
  }

  void left(int partition) {
    open.keySet().removeIf(cell -> cell.partition() == partition);
  }

  void collect(Samples samples, long nowMillis) {
    samples.put(MeterNames.TAG_CELLS_CLOSED, (double) complete.sum(), "complete");
    samples.put(MeterNames.TAG_CELLS_CLOSED, (double) byGrace.sum(), "grace");
    values.forEach(
        (value, count) ->
            samples.put(
                MeterNames.TAG_VALUES,
                (double) count.sum(),
                value.tag(),
                value.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-')));
    unknown.forEach(
        (tag, count) -> samples.put(MeterNames.UNKNOWN_TAG_VALUES, (double) count.sum(), tag));
    open.values().stream()
        .min(Long::compare)
        .ifPresent(
            oldest ->
                samples.put(
                    MeterNames.OPEN_CELL_AGE,
                    Math.max(0, nowMillis / MILLIS_PER_SECOND - oldest / NANOS_PER_SECOND)));
  }
}
