package io.kahkm.stream;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Of which streams of a task the map on trial publishes, because it was promoted by evidence
 * ({@code model.promote: evidence}), and on which of them a map has failed and may never be
 * promoted.
 *
 * <p>A stream without an entry is published by the main map of the topology file. An entry names
 * maps by their fingerprints, so that it means the same after the two files have changed places in
 * the topology file; what it says of a map that the file does not name is dropped. Without {@code
 * promote: evidence} the file alone decides.
 *
 * <p>One owner, the task's thread.
 */
final class Promotions {
  private static final int VERSION = 1;
  private static final String NONE = "";

  /**
   * What is known of a stream.
   *
   * @param leading fingerprint of the map that was promoted, empty where none was
   * @param failed fingerprint of a map that has failed on a record of the stream, empty for none
   */
  private record Entry(String leading, String failed) {
    static final Entry NOTHING = new Entry(NONE, NONE);

    boolean isEmpty() {
      return leading.isEmpty() && failed.isEmpty();
    }
  }

  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final String main;
  private final String trial;
  private final boolean byEvidence;
  private final Map<Bytes, Entry> entries = new HashMap<>();

  /** Streams whose entry says something else than what is stored. */
  private final List<Bytes> changed = new ArrayList<>();

  /**
   * Reads what is stored. Nothing is written.
   *
   * @param snapshots the store the entries lie in
   * @param main fingerprint of the map of {@code model.file}
   * @param shadow fingerprint of the map of {@code model.shadow}, empty for none
   * @param byEvidence whether evidence promotes
   */
  Promotions(
      KeyValueStore<Bytes, byte[]> snapshots,
      String main,
      Optional<String> shadow,
      boolean byEvidence) {
    this.snapshots = snapshots;
    this.main = main;
    trial = shadow.orElse(NONE);
    this.byEvidence = byEvidence;
    try (KeyValueIterator<Bytes, byte[]> stored =
        snapshots.range(StoreKeys.firstPromotion(), StoreKeys.maps())) {
      while (stored.hasNext()) {
        KeyValue<Bytes, byte[]> one = stored.next();
        if (StoreKeys.isPromotion(one.key)) {
          read(Bytes.wrap(StoreKeys.promoted(one.key)), one.value);
        }
      }
    }
  }

  private void read(Bytes stream, byte[] value) {
    StateReader reader = new StateReader(value);
    int version = reader.getInt();
    if (version != VERSION) {
      throw new MalformedStateException(
          "promotion version " + version + " cannot be read, this is version " + VERSION);
    }
    Entry stored = new Entry(reader.getText(), reader.getText());
    reader.finish();
    Entry kept =
        new Entry(
            byEvidence && isNamed(stored.leading) ? stored.leading : NONE,
            isNamed(stored.failed) ? stored.failed : NONE);
    if (!kept.isEmpty()) {
      entries.put(stream, kept);
    }
    if (!kept.equals(stored)) {
      changed.add(stream);
    }
  }

  private boolean isNamed(String map) {
    return !map.isEmpty() && (map.equals(main) || map.equals(trial));
  }

  /** Stores what has changed by the topology file, before anything else is written. */
  void settle() {
    changed.forEach(stream -> write(stream, entries.getOrDefault(stream, Entry.NOTHING)));
    changed.clear();
  }

  private void write(Bytes stream, Entry entry) {
    if (entry.isEmpty()) {
      entries.remove(stream);
      snapshots.delete(StoreKeys.promotion(stream.get()));
      return;
    }
    entries.put(stream, entry);
    StateWriter writer = new StateWriter();
    writer.putInt(VERSION);
    writer.putString(entry.leading);
    writer.putString(entry.failed);
    snapshots.put(StoreKeys.promotion(stream.get()), writer.toByteArray());
  }

  private Entry of(byte[] stream) {
    // Nearly always there is nothing, and every record asks.
    return entries.isEmpty()
        ? Entry.NOTHING
        : entries.getOrDefault(Bytes.wrap(stream), Entry.NOTHING);
  }

  /** Whether the map of {@code model.shadow} publishes for a stream. */
  boolean isPromoted(byte[] stream) {
    return !trial.isEmpty() && of(stream).leading.equals(trial);
  }

  /** Whether evidence may promote a map for a stream: it never failed on one of its records. */
  boolean mayPromote(byte[] stream, String map) {
    return byEvidence && !of(stream).failed.equals(map);
  }

  /** From now on this map publishes for the stream. */
  void promote(byte[] stream, String map) {
    write(Bytes.wrap(stream), new Entry(map, of(stream).failed));
  }

  /** A map has failed on a record of the stream. */
  void failed(byte[] stream, String map) {
    Entry entry = of(stream);
    if (!entry.failed.equals(map)) {
      write(Bytes.wrap(stream), new Entry(entry.leading, map));
    }
  }

  /** Tells all streams for which the map of {@code model.shadow} publishes. */
  void each(Consumer<byte[]> promoted) {
    entries.forEach(
        (stream, entry) -> {
          if (entry.leading.equals(trial)) {
            promoted.accept(stream.get());
          }
        });
  }

  /** Forgets a stream. */
  void delete(byte[] stream) {
    if (entries.remove(Bytes.wrap(stream)) != null) {
      snapshots.delete(StoreKeys.promotion(stream));
    }
  }
}
