package io.kahkm.internal.numeric;

import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.internal.numeric.kernel.Lanes;
import io.kahkm.internal.numeric.kernel.MatrixKernels;
import io.kahkm.internal.numeric.kernel.RowKernels;

/**
 * Dense linear algebra on matrices as arrays of rows, every sum in a fixed order. Rows passed
 * together must be different arrays. Stateless and thread-safe.
 */
public final class Rows {
  private static final RowKernels KERNELS = Kernels.provider().rows();
  private static final MatrixKernels MATRICES = Kernels.provider().matrices();

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
    KERNELS.add(out, f, x, from);
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
    KERNELS.addFour(out, f0, x0, f1, x1, f2, x2, f3, x3, from);
  }

  /**
   * Adds products of pairs: sums_ij += left_wi right_wj, term by term for w = 0, 1, .. below count.
   *
   * @param sums rows, a multiple of four, of which each four have one length, a multiple of eight;
   *     rows of no interest may be one array; changed
   * @param left every w at least as long as there are rows; not modified
   * @param right every w at least as long as the longest row; not modified
   * @param count number of pairs
   */
  public static void addProducts(double[][] sums, double[][] left, double[][] right, int count) {
    KERNELS.addProducts(sums, left, right, count);
  }

  /**
   * out = a - b.
   *
   * @param a {@linkplain Lanes#aligned aligned}; not modified
   * @param b as long; not modified
   * @param out as long; overwritten
   * @param lanes workspace of {@link Lanes#COUNT} elements
   * @return |out|^2, with the bits of {@link Lanes#squaredNorm}
   */
  public static double subtract(double[] a, double[] b, double[] out, double[] lanes) {
    KERNELS.subtract(a, b, out, lanes);
    return Lanes.total(lanes, 0);
  }

  /**
   * |v|^2, with the bits of {@link Lanes#squaredNorm}.
   *
   * @param v {@linkplain Lanes#aligned aligned}; not modified
   * @param lanes workspace of {@link Lanes#COUNT} elements
   * @return the sum of squares
   */
  public static double squaredNorm(double[] v, double[] lanes) {
    KERNELS.squares(v, lanes);
    return Lanes.total(lanes, 0);
  }

  /**
   * The product of a row of factors and a matrix: out = sum of factor l times row l, term by term
   * from 0 for l = 0, 1, ..
   *
   * @param factors as many as the matrix has rows; not modified
   * @param matrix as it is
   * @param out {@linkplain Lanes#aligned aligned}, for as many elements as the matrix has columns;
   *     overwritten, zeros behind them
   */
  public static void product(double[] factors, Matrix matrix, double[] out) {
    product(factors, 0, matrix, out);
  }

  /**
   * The same with factors from an index on.
   *
   * @param factors from there on as many as the matrix has rows; not modified
   * @param first index of the first factor
   * @param matrix as it is
   * @param out {@linkplain Lanes#aligned aligned}, for as many elements as the matrix has columns;
   *     overwritten, zeros behind them
   */
  public static void product(double[] factors, int first, Matrix matrix, double[] out) {
    MATRICES.product(matrix.values(), factors, first, matrix.rows(), matrix.columns(), out);
  }

  /**
   * The same of a square matrix that changes: out = sum of factor l times row l.
   *
   * @param square rows one after the other; not modified
   * @param factors {@linkplain Lanes#aligned aligned}; not modified
   * @param size number of rows and columns
   * @param out aligned, for as many elements; overwritten, zeros behind them
   */
  public static void product(double[] square, double[] factors, int size, double[] out) {
    MATRICES.product(square, factors, Lanes.FIRST, size, size, out);
  }

  /**
   * Adds a product of a column and a row to a square matrix: row l += (gain times factor l) x. All
   * vectors are {@linkplain Lanes#aligned aligned}.
   *
   * @param square rows one after the other; changed
   * @param factors as many as there are rows; not modified
   * @param gain multiplied with every factor first
   * @param size number of rows and columns
   * @param x not modified
   */
  public static void learn(double[] square, double[] factors, double gain, int size, double[] x) {
    MATRICES.learn(square, factors, gain, size, size, x);
  }

  /**
   * {@link #learn} and then {@link #product(double[], double[], int, double[])}, the same bits in
   * one pass over the matrix. All vectors are {@linkplain Lanes#aligned aligned}.
   *
   * @param square rows one after the other; changed
   * @param factors as many as there are rows; not modified
   * @param gain multiplied with every factor first
   * @param size number of rows and columns
   * @param x not modified
   * @param nextFactors of the product, as many as there are rows; not modified
   * @param out overwritten, zeros behind the elements
   */
  public static void learnAndMultiply(
      double[] square,
      double[] factors,
      double gain,
      int size,
      double[] x,
      double[] nextFactors,
      double[] out) {
    MATRICES.learnAndMultiply(square, factors, gain, size, size, x, nextFactors, out);
  }

  /**
   * Rows first to first + 3 of F B, in one pass over B; rows beyond the last of F are left out.
   *
   * @param f row i holds the factors of row i of the product; not modified
   * @param b not modified
   * @param out changed from index {@code from} on, in the four rows from {@code first} on; zeros
   *     there before if F has fewer than four rows from {@code first} on
   * @param first first row
   * @param from first column
   */
  public static void productFour(double[][] f, double[][] b, double[][] out, int first, int from) {
    int last = f.length - 1;
    if (first + 3 <= last) {
      KERNELS.productFour(
          b,
          f[first],
          f[first + 1],
          f[first + 2],
          f[first + 3],
          b.length,
          out[first],
          out[first + 1],
          out[first + 2],
          out[first + 3],
          from);
      return;
    }
    for (int i = first; i <= last; i++) {
      for (int l = 0; l < b.length; l++) {
        add(out[i], f[i][l], b[l], from);
      }
    }
  }

  static void change(double[] row, double ui, double qi, double[] u, double[] q, int from) {
    KERNELS.change(row, ui, qi, u, q, from);
  }

  static void changeAndSum(
      double[] row,
      double ui,
      double qi,
      double[] u,
      double[] q,
      double f,
      double[] sum,
      int from) {
    KERNELS.changeAndSum(row, ui, qi, u, q, f, sum, from);
  }

  static void addAndSum(double[] row, double c, double[] w, double f, double[] sum) {
    KERNELS.addAndSum(row, c, w, f, sum);
  }

  static void rotate(double[] above, double[] below, double s, double c) {
    KERNELS.rotate(above, below, s, c);
  }

  static void rotateTwice(
      double[] above, double[] middle, double[] below, double s, double c, double s2, double c2) {
    KERNELS.rotateTwice(above, middle, below, s, c, s2, c2);
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
