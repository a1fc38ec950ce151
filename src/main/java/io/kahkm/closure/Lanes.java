package io.kahkm.closure;

/**
 * Sums in a fixed order of eight lanes: lane {@code j} takes the elements {@code i} with {@code i
 * mod 8 == j} in ascending order, then the lanes are added as {@code ((0+4)+(2+6)) +
 * ((1+5)+(3+7))}.
 *
 * <p>The order is that of vectors of eight (or two of four, or four of two) doubles folded in
 * halves, so that a vectorized implementation gives the same bits. Elements beyond the end count as
 * zeros, which change no lane.
 */
final class Lanes {
  private static final int LANES = 8;

  private Lanes() {}

  /** Sum of squares by fused multiply-add. */
  static double squaredNorm(double[] v) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int whole = v.length & -LANES;
    for (int i = 0; i < whole; i += LANES) {
      s0 = Math.fma(v[i], v[i], s0);
      s1 = Math.fma(v[i + 1], v[i + 1], s1);
      s2 = Math.fma(v[i + 2], v[i + 2], s2);
      s3 = Math.fma(v[i + 3], v[i + 3], s3);
      s4 = Math.fma(v[i + 4], v[i + 4], s4);
      s5 = Math.fma(v[i + 5], v[i + 5], s5);
      s6 = Math.fma(v[i + 6], v[i + 6], s6);
      s7 = Math.fma(v[i + 7], v[i + 7], s7);
    }
    for (int i = whole; i < v.length; i++) {
      double x = v[i];
      switch (i - whole) {
        case 0 -> s0 = Math.fma(x, x, s0);
        case 1 -> s1 = Math.fma(x, x, s1);
        case 2 -> s2 = Math.fma(x, x, s2);
        case 3 -> s3 = Math.fma(x, x, s3);
        case 4 -> s4 = Math.fma(x, x, s4);
        case 5 -> s5 = Math.fma(x, x, s5);
        default -> s6 = Math.fma(x, x, s6);
      }
    }
    return fold(s0, s1, s2, s3, s4, s5, s6, s7);
  }

  /** Sum of {@code v_i - shift} over the entries for which it is above a threshold. */
  static double sumAbove(double[] v, int start, int length, double shift, double threshold) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = start + length;
    int whole = start + (length & -LANES);
    for (int i = start; i < whole; i += LANES) {
      s0 += above(v[i] - shift, threshold);
      s1 += above(v[i + 1] - shift, threshold);
      s2 += above(v[i + 2] - shift, threshold);
      s3 += above(v[i + 3] - shift, threshold);
      s4 += above(v[i + 4] - shift, threshold);
      s5 += above(v[i + 5] - shift, threshold);
      s6 += above(v[i + 6] - shift, threshold);
      s7 += above(v[i + 7] - shift, threshold);
    }
    for (int i = whole; i < end; i++) {
      double x = above(v[i] - shift, threshold);
      switch (i - whole) {
        case 0 -> s0 += x;
        case 1 -> s1 += x;
        case 2 -> s2 += x;
        case 3 -> s3 += x;
        case 4 -> s4 += x;
        case 5 -> s5 += x;
        default -> s6 += x;
      }
    }
    return fold(s0, s1, s2, s3, s4, s5, s6, s7);
  }

  private static double above(double value, double threshold) {
    return value > threshold ? value : 0;
  }

  private static double fold(
      double s0, double s1, double s2, double s3, double s4, double s5, double s6, double s7) {
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
  }
}
