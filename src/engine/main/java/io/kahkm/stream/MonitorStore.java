package io.kahkm.stream;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorProbe;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.StreamStatus;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
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
public final class MonitorStore {
  /** Under it lies the snapshot that the first stream of the store began with. */
  private static final byte[] NO_STREAM = {};

  /**
   * Journal entries after the snapshot from which on evicting a monitor writes a snapshot. To read
   * and replay one costs some microseconds, to write a snapshot as much as a few of them: a fleet
   * larger than the heap cache then pays for a snapshot now and then, not for a journal each time.
   */
  private static final int LONGEST_REPLAY_AFTER_EVICTION = 8;

  /** One eviction in so many takes the monitor used longest ago. */
  private static final int EVICTIONS_PER_OLDEST = 8;

  /** Heap a monitor takes for each byte of its snapshot: workspace and objects besides. */
  private static final long HEAP_PER_SNAPSHOT = 2;

  private final KeyValueStore<Bytes, byte[]> journal;
  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final MonitorSettings settings;
  private final Model model;
  private final int journalLength;

  /** Heap that every monitor is counted with. */
  private final long heldBytes;

  private final HeapBudget budget;
  private final MonitorProbe probe;
  private final Map<Bytes, HeldMonitor> cache = new LinkedHashMap<>(16, 0.75f, true);
  private final StateWriter entryWriter = new StateWriter();
  private final StateWriter snapshotWriter = new StateWriter();

  /** The monitor that was read last, null where there is none. */
  private HeldMonitor lastRead;

  private final StreamNotes notes;
  private final QuarantineMarks marks;

  private long evictions;

  /** Read once by {@link #first()}. */
  private byte[] first;

  /** Whether new streams begin with the same; null while not known. */
  private Boolean beginsAsFirst;

  /** Streams of the stores. */
  private long streams;

  public MonitorStore(
      KeyValueStore<Bytes, byte[]> journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      MonitorBlueprint blueprint,
      HeapBudget budget,
      MonitorProbe probe) {
    this(journal, snapshots, blueprint, budget, probe, 0);
  }

  /**
   * Monitors of a task whose silent streams are forgotten.
   *
   * @param forget silence after which they are, in nanoseconds; 0 for never
   */
  MonitorStore(
      KeyValueStore<Bytes, byte[]> journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      MonitorBlueprint blueprint,
      HeapBudget budget,
      MonitorProbe probe,
      long forget) {
    notes = new StreamNotes(snapshots, forget);
    marks = new QuarantineMarks(snapshots);
    this.journal = journal;
    this.snapshots = snapshots;
    settings = blueprint.settings();
    model = blueprint.model();
    journalLength = blueprint.journalLength();
    heldBytes = HEAP_PER_SNAPSHOT * blueprint.snapshotBytes();
    this.budget = budget;
    this.probe = probe;
  }

  /**
   * Refuses stores that were begun with another map or with settings that cannot continue them.
   *
   * @throws io.kahkm.internal.monitor.IncompatibleStateException naming what differs and the way
   *     out
   */
  void requireSameOrigin() {
    byte[] stored = first();
    if (stored != null) {
      StreamMonitor.restore(settings, model, stored);
      streams = counted();
    }
  }

  /** What the first stream of the store began with, null while there is none. */
  private byte[] first() {
    if (first == null) {
      byte[] header = snapshots.get(StoreKeys.header(NO_STREAM));
      first = header == null ? null : snapshot(NO_STREAM, SnapshotHeader.of(header));
    }
    return first;
  }

  /** How many streams the stores hold; those of an earlier version had no count. */
  private long counted() {
    byte[] count = snapshots.get(StoreKeys.count());
    if (count != null) {
      StateReader reader = new StateReader(count);
      long stored = reader.getLong();
      reader.finish();
      return stored;
    }
    long found = 0;
    try (KeyValueIterator<Bytes, byte[]> all = snapshots.all()) {
      while (all.hasNext()) {
        found += StoreKeys.isHeader(all.next().key) ? 1 : 0;
      }
    }
    return found;
  }

  /**
   * Whether a record of this stream would begin one more stream than there may be.
   *
   * @param key the stream's key
   * @param most streams that the stores may hold
   * @return true if the stream is new and there are so many already
   */
  boolean exceeds(byte[] key, long most) {
    return streams >= most && !holds(key) && snapshots.get(StoreKeys.header(key)) == null;
  }

  /**
   * The monitor of a stream if it is on the heap.
   *
   * @param key the stream's key; not retained
   * @return the monitor, or null if {@link #get} would read the stores
   */
  HeldMonitor onHeap(byte[] key) {
    return cache.get(Bytes.wrap(key));
  }

  /**
   * The monitor of a stream, from the heap, from the stores, or new.
   *
   * @param key the stream's key; retained
   * @return the monitor, to be used until the next call
   */
  public HeldMonitor get(byte[] key) {
    HeldMonitor held = cache.get(Bytes.wrap(key));
    if (held == null) {
      held = load(key);
      probe.loaded();
      held.monitor.probe(probe);
      cache.put(Bytes.wrap(key), held);
      budget.take(heldBytes);
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
   * The next streams of the stores in the order of their keys, those on the heap left out. Their
   * monitors are read one after the other and do not stay on the heap.
   *
   * @param from where the last call ended, null at first
   * @param seen takes each stream and its view
   * @param enough asked after every stream, those on the heap too: passing over one costs the
   *     reading of its snapshot
   * @return where the next call goes on, null if there are no more
   */
  Bytes visit(Bytes from, BiConsumer<String, StreamStatus> seen, BooleanSupplier enough) {
    try (KeyValueIterator<Bytes, byte[]> entries = snapshots.range(from, null)) {
      while (entries.hasNext()) {
        Bytes key = entries.next().key;
        if (!StoreKeys.isHeader(key) || key.equals(from)) {
          continue;
        }
        byte[] stream = StoreKeys.stream(key);
        if (!holds(stream)) {
          HeldMonitor read = load(stream);
          notes.note(read);
          seen.accept(read.stream, read.monitor.status());
        }
        if (enough.getAsBoolean()) {
          return key;
        }
      }
    }
    return null;
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

  /**
   * Makes room for a monitor just read. Mostly the one that was read before it leaves again, and
   * only now and then the one used longest ago: where the streams of a fleet larger than the heap
   * take turns, evicting the oldest each time would find none on the heap.
   */
  private void evictOthers(HeldMonitor kept) {
    if (budget.exceeded()) {
      evictions++;
      if (lastRead != null && evictions % EVICTIONS_PER_OLDEST != 0) {
        evict(lastRead);
      }
    }
    lastRead = kept;
    Iterator<HeldMonitor> oldestFirst = cache.values().iterator();
    while (budget.exceeded() && cache.size() > 1) {
      HeldMonitor oldest = oldestFirst.next();
      if (oldest == kept) {
        return;
      }
      oldestFirst.remove();
      leave(oldest);
    }
  }

  private void evict(HeldMonitor held) {
    if (cache.remove(Bytes.wrap(held.key), held)) {
      leave(held);
    }
  }

  private void leave(HeldMonitor evicted) {
    budget.give(heldBytes);
    if (evicted.sequence - evicted.stored.sequence() > LONGEST_REPLAY_AFTER_EVICTION) {
      store(evicted);
    }
  }

  private HeldMonitor load(byte[] key) {
    byte[] header = snapshots.get(StoreKeys.header(key));
    if (header == null) {
      return begin(key);
    }
    SnapshotHeader stored = SnapshotHeader.of(header);
    byte[] bytes = stored.length() == 0 ? first() : snapshot(key, stored);
    StreamMonitor monitor = StreamMonitor.restore(settings, model, bytes);
    HeldMonitor held = new HeldMonitor(key, monitor, stored.sequence(), stored);
    replay(held);
    if (stored.journalLength() != journalLength) {
      // The journal continues under another N, so nothing written under the old one may be needed.
      store(held);
    }
    return held;
  }

  /**
   * A stream that was never heard of. As long as new monitors are what the first stream of the
   * store began with, it needs no snapshot of its own: a header of length 0 stands for that one.
   */
  private HeldMonitor begin(byte[] key) {
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    if (first() == null) {
      store(new HeldMonitor(NO_STREAM, StreamMonitor.create(settings, model), 0, null));
      first = monitor.snapshot();
      beginsAsFirst = true;
    } else if (beginsAsFirst == null) {
      beginsAsFirst = Arrays.equals(first(), monitor.snapshot());
    }
    HeldMonitor held = new HeldMonitor(key, monitor, 0, null);
    if (beginsAsFirst) {
      held.stored = new SnapshotHeader(0, journalLength, 0, model.map().fingerprint());
      snapshots.put(StoreKeys.header(key), held.stored.toBytes());
    } else {
      store(held);
    }
    count(streams + 1);
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
  public void journal(HeldMonitor held, Observation observation) {
    entryWriter.clear();
    entryWriter.putLong(held.sequence + 1);
    observation.write(entryWriter);
    journal.put(
        StoreKeys.journal(held.key, held.sequence + 1, journalLength), entryWriter.toByteArray());
  }

  /**
   * Counts the observation the monitor has taken, and writes a snapshot when the journal is full.
   *
   * @param held its stream
   */
  public void advanced(HeldMonitor held) {
    held.sequence++;
    notes.note(held);
    if (held.sequence - held.stored.sequence() >= journalLength) {
      store(held);
    }
  }

  /**
   * Takes back what {@link #journal} wrote of an observation that failed, so that the stream goes
   * on from before it. The entry that it replaced was older than the snapshot.
   *
   * @param key the stream's key
   * @param sequence sequence of the observation
   */
  void withdraw(byte[] key, long sequence) {
    journal.delete(StoreKeys.journal(key, sequence, journalLength));
  }

  /** Marks of streams of which records were put aside. */
  QuarantineMarks marks() {
    return marks;
  }

  /** What is noted of the streams. */
  StreamNotes notes() {
    return notes;
  }

  /**
   * How far a stream has come.
   *
   * @param key of a stream that is stored
   * @return event time of its last observation, in nanoseconds
   */
  long lastTime(byte[] key) {
    HeldMonitor held = cache.get(Bytes.wrap(key));
    return (held == null ? load(key) : held).monitor.lastTime();
  }

  /**
   * Forgets a stream for good: everything that is stored of it is deleted. A record of it that
   * comes later begins a new stream.
   *
   * @param key of a stream that is stored
   */
  void forget(byte[] key) {
    HeldMonitor held = cache.get(Bytes.wrap(key));
    if (held != null) {
      drop(held);
    }
    SnapshotHeader header = SnapshotHeader.of(snapshots.get(StoreKeys.header(key)));
    for (int i = 0; i < header.chunks(); i++) {
      snapshots.delete(StoreKeys.chunk(key, i));
    }
    List<Bytes> entries = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all =
        journal.range(StoreKeys.chunk(key, 0), StoreKeys.chunk(key, Integer.MAX_VALUE))) {
      while (all.hasNext()) {
        Bytes entry = all.next().key;
        // Longer keys of other streams may lie between those of this one.
        if (entry.get().length == key.length + Integer.BYTES) {
          entries.add(entry);
        }
      }
    }
    entries.forEach(journal::delete);
    notes.delete(key);
    marks.delete(key);
    snapshots.delete(StoreKeys.header(key));
    count(streams - 1);
  }

  private void count(long now) {
    streams = now;
    snapshotWriter.clear();
    snapshotWriter.putLong(streams);
    snapshots.put(StoreKeys.count(), snapshotWriter.toByteArray());
  }

  private void store(HeldMonitor held) {
    snapshotWriter.clear();
    held.monitor.snapshot(snapshotWriter);
    SnapshotHeader header =
        new SnapshotHeader(
            held.sequence, journalLength, snapshotWriter.length(), model.map().fingerprint());
    for (int i = 0; i < header.chunks(); i++) {
      int from = i * StoreKeys.CHUNK_BYTES;
      int to = Math.min(header.length(), from + StoreKeys.CHUNK_BYTES);
      snapshots.put(StoreKeys.chunk(held.key, i), snapshotWriter.toByteArray(from, to));
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
      budget.give(heldBytes);
    }
    if (lastRead == held) {
      lastRead = null;
    }
  }

  /** Forgets every heap copy. */
  public void dropAll() {
    budget.give(heldBytes * cache.size());
    cache.clear();
    lastRead = null;
  }
}
