package io.kahkm.stream;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.SnapshotOrigin;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.quarantine.FailureCause;
import io.kahkm.stream.store.ChunkedSnapshots;
import io.kahkm.stream.store.Forgetting;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.HeapCache;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.MapSpace;
import io.kahkm.stream.store.MapSpaces;
import io.kahkm.stream.store.QuarantineMarks;
import io.kahkm.stream.store.SnapshotHeader;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamJournal;
import io.kahkm.stream.store.StreamNotes;
import io.kahkm.stream.store.StreamPlaces;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monitors of one task's streams: observations in a {@link StreamJournal}, live monitors in a
 * {@link HeapCache} that can be dropped at any time. Besides, how many streams there are and what
 * the first of them began with.
 *
 * <p>One owner, the task's thread.
 */
public final class MonitorStore implements Forgetting.Streams, StreamPlaces.Store {
  private static final Logger LOGGER = LoggerFactory.getLogger(MonitorStore.class);

  /** Under it lies the snapshot that the first stream of the store began with. */
  private static final byte[] NO_STREAM = {};

  private final KeyValueStore<Bytes, byte[]> store;
  private final MapSpace space;

  /** Where the snapshot is that the first stream began with. */
  private final byte[] origin;

  private final ChunkedSnapshots snapshots;
  private final StreamJournal journal;
  private final HeapCache<HeldMonitor> cache;
  private final MonitorSettings settings;
  private final Model model;
  private final MonitorWorkspace workspace;
  private final Function<byte[], StreamRole> roles;
  private final StreamNotes notes;
  private final QuarantineMarks marks;

  /** Read once by {@link #first()}. */
  private byte @Nullable [] first;

  /** Whether new streams begin with the same; null while not known. */
  private @Nullable Boolean beginsAsFirst;

  /** What is to be stored anew before anything else is; null where nothing is. */
  private @Nullable StreamMonitor renewal;

  /** Streams of the stores. */
  private long streams;

  public MonitorStore(
      JournalStore journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      MonitorBlueprint blueprint,
      HeapBudget budget,
      MonitorProbe probe) {
    this(
        journal,
        snapshots,
        new MapSpaces(journal, snapshots, blueprint.fingerprints())
            .of(blueprint.model().map().fingerprint()),
        blueprint,
        budget,
        stream -> new StreamRole(blueprint.settings(), probe),
        0,
        () -> 0);
  }

  /**
   * Monitors of one map of a task, whose silent streams are forgotten.
   *
   * @param space where the map's entries are
   * @param blueprint of what new streams are made
   * @param roles how a stream is treated, by its key; settings may differ from the blueprint's in
   *     whose forecasts are judged besides
   * @param forget silence after which they are, in nanoseconds; 0 for never
   * @param clock wall clock in milliseconds
   */
  MonitorStore(
      JournalStore journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      MapSpace space,
      MonitorBlueprint blueprint,
      HeapBudget budget,
      Function<byte[], StreamRole> roles,
      long forget,
      LongSupplier clock) {
    this.space = space;
    origin = space.place(NO_STREAM);
    notes = new StreamNotes(snapshots, forget, clock);
    marks = new QuarantineMarks(snapshots);
    store = snapshots;
    this.snapshots = new ChunkedSnapshots(snapshots);
    settings = blueprint.settings();
    model = blueprint.model();
    workspace = new MonitorWorkspace(model);
    this.journal =
        new StreamJournal(
            journal, this.snapshots, blueprint.journalLength(), model.map().fingerprint());
    cache =
        new HeapCache<>(budget, held -> blueprint.heap().bytes(held.sequence), this.journal::leave);
    this.roles = roles;
  }

  /**
   * Refuses stores that were begun with another map or with settings that cannot continue them.
   *
   * @throws io.kahkm.internal.monitor.setting.IncompatibleStateException naming what differs and
   *     the way out
   */
  void requireSameOrigin() {
    byte[] stored = first();
    if (stored != null) {
      int version = SnapshotOrigin.require(new StateReader(stored), settings, model);
      StreamMonitor monitor = StreamMonitor.restore(settings, workspace, stored);
      renewal = version < SnapshotOrigin.VERSION ? monitor : null;
      streams = counted();
    }
  }

  /**
   * Stores anew what the first stream began with, as this release writes it. An earlier release
   * that gets the partition back looks there first and refuses it, before it passes over entries of
   * the journal that it cannot read.
   */
  private void renew(StreamMonitor monitor) {
    journal.store(new HeldMonitor(space, NO_STREAM, monitor, 0, snapshots.header(origin)));
    first = monitor.snapshot();
    beginsAsFirst = null;
    renewal = null;
  }

  /** What the first stream of the store began with, null while there is none. */
  private byte @Nullable [] first() {
    if (first == null) {
      SnapshotHeader header = snapshots.header(origin);
      first = header == null ? null : snapshots.read(origin, header);
    }
    return first;
  }

  /** How many streams the stores hold; those of an earlier version had no count. */
  private long counted() {
    byte[] count = store.get(StoreKeys.count(space));
    if (count != null) {
      StateReader reader = new StateReader(count);
      long stored = reader.getLong();
      reader.finish();
      return stored;
    }
    long found = 0;
    try (KeyValueIterator<Bytes, byte[]> all = store.range(space.from(), space.end())) {
      while (all.hasNext()) {
        found += space.isHeader(all.next().key) ? 1 : 0;
      }
    }
    return found;
  }

  @Override
  public boolean isNew(byte[] key) {
    return !holds(key) && !knows(key);
  }

  @Override
  public long streams() {
    return streams;
  }

  /**
   * Whether anything is stored of a stream; its monitor is not read.
   *
   * @param key the stream's key
   * @return true from its first record on
   */
  boolean knows(byte[] key) {
    return snapshots.header(space.place(key)) != null;
  }

  /**
   * The monitor of a stream if it is on the heap.
   *
   * @param key the stream's key; not retained
   * @return the monitor, or null if {@link #get} would read the stores
   */
  @Nullable HeldMonitor onHeap(byte[] key) {
    return cache.get(space.place(key));
  }

  /**
   * The monitor of a stream, from the heap, from the stores, or new.
   *
   * @param key the stream's key; retained
   * @return the monitor, to be used until the next call
   */
  public HeldMonitor get(byte[] key) {
    HeldMonitor held = cache.get(space.place(key));
    if (held == null) {
      held = load(key);
      MonitorProbe probe = roles.apply(key).probe();
      probe.loaded();
      held.monitor.probe(probe);
      cache.put(held);
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
    return knows(key) ? Optional.of(get(key).monitor) : Optional.empty();
  }

  /**
   * The next streams of the stores in the order of their keys, those on the heap left out. Their
   * monitors are read one after the other and do not stay on the heap.
   *
   * @param from where the last call ended, null at first
   * @param wanted whether a stream is to be read, by its key
   * @param seen takes each stream and its view
   * @param enough asked after every stream, those on the heap too: passing over one costs the
   *     reading of its snapshot
   * @return where the next call goes on, null if there are no more
   */
  @Nullable Bytes visit(
      @Nullable Bytes from,
      Predicate<byte[]> wanted,
      BiConsumer<HeldMonitor, StreamStatus> seen,
      BooleanSupplier enough) {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(from == null ? space.from() : from, space.end())) {
      while (entries.hasNext()) {
        Bytes key = entries.next().key;
        if (!space.isHeader(key) || key.equals(from)) {
          continue;
        }
        byte[] stream = space.stream(key);
        if (!holds(stream) && wanted.test(stream)) {
          visit(stream, seen);
        }
        if (enough.getAsBoolean()) {
          return key;
        }
      }
    }
    return null;
  }

  private void visit(byte[] stream, BiConsumer<HeldMonitor, StreamStatus> seen) {
    HeldMonitor read;
    try {
      read = load(stream);
    } catch (MalformedStateException unreadable) {
      // Its next record is put aside and marks the stream; the others are not to wait for that.
      LOGGER.error(
          "The stored state of a stream cannot be read; its records will be quarantined. Keep this"
              + " log for the developers.",
          unreadable);
      return;
    }
    notes.found(read.id, read);
    seen.accept(read, read.monitor.status());
  }

  /**
   * Whether the monitor of a stream is on the heap.
   *
   * @param key the stream's key
   * @return true if {@link #get} would not read the stores
   */
  boolean holds(byte[] key) {
    return cache.holds(space.place(key));
  }

  private HeldMonitor load(byte[] key) {
    byte[] place = space.place(key);
    SnapshotHeader stored = snapshots.header(place);
    if (stored == null) {
      return begin(key);
    }
    MonitorSettings own = roles.apply(key).settings();
    StreamMonitor monitor =
        stored.length() > 0
            ? StreamMonitor.restore(own, workspace, snapshots.read(place, stored))
            : restoreFirst(own);
    HeldMonitor held = new HeldMonitor(space, key, monitor, stored.sequence(), stored);
    journal.replay(held, monitor::replay);
    return held;
  }

  /** What the first stream began with; made anew where that is the same and takes less time. */
  private StreamMonitor restoreFirst(MonitorSettings own) {
    if (own.equals(settings) && beginsAsFirst()) {
      return StreamMonitor.create(settings, workspace);
    }
    byte[] bytes = Objects.requireNonNull(first(), "the first stream's snapshot");
    return StreamMonitor.restore(own, workspace, bytes);
  }

  /** Whether new streams begin with what the first of the store began with. */
  private boolean beginsAsFirst() {
    if (beginsAsFirst == null) {
      beginsAsFirst = Arrays.equals(first(), StreamMonitor.create(settings, workspace).snapshot());
    }
    return beginsAsFirst;
  }

  /**
   * A stream that was never heard of. As long as new monitors are what the first stream of the
   * store began with, it needs no snapshot of its own: a header of length 0 stands for that one.
   */
  private HeldMonitor begin(byte[] key) {
    StreamMonitor monitor = StreamMonitor.create(settings, workspace);
    if (first() == null) {
      journal.store(
          new HeldMonitor(space, NO_STREAM, StreamMonitor.create(settings, workspace), 0, null));
      first = monitor.snapshot();
      beginsAsFirst = true;
    }
    HeldMonitor held = new HeldMonitor(space, key, monitor, 0, null);
    if (beginsAsFirst()) {
      journal.storeEmpty(held);
    } else {
      journal.store(held);
    }
    count(streams + 1);
    return held;
  }

  /**
   * Writes an observation that the monitor is about to take.
   *
   * @param held its stream
   * @param observation admitted by the monitor
   */
  public void journal(HeldMonitor held, Observation observation) {
    if (renewal != null) {
      renew(renewal);
    }
    observation.write(journal.entry(held));
    journal.append();
  }

  /**
   * Writes another forecaster's forecast that the monitor is about to take.
   *
   * @param held its stream
   * @param forecast admitted by the monitor
   */
  void journal(HeldMonitor held, OtherForecast forecast) {
    if (renewal != null) {
      renew(renewal);
    }
    forecast.write(journal.entry(held));
    journal.append();
  }

  /**
   * Writes what is known ahead, which the monitor is about to take.
   *
   * @param held its stream
   * @param values admitted by the monitor
   */
  void journal(HeldMonitor held, KnownValues values) {
    if (renewal != null) {
      renew(renewal);
    }
    values.write(journal.entry(held));
    journal.append();
  }

  /**
   * Counts what the monitor has taken besides observations, as {@link #advanced} does those. The
   * stream itself has sent nothing by it, and no snapshot is due for it.
   *
   * @param held its stream
   */
  void advancedBeside(HeldMonitor held) {
    journal.taken(held);
  }

  /**
   * Counts the observation the monitor has taken, and writes a snapshot when the journal is full.
   *
   * @param held its stream
   */
  public void advanced(HeldMonitor held) {
    notes.heard(held.id, held);
    journal.advanced(held);
  }

  /**
   * After a record that failed neither heap nor journal may be ahead of it: the stream goes on from
   * before it. The journal's entry that it replaced was older than the snapshot.
   *
   * @param held the stream, whose change may be half done
   * @param sequence sequence of the record
   * @param failure what was thrown; one that is not the record's leaves the journal as it is
   */
  void undo(HeldMonitor held, long sequence, Throwable failure) {
    cache.drop(held);
    if (FailureCause.isOfRecord(failure)) {
      journal.withdraw(space.place(held.id), sequence);
    }
  }

  /** Marks of streams of which records were put aside. */
  QuarantineMarks marks() {
    return marks;
  }

  @Override
  public StreamNotes notes() {
    return notes;
  }

  @Override
  public long lastTime(byte[] key) {
    HeldMonitor held = onHeap(key);
    return (held == null ? load(key) : held).monitor.lastTime();
  }

  @Override
  public void forget(byte[] key) {
    drop(key);
    journal.delete(space.place(key));
    notes.delete(key);
    marks.delete(key);
    count(streams - 1);
  }

  private void count(long now) {
    streams = now;
    StateWriter count = new StateWriter();
    count.putLong(streams);
    store.put(StoreKeys.count(space), count.toByteArray());
  }

  /** Forgets the heap copy of a stream, where there is one: it is read again when it is needed. */
  void drop(byte[] key) {
    HeldMonitor held = onHeap(key);
    if (held != null) {
      cache.drop(held);
    }
  }

  /** Forgets every heap copy. */
  public void dropAll() {
    cache.dropAll();
  }
}
