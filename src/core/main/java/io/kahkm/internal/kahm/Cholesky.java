package io.kahkm.internal.kahm;

import org.jspecify.annotations.Nullable;

/**
 * Cholesky factorization of small symmetric positive definite matrices in plain loops of fixed
 * order, so that what is derived from a stored model has the same bits on every JVM. Every element
 * takes its terms in the order of its index; the loops run over the elements of a row inside, which
 * do not wait for each other. Row-major.
 */
final class Cholesky {
  private Cholesky() {}

  /**
   * Overwrites the lower triangle of a matrix A with L, A = L L^T.
   *
   * @param a n x n, symmetric; lower triangle overwritten, the rest untouched
   * @param n number of rows
   * @return false if the matrix is not positive definite; the lower triangle is then undefined
   */
  static boolean decompose(double[] a, int n) {
    double[][] upper = new double[n][n];
    for (int j = 0; j < n; j++) {
      double[] row = upper[j];
      for (int i = j; i < n; i++) {
        row[i] = a[i * n + j];
      }
      int k = 0;
      for (; k + 3 < j; k += 4) {
        double[] u0 = upper[k];
        double[] u1 = upper[k + 1];
        double[] u2 = upper[k + 2];
        double[] u3 = upper[k + 3];
        subtract(row, j, u0[j], u0, u1[j], u1, u2[j], u2, u3[j], u3);
      }
      for (; k < j; k++) {
        subtract(row, j, upper[k][j], upper[k]);
      }
      if (!(row[j] > 0)) {
        return false;
      }
      double pivot = Math.sqrt(row[j]);
      row[j] = pivot;
      a[j * n + j] = pivot;
      for (int i = j + 1; i < n; i++) {
        row[i] /= pivot;
        a[i * n + j] = row[i];
      }
    }
    return true;
  }

  /** row -= f x, from an index on. */
  static void subtract(double[] row, int from, double f, double[] x) {
    for (int i = from; i < row.length; i++) {
      row[i] -= f * x[i];
    }
  }

  /** row -= f0 x0, then f1 x1, and so on, from an index on. */
  private static void subtract(
      double[] row,
      int from,
      double f0,
      double[] x0,
      double f1,
      double[] x1,
      double f2,
      double[] x2,
      double f3,
      double[] x3) {
    for (int i = from; i < row.length; i++) {
      row[i] = row[i] - f0 * x0[i] - f1 * x1[i] - f2 * x2[i] - f3 * x3[i];
    }
  }

  /**
   * Inverts a lower triangular matrix.
   *
   * @param lower n x n; only the lower triangle is read
   * @param n number of rows
   * @return n x n, zeros above the diagonal
   */
  static double[] invertLower(double[] lower, int n) {
    double[] inverse = new double[n * n];
    double[][] rows = invertLowerRows(lower, n);
    for (int i = 0; i < n; i++) {
      System.arraycopy(rows[i], 0, inverse, i * n, i + 1);
    }
    return inverse;
  }

  /** The rows of the inverse of a lower triangular matrix, each up to its diagonal. */
  private static double[][] invertLowerRows(double[] lower, int n) {
    double[][] inverse = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] row = new double[i + 1];
      inverse[i] = row;
      for (int k = 0; k < i; k++) {
        double[] above = inverse[k];
        double factor = lower[i * n + k];
        for (int j = 0; j < above.length; j++) {
          row[j] -= factor * above[j];
        }
      }
      double diagonal = lower[i * n + i];
      for (int j = 0; j < i; j++) {
        row[j] /= diagonal;
      }
      row[i] = 1 / diagonal;
    }
    return inverse;
  }

  /**
   * Inverts a symmetric positive definite matrix. The result is symmetric to the bit.
   *
   * @param a n x n, symmetric; not modified
   * @param n number of rows
   * @return the inverse, or {@code null} if the matrix is not positive definite
   */
  static double @Nullable [] invert(double[] a, int n) {
    double[] factor = a.clone();
    if (!decompose(factor, n)) {
      return null;
    }
    double[][] lower = invertLowerRows(factor, n);
    double[] inverse = new double[n * n];
    for (int i = 0; i < n; i++) {
      double[] row = new double[i + 1];
      for (int k = i; k < n; k++) {
        double[] below = lower[k];
        double f = below[i];
        for (int j = 0; j < row.length; j++) {
          row[j] += f * below[j];
        }
      }
      for (int j = 0; j <= i; j++) {
        inverse[i * n + j] = row[j];
        inverse[j * n + i] = row[j];
      }
    }
    return inverse;
  }
}
