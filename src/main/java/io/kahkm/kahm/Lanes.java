package io.kahkm.kahm;

/** The fixed order in which eight partial sums become one, shared by scalar and vector kernels. */
final class Lanes {
  /** Partial sums per sum; references come in groups of as many. */
  static final int COUNT = 8;

  private Lanes() {}

  /**
   * Adds eight lanes by halving: 4 + 4, 2 + 2, 1 + 1.
   *
   * @return their sum
   */
  static double sum(
      double l0, double l1, double l2, double l3, double l4, double l5, double l6, double l7) {
    return ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7));
  }
}
