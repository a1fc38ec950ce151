package io.kahkm.numeric;

/**
 * The inner loops of dense linear algebra on rows of doubles.
 *
 * <p>Every array is indexed by the loop variable alone, because only then does the JIT compiler of
 * JDK 17 turn a loop into vector instructions; matrices are therefore arrays of rows. Elements do
 * not depend on each other, so that vectors and scalars give the same bits. Arrays passed together
 * must be different ones. Stateless and thread-safe.
 */
final class Rows {
  private Rows() {}

  /** out += f x from index from on. */
  static void add(double[] out, double f, double[] x, int from) {
    int to = out.length;
    for (int j = from; j < to; j++) {
      out[j] = Math.fma(f, x[j], out[j]);
    }
  }

  /** out += f0 x0 + f1 x1 + f2 x2 + f3 x3: out is read and written a quarter as often. */
  static void addFour(
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

  /** Inner product from an index on, in four lanes. */
  static double dot(double[] a, double[] b, int from) {
    int to = a.length;
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
}
