package io.kahkm.internal.monitor;

import io.kahkm.internal.numeric.StateTransfer;

/**
 * Counts how many observed states in a row were outside the map, and since when: with models of
 * earlier versions, which gather no evidence, as many as {@link #LONG} make a stream outside.
 * Mutable, one owner.
 */
final class OutsideRun {
  /** States in a row. */
  static final int LONG = 3;

  private long length;
  private long since;

  void add(boolean outside, long time) {
    if (!outside) {
      length = 0;
      return;
    }
    if (length == 0) {
      since = time;
    }
    length++;
  }

  /** The next state belongs to another stream. */
  void clear() {
    length = 0;
  }

  boolean outsideMap() {
    return length >= LONG;
  }

  /** Event time of the run's first state; meaningful during a run. */
  long since() {
    return since;
  }

  void transfer(StateTransfer state) {
    length = state.longOf(length);
    since = state.longOf(since);
  }
}
