package io.kahkm.bench.soak;

import java.util.List;

/**
 * A comparison and the test of the comparison on the same data.
 *
 * @param tally what was found
 * @param controls how many faults were planted and noticed
 */
record Verified(Tally tally, NegativeControl controls) {
  static final Verified NOTHING = new Verified(Tally.NOTHING, NegativeControl.NONE);

  Verified and(Verified other) {
    return new Verified(tally.and(other.tally), controls.and(other.controls));
  }

  /** The same with a problem in words before the others. */
  Verified said(String problem) {
    return new Verified(new Tally(0, 0, 0, 0, List.of(problem)).and(tally), controls);
  }
}
