package io.kahkm.telemetry;

import io.kahkm.engine.EngineListener.TagOutcome;
import io.kahkm.telemetry.meter.MeterTable;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of tags over all streams of an instance. Thread-safe. */
final class TagMeters {
  /** The meters of tags. */
  static final MeterTable<TagMeters> METERS =
      new MeterTable<TagMeters>()
          .each(
              "kahkm_tag_cells_closed_total",
              "Rows made of tags since the process started, over all streams: by the grace, or"
                  + " early because every tag had a value at exactly the step's end.",
              TagMeters::closed,
              "closing")
          .each(
              "kahkm_tag_values_total",
              "Values of the tags that the topology file names, since the process started, to which"
                  + " something happened: late, duplicate, conflict, ahead, crowded, bad-quality;"
                  + " and missing, rows made without the tag because it was neither read nor held.",
              TagMeters::outcomes,
              "tag",
              "outcome")
          .each(
              "kahkm_unknown_tag_values_total",
              "Values that were ignored since the process started because the topology file does"
                  + " not name their tag: the first 50 tags, the others together as other.",
              (tags, values) ->
                  tags.unknown.forEach((tag, count) -> values.add((double) count.sum(), tag)),
              "tag")
          .value(
              "kahkm_open_cell_age_seconds",
              "Seconds since the end of the oldest step that waits for tags, by the wall clock of"
                  + " the instance; assumes event times since 1970.",
              TagMeters::oldest);

  /** Unknown tags that are named; further ones count together. */
  private static final int MOST_UNKNOWN = 50;

  /** Label of the unknown tags beyond those. */
  private static final String OTHER = "other";

  private static final int LONGEST_LABEL = 100;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private record Value(String tag, TagOutcome outcome) {}

  private record Cell(int partition, String stream) {}

  private final InstantSource clock;
  private final Map<Value, LongAdder> values = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> unknown = new ConcurrentHashMap<>();
  private final Map<Cell, Long> open = new ConcurrentHashMap<>();
  private final LongAdder complete = new LongAdder();
  private final LongAdder byGrace = new LongAdder();

  /**
   * Nothing counted yet.
   *
   * @param clock wall clock
   */
  TagMeters(InstantSource clock) {
    this.clock = clock;
  }

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

  private void closed(MeterTable.Values values) {
    values.add((double) complete.sum(), "complete");
    values.add((double) byGrace.sum(), "grace");
  }

  private void outcomes(MeterTable.Values to) {
    values.forEach(
        (value, count) -> to.add((double) count.sum(), value.tag(), value.outcome().label()));
  }

  private double oldest() {
    return open.values().stream()
        .min(Long::compare)
        .map(end -> Math.max(0, clock.millis() / MILLIS_PER_SECOND - end / NANOS_PER_SECOND))
        .orElse(Double.NaN);
  }
}
