package io.kahkm.internal.monitor.setting;

import io.kahkm.internal.numeric.Labelled;

/** How transitions are formed from the records of a stream. */
public enum Pairing implements Labelled {
  /** Consecutive states of an episode form a transition. */
  STATES,
  /** Every record carries a complete transition: a state and its successor. */
  TRANSITIONS
}
