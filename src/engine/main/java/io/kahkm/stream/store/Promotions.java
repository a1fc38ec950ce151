package io.kahkm.stream.store;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
public final class Promotions {
  /** At most one map was promoted, and at most one has failed. */
  private static final int ONE = 1;

  /** Any number of them, as machines with several modes have it. */
  private static final int SEVERAL = 2;

  /**
   * What is known of a stream.
   *
   * @param leading fingerprints of the maps that were promoted, at most one of each mode
   * @param failed fingerprints of maps that have failed on a record of the stream
   */
  private record Entry(Set<String> leading, Set<String> failed) {
    static final Entry NOTHING = new Entry(Set.of(), Set.of());

    boolean isEmpty() {
      return leading.isEmpty() && failed.isEmpty();
    }
  }

  private final KeyValueStore<Bytes, byte[]> snapshots;

  /** The map on trial beside each map that publishes, by fingerprint. */
  private final Map<String, String> trials;

  private final List<String> maps;

  private final boolean byEvidence;
  private final Map<Bytes, Entry> entries = new HashMap<>();

  /** Streams whose entry says something else than what is stored. */
  private final List<Bytes> changed = new ArrayList<>();

  /**
   * Reads what is stored. Nothing is written.
   *
   * @param snapshots the store the entries lie in
   * @param trials fingerprints of the maps on trial, by those of the maps of {@code model.file}
   *     that they are beside: one for each mode that has any
   * @param maps fingerprints of all maps of the file
   * @param byEvidence whether evidence promotes
   */
  public Promotions(
      KeyValueStore<Bytes, byte[]> snapshots,
      Map<String, String> trials,
      List<String> maps,
      boolean byEvidence) {
    this.snapshots = snapshots;
    this.trials = Map.copyOf(trials);
    this.maps = List.copyOf(maps);
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
    if (version != ONE && version != SEVERAL) {
      throw new MalformedStateException(
          "promotion version " + version + " cannot be read, this is version " + SEVERAL);
    }
    Entry stored = new Entry(read(reader, version), read(reader, version));
    reader.finish();
    Entry kept = new Entry(byEvidence ? named(stored.leading) : Set.of(), named(stored.failed));
    if (!kept.isEmpty()) {
      entries.put(stream, kept);
    }
    if (!kept.equals(stored)) {
      changed.add(stream);
    }
  }

  private static Set<String> read(StateReader reader, int version) {
    int count = version == ONE ? 1 : reader.getInt(0, Integer.MAX_VALUE, "number of maps");
    Set<String> read = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      read.add(reader.getText());
    }
    read.remove("");
    return read;
  }

  /** Those of some maps that the file names. */
  private Set<String> named(Set<String> some) {
    return some.stream().filter(maps::contains).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Stores what has changed by the topology file, before anything else is written. */
  public void settle() {
    if (changed.isEmpty()) {
      return;
    }
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
    boolean one = entry.leading.size() <= 1 && entry.failed.size() <= 1;
    writer.putInt(one ? ONE : SEVERAL);
    write(entry.leading, one, writer);
    write(entry.failed, one, writer);
    snapshots.put(StoreKeys.promotion(stream.get()), writer.toByteArray());
  }

  private static void write(Set<String> some, boolean one, StateWriter writer) {
    if (one) {
      writer.putString(some.isEmpty() ? "" : some.iterator().next());
      return;
    }
    writer.putInt(some.size());
    some.forEach(writer::putString);
  }

  private Entry of(byte[] stream) {
    // Nearly always there is nothing, and every record asks.
    return entries.isEmpty()
        ? Entry.NOTHING
        : entries.getOrDefault(Bytes.wrap(stream), Entry.NOTHING);
  }

  /**
   * Whether the map on trial publishes for a stream.
   *
   * @param stream the stream's key
   * @param main fingerprint of the map of {@code model.file} that it is beside
   */
  public boolean isPromoted(byte[] stream, String main) {
    String trial = trials.get(main);
    return trial != null && of(stream).leading.contains(trial);
  }

  /** Whether evidence may promote a map for a stream: it never failed on one of its records. */
  public boolean mayPromote(byte[] stream, String map) {
    return byEvidence && !of(stream).failed.contains(map);
  }

  /**
   * From now on one map publishes for the stream in place of another one.
   *
   * @param stream the stream's key
   * @param map fingerprint of the one
   * @param before fingerprint of the other
   */
  public void promote(byte[] stream, String map, String before) {
    Set<String> leading = new TreeSet<>(of(stream).leading);
    leading.remove(before);
    leading.add(map);
    write(Bytes.wrap(stream), new Entry(leading, of(stream).failed));
  }

  /** A map has failed on a record of the stream. */
  public void failed(byte[] stream, String map) {
    Entry entry = of(stream);
    if (!entry.failed.contains(map)) {
      Set<String> failed = new TreeSet<>(trials.size() > 1 ? entry.failed : Set.of());
      failed.add(map);
      write(Bytes.wrap(stream), new Entry(entry.leading, failed));
    }
  }

  /**
   * Tells all streams for which a map on trial publishes.
   *
   * @param main fingerprint of the map of {@code model.file} that it is beside
   * @param promoted takes their keys
   */
  public void each(String main, Consumer<byte[]> promoted) {
    for (Bytes stream : entries.keySet()) {
      if (isPromoted(stream.get(), main)) {
        promoted.accept(stream.get());
      }
    }
  }

  /** Forgets a stream. */
  public void delete(byte[] stream) {
    if (entries.remove(Bytes.wrap(stream)) != null) {
      snapshots.delete(StoreKeys.promotion(stream));
    }
  }
}
