package io.kahkm.stream;

import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.store.ChunkedSnapshots;
import io.kahkm.stream.store.Forgetting;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.HeapCache;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.SnapshotHeader;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamJournal;
import io.kahkm.stream.store.StreamNotes;
import io.kahkm.stream.store.StreamPlaces;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The open cells of one task's streams, kept as journal and snapshot like the monitors, but apart
 * from them: another model leaves them as they are.
 *
 * <p>The readings of a record go to the journal before the assembler takes them; after N records
 * the whole assembler goes to the snapshot store. Rows that come of a replay have been taken by the
 * monitor before and are dropped. One owner, the task's thread.
 */
public final class AssemblerStore implements Forgetting.Streams, StreamPlaces.Store {
  /** Under it lies the number of streams, and which tags the stores were begun with. */
  private static final byte[] NO_STREAM = {};

  private static final RowReceiver DROPPED = (time, values, held, episode, closing) -> {};

  /** Heap an assembler takes for each byte of its readings: arrays have room to grow. */
  private static final long HEAP_PER_BYTE = 3;

  private final KeyValueStore<Bytes, byte[]> store;
  private final ChunkedSnapshots snapshots;
  private final StreamJournal journal;
  private final HeapCache<HeldAssembler> cache;
  private final AssemblySettings settings;
  private final String tags;
  private final StreamNotes notes;
  private long streams;

  /**
   * Open cells of a task.
   *
   * @param journal store of single readings
   * @param snapshots store of whole assemblers
   * @param settings how tags become rows
   * @param tags what the rows are made of, as text: stores that were begun with others are refused
   * @param journalLength records between two snapshots
   * @param budget heap that streams may take
   * @param forget silence after which a stream is forgotten, in nanoseconds; 0 for never
   * @param clock wall clock in milliseconds
   */
  public AssemblerStore(
      JournalStore journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      AssemblySettings settings,
      String tags,
      int journalLength,
      HeapBudget budget,
      long forget,
      LongSupplier clock) {
    store = snapshots;
    this.snapshots = new ChunkedSnapshots(snapshots);
    this.journal = new StreamJournal(journal, this.snapshots, journalLength, null);
    long bytes = HEAP_PER_BYTE * settings.openBytes();
    cache = new HeapCache<>(budget, held -> bytes, this.journal::leave);
    this.settings = settings;
    this.tags = tags;
    notes = new StreamNotes(snapshots, forget, clock);
  }

  /**
   * Refuses stores that were begun with other tags.
   *
   * @throws IncompatibleStateException naming what differs and the way out
   */
  public void requireSameTags() {
    byte[] header = store.get(StoreKeys.header(NO_STREAM));
    if (header == null) {
      writeCount();
      return;
    }
    StateReader reader = new StateReader(header);
    streams = reader.getLong();
    String stored = reader.getString();
    reader.finish();
    if (!tags.equals(stored)) {
      throw new IncompatibleStateException(
          "open steps are stored for the tags " + stored + ", the topology file names " + tags,
          "use a new application.id to start over");
    }
  }

  private void writeCount() {
    StateWriter writer = new StateWriter();
    writer.putLong(streams);
    writer.putString(tags);
    store.put(StoreKeys.header(NO_STREAM), writer.toByteArray());
  }

  @Override
  public long streams() {
    return streams;
  }

  @Override
  public boolean isNew(byte[] key) {
    return !cache.holds(key) && snapshots.header(key) == null;
  }

  /**
   * The assembler of a stream, from the heap, from the stores, or new.
   *
   * @param key the stream's key; retained
   * @return the assembler, to be used until the next call
   */
  public HeldAssembler get(byte[] key) {
    HeldAssembler held = cache.get(key);
    if (held == null) {
      held = load(key);
      cache.put(held);
    }
    return held;
  }

  private HeldAssembler load(byte[] key) {
    SnapshotHeader stored = snapshots.header(key);
    if (stored == null) {
      HeldAssembler begun = new HeldAssembler(key, RowAssembler.create(settings), 0, null);
      journal.store(begun);
      streams++;
      writeCount();
      return begun;
    }
    RowAssembler assembler = RowAssembler.restore(settings, snapshots.read(key, stored));
    HeldAssembler held = new HeldAssembler(key, assembler, stored.sequence(), stored);
    journal.replay(
        held,
        entry ->
            TagReading.readAll(entry, settings.dimension())
                .forEach(reading -> reading.offer(assembler, DROPPED)));
    return held;
  }

  /**
   * Writes readings that the assembler is about to take.
   *
   * @param held their stream
   * @param readings in the order in which they are taken
   */
  void journal(HeldAssembler held, List<TagReading> readings) {
    TagReading.writeAll(readings, journal.entry(held));
    journal.append();
  }

  /**
   * Counts the entry the assembler has taken, and writes a snapshot when the journal is full.
   *
   * @param held its stream
   */
  void advanced(HeldAssembler held) {
    notes.heard(held.key(), held);
    journal.advanced(held);
  }

  /**
   * Takes back what {@link #journal} wrote of a record that failed.
   *
   * @param key the stream's key
   * @param sequence sequence of the record
   */
  void withdraw(byte[] key, long sequence) {
    journal.withdraw(key, sequence);
  }

  @Override
  public StreamNotes notes() {
    return notes;
  }

  @Override
  public long lastTime(byte[] key) {
    HeldAssembler held = cache.get(key);
    return (held == null ? load(key) : held).lastTime();
  }

  @Override
  public void forget(byte[] key) {
    HeldAssembler held = cache.get(key);
    if (held != null) {
      cache.drop(held);
    }
    journal.delete(key);
    notes.delete(key);
    streams--;
    writeCount();
  }

  /**
   * Notes how far the next streams of the store have come, those on the heap left out, which note
   * it when they go on: state of before streams were forgotten has no notes.
   *
   * @param from where the last call ended, null at first
   * @param enough asked after every stream
   * @return where the next call goes on, null if there are no more
   */
  @Nullable Bytes noteStored(@Nullable Bytes from, BooleanSupplier enough) {
    try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, null)) {
      while (entries.hasNext()) {
        Bytes key = entries.next().key;
        if (!StoreKeys.isHeader(key) || key.equals(from)) {
          continue;
        }
        byte[] stream = StoreKeys.stream(key);
        if (!cache.holds(stream)) {
          notes.found(stream, load(stream));
        }
        if (enough.getAsBoolean()) {
          return key;
        }
      }
    }
    return null;
  }

  /**
   * Forgets the heap copy of a stream, whose change may be half done.
   *
   * @param held the stream
   */
  void drop(HeldAssembler held) {
    cache.drop(held);
  }

  /** Forgets every heap copy. */
  void dropAll() {
    cache.dropAll();
  }
}
