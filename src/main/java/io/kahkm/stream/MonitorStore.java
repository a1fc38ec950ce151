package io.kahkm.stream;

import io.kahkm.kahm.Model;
import io.kahkm.monitor.MonitorProbe;
import io.kahkm.monitor.MonitorSettings;
import io.kahkm.monitor.Observation;
import io.kahkm.monitor.StreamMonitor;
import io.kahkm.numeric.MalformedStateException;
import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The monitors of one task's streams, kept as journal and snapshot.
 *
 * <p>Every observation goes to the journal before the monitor takes it; after N of them the whole
 * monitor goes to the snapshot store. What is on the heap is a cache: it can be dropped at any time
 * and is built again as snapshot plus replay of the journal up to the first entry whose sequence
 * does not continue. Both stores belong to the task's transaction, so that they agree with each
 * other and with the input position after any crash.
 *
 * <p>One owner, the task's thread.
 */
final class MonitorStore {
  private final KeyValueStore<Bytes, byte[]> journal;
  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final MonitorSettings settings;
  private final Model model;
  private final int journalLength;
  private final HeapBudget budget;
  private final MonitorProbe probe;
  private final Map<Bytes, HeldMonitor> cache = new LinkedHashMap<>(16, 0.75f, true);
  private boolean begun;

  MonitorStore(
      KeyValueStore<Bytes, byte[]> journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      MonitorBlueprint blueprint,
      HeapBudget budget,
      MonitorProbe probe) {
    this.journal = journal;
    this.snapshots = snapshots;
    settings = blueprint.settings();
    model = blueprint.model();
    journalLength = blueprint.journalLength();
    this.budget = budget;
    this.probe = probe;
  }

  /**
   * Refuses stores that were begun with another map or with settings that cannot continue them.
   *
   * @throws io.kahkm.monitor.IncompatibleStateException naming what differs and the way out
   */
  void requireSameOrigin() {
    byte[] header = snapshots.get(StoreKeys.header(new byte[0]));
    if (header != null) {
      StreamMonitor.restore(settings, model, snapshot(new byte[0], SnapshotHeader.of(header)));
      begun = true;
    }
  }

  /**
   * The monitor of a stream, from the heap, from the stores, or new.
   *
   * @param key the stream's key; retained
   * @return the monitor, to be used until the next call
   */
  HeldMonitor get(byte[] key) {
    HeldMonitor held = cache.get(Bytes.wrap(key));
    if (held == null) {
      held = load(key);
      held.monitor.probe(probe);
      cache.put(Bytes.wrap(key), held);
      budget.take(held.bytes());
      evictOthers(held);
    }
    return held;
  }

  /**
   * The monitor of a stream if there is one.
   *
   * @param key the stream's key; retained
   * @return empty if nothing of the stream is stored
   */
  Optional<StreamMonitor> find(byte[] key) {
    return snapshots.get(StoreKeys.header(key)) == null
        ? Optional.empty()
        : Optional.of(get(key).monitor);
  }

  /**
   * Whether the monitor of a stream is on the heap.
   *
   * @param key the stream's key
   * @return true if {@link #get} would not read the stores
   */
  boolean holds(byte[] key) {
    return cache.containsKey(Bytes.wrap(key));
  }

  private void evictOthers(HeldMonitor kept) {
    Iterator<HeldMonitor> oldestFirst = cache.values().iterator();
    while (budget.exceeded() && cache.size() > 1) {
      HeldMonitor oldest = oldestFirst.next();
      if (oldest == kept) {
        return;
      }
      oldestFirst.remove();
      budget.give(oldest.bytes());
    }
  }

  private HeldMonitor load(byte[] key) {
    byte[] header = snapshots.get(StoreKeys.header(key));
    if (header == null) {
      return begin(key);
    }
    SnapshotHeader stored = SnapshotHeader.of(header);
    StreamMonitor monitor = StreamMonitor.restore(settings, model, snapshot(key, stored));
    HeldMonitor held = new HeldMonitor(key, monitor, stored.sequence(), stored);
    replay(held);
    if (stored.journalLength() != journalLength) {
      // The journal continues under another N, so nothing written under the old one may be needed.
      store(held);
    }
    return held;
  }

  private HeldMonitor begin(byte[] key) {
    if (!begun) {
      store(new HeldMonitor(new byte[0], StreamMonitor.create(settings, model), 0, null));
      begun = true;
    }
    HeldMonitor held = new HeldMonitor(key, StreamMonitor.create(settings, model), 0, null);
    store(held);
    return held;
  }

  private byte[] snapshot(byte[] key, SnapshotHeader header) {
    byte[] bytes = new byte[header.length()];
    int position = 0;
    for (int i = 0; i < header.chunks(); i++) {
      byte[] chunk = snapshots.get(StoreKeys.chunk(key, i));
      int expected = Math.min(StoreKeys.CHUNK_BYTES, bytes.length - position);
      if (chunk == null || chunk.length != expected) {
        throw new MalformedStateException(
            "part "
                + i
                + " of a stored snapshot has "
                + (chunk == null ? "gone" : chunk.length + " bytes, not " + expected));
      }
      System.arraycopy(chunk, 0, bytes, position, chunk.length);
      position += chunk.length;
    }
    return bytes;
  }

  private void replay(HeldMonitor held) {
    int length = held.stored.journalLength();
    for (int i = 0; i < length; i++) {
      byte[] entry = journal.get(StoreKeys.journal(held.key, held.sequence + 1, length));
      if (entry == null) {
        return;
      }
      StateReader reader = new StateReader(entry);
      if (reader.getLong() != held.sequence + 1) {
        return;
      }
      Observation observation = Observation.read(reader);
      reader.finish();
      held.monitor.advance(observation);
      held.sequence++;
    }
  }

  /**
   * Writes an observation that the monitor is about to take.
   *
   * @param held its stream
   * @param observation admitted by the monitor
   */
  void journal(HeldMonitor held, Observation observation) {
    StateWriter writer = new StateWriter();
    writer.putLong(held.sequence + 1);
    observation.write(writer);
    journal.put(
        StoreKeys.journal(held.key, held.sequence + 1, journalLength), writer.toByteArray());
  }

  /**
   * Counts the observation the monitor has taken, and writes a snapshot when the journal is full.
   *
   * @param held its stream
   */
  void advanced(HeldMonitor held) {
    held.sequence++;
    if (held.sequence - held.stored.sequence() >= journalLength) {
      budget.give(held.bytes());
      store(held);
      budget.take(held.bytes());
    }
  }

  private void store(HeldMonitor held) {
    byte[] bytes = held.monitor.snapshot();
    SnapshotHeader header =
        new SnapshotHeader(held.sequence, journalLength, bytes.length, model.map().fingerprint());
    for (int i = 0; i < header.chunks(); i++) {
      int from = i * StoreKeys.CHUNK_BYTES;
      int to = Math.min(bytes.length, from + StoreKeys.CHUNK_BYTES);
      snapshots.put(StoreKeys.chunk(held.key, i), Arrays.copyOfRange(bytes, from, to));
    }
    int before = held.stored == null ? 0 : held.stored.chunks();
    for (int i = header.chunks(); i < before; i++) {
      snapshots.delete(StoreKeys.chunk(held.key, i));
    }
    snapshots.put(StoreKeys.header(held.key), header.toBytes());
    held.stored = header;
  }

  /**
   * Forgets the heap copy of a stream, whose change may be half done.
   *
   * @param held the stream
   */
  void drop(HeldMonitor held) {
    if (cache.remove(Bytes.wrap(held.key)) != null) {
      budget.give(held.bytes());
    }
  }

  /** Forgets every heap copy. */
  void dropAll() {
    cache.values().forEach(held -> budget.give(held.bytes()));
    cache.clear();
  }
}
