package io.kahkm.bench.soak.comparison;

import java.util.List;

/**
 * A comparison and the test of the comparison on the same data.
 *
 * @param tally what was found
 * @param controls how many faults were planted and noticed
 */
public record Verified(Tally tally, NegativeControl controls) {
  /** Nothing compared, nothing planted. */
  public static final Verified NOTHING = new Verified(Tally.NOTHING, NegativeControl.NONE);

  /**
   * Adds what was verified elsewhere.
   *
   * @param other the later part
   * @return both together, this one's problems first
   */
  public Verified and(Verified other) {
    return new Verified(tally.and(other.tally), controls.and(other.controls));
  }

  /** The same with a problem in words before the others. */
  Verified said(String problem) {
    return new Verified(new Tally(0, 0, 0, 0, List.of(problem)).and(tally), controls);
  }
}
