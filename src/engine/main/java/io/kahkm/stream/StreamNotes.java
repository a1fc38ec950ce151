package io.kahkm.stream;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Notes how far each stream of a task has come in event time, so that old ones are found without
 * reading what is stored of them. A stream is noted when it has gone on by a sixteenth of the time
 * after which it would be forgotten, not at every record. One owner, the task's thread.
 */
final class StreamNotes {
  private static final int NOTES_PER_SILENCE = 16;

  /**
   * What is noted of a stream.
   *
   * @param stream its key
   * @param heard event time that it had reached, in nanoseconds; it may have gone on a little since
   */
  record Note(Bytes stream, long heard) {}

  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final long every;

  /**
   * Creates notes.
   *
   * @param snapshots the store they lie in
   * @param forget silence after which streams are forgotten, in nanoseconds; 0 for never, and then
   *     nothing is noted
   */
  StreamNotes(KeyValueStore<Bytes, byte[]> snapshots, long forget) {
    this.snapshots = snapshots;
    every = forget == 0 ? 0 : Math.max(1, forget / NOTES_PER_SILENCE);
  }

  /**
   * Notes how far a stream has come, unless a note says nearly so.
   *
   * @param id the stream's key, in whatever space it is stored
   * @param held the stream
   */
  void note(byte[] id, HeldStream held) {
    if (every == 0) {
      return;
    }
    long time = held.lastTime();
    if (held.noted == null) {
      byte[] note = snapshots.get(StoreKeys.note(id));
      held.noted = note == null ? null : new StateReader(note).getLong();
    }
    if (held.noted == null || time < held.noted || !isNear(held.noted, time)) {
      StateWriter note = new StateWriter();
      note.putLong(time);
      snapshots.put(StoreKeys.note(id), note.toByteArray());
      held.noted = time;
    }
  }

  /** The difference is below 0 where the times are centuries apart. */
  private boolean isNear(long earlier, long later) {
    long difference = later - earlier;
    return difference >= 0 && difference < every;
  }

  /**
   * The next notes.
   *
   * @param from where the last call ended, null at first
   * @param most how many are read
   * @param notes receives them
   * @return where the next call goes on, null if there are no more
   */
  @Nullable Bytes next(@Nullable Bytes from, int most, List<Note> notes) {
    try (KeyValueIterator<Bytes, byte[]> entries =
        snapshots.range(from == null ? StoreKeys.firstNote() : from, null)) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> entry = entries.next();
        // What belongs to no stream follows the last note.
        if (!StoreKeys.isNote(entry.key)) {
          return null;
        }
        if (entry.key.equals(from)) {
          continue;
        }
        notes.add(
            new Note(
                Bytes.wrap(StoreKeys.noted(entry.key)), new StateReader(entry.value).getLong()));
        if (notes.size() == most) {
          return entry.key;
        }
      }
    }
    return null;
  }

  /** Deletes the note of a stream. */
  void delete(byte[] stream) {
    snapshots.delete(StoreKeys.note(stream));
  }
}
