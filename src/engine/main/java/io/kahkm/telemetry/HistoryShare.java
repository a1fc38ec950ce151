package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.HistoryFiles;
import io.kahkm.telemetry.history.HistoryKeeper;
import io.kahkm.telemetry.history.HistoryRanges;
import io.kahkm.telemetry.history.PastReadings;
import io.kahkm.telemetry.history.StreamHistory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gives histories to the first streams that are met, up to a limit, and to others as places become
 * free; keeps them beyond the end of the process where it is told to. All of them together take at
 * most the limit times {@link StreamHistory#largestBytes}: 58 MB for 200 streams of eight sensors
 * and 25 classes, where a week is kept. Thread-safe.
 */
final class HistoryShare {
  private final StreamTable table;
  private final int limit;
  private final List<String> sensors;
  private final List<String> keptSensors;
  private final HistoryRanges ranges;
  private final ToIntFunction<TrackedStream> classes;
  private final AtomicInteger given = new AtomicInteger();

  /** Null while histories are not stored. */
  private volatile @Nullable HistoryKeeper keeper;

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
    keptSensors = List.copyOf(sensors.subList(0, components));
    this.ranges = ranges;
    this.classes = classes;
  }

  /**
   * Stores histories from here on, so that they outlive the process.
   *
   * @param folder where; made when it is needed
   * @param failed told when one cannot be stored or read
   */
  void keep(Path folder, Runnable failed) {
    keeper =
        new HistoryKeeper(
            new HistoryFiles(folder, String.join(",", keptSensors), keptSensors.size(), ranges),
            limit,
            this::pasts,
            failed);
  }

  private Map<String, PastReadings> pasts(int partition) {
    Map<String, PastReadings> pasts = new LinkedHashMap<>();
    for (TrackedStream stream : table.all()) {
      if (stream.partition() == partition) {
        stream.history().ifPresent(history -> pasts.put(stream.id(), history.past()));
      }
    }
    return pasts;
  }

  /** The history of a stream; a new one if it has none and a place is free. */
  Optional<StreamHistory> of(TrackedStream stream) {
    if (stream.history().isEmpty() && given.get() < limit) {
      table.whilePresent(stream, () -> give(stream));
    }
    return stream.history();
  }

  private void give(TrackedStream stream) {
    if (given.incrementAndGet() > limit) {
      given.decrementAndGet();
      return;
    }
    Optional<PastReadings> before = stored(stream);
    before.ifPresent(past -> stream.lastHeard(past.heard()));
    PastReadings past = before.orElseGet(() -> new PastReadings(ranges, keptSensors.size()));
    begin(stream, past);
  }

  private Optional<PastReadings> stored(TrackedStream stream) {
    HistoryKeeper keeping = keeper;
    return keeping == null ? Optional.empty() : keeping.take(stream.partition(), stream.id());
  }

  private void begin(TrackedStream stream, PastReadings past) {
    stream.history(
        new StreamHistory(sensors, keptSensors.size(), classes.applyAsInt(stream), past));
  }

  /**
   * Another map publishes for a stream: its history goes on with the readings, and what rests on
   * the map begins anew.
   */
  void restart(TrackedStream stream) {
    table.whilePresent(
        stream, () -> stream.history().ifPresent(history -> begin(stream, history.past())));
  }

  /** A partition was assigned. */
  void joined(int partition) {
    if (keeper != null) {
      keeper.joined(partition);
    }
  }

  /** A partition was revoked: its streams give their places back. */
  void left(int partition) {
    if (keeper != null) {
      keeper.left(partition);
    }
    given.addAndGet(-table.leave(partition));
  }

  /** A stream is forgotten, with what is stored of it. */
  void forget(int partition, String stream) {
    if (keeper != null) {
      keeper.forget(partition, stream);
    }
    given.addAndGet(-table.forget(partition, stream));
  }

  /** Stores the last histories. */
  void close() {
    if (keeper != null) {
      keeper.close();
    }
  }

  /** What is kept of a stream, as the API has it. */
  ObjectNode json(TrackedStream stream, HistoryQuery query, StreamState quiet) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("stream", stream.id());
    json.put("kept", stream.history().isPresent());
    json.put("most", limit);
    ranges.write(json.putArray("ranges"));
    keptSensors.forEach(json.putArray("sensors")::add);
    stream
        .history()
        .ifPresent(
            history -> {
              history.past().writeIncidents(json.putArray("incidents"));
              query.write(json, history, ranges, quiet);
            });
    return json;
  }

  /** Places that are taken. */
  int given() {
    return given.get();
  }

  HistoryRanges ranges() {
    return ranges;
  }
}
