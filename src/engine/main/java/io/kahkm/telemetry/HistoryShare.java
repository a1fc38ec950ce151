package io.kahkm.telemetry;

import io.kahkm.telemetry.history.HistoryRanges;
import io.kahkm.telemetry.history.PastReadings;
import io.kahkm.telemetry.history.StreamHistory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Gives histories to the first streams that are met, up to a limit, and to others as places become
 * free. All of them together take at most the limit times {@link StreamHistory#largestBytes}: 58 MB
 * for 200 streams of eight sensors and 25 classes, where a week is kept. Thread-safe.
 */
final class HistoryShare {
  private final StreamTable table;
  private final int limit;
  private final List<String> sensors;
  private final int components;
  private final HistoryRanges ranges;
  private final ToIntFunction<TrackedStream> classes;
  private final AtomicInteger given = new AtomicInteger();

  /**
   * Nothing is given yet.
   *
   * @param table holds the streams
   * @param limit histories at most
   * @param sensors names of all sensors
   * @param components sensors whose readings are kept
   * @param ranges the ranges that are kept
   * @param classes of the map that publishes for a stream
   */
  HistoryShare(
      StreamTable table,
      int limit,
      List<String> sensors,
      int components,
      HistoryRanges ranges,
      ToIntFunction<TrackedStream> classes) {
    this.table = table;
    this.limit = limit;
    this.sensors = sensors;
    this.components = components;
    this.ranges = ranges;
    this.classes = classes;
  }

  /**
   * The history of a stream; a new one if it has none and a place is free.
   *
   * @param kept asked for what is known of it from before
   */
  Optional<StreamHistory> of(
      TrackedStream stream, Function<TrackedStream, Optional<PastReadings>> kept) {
    if (stream.history().isEmpty() && given.get() < limit) {
      table.whilePresent(stream, () -> give(stream, kept));
    }
    return stream.history();
  }

  private void give(TrackedStream stream, Function<TrackedStream, Optional<PastReadings>> kept) {
    if (given.incrementAndGet() > limit) {
      given.decrementAndGet();
      return;
    }
    Optional<PastReadings> before = kept.apply(stream);
    before.ifPresent(past -> stream.lastHeard(past.heard()));
    PastReadings past = before.orElseGet(() -> new PastReadings(ranges, components));
    begin(stream, past);
  }

  private void begin(TrackedStream stream, PastReadings past) {
    stream.history(new StreamHistory(sensors, components, classes.applyAsInt(stream), past));
  }

  /**
   * Another map publishes for a stream: its history goes on with the readings, and what rests on
   * the map begins anew.
   */
  void restart(TrackedStream stream) {
    table.whilePresent(
        stream, () -> stream.history().ifPresent(history -> begin(stream, history.past())));
  }

  /** Takes back the places of streams that left. */
  void release(int histories) {
    given.addAndGet(-histories);
  }

  /** Places that are taken. */
  int given() {
    return given.get();
  }

  HistoryRanges ranges() {
    return ranges;
  }

  int limit() {
    return limit;
  }
}
