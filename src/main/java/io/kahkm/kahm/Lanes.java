package io.kahkm.kahm;

/** The fixed order in which eight partial sums become one, shared by scalar and vector kernels. */
final class Lanes {
  /** Partial sums per sum; references come in groups of as many. */
  static final int COUNT = 8;

  private Lanes() {}

  /**
   * Adds eight lanes by halving: 4 + 4, 2 + 2, 1 + 1.
   *
   * @param lanes not modified
   * @param from index of the first lane
   * @return their sum
   */
  static double sum(double[] lanes, int from) {
    double first = (lanes[from] + lanes[from + 4]) + (lanes[from + 2] + lanes[from + 6]);
    double second = (lanes[from + 1] + lanes[from + 5]) + (lanes[from + 3] + lanes[from + 7]);
    return first + second;
  }
}
