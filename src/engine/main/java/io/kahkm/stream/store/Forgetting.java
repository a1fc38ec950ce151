package io.kahkm.stream.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Forgets streams that have sent nothing for long. Mutable, owned by one task.
 *
 * <p>What a stream has learned cannot be brought back, so that several things have to agree:
 *
 * <ul>
 *   <li>Its event time is older than the median of the partition's streams that are alive: clocks
 *       that run ahead make nobody old while they are not the majority.
 *   <li>It has sent nothing for as long by the wall clock, so that not even a majority of wrong
 *       clocks makes a stream old that is alive; a replay of old records forgets nothing sooner.
 *   <li>The partition has been here for a while: after a stop of the engine every stream has been
 *       silent by the wall clock.
 *   <li>Two passes in a row find it so, and it has not advanced between them.
 *   <li>Those that are due together are not many of the partition's streams: many at once are
 *       rather a fault of clocks or of the way records take. They stay until they have been silent
 *       for twice the time by the wall clock, and {@link #held} tells how many.
 * </ul>
 *
 * <p>A pass is cut into pieces; it reads what was noted of each stream, and what is stored of it
 * only where it seems old.
 */
public final class Forgetting {
  /** Streams whose notes are read at once. */
  private static final int NOTES_AT_ONCE = 1_000;

  /** Streams that a pass looks into; further ones wait for the next. */
  private static final int MOST_DUE = 10_000;

  /** So few may always be forgotten together. */
  private static final int FEW = 2;

  /** More than one in so many streams are many. */
  private static final int MANY = 4;

  /** How long the partition has to be here at most before anything is forgotten. */
  private static final long LONGEST_SETTLING = Duration.ofHours(6).toMillis();

  /** Where a pass stands. */
  private enum Phase {
    NONE,
    /** Finding out how far time has come. */
    MEASURING,
    /** Comparing every stream with it. */
    COMPARING,
    /** Deleting those that are due. */
    DELETING
  }

  /** Streams that can be forgotten. */
  public interface Streams {
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

  /** A stream that seems old by its note. */
  private record Candidate(Bytes stream, long wall) {}

  /** A stream that two passes found old. */
  private record Due(Bytes stream, long heard, long wall) {}

  private final Streams store;
  private final long forget;
  private final long silence;
  private final long settled;
  private final Deque<Candidate> old = new ArrayDeque<>();
  private final Deque<Due> due = new ArrayDeque<>();
  private Map<Bytes, Long> foundBefore = new HashMap<>();
  private Map<Bytes, Long> found = new HashMap<>();
  private Phase phase = Phase.NONE;
  private @Nullable Bytes position;

  /** Event times of the streams that are alive; as many as the field beside it says. */
  private long[] clocks = {};

  private int alive;
  private int streams;
  private int candidates;
  private int held;
  private long now;
  private long time;

  /**
   * Begins with no pass.
   *
   * @param store the streams of the task
   * @param forget silence after which a stream is forgotten, in nanoseconds, at least 1
   * @param begun wall clock at which the partition came here, in milliseconds
   */
  public Forgetting(Streams store, long forget, long begun) {
    this.store = store;
    this.forget = forget;
    silence = Duration.ofNanos(forget).toMillis();
    settled = begun + Math.min(silence, LONGEST_SETTLING);
  }

  /**
   * Begins a pass unless one is under way or the partition came here only just now.
   *
   * @param wall wall clock in milliseconds
   */
  public void begin(long wall) {
    if (phase == Phase.NONE && wall >= settled) {
      phase = Phase.MEASURING;
      position = null;
      now = wall;
      alive = 0;
      streams = 0;
      candidates = 0;
    }
  }

  /**
   * How many streams the last pass kept because too many were due at once.
   *
   * @return 0 if all that were due are forgotten
   */
  public int held() {
    return held;
  }

  /**
   * Continues the pass, if one is under way.
   *
   * @param enough asked before every piece
   * @return the streams that were forgotten
   */
  public List<byte[]> go(BooleanSupplier enough) {
    List<byte[]> forgotten = new ArrayList<>();
    while (phase != Phase.NONE && !enough.getAsBoolean()) {
      switch (phase) {
        case MEASURING -> measure();
        case COMPARING -> compare();
        default -> delete(forgotten);
      }
    }
    return forgotten;
  }

  private void measure() {
    List<StreamNotes.Note> notes = new ArrayList<>();
    position = store.notes().next(position, NOTES_AT_ONCE, notes);
    streams += notes.size();
    for (StreamNotes.Note note : notes) {
      if (!isSilent(note.wall(), 1)) {
        if (alive == clocks.length) {
          clocks = Arrays.copyOf(clocks, Math.max(NOTES_AT_ONCE, 2 * alive));
        }
        clocks[alive++] = note.heard();
      }
    }
    if (position == null) {
      Arrays.sort(clocks, 0, alive);
      time = alive == 0 ? Long.MIN_VALUE : clocks[(alive - 1) / 2];
      clocks = new long[0];
      phase = Phase.COMPARING;
      look();
    }
  }

  private void compare() {
    if (!old.isEmpty()) {
      judge(old.poll());
    } else if (position != null) {
      look();
    } else {
      decide();
    }
  }

  private void look() {
    List<StreamNotes.Note> notes = new ArrayList<>();
    position = store.notes().next(position, NOTES_AT_ONCE, notes);
    for (StreamNotes.Note note : notes) {
      if (isOld(note.heard()) && isSilent(note.wall(), 1)) {
        candidates++;
        if (candidates <= MOST_DUE) {
          old.add(new Candidate(note.stream(), note.wall()));
        }
      }
    }
  }

  private void judge(Candidate candidate) {
    long heard = store.lastTime(candidate.stream().get());
    if (!isOld(heard)) {
      return;
    }
    found.put(candidate.stream(), heard);
    Long before = foundBefore.get(candidate.stream());
    if (before != null && before == heard) {
      due.add(new Due(candidate.stream(), heard, candidate.wall()));
    }
  }

  private void decide() {
    foundBefore = found;
    found = new HashMap<>();
    int before = due.size();
    if (candidates > FEW && candidates > streams / MANY) {
      due.removeIf(stream -> !isSilent(stream.wall(), 2));
    }
    held = before - due.size();
    phase = Phase.DELETING;
  }

  private void delete(List<byte[]> forgotten) {
    Due next = due.poll();
    if (next == null) {
      phase = Phase.NONE;
    } else if (store.lastTime(next.stream().get()) == next.heard()) {
      // It may have sent something since it was found.
      store.forget(next.stream().get());
      forgotten.add(next.stream().get());
      foundBefore.remove(next.stream());
    }
  }

  /** Both times may be centuries apart: then their difference overflows to below 0. */
  private boolean isOld(long heard) {
    long behind = time - heard;
    return time > heard && (behind < 0 || behind > forget);
  }

  private boolean isSilent(long wall, int times) {
    return now - wall > silence * times;
  }
}
