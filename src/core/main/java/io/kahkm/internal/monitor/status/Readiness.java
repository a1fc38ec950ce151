package io.kahkm.internal.monitor.status;

import io.kahkm.internal.numeric.Labelled;

/** Whether an observation gave a state that the map can encode. */
public enum Readiness implements Labelled {
  /** It did. */
  READY,
  /**
   * A sensor value was missing and no earlier one could be held: the observation is counted and
   * skipped, and the next state starts anew, as after an irregular step.
   */
  INCOMPLETE,
  /**
   * More observations are needed before the first state: delays have to fill, or the stream's own
   * scaling is still being learned.
   */
  WARMING_UP,
  /** The machine stands still, by the rule of the input: the observation is not judged. */
  OFF,
  /** The machine runs but has not settled after its start: the observation is not judged. */
  SETTLING;

  /**
   * Whether the machine is in operation, so that its observations are judged.
   *
   * @return false where it stands still or has not settled
   */
  public boolean inOperation() {
    return this != OFF && this != SETTLING;
  }
}
