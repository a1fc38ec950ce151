package io.kahkm.internal.incident;

/** How alike two incidents are. */
public final class Similarity {
  private Similarity() {}

  /**
   * The cosine of the angle between what the sensors contributed.
   *
   * <pre>
   * sum of a_j b_j / sqrt(sum of a_j^2 * sum of b_j^2)
   * </pre>
   *
   * @param a contributions of one incident, at least 0; not modified
   * @param b of the other, of the same sensors; not modified
   * @return from 0, other sensors, to 1, the same ones in the same proportion; 0 where either has
   *     none
   * @throws IllegalArgumentException if the numbers of sensors differ
   */
  public static double of(double[] a, double[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException("b has " + b.length + " sensors, a has " + a.length);
    }
    double product = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int j = 0; j < a.length; j++) {
      product += a[j] * b[j];
      squaresA += a[j] * a[j];
      squaresB += b[j] * b[j];
    }
    double norms = Math.sqrt(squaresA * squaresB);
    return norms > 0 ? Math.min(1, product / norms) : 0;
  }
}
