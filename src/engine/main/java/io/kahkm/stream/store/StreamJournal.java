package io.kahkm.stream.store;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Journal and snapshot of one task's streams.
 *
 * <p>What a stream is about to take goes to the journal first; after N entries its whole state goes
 * to the snapshot store. A stream is built again as snapshot plus replay of the journal up to the
 * first value whose sequence does not continue: values are overwritten after every snapshot, in the
 * same order. Both stores belong to the task's transaction, so that they agree with each other and
 * with the input position after any crash.
 *
 * <p>One owner, the task's thread.
 */
public final class StreamJournal {
  /**
   * Journal entries after the snapshot from which on a stream that leaves the heap is stored whole.
   * To read and replay one costs some microseconds, to write a snapshot as much as a few of them: a
   * fleet larger than the heap cache then pays for a snapshot now and then, not for a journal each
   * time.
   */
  private static final int LONGEST_REPLAY_AFTER_EVICTION = 8;

  private final JournalStore journal;
  private final ChunkedSnapshots snapshots;
  private final int length;
  private final @Nullable String fingerprint;
  private final StateWriter snapshotWriter = new StateWriter();

  /**
   * Creates journal and snapshots of a task.
   *
   * @param journal store of single entries
   * @param snapshots store of whole states
   * @param length N, at least 1
   * @param fingerprint of the map, null where states depend on none
   */
  public StreamJournal(
      JournalStore journal, ChunkedSnapshots snapshots, int length, @Nullable String fingerprint) {
    this.journal = journal;
    this.snapshots = snapshots;
    this.length = length;
    this.fingerprint = fingerprint;
  }

  /**
   * Builds a stream again: hands out the entries after those that it has taken, and counts them.
   * Where the journal was written by a version that kept one entry a value, or under another N, the
   * stream is stored whole then: nothing of it may be needed any more.
   *
   * @param held the stream as its snapshot has it
   * @param entries takes each entry, to its end and no further
   */
  public void replay(HeldStream held, Consumer<StateReader> entries) {
    journal.write(held.place);
    boolean old = held.stored().journalLength() != length;
    for (int read = next(held, entries); read != 0; read = next(held, entries)) {
      old |= read < 0;
    }
    if (old) {
      store(held);
    }
  }

  /** Reads one value: 1 if there was one, -1 if it lay where earlier versions put it, 0 if not. */
  private int next(HeldStream held, Consumer<StateReader> entries) {
    if (read(held, StoreKeys.journal(held.key, held.values), entries)) {
      held.values++;
      return 1;
    }
    // Earlier versions counted on from snapshot to snapshot, modulo N.
    boolean found = held.values == 0 && read(held, earlier(held), entries);
    return found ? -1 : 0;
  }

  private static Bytes earlier(HeldStream held) {
    int written = held.stored().journalLength();
    return StoreKeys.journal(held.key, (int) ((held.sequence + 1) % written));
  }

  private boolean read(HeldStream held, Bytes key, Consumer<StateReader> entries) {
    byte[] value = journal.written().get(key);
    if (value == null) {
      return false;
    }
    StateReader reader = new StateReader(value);
    long first = reader.getLong();
    if (Math.abs(first) != held.sequence + 1) {
      return false;
    }
    int count = first > 0 ? 1 : reader.getInt(1, Integer.MAX_VALUE, "entries of a value");
    for (int i = 0; i < count; i++) {
      held.due += held.counts(reader) ? 1 : 0;
      entries.accept(reader);
      held.sequence++;
    }
    reader.finish();
    return true;
  }

  /**
   * Begins the entry that a stream is about to take.
   *
   * @param held the stream
   * @return takes the entry, and is handed to no one else before {@link #append}
   */
  public StateWriter entry(HeldStream held) {
    return journal.entry(held);
  }

  /** Puts the entry that was begun into the journal. */
  public void append() {
    journal.append();
  }

  /**
   * Takes back an entry that could not be taken, so that its stream goes on from before it.
   *
   * @param key the stream's key
   * @param sequence sequence of the entry
   */
  public void withdraw(byte[] key, long sequence) {
    journal.withdraw(Bytes.wrap(key), sequence);
  }

  /**
   * Counts the entry that a stream has taken, and stores it whole when its journal is full, or what
   * waits of it is larger than a value may be: a snapshot goes into as many values as it needs.
   *
   * @param held the stream
   */
  public void advanced(HeldStream held) {
    held.due++;
    taken(held);
  }

  /**
   * Counts an entry that no snapshot is due for, as {@link HeldStream#counts} has it.
   *
   * @param held the stream
   */
  public void taken(HeldStream held) {
    held.sequence++;
    if (held.due >= length || journal.waiting(held.place) > StoreKeys.CHUNK_BYTES) {
      store(held);
    }
  }

  /**
   * Stores a stream that leaves the heap, where reading it again would replay long.
   *
   * @param held the stream
   */
  public void leave(HeldStream held) {
    if (held.sequence - held.stored().sequence() > LONGEST_REPLAY_AFTER_EVICTION) {
      store(held);
    }
  }

  /**
   * Stores a stream whole.
   *
   * @param held the stream
   */
  public void store(HeldStream held) {
    snapshotWriter.clear();
    held.write(snapshotWriter);
    SnapshotHeader header = header(held.sequence, snapshotWriter.length());
    snapshots.write(held.key, header, snapshotWriter::toByteArray, held.stored);
    held.stored = header;
    held.values = 0;
    held.due = 0;
    journal.forget(held.place);
  }

  /**
   * Stores a header alone, for a stream whose state is known without a snapshot.
   *
   * @param held the stream, with nothing stored
   */
  public void storeEmpty(HeldStream held) {
    SnapshotHeader header = header(0, 0);
    held.stored = header;
    snapshots.write(held.key, header, (from, to) -> new byte[0], null);
  }

  private SnapshotHeader header(long sequence, int bytes) {
    return new SnapshotHeader(sequence, length, bytes, fingerprint);
  }

  /**
   * Deletes everything that is stored of a stream.
   *
   * @param key of a stream that is stored
   */
  public void delete(byte[] key) {
    journal.forget(Bytes.wrap(key));
    List<Bytes> entries = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all =
        journal.written().range(StoreKeys.chunk(key, 0), StoreKeys.chunk(key, Integer.MAX_VALUE))) {
      while (all.hasNext()) {
        Bytes entry = all.next().key;
        // Longer keys of other streams may lie between those of this one.
        if (entry.get().length == key.length + Integer.BYTES) {
          entries.add(entry);
        }
      }
    }
    entries.forEach(journal.written()::delete);
    snapshots.delete(key);
  }
}
