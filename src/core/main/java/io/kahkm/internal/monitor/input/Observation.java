package io.kahkm.internal.monitor.input;

import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a stream: a time, a state in sensor units, and what is known about its episode.
 *
 * <p>The arrays are retained, not copied: they must stay unchanged until the monitor has advanced.
 * A missing value is NaN; no value is infinite.
 */
public final class Observation {
  /** Stands in the journal of a reading in another mode, where others have the number of values. */
  private static final int ELSEWHERE = -3;

  private final long time;
  private final double[] state;
  private final double @Nullable [] next;
  private final @Nullable String episode;
  private final boolean end;
  private final boolean elsewhere;

  private Observation(
      long time,
      double[] state,
      double @Nullable [] next,
      @Nullable String episode,
      boolean end,
      boolean elsewhere) {
    requireReadable("state", state);
    if (next != null) {
      requireReadable("next", next);
      if (next.length != state.length) {
        throw new IllegalArgumentException(
            "next has " + next.length + " values, state has " + state.length);
      }
    }
    this.time = time;
    this.state = state;
    this.next = next;
    this.episode = episode;
    this.end = end;
    this.elsewhere = elsewhere;
  }

  private static void requireReadable(String name, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (Double.isInfinite(values[i])) {
        throw new IllegalArgumentException(
            name + "[" + i + "] is " + values[i] + ", must be finite, or NaN where it is missing");
      }
    }
  }

  /**
   * A state of an episode, for {@link Pairing#STATES}.
   *
   * @param time event time in nanoseconds
   * @param state sensor values, NaN where one is missing, none infinite; retained
   * @param episode identity of the episode, or null if the input has none
   * @param end whether the episode ends with this state
   * @return the observation
   */
  public static Observation state(
      long time, double[] state, @Nullable String episode, boolean end) {
    return new Observation(time, state, null, episode, end, false);
  }

  /**
   * A complete transition, for {@link Pairing#TRANSITIONS}.
   *
   * @param time event time of the current state in nanoseconds
   * @param state current sensor values, NaN where one is missing, none infinite; retained
   * @param next sensor values one step later, likewise; retained
   * @return the observation
   */
  public static Observation transition(long time, double[] state, double[] next) {
    return new Observation(time, state, next, null, false, false);
  }

  /**
   * The same reading as a monitor is shown it whose machine is in another mode meanwhile: one that
   * is not judged, because the monitor's model knows nothing of that mode.
   *
   * @return an observation that shares this one's arrays
   * @throws IllegalStateException if this is a transition, which has no mode
   */
  public Observation elsewhere() {
    if (next != null) {
      throw new IllegalStateException("a transition has no mode");
    }
    return new Observation(time, state, null, episode, end, true);
  }

  /**
   * Whether the machine is in another mode than the monitor's.
   *
   * @return true for what {@link #elsewhere} made
   */
  public boolean isElsewhere() {
    return elsewhere;
  }

  /**
   * Event time.
   *
   * @return nanoseconds since the input's origin
   */
  public long time() {
    return time;
  }

  /**
   * The state in sensor units.
   *
   * @return the retained array, NaN where a value is missing; must not be modified
   */
  public double[] state() {
    return state;
  }

  /**
   * The successor of a complete transition.
   *
   * @return the retained array, or null when the observation is a single state; must not be
   *     modified
   */
  public double @Nullable [] next() {
    return next;
  }

  /**
   * Identity of the episode.
   *
   * @return the identity, empty if the input has none
   */
  public Optional<String> episode() {
    return Optional.ofNullable(episode);
  }

  /**
   * Whether this is the identity of its episode; null where the input has none.
   *
   * @param identity of an episode; null where the input has none
   * @return whether it is this observation's
   */
  public boolean belongsTo(@Nullable String identity) {
    return Objects.equals(episode, identity);
  }

  /**
   * Whether the episode ends with this state.
   *
   * @return true if it does
   */
  public boolean end() {
    return end;
  }

  /**
   * Appends the observation: time, a mark where the machine is in another mode, state, successor,
   * episode, end marker. The journal keeps these bytes.
   *
   * @param writer receives the bytes
   */
  public void write(StateWriter writer) {
    writer.putLong(time);
    if (elsewhere) {
      writer.putInt(ELSEWHERE);
    }
    writer.putDoubles(state);
    writer.putBoolean(next != null);
    if (next != null) {
      writer.putDoubles(next);
    }
    writer.putString(episode);
    writer.putBoolean(end);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param reader positioned at the observation
   * @return the observation
   * @throws MalformedStateException if the bytes are not an observation
   */
  public static Observation read(StateReader reader) {
    boolean elsewhere = reader.peekInt(Long.BYTES) == ELSEWHERE;
    long time = reader.getLong();
    if (elsewhere) {
      reader.getInt();
    }
    double[] state = reader.getDoubles();
    double @Nullable [] next = reader.getBoolean() ? reader.getDoubles() : null;
    String episode = reader.getString();
    boolean end = reader.getBoolean();
    try {
      return new Observation(time, state, next, episode, end, elsewhere);
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("observation: " + e.getMessage());
    }
  }

  /**
   * Nanoseconds between two times; times may be centuries apart, which is more than a long holds.
   *
   * @param from event time in nanoseconds
   * @param to event time in nanoseconds
   * @return the difference, or what is nearest to it
   */
  public static long elapsed(long from, long to) {
    long difference = to - from;
    boolean overflows = ((to ^ from) & (to ^ difference)) < 0;
    return overflows ? (to < from ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
  }
}
