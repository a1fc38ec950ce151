package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.StateTransfer;
import org.jspecify.annotations.Nullable;

/**
 * Where a stream stands in event time and in its episodes. Everything is judged when the next
 * record arrives, on the records' times alone. Mutable, one owner.
 */
final class Chronology {
  private final InputTiming timing;
  private long lastTime;
  private boolean seen;
  private boolean open;
  private @Nullable String episode;

  Chronology(InputTiming timing) {
    this.timing = timing;
  }

  long lastTime() {
    return lastTime;
  }

  /** Time of the last observation, before all times where there was none. */
  long reached() {
    return seen ? lastTime : Long.MIN_VALUE;
  }

  /** Whether an episode is under way. */
  boolean open() {
    return open;
  }

  /**
   * How an observation would be taken; changes nothing.
   *
   * @param away whether the machine was in another mode: readings were left out
   */
  Admission admit(Observation observation, boolean away) {
    if (!timing.timed() || !seen || changesEpisode(observation) || wasSetBack(observation)) {
      return Admission.ACCEPTED;
    }
    if (observation.time() == lastTime) {
      return Admission.DUPLICATE;
    }
    if (observation.time() < lastTime) {
      return Admission.OUT_OF_ORDER;
    }
    boolean continues = open && !away && !followsGap(observation);
    return continues && isIrregular(observation) ? Admission.IRREGULAR : Admission.ACCEPTED;
  }

  /**
   * How many steps an observation follows the last one by.
   *
   * @param away whether the machine was in another mode: readings were left out
   * @return at least 1; 0 where it belongs to another episode, or its time is no whole number of
   *     steps, so that nobody knows
   */
  long stepsTo(Observation observation, boolean away) {
    if (!seen || !open || changesEpisode(observation) || wasSetBack(observation)) {
      return 0;
    }
    if (!timing.timed() || timing.step() == 0) {
      return away || followsGap(observation) ? 0 : 1;
    }
    double elapsed = Observation.elapsed(lastTime, observation.time());
    double steps = Math.rint(elapsed / timing.step());
    double deviation = Math.abs(elapsed - steps * timing.step());
    return steps >= 1 && deviation <= timing.stepTolerance() * timing.step() ? (long) steps : 0;
  }

  private boolean isIrregular(Observation observation) {
    if (timing.step() == 0) {
      return false;
    }
    double deviation =
        Math.abs((double) (Observation.elapsed(lastTime, observation.time()) - timing.step()));
    return deviation > timing.stepTolerance() * timing.step();
  }

  /** Whether the observation names another episode than the last one did. */
  boolean changesEpisode(Observation observation) {
    return seen && !observation.belongsTo(episode);
  }

  /**
   * Whether the time since the last observation is longer than {@code idle}, in either direction.
   */
  boolean followsGap(Observation observation) {
    boolean longer =
        timing.idle() > 0 && Observation.elapsed(lastTime, observation.time()) > timing.idle();
    return seen && (longer || wasSetBack(observation));
  }

  /**
   * Whether the clock was set back: a record that is merely late is so by less than {@code idle}.
   * Without this a single time far ahead would shut out everything that comes after it.
   */
  private boolean wasSetBack(Observation observation) {
    return timing.timed()
        && timing.idle() > 0
        && Observation.elapsed(observation.time(), lastTime) > timing.idle();
  }

  void start(Observation observation) {
    open = true;
    episode = observation.episode().orElse(null);
  }

  void end() {
    open = false;
  }

  /** What follows has a time and episodes of its own. */
  void forget() {
    open = false;
    seen = false;
    episode = null;
  }

  void advanceTo(long time) {
    lastTime = time;
    seen = true;
  }

  void transfer(StateTransfer state) {
    lastTime = state.longOf(lastTime);
    seen = state.booleanOf(seen);
    open = state.booleanOf(open);
    episode = state.stringOf(episode);
  }
}
