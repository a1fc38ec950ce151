package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;

/**
 * Takes the observations of one input as a {@link StreamMonitor} with the same timing does, but
 * without a model: which states are complete and which of them follow one another by one step.
 * Fitting and profiling see the same transitions as a running monitor this way. Mutable, one owner.
 */
public final class Intake {
  private final Chronology chronology;
  private final HeldValues held;
  private final double[] filled;
  private final Operation operation;
  private boolean chained;
  private boolean judged;
  private boolean follows;
  private boolean complete;
  private boolean startsEpisode;
  private int heldCells;

  /**
   * An intake that has seen nothing yet.
   *
   * @param timing how times are judged and values are held
   * @param sensors number of values of a state, at least 1
   * @throws IllegalArgumentException if the rule that says when the machine runs is about none of
   *     them
   */
  public Intake(InputTiming timing, int sensors) {
    chronology = new Chronology(timing);
    held = new HeldValues(sensors, timing.hold());
    filled = new double[sensors];
    operation = new Operation(timing, sensors);
  }

  /**
   * Takes one state.
   *
   * @param observation a state without a successor; its arrays are not retained
   * @return how it was taken; unless it changes state, nothing else has a meaning
   */
  public Admission accept(Observation observation) {
    Admission admission = chronology.admit(observation, operation.isElsewhere());
    if (!admission.changesState()) {
      return admission;
    }
    boolean ends = chronology.changesEpisode(observation) || chronology.followsGap(observation);
    if (chronology.open() && ends) {
      endEpisode();
    }
    boolean wasJudged = operation.judged();
    judged = operation.take(observation, chronology.followsGap(observation));
    if (wasJudged && !judged) {
      breakChain();
    }
    startsEpisode = !chronology.open() || (judged && !wasJudged);
    if (startsEpisode) {
      chronology.start(observation);
      chained = false;
    } else if (admission == Admission.IRREGULAR) {
      chained = false;
    }
    heldCells = judged ? held.fill(observation.time(), observation.state(), filled) : 0;
    complete = judged && HeldValues.complete(filled);
    follows = complete && chained;
    chained = complete;
    if (observation.end()) {
      endEpisode();
    }
    chronology.advanceTo(observation.time());
    return admission;
  }

  /**
   * Takes an independent pair, which belongs to no episode: only its time is judged.
   *
   * @param observation a transition; its arrays are not retained
   * @return how it was taken
   */
  public Admission acceptPair(Observation observation) {
    Admission admission = chronology.admit(observation, operation.isElsewhere());
    if (admission.changesState()) {
      chronology.advanceTo(observation.time());
    }
    return admission;
  }

  /** The next state follows none, and no value is held over to it. */
  public void breakChain() {
    chained = false;
    held.forget();
  }

  private void endEpisode() {
    chained = false;
    held.forget();
    chronology.end();
  }

  /**
   * Whether the last state has all its values, held ones included.
   *
   * @return false if it is to be skipped
   */
  public boolean complete() {
    return complete;
  }

  /**
   * Whether the machine was in operation at the last state, so that a monitor judges it.
   *
   * @return false if it stood still or had not settled: whatever its values, it is left out
   */
  public boolean judged() {
    return judged;
  }

  /**
   * Whether the last state follows the complete state before it by one step.
   *
   * @return false at every start and after every break
   */
  public boolean follows() {
    return follows;
  }

  /**
   * Whether the last state starts an episode.
   *
   * @return true at the first state, after a gap, where the episode changes, and where the machine
   *     is in operation again
   */
  public boolean startsEpisode() {
    return startsEpisode;
  }

  /**
   * How many values of the last state were held.
   *
   * @return number of values, also where others are still missing
   */
  public int heldCells() {
    return heldCells;
  }

  /**
   * The last state.
   *
   * @return a new array, NaN where a value is missing and not held
   */
  public double[] state() {
    return filled.clone();
  }
}
