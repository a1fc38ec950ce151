package io.kahkm.internal.numeric.kernel;

/**
 * Sums in a fixed order of eight lanes: lane {@code j} takes the elements {@code i} with {@code i
 * mod 8 == j} in ascending order, then the lanes are added as {@code ((0+4)+(2+6)) +
 * ((1+5)+(3+7))}.
 *
 * <p>The order is that of vectors of eight (or two of four, or four of two) doubles folded in
 * halves, so that a vectorized implementation gives the same bits. Elements beyond the end count as
 * zeros, which change no lane.
 */
public final class Lanes {
  /** Partial sums per sum. */
  public static final int COUNT = 8;

  /**
   * Where the elements of an {@linkplain #aligned aligned} array begin. The elements of an array
   * are 16 bytes behind its object. Where the JVM is told to place objects at multiples of 64 bytes
   * ({@code -XX:ObjectAlignmentInBytes=64}) a cache line begins six elements later, and a vector of
   * eight takes one access instead of two; elsewhere objects lie anywhere, and this does no harm.
   */
  public static final int FIRST = 6;

  private Lanes() {}

  /**
   * An array for elements from {@link #FIRST} on, whole groups of eight on a cache line each.
   *
   * @param count not negative
   * @return zeros: room for the count, filled up to whole groups
   */
  public static double[] aligned(int count) {
    return new double[FIRST + padded(count)];
  }

  /**
   * Fills a count up to whole groups.
   *
   * @param count not negative
   * @return the next multiple of eight
   */
  public static int padded(int count) {
    return (count + COUNT - 1) & -COUNT;
  }

  /**
   * Sum of squares by fused multiply-add.
   *
   * @param v any number of values; not modified
   * @return their squared Euclidean norm
   */
  public static double squaredNorm(double[] v) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int whole = v.length & -COUNT;
    for (int i = 0; i < whole; i += COUNT) {
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
    return sum(s0, s1, s2, s3, s4, s5, s6, s7);
  }

  /**
   * Plain sum of whole groups of eight.
   *
   * @param v values; not modified
   * @param length how many of them, a multiple of eight
   * @return their sum
   */
  public static double sum(double[] v, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < length; i += COUNT) {
      s0 += v[i];
      s1 += v[i + 1];
      s2 += v[i + 2];
      s3 += v[i + 3];
      s4 += v[i + 4];
      s5 += v[i + 5];
      s6 += v[i + 6];
      s7 += v[i + 7];
    }
    return sum(s0, s1, s2, s3, s4, s5, s6, s7);
  }

  /**
   * Sum of {@code v_i - shift} over the entries for which it is above a threshold.
   *
   * @param v values; not modified
   * @param start first index
   * @param length number of entries
   * @param shift subtracted from every entry
   * @param threshold entries at most this far above the shift count as zero
   * @return the sum
   */
  public static double sumAbove(double[] v, int start, int length, double shift, double threshold) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = start + length;
    int whole = start + (length & -COUNT);
    for (int i = start; i < whole; i += COUNT) {
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
    return sum(s0, s1, s2, s3, s4, s5, s6, s7);
  }

  private static double above(double value, double threshold) {
    return value > threshold ? value : 0;
  }

  /**
   * Adds eight neighbouring lanes by halving.
   *
   * @param lanes values; not modified
   * @param position index of lane 0
   * @return their sum
   */
  public static double total(double[] lanes, int position) {
    return sum(
        lanes[position],
        lanes[position + 1],
        lanes[position + 2],
        lanes[position + 3],
        lanes[position + 4],
        lanes[position + 5],
        lanes[position + 6],
        lanes[position + 7]);
  }

  /**
   * Adds the lanes of several sums, stored one after the other.
   *
   * @param lanes {@link #COUNT} values for every sum; not modified
   * @param count number of sums
   * @param sums its first {@code count} entries are overwritten
   */
  public static void totals(double[] lanes, int count, double[] sums) {
    for (int j = 0; j < count; j++) {
      sums[j] = total(lanes, j * COUNT);
    }
  }

  /**
   * Adds eight lanes by halving: 4 + 4, 2 + 2, 1 + 1.
   *
   * @param s0 lane 0
   * @param s1 lane 1
   * @param s2 lane 2
   * @param s3 lane 3
   * @param s4 lane 4
   * @param s5 lane 5
   * @param s6 lane 6
   * @param s7 lane 7
   * @return their sum
   */
  public static double sum(
      double s0, double s1, double s2, double s3, double s4, double s5, double s6, double s7) {
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
  }
}
