package io.kahkm.stream;

import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.internal.monitor.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The open cells of one task's streams, kept as journal and snapshot like the monitors, but apart
 * from them: another model leaves them as they are.
 *
 * <p>The readings of a record go to the journal before the assembler takes them; after N records
 * the whole assembler goes to the snapshot store. Rows that come of a replay have been taken by the
 * monitor before and are dropped. One owner, the task's thread.
 */
final class AssemblerStore {
  /** Under it lies the number of streams, and which tags the stores were begun with. */
  private static final byte[] NO_STREAM = {};

  private static final RowReceiver DROPPED = (time, values, held, episode, closing) -> {};

  /** Heap an assembler takes for each byte of its readings: arrays have room to grow. */
  private static final long HEAP_PER_BYTE = 3;

  private final KeyValueStore<Bytes, byte[]> journal;
  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final AssemblySettings settings;
  private final String tags;
  private final int journalLength;
  private final long heldBytes;
  private final HeapBudget budget;
  private final Map<Bytes, HeldAssembler> cache = new LinkedHashMap<>(16, 0.75f, true);
  private final StateWriter writer = new StateWriter();
  private long streams;

  AssemblerStore(
      KeyValueStore<Bytes, byte[]> journal,
      KeyValueStore<Bytes, byte[]> snapshots,
      AssemblySettings settings,
      String tags,
      int journalLength,
      HeapBudget budget) {
    this.journal = journal;
    this.snapshots = snapshots;
    this.settings = settings;
    this.tags = tags;
    this.journalLength = journalLength;
    this.budget = budget;
    heldBytes = HEAP_PER_BYTE * settings.openBytes();
  }

  /**
   * Refuses stores that were begun with other tags.
   *
   * @throws IncompatibleStateException naming what differs and the way out
   */
  void requireSameTags() {
    byte[] header = snapshots.get(StoreKeys.header(NO_STREAM));
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
          "open cells are stored for the tags " + stored + ", the topology file names " + tags,
          "give application.id a new name to begin anew");
    }
  }

  private void writeCount() {
    writer.clear();
    writer.putLong(streams);
    writer.putString(tags);
    snapshots.put(StoreKeys.header(NO_STREAM), writer.toByteArray());
  }

  /**
   * Whether this stream would be one more than there may be.
   *
   * @param key the stream's key
   * @param most streams that the stores may hold
   * @return true if the stream is new and there are so many already
   */
  boolean exceeds(byte[] key, long most) {
    return streams >= most
        && !cache.containsKey(Bytes.wrap(key))
        && snapshots.get(StoreKeys.header(key)) == null;
  }

  /**
   * The assembler of a stream, from the heap, from the stores, or new.
   *
   * @param key the stream's key; retained
   * @return the assembler, to be used until the next call
   */
  HeldAssembler get(byte[] key) {
    HeldAssembler held = cache.get(Bytes.wrap(key));
    if (held == null) {
      held = load(key);
      cache.put(Bytes.wrap(key), held);
      budget.take(heldBytes);
      evictOthers(held);
    }
    return held;
  }

  private void evictOthers(HeldAssembler kept) {
    Iterator<HeldAssembler> oldestFirst = cache.values().iterator();
    while (budget.exceeded() && cache.size() > 1) {
      HeldAssembler oldest = oldestFirst.next();
      if (oldest == kept) {
        return;
      }
      oldestFirst.remove();
      budget.give(heldBytes);
    }
  }

  private HeldAssembler load(byte[] key) {
    byte[] header = snapshots.get(StoreKeys.header(key));
    if (header == null) {
      HeldAssembler begun = new HeldAssembler(key, RowAssembler.create(settings), 0, null);
      store(begun);
      streams++;
      writeCount();
      return begun;
    }
    SnapshotHeader stored = SnapshotHeader.of(header);
    HeldAssembler held =
        new HeldAssembler(
            key, RowAssembler.restore(settings, snapshot(key, stored)), stored.sequence(), stored);
    replay(held);
    if (stored.journalLength() != journalLength) {
      store(held);
    }
    return held;
  }

  private byte[] snapshot(byte[] key, SnapshotHeader header) {
    byte[] bytes = new byte[header.length()];
    int position = 0;
    for (int i = 0; i < header.chunks(); i++) {
      byte[] chunk = snapshots.get(StoreKeys.chunk(key, i));
      if (chunk == null || chunk.length > bytes.length - position) {
        throw new MalformedStateException("part " + i + " of stored open cells is not whole");
      }
      System.arraycopy(chunk, 0, bytes, position, chunk.length);
      position += chunk.length;
    }
    return bytes;
  }

  private void replay(HeldAssembler held) {
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
      for (TagReading reading : readings(reader)) {
        reading.offer(held.assembler, DROPPED);
      }
      held.sequence++;
    }
  }

  private List<TagReading> readings(StateReader reader) {
    int count = reader.getInt(0, Integer.MAX_VALUE, "readings of a record");
    List<TagReading> readings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      readings.add(TagReading.read(reader, settings.dimension()));
    }
    reader.finish();
    return readings;
  }

  /**
   * Writes readings that the assembler is about to take.
   *
   * @param held their stream
   * @param readings in the order in which they are taken
   */
  void journal(HeldAssembler held, List<TagReading> readings) {
    writer.clear();
    writer.putLong(held.sequence + 1);
    writer.putInt(readings.size());
    for (TagReading reading : readings) {
      reading.write(writer);
    }
    journal.put(
        StoreKeys.journal(held.key, held.sequence + 1, journalLength), writer.toByteArray());
  }

  /**
   * Counts the entry the assembler has taken, and writes a snapshot when the journal is full.
   *
   * @param held its stream
   */
  void advanced(HeldAssembler held) {
    held.sequence++;
    if (held.sequence - held.stored.sequence() >= journalLength) {
      store(held);
    }
  }

  private void store(HeldAssembler held) {
    writer.clear();
    held.assembler.write(writer);
    SnapshotHeader header = new SnapshotHeader(held.sequence, journalLength, writer.length(), null);
    for (int i = 0; i < header.chunks(); i++) {
      int from = i * StoreKeys.CHUNK_BYTES;
      int to = Math.min(header.length(), from + StoreKeys.CHUNK_BYTES);
      snapshots.put(StoreKeys.chunk(held.key, i), writer.toByteArray(from, to));
    }
    int before = held.stored == null ? 0 : held.stored.chunks();
    for (int i = header.chunks(); i < before; i++) {
      snapshots.delete(StoreKeys.chunk(held.key, i));
    }
    snapshots.put(StoreKeys.header(held.key), header.toBytes());
    held.stored = header;
  }

  /**
   * Takes back what {@link #journal} wrote of a record that failed.
   *
   * @param key the stream's key
   * @param sequence sequence of the record
   */
  void withdraw(byte[] key, long sequence) {
    journal.delete(StoreKeys.journal(key, sequence, journalLength));
  }

  /**
   * Forgets the heap copy of a stream, whose change may be half done.
   *
   * @param held the stream
   */
  void drop(HeldAssembler held) {
    if (cache.remove(Bytes.wrap(held.key)) != null) {
      budget.give(heldBytes);
    }
  }

  /** Forgets every heap copy. */
  void dropAll() {
    budget.give(heldBytes * cache.size());
    cache.clear();
  }
}
