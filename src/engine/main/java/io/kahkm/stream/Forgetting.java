package io.kahkm.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Forgets streams that have sent nothing for long, in event time. Mutable, owned by one task.
 *
 * <p>Time has come as far as the second latest of the partition's streams: one clock that runs
 * ahead makes nobody old. A stream is forgotten when two passes in a row find it too old and it has
 * not gone on between them, so that several wrong clocks do no harm to streams that are alive. A
 * pass is cut into pieces; it reads what was noted of each stream, and what is stored of it only
 * where it seems old.
 */
final class Forgetting {
  /** Streams whose notes are read at once. */
  private static final int NOTES_AT_ONCE = 1_000;

  /** Where a pass stands. */
  private enum Phase {
    NONE,
    /** Finding out how far time has come. */
    MEASURING,
    /** Comparing every stream with it. */
    COMPARING
  }

  /** Streams that can be forgotten. */
  interface Streams {
    /** What is noted of them. */
    StreamNotes notes();

    /**
     * How far a stream has come.
     *
     * @param key of a stream that is stored
     * @return event time that it has reached, in nanoseconds
     */
    long lastTime(byte[] key);

    /**
     * Forgets a stream for good: everything that is stored of it is deleted. A record of it that
     * comes later begins a new stream.
     *
     * @param key of a stream that is stored
     */
    void forget(byte[] key);
  }

  private final Streams store;
  private final long forget;
  private final Deque<StreamNotes.Note> old = new ArrayDeque<>();
  private Map<Bytes, Long> foundBefore = new HashMap<>();
  private Map<Bytes, Long> found = new HashMap<>();
  private Phase phase = Phase.NONE;
  private @Nullable Bytes position;
  private long latest;
  private long time;

  /**
   * Begins with no pass.
   *
   * @param store the streams of the task
   * @param forget silence after which a stream is forgotten, in nanoseconds, at least 1
   */
  Forgetting(Streams store, long forget) {
    this.store = store;
    this.forget = forget;
  }

  /** Begins a pass unless one is under way. */
  void begin() {
    if (phase == Phase.NONE) {
      phase = Phase.MEASURING;
      position = null;
      latest = Long.MIN_VALUE;
      time = Long.MIN_VALUE;
    }
  }

  /**
   * Goes on with the pass, if one is under way.
   *
   * @param enough asked before every piece
   * @return the streams that were forgotten
   */
  List<byte[]> go(BooleanSupplier enough) {
    List<byte[]> forgotten = new ArrayList<>();
    while (phase != Phase.NONE && !enough.getAsBoolean()) {
      if (!old.isEmpty()) {
        judge(old.poll().stream(), forgotten);
      } else if (phase == Phase.MEASURING) {
        measure();
      } else if (position != null) {
        compare(position);
      } else {
        foundBefore = found;
        found = new HashMap<>();
        phase = Phase.NONE;
      }
    }
    return forgotten;
  }

  private void measure() {
    List<StreamNotes.Note> notes = new ArrayList<>();
    position = store.notes().next(position, NOTES_AT_ONCE, notes);
    for (StreamNotes.Note note : notes) {
      time = Math.max(time, Math.min(latest, note.heard()));
      latest = Math.max(latest, note.heard());
    }
    if (position == null) {
      phase = Phase.COMPARING;
      compare(null);
    }
  }

  private void compare(@Nullable Bytes from) {
    List<StreamNotes.Note> notes = new ArrayList<>();
    position = store.notes().next(from, NOTES_AT_ONCE, notes);
    notes.stream().filter(note -> isOld(note.heard())).forEach(old::add);
  }

  private void judge(Bytes stream, List<byte[]> forgotten) {
    long heard = store.lastTime(stream.get());
    if (!isOld(heard)) {
      return;
    }
    Long before = foundBefore.get(stream);
    if (before != null && before == heard) {
      store.forget(stream.get());
      forgotten.add(stream.get());
    } else {
      found.put(stream, heard);
    }
  }

  /** Both times may be centuries apart: then their difference overflows to below 0. */
  private boolean isOld(long heard) {
    long silence = time - heard;
    return time > heard && (silence < 0 || silence > forget);
  }
}
