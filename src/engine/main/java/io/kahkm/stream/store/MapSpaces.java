package io.kahkm.stream.store;

import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Which map's state lies in which {@link MapSpace} of a task's stores. A map keeps its space
 * whether it is the main one or the shadow, so that promotion and rollback move nothing. A space is
 * never given to a second map: what is left of a map that the file does not name any more is
 * deleted piece by piece, and a map that is named again begins anew in another space, because it
 * has missed records.
 *
 * <p>Stores that know one map only, in space 0, need no table and have none.
 *
 * <p>One owner, the task's thread.
 */
public final class MapSpaces {
  private static final int VERSION = 1;

  /** Keys that are deleted at once. */
  private static final int KEYS_AT_ONCE = 1_000;

  private final JournalStore journal;
  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final Map<String, Integer> numbers = new TreeMap<>();
  private final List<String> dropped = new ArrayList<>();
  private final boolean anew;
  private int next;
  private boolean changed;
  private int sweeping;

  /**
   * Finds the spaces of the maps that the file names. Nothing is written.
   *
   * @param journal store of single observations
   * @param snapshots store of whole monitors
   * @param named fingerprints of all maps of the file, the main one first
   * @throws IncompatibleStateException if there is state, but of none of these maps: it would be
   *     lost
   */
  public MapSpaces(
      JournalStore journal, KeyValueStore<Bytes, byte[]> snapshots, List<String> named) {
    this.journal = journal;
    this.snapshots = snapshots;
    read();
    String main = named.get(0);
    if (!numbers.isEmpty() && named.stream().noneMatch(numbers::containsKey)) {
      throw new IncompatibleStateException(
          "the stored state belongs to map "
              + String.join(" and ", numbers.keySet())
              + ", the model's map is "
              + main,
          "run the new map as model.shadow first and promote it, or run it under a new"
              + " application.id beside the old one");
    }
    anew = !numbers.isEmpty() && !numbers.containsKey(main);
    named.forEach(this::give);
    for (String known : List.copyOf(numbers.keySet())) {
      if (!named.contains(known)) {
        numbers.remove(known);
        dropped.add(known);
        changed = true;
      }
    }
  }

  private void read() {
    byte[] table = snapshots.get(StoreKeys.maps());
    if (table == null) {
      SnapshotHeader first = new ChunkedSnapshots(snapshots).header(new byte[0]);
      if (first != null) {
        numbers.put(first.fingerprint(), 0);
        next = 1;
      }
      return;
    }
    StateReader reader = new StateReader(table);
    int version = reader.getInt();
    if (version != VERSION) {
      throw new MalformedStateException(
          "table of maps version " + version + " cannot be read, this is version " + VERSION);
    }
    next = reader.getInt(0, Integer.MAX_VALUE, "next space");
    int maps = reader.getInt(0, next, "number of maps");
    for (int i = 0; i < maps; i++) {
      numbers.put(reader.getString(), reader.getInt(0, next - 1, "space"));
    }
    reader.finish();
  }

  private void give(String map) {
    if (!numbers.containsKey(map)) {
      // The first map of a store is known by its entries.
      changed |= next > 0;
      numbers.put(map, next++);
    }
  }

  /**
   * The space of a map that the file names.
   *
   * @param map its fingerprint
   * @return where its entries are
   */
  public MapSpace of(String map) {
    return MapSpace.of(Objects.requireNonNull(numbers.get(map), map));
  }

  /**
   * Maps of which there is state that is deleted now.
   *
   * @return fingerprints
   */
  public List<String> dropped() {
    return List.copyOf(dropped);
  }

  /** Whether the main map has no state, though another one of the file has. */
  public boolean beginsAnew() {
    return anew;
  }

  /** Writes down who has which space, before anything is written there. */
  public void settle() {
    if (!changed) {
      return;
    }
    changed = false;
    StateWriter writer = new StateWriter();
    writer.putInt(VERSION);
    writer.putInt(next);
    writer.putInt(numbers.size());
    numbers.forEach(
        (map, number) -> {
          writer.putString(map);
          writer.putInt(number);
        });
    snapshots.put(StoreKeys.maps(), writer.toByteArray());
  }

  /**
   * Goes on deleting what lies in spaces that no map has, after {@link #settle}.
   *
   * @param enough asked after every piece
   * @return true if nothing is left
   */
  public boolean sweep(BooleanSupplier enough) {
    while (sweeping < next) {
      if (numbers.containsValue(sweeping) || swept(MapSpace.of(sweeping))) {
        sweeping++;
      }
      if (enough.getAsBoolean()) {
        return sweeping >= next;
      }
    }
    return true;
  }

  /** Deletes one piece of a space; true if there is no more. */
  private boolean swept(MapSpace space) {
    boolean moreEntries = delete(journal.written(), space);
    boolean more = delete(snapshots, space) || moreEntries;
    if (!more && space.number() == 0) {
      // Only what begins with a stream lies within the range of the space without a prefix.
      snapshots.delete(StoreKeys.header(new byte[0]));
      snapshots.delete(StoreKeys.count(space));
    }
    return !more;
  }

  private static boolean delete(KeyValueStore<Bytes, byte[]> store, MapSpace space) {
    List<Bytes> keys = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> entries = store.range(space.from(), space.end())) {
      while (entries.hasNext() && keys.size() < KEYS_AT_ONCE) {
        keys.add(entries.next().key);
      }
    }
    keys.forEach(store::delete);
    return !keys.isEmpty();
  }
}
