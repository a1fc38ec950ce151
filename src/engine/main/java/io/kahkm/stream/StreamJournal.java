package io.kahkm.stream;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Journal and snapshot of one task's streams.
 *
 * <p>What a stream is about to take goes to the journal first; after N entries its whole state goes
 * to the snapshot store. A stream is built again as snapshot plus replay of the journal up to the
 * first entry whose sequence does not continue. Both stores belong to the task's transaction, so
 * that they agree with each other and with the input position after any crash.
 *
 * <p>One owner, the task's thread.
 */
final class StreamJournal {
  /**
   * Journal entries after the snapshot from which on a stream that leaves the heap is stored whole.
   * To read and replay one costs some microseconds, to write a snapshot as much as a few of them: a
   * fleet larger than the heap cache then pays for a snapshot now and then, not for a journal each
   * time.
   */
  private static final int LONGEST_REPLAY_AFTER_EVICTION = 8;

  private final KeyValueStore<Bytes, byte[]> journal;
  private final ChunkedSnapshots snapshots;
  private final int length;
  private final String fingerprint;
  private final StateWriter entryWriter = new StateWriter();
  private final StateWriter snapshotWriter = new StateWriter();

  /**
   * Creates journal and snapshots of a task.
   *
   * @param journal store of single entries
   * @param snapshots store of whole states
   * @param length N, at least 1
   * @param fingerprint of the map, null where states depend on none
   */
  StreamJournal(
      KeyValueStore<Bytes, byte[]> journal,
      ChunkedSnapshots snapshots,
      int length,
      String fingerprint) {
    this.journal = journal;
    this.snapshots = snapshots;
    this.length = length;
    this.fingerprint = fingerprint;
  }

  /**
   * The entry after those that a stream has taken, which it is to take and count.
   *
   * @param held the stream
   * @return its bytes after the sequence, or null where the journal does not continue
   */
  StateReader next(HeldStream held) {
    int written = held.stored.journalLength();
    if (held.sequence - held.stored.sequence() >= written) {
      return null;
    }
    byte[] entry = journal.get(StoreKeys.journal(held.key, held.sequence + 1, written));
    if (entry == null) {
      return null;
    }
    StateReader reader = new StateReader(entry);
    return reader.getLong() == held.sequence + 1 ? reader : null;
  }

  /**
   * Ends the building of a stream. The journal continues under the present N: where it was written
   * under another, nothing of it may be needed any more.
   *
   * @param held the stream, after {@link #next} gave null
   */
  void replayed(HeldStream held) {
    if (held.stored.journalLength() != length) {
      store(held);
    }
  }

  /**
   * Begins the entry that a stream is about to take.
   *
   * @param held the stream
   * @return takes the entry, and is handed to no one else before {@link #append}
   */
  StateWriter entry(HeldStream held) {
    entryWriter.clear();
    entryWriter.putLong(held.sequence + 1);
    return entryWriter;
  }

  /**
   * Puts the entry that was begun into the journal.
   *
   * @param held the stream of {@link #entry}
   */
  void append(HeldStream held) {
    journal.put(StoreKeys.journal(held.key, held.sequence + 1, length), entryWriter.toByteArray());
  }

  /**
   * Takes back an entry that could not be taken, so that its stream goes on from before it. The
   * entry that it replaced was older than the snapshot.
   *
   * @param key the stream's key
   * @param sequence sequence of the entry
   */
  void withdraw(byte[] key, long sequence) {
    journal.delete(StoreKeys.journal(key, sequence, length));
  }

  /**
   * Counts the entry that a stream has taken, and stores it whole when its journal is full.
   *
   * @param held the stream
   */
  void advanced(HeldStream held) {
    held.sequence++;
    if (held.sequence - held.stored.sequence() >= length) {
      store(held);
    }
  }

  /**
   * Stores a stream that leaves the heap, where reading it again would replay long.
   *
   * @param held the stream
   */
  void leave(HeldStream held) {
    if (held.sequence - held.stored.sequence() > LONGEST_REPLAY_AFTER_EVICTION) {
      store(held);
    }
  }

  /**
   * Stores a stream whole.
   *
   * @param held the stream
   */
  void store(HeldStream held) {
    snapshotWriter.clear();
    held.write(snapshotWriter);
    SnapshotHeader header = header(held.sequence, snapshotWriter.length());
    snapshots.write(held.key, header, snapshotWriter::toByteArray, held.stored);
    held.stored = header;
  }

  /**
   * Stores a header alone, for a stream whose state is known without a snapshot.
   *
   * @param held the stream, with nothing stored
   */
  void storeEmpty(HeldStream held) {
    held.stored = header(0, 0);
    snapshots.write(held.key, held.stored, (from, to) -> new byte[0], null);
  }

  private SnapshotHeader header(long sequence, int bytes) {
    return new SnapshotHeader(sequence, length, bytes, fingerprint);
  }

  /**
   * Deletes everything that is stored of a stream.
   *
   * @param key of a stream that is stored
   */
  void delete(byte[] key) {
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
    snapshots.delete(key);
  }
}
