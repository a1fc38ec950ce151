package io.kahkm.spectrum;

import io.kahkm.internal.numeric.Matrix;

/**
 * Solves {@code (A - s I) x = b} for a real matrix A and a complex shift s, by Gaussian elimination
 * with partial pivoting; factors once. A pivot that is exactly 0 is replaced by a tiny one, which
 * is what inverse iteration wants.
 */
final class ComplexSolver {
  private static final double TINY = 1e-300;

  private final double[][] re;
  private final double[][] im;
  private final int[] pivots;

  ComplexSolver(Matrix matrix, double shiftRe, double shiftIm) {
    int size = matrix.rows();
    re = matrix.toRows();
    im = new double[size][size];
    pivots = new int[size];
    for (int i = 0; i < size; i++) {
      re[i][i] -= shiftRe;
      im[i][i] -= shiftIm;
    }
    for (int k = 0; k < size; k++) {
      eliminate(k);
    }
  }

  private void eliminate(int k) {
    int pivot = k;
    for (int i = k + 1; i < re.length; i++) {
      if (size(i, k) > size(pivot, k)) {
        pivot = i;
      }
    }
    pivots[k] = pivot;
    swap(re, k, pivot);
    swap(im, k, pivot);
    if (re[k][k] == 0 && im[k][k] == 0) {
      re[k][k] = TINY;
    }
    for (int i = k + 1; i < re.length; i++) {
      double factorRe = quotientRe(re[i][k], im[i][k], re[k][k], im[k][k]);
      double factorIm = quotientIm(re[i][k], im[i][k], re[k][k], im[k][k]);
      re[i][k] = factorRe;
      im[i][k] = factorIm;
      for (int j = k + 1; j < re.length; j++) {
        re[i][j] -= factorRe * re[k][j] - factorIm * im[k][j];
        im[i][j] -= factorRe * im[k][j] + factorIm * re[k][j];
      }
    }
  }

  private double size(int row, int column) {
    return Math.abs(re[row][column]) + Math.abs(im[row][column]);
  }

  private static void swap(double[][] rows, int one, int other) {
    double[] kept = rows[one];
    rows[one] = rows[other];
    rows[other] = kept;
  }

  /**
   * Solves in place.
   *
   * @param x real parts of the right side, replaced by those of the solution
   * @param y imaginary parts likewise
   */
  void solve(double[] x, double[] y) {
    int size = re.length;
    for (int k = 0; k < size; k++) {
      double keptRe = x[k];
      double keptIm = y[k];
      x[k] = x[pivots[k]];
      y[k] = y[pivots[k]];
      x[pivots[k]] = keptRe;
      y[pivots[k]] = keptIm;
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        double productRe = re[i][j] * x[j] - im[i][j] * y[j];
        y[i] -= re[i][j] * y[j] + im[i][j] * x[j];
        x[i] -= productRe;
      }
    }
    for (int i = size - 1; i >= 0; i--) {
      for (int j = i + 1; j < size; j++) {
        double productRe = re[i][j] * x[j] - im[i][j] * y[j];
        y[i] -= re[i][j] * y[j] + im[i][j] * x[j];
        x[i] -= productRe;
      }
      double quotientRe = quotientRe(x[i], y[i], re[i][i], im[i][i]);
      y[i] = quotientIm(x[i], y[i], re[i][i], im[i][i]);
      x[i] = quotientRe;
    }
  }

  /** Smith's division, which does not overflow where the quotient does not. */
  private static double quotientRe(double a, double b, double c, double d) {
    if (Math.abs(c) >= Math.abs(d)) {
      double ratio = d / c;
      return (a + b * ratio) / (c + d * ratio);
    }
    double ratio = c / d;
    return (a * ratio + b) / (c * ratio + d);
  }

  private static double quotientIm(double a, double b, double c, double d) {
    if (Math.abs(c) >= Math.abs(d)) {
      double ratio = d / c;
      return (b - a * ratio) / (c + d * ratio);
    }
    double ratio = c / d;
    return (b * ratio - a) / (c * ratio + d);
  }
}
