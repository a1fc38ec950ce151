package io.kahkm.internal.kahm;

import org.jspecify.annotations.Nullable;

/**
 * Cholesky factorization of small symmetric positive definite matrices in plain loops of fixed
 * order, so that what is derived from a stored model has the same bits on every JVM. Row-major.
 */
final class Cholesky {
  private Cholesky() {}

  /**
   * Overwrites the lower triangle of a matrix A with L, A = L L^T.
   *
   * @param a n x n, symmetric; lower triangle overwritten, the rest untouched
   * @param n number of rows
   * @return false if the matrix is not positive definite; the contents are then undefined
   */
  static boolean decompose(double[] a, int n) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i * n + j];
        for (int k = 0; k < j; k++) {
          sum -= a[i * n + k] * a[j * n + k];
        }
        if (i > j) {
          a[i * n + j] = sum / a[j * n + j];
        } else if (sum > 0) {
          a[i * n + i] = Math.sqrt(sum);
        } else {
          return false;
        }
      }
    }
    return true;
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
    for (int j = 0; j < n; j++) {
      inverse[j * n + j] = 1 / lower[j * n + j];
      for (int i = j + 1; i < n; i++) {
        double sum = 0;
        for (int k = j; k < i; k++) {
          sum -= lower[i * n + k] * inverse[k * n + j];
        }
        inverse[i * n + j] = sum / lower[i * n + i];
      }
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
    double[] lower = invertLower(factor, n);
    double[] inverse = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = i; k < n; k++) {
          sum += lower[k * n + i] * lower[k * n + j];
        }
        inverse[i * n + j] = sum;
        inverse[j * n + i] = sum;
      }
    }
    return inverse;
  }
}
