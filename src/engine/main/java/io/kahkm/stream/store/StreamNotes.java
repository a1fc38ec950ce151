package io.kahkm.stream.store;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Notes how far each stream of a task has come in event time, and when that was by the wall clock,
 * so that old ones are found without reading what is stored of them. A stream is noted when it has
 * advanced by a sixteenth of the time after which it would be forgotten, by either clock, not at
 * every record. One owner, the task's thread.
 *
 * <p>Versions up to 0.1 noted the event time alone; they read what is written here.
 */
public final class StreamNotes {
  private static final int NOTES_PER_SILENCE = 16;

  /**
   * What is noted of a stream.
   *
   * @param heard event time that it had reached, in nanoseconds; it may have advanced a little
   *     since
   * @param wall wall clock at which it had, in milliseconds
   */
  record Noted(long heard, long wall) {}

  /**
   * What is noted of a stream, with its name.
   *
   * @param stream its key
   * @param heard see {@link Noted}
   * @param wall see {@link Noted}
   */
  public record Note(Bytes stream, long heard, long wall) {}

  private final KeyValueStore<Bytes, byte[]> snapshots;
  private final LongSupplier clock;
  private final long every;
  private final long everyMillis;

  /**
   * Creates notes.
   *
   * @param snapshots the store they are in
   * @param forget silence after which streams are forgotten, in nanoseconds; 0 for never, and then
   *     nothing is noted
   * @param clock wall clock in milliseconds
   */
  public StreamNotes(KeyValueStore<Bytes, byte[]> snapshots, long forget, LongSupplier clock) {
    this.snapshots = snapshots;
    this.clock = clock;
    every = forget == 0 ? 0 : Math.max(1, forget / NOTES_PER_SILENCE);
    everyMillis = Math.max(1, Duration.ofNanos(every).toMillis());
  }

  /**
   * Notes how far a stream has come that has just sent something, unless a note says nearly so.
   *
   * @param id the stream's key, in whatever space it is stored
   * @param held the stream
   */
  public void heard(byte[] id, HeldStream held) {
    if (every > 0) {
      long now = clock.getAsLong();
      Noted noted = noted(id, held);
      long wall = noted == null ? 0 : noted.wall();
      if (noted == null
          || !isNear(noted.heard(), held.lastTime())
          || now < wall
          || now - wall >= everyMillis) {
        write(id, held, now);
      }
    }
  }

  /**
   * Notes how far a stream has come that was found in the stores: state of before streams were
   * forgotten has no notes. If nothing was noted, its silence by the wall clock starts now.
   *
   * @param id the stream's key, in whatever space it is stored
   * @param held the stream
   */
  public void found(byte[] id, HeldStream held) {
    if (every > 0) {
      Noted noted = noted(id, held);
      if (noted == null || !isNear(noted.heard(), held.lastTime())) {
        write(id, held, noted == null ? clock.getAsLong() : noted.wall());
      }
    }
  }

  private @Nullable Noted noted(byte[] id, HeldStream held) {
    if (held.noted == null) {
      byte[] note = snapshots.get(StoreKeys.note(id));
      held.noted = note == null ? null : read(note);
    }
    return held.noted;
  }

  private void write(byte[] id, HeldStream held, long wall) {
    held.noted = new Noted(held.lastTime(), wall);
    write(Bytes.wrap(id), held.noted);
  }

  private void write(Bytes id, Noted noted) {
    StateWriter note = new StateWriter();
    note.putLong(noted.heard());
    note.putLong(noted.wall());
    snapshots.put(StoreKeys.note(id.get()), note.toByteArray());
  }

  /** Reads a note; one without a wall clock counts from now on. */
  private Noted read(byte[] note) {
    StateReader reader = new StateReader(note);
    long heard = reader.getLong();
    return new Noted(heard, isWithoutWall(note) ? clock.getAsLong() : reader.getLong());
  }

  private static boolean isWithoutWall(byte[] note) {
    return note.length == Long.BYTES;
  }

  /** The difference is below 0 where the times are centuries apart. */
  private boolean isNear(long earlier, long later) {
    long difference = later - earlier;
    return later >= earlier && difference >= 0 && difference < every;
  }

  /**
   * The next notes.
   *
   * @param from where the last call ended, null at first
   * @param most how many are read
   * @param notes receives them
   * @return where the next call continues, null if there are no more
   */
  public @Nullable Bytes next(@Nullable Bytes from, int most, List<Note> notes) {
    List<Note> withoutWall = new ArrayList<>();
    Bytes last = next(from, most, notes, withoutWall);
    withoutWall.forEach(note -> write(note.stream(), new Noted(note.heard(), note.wall())));
    return last;
  }

  private @Nullable Bytes next(
      @Nullable Bytes from, int most, List<Note> notes, List<Note> withoutWall) {
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
        Noted noted = read(entry.value);
        Note note = new Note(Bytes.wrap(StoreKeys.noted(entry.key)), noted.heard(), noted.wall());
        notes.add(note);
        if (isWithoutWall(entry.value)) {
          withoutWall.add(note);
        }
        if (notes.size() == most) {
          return entry.key;
        }
      }
    }
    return null;
  }

  /** Deletes the note of a stream. */
  public void delete(byte[] stream) {
    snapshots.delete(StoreKeys.note(stream));
  }
}
