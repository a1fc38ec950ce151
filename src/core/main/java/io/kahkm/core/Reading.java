package io.kahkm.core;

import io.kahkm.internal.monitor.input.Observation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a stream: a value per sensor, a time, and what is known about its episode. An
 * episode is a run of readings that belong together, such as a batch, a cycle or a shift.
 *
 * <p>Values are in the units that the model was fitted in and in the order of {@link
 * KahkmModel#sensors}. A missing value is {@code NaN}; none is infinite. Arrays are kept, not
 * copied: they must not change before {@link KahkmMonitor#advance} has returned, and may be reused
 * from then on.
 */
public final class Reading {
  private final Observation observation;
  private final boolean timed;

  private Reading(Observation observation, boolean timed) {
    this.observation = observation;
    this.timed = timed;
  }

  /**
   * A reading with the time at which it was taken.
   *
   * @param time between the years 1678 and 2262
   * @param values one per sensor, {@code NaN} where one is missing; kept
   * @return the reading
   * @throws IllegalArgumentException if a value is infinite or the time is out of range
   */
  public static Reading at(Instant time, double... values) {
    return new Reading(Observation.state(Times.nanos(time), values, null, false), true);
  }

  /**
   * A reading without a time, for streams in which the order of arrival is the order of time
   * ({@link StreamSettings.Builder#arrivalOrder}).
   *
   * @param values one per sensor, {@code NaN} where one is missing; kept
   * @return the reading
   * @throws IllegalArgumentException if a value is infinite
   */
  public static Reading inOrder(double... values) {
    return new Reading(Observation.state(0, values, null, false), false);
  }

  /**
   * A complete transition: a reading and the one a step later, independent of what came before
   * ({@link StreamSettings.Builder#transitions}).
   *
   * @param time of the first reading, between the years 1678 and 2262
   * @param values one per sensor, {@code NaN} where one is missing; kept
   * @param next the same one step later; kept
   * @return the reading
   * @throws IllegalArgumentException if a value is infinite, the lengths differ or the time is out
   *     of range
   */
  public static Reading transition(Instant time, double[] values, double[] next) {
    return new Reading(Observation.transition(Times.nanos(time), values, next), true);
  }

  /**
   * The same reading of a named episode: it starts where the name changes.
   *
   * @param episode identity of the episode
   * @return a reading with the same arrays
   * @throws IllegalStateException if this is a transition, which belongs to no episode
   */
  public Reading ofEpisode(String episode) {
    return again(episode, observation.end());
  }

  /**
   * The same reading as the last one of its episode.
   *
   * @return a reading with the same arrays
   * @throws IllegalStateException if this is a transition, which belongs to no episode
   */
  public Reading endingEpisode() {
    return again(observation.episode().orElse(null), true);
  }

  private Reading again(@Nullable String episode, boolean end) {
    if (observation.next() != null) {
      throw new IllegalStateException("a transition belongs to no episode");
    }
    return new Reading(
        Observation.state(observation.time(), observation.state(), episode, end), timed);
  }

  Observation observation() {
    return observation;
  }

  boolean timed() {
    return timed;
  }
}
