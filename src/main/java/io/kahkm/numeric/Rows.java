package io.kahkm.numeric;

/**
 * The inner loops of dense linear algebra on rows of doubles.
 *
 * <p>Every array is indexed by the loop variable alone, because only then does the JIT compiler of
 * JDK 17 turn a loop into vector instructions; matrices are therefore arrays of rows. Elements do
 * not depend on each other, so that vectors and scalars give the same bits. Arrays passed together
 * must be different ones. Stateless and thread-safe.
 */
public final class Rows {
  private Rows() {}

  /**
   * out += f x.
   *
   * @param out changed from index {@code from} on
   * @param f factor
   * @param x at least as long; not modified
   * @param from first index
   */
  public static void add(double[] out, double f, double[] x, int from) {
    int to = out.length;
    for (int j = from; j < to; j++) {
      out[j] = Math.fma(f, x[j], out[j]);
    }
  }

  /**
   * out += f0 x0 + f1 x1 + f2 x2 + f3 x3, the same bits as four calls of {@link #add}, but out is
   * read and written a quarter as often.
   *
   * @param out changed from index {@code from} on
   * @param f0 first factor
   * @param x0 first term, at least as long; not modified
   * @param f1 second factor
   * @param x1 second term; not modified
   * @param f2 third factor
   * @param x2 third term; not modified
   * @param f3 fourth factor
   * @param x3 fourth term; not modified
   * @param from first index
   */
  public static void addFour(
      double[] out,
      double f0,
      double[] x0,
      double f1,
      double[] x1,
      double f2,
      double[] x2,
      double f3,
      double[] x3,
      int from) {
    int to = out.length;
    for (int j = from; j < to; j++) {
      double sum = Math.fma(f1, x1[j], Math.fma(f0, x0[j], out[j]));
      out[j] = Math.fma(f3, x3[j], Math.fma(f2, x2[j], sum));
    }
  }

  /** row -= u q' + q u' for one row of a symmetric rank-two change, symmetric to the bit. */
  static void change(double[] row, double ui, double qi, double[] u, double[] q, int from) {
    int to = row.length;
    for (int j = from; j < to; j++) {
      row[j] -= ui * q[j] + qi * u[j];
    }
  }

  /** {@link #change} of a row, and its contribution f row to a sum of rows in the same pass. */
  static void changeAndSum(
      double[] row,
      double ui,
      double qi,
      double[] u,
      double[] q,
      double f,
      double[] sum,
      int from) {
    int to = row.length;
    for (int j = from; j < to; j++) {
      double value = row[j] - (ui * q[j] + qi * u[j]);
      row[j] = value;
      sum[j] = Math.fma(f, value, sum[j]);
    }
  }

  /** row += c w, and its contribution f row to a sum of rows in the same pass. */
  static void addAndSum(double[] row, double c, double[] w, double f, double[] sum) {
    int to = row.length;
    for (int j = 0; j < to; j++) {
      double value = Math.fma(c, w[j], row[j]);
      row[j] = value;
      sum[j] = Math.fma(f, value, sum[j]);
    }
  }

  /** Rotates two rows: (above, below) becomes (c above - s below, s above + c below). */
  static void rotate(double[] above, double[] below, double s, double c) {
    int to = above.length;
    for (int j = 0; j < to; j++) {
      double x = above[j];
      double y = below[j];
      below[j] = Math.fma(s, x, c * y);
      above[j] = Math.fma(c, x, -s * y);
    }
  }

  /** Rotates (middle, below) by s, c, then (above, middle) by s2, c2, in one pass. */
  static void rotateTwice(
      double[] above, double[] middle, double[] below, double s, double c, double s2, double c2) {
    int to = above.length;
    for (int j = 0; j < to; j++) {
      double x = middle[j];
      double y = below[j];
      below[j] = Math.fma(s, x, c * y);
      double turned = Math.fma(c, x, -s * y);
      double z = above[j];
      middle[j] = Math.fma(s2, z, c2 * turned);
      above[j] = Math.fma(c2, z, -s2 * turned);
    }
  }

  /**
   * Inner product of a part of two rows, in four lanes.
   *
   * @param a first row; not modified
   * @param b second row; not modified
   * @param from first index
   * @param to index after the last
   * @return the sum of the products
   */
  public static double dot(double[] a, double[] b, int from, int to) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = from;
    for (; j + 3 < to; j += 4) {
      s0 = Math.fma(a[j], b[j], s0);
      s1 = Math.fma(a[j + 1], b[j + 1], s1);
      s2 = Math.fma(a[j + 2], b[j + 2], s2);
      s3 = Math.fma(a[j + 3], b[j + 3], s3);
    }
    for (; j < to; j++) {
      s0 = Math.fma(a[j], b[j], s0);
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * Moves a mean towards a value by a share of their difference (Welford).
   *
   * @param mean changed
   * @param value as long; not modified
   * @param share weight of the value over that of all
   * @return sum of the products of the differences before and after, in four lanes
   */
  public static double moveMean(double[] mean, double[] value, double share) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < mean.length; j += 4) {
      double d0 = value[j] - mean[j];
      double d1 = value[j + 1] - mean[j + 1];
      double d2 = value[j + 2] - mean[j + 2];
      double d3 = value[j + 3] - mean[j + 3];
      mean[j] = Math.fma(d0, share, mean[j]);
      mean[j + 1] = Math.fma(d1, share, mean[j + 1]);
      mean[j + 2] = Math.fma(d2, share, mean[j + 2]);
      mean[j + 3] = Math.fma(d3, share, mean[j + 3]);
      s0 = Math.fma(d0, value[j] - mean[j], s0);
      s1 = Math.fma(d1, value[j + 1] - mean[j + 1], s1);
      s2 = Math.fma(d2, value[j + 2] - mean[j + 2], s2);
      s3 = Math.fma(d3, value[j + 3] - mean[j + 3], s3);
    }
    for (; j < mean.length; j++) {
      double d = value[j] - mean[j];
      mean[j] = Math.fma(d, share, mean[j]);
      s0 = Math.fma(d, value[j] - mean[j], s0);
    }
    return (s0 + s1) + (s2 + s3);
  }
}
