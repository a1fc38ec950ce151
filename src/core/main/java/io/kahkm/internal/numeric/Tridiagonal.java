package io.kahkm.internal.numeric;

import java.util.Arrays;

/**
 * The tridiagonal form T = Q' A Q of a symmetric matrix by Householder reflections.
 *
 * <p>Each step changes the rows by the reflection before and sums them for the next one in the same
 * pass, so that the matrix is read once per step. Mutable while it is built; one owner.
 */
final class Tridiagonal {
  /** The interval of a bisection halves until it is as narrow as rounding. */
  private static final int MOST_BISECTIONS = 120;

  /**
   * Sums of squares below this count as zero. Smaller ones are subnormal or nearly so: their
   * inverse overflows, and rotations and reflections made of them are none.
   */
  static final double SMALLEST_SQUARE = 0x1p-960;

  private final int size;
  private final double[] diagonal;
  private final double[] off;

  /** Reflection k is I - scale u u' with u in row k, from index k + 1 on. */
  private final double[][] reflectors;

  private final double[] scales;

  /**
   * Reduces a matrix.
   *
   * @param a symmetric rows, at least one, finite; overwritten and retained; entries below 2^-480
   *     may count as zero
   */
  Tridiagonal(double[][] a) {
    size = a.length;
    reflectors = a;
    diagonal = new double[size];
    off = new double[size];
    scales = new double[size];
    double[] before = new double[size];
    double[] sum = new double[size];
    for (int k = 0; k < size; k++) {
      if (k > 0) {
        double[] u = a[k - 1];
        Rows.change(a[k], u[k], before[k], u, before, k);
      }
      diagonal[k] = a[k][k];
      if (k + 1 == size) {
        break;
      }
      reflect(k);
      Arrays.fill(sum, k + 1, size, 0);
      sumRows(k, before, sum);
      double share = 0;
      for (int i = k + 1; i < size; i++) {
        sum[i] *= scales[k];
        share = Math.fma(sum[i], a[k][i], share);
      }
      Rows.add(sum, -scales[k] * share / 2, a[k], k + 1);
      double[] spare = before;
      before = sum;
      sum = spare;
    }
  }

  /** Turns row k into the vector of its reflection. */
  private void reflect(int k) {
    double[] row = reflectors[k];
    double square = Rows.dot(row, row, k + 2, size);
    double head = row[k + 1];
    if (square < SMALLEST_SQUARE) {
      off[k] = head;
      Arrays.fill(row, k + 1, size, 0);
      return;
    }
    double length = Math.sqrt(head * head + square);
    double alpha = head > 0 ? -length : length;
    row[k + 1] = head - alpha;
    off[k] = alpha;
    scales[k] = 2 / (square + (head - alpha) * (head - alpha));
  }

  /** Changes the rows after k by the reflection before k and adds up u_i times row i. */
  private void sumRows(int k, double[] before, double[] sum) {
    double[] next = reflectors[k];
    for (int i = k + 1; i < size; i++) {
      if (k == 0) {
        Rows.add(sum, next[i], reflectors[i], k + 1);
      } else {
        double[] u = reflectors[k - 1];
        Rows.changeAndSum(reflectors[i], u[i], before[i], u, before, next[i], sum, k + 1);
      }
    }
  }

  /** The diagonal of T; the owner's to overwrite. */
  double[] diagonal() {
    return diagonal;
  }

  /** Element i joins i and i + 1; as long as the diagonal; the owner's to overwrite. */
  double[] off() {
    return off;
  }

  /** Overwrites M by Q' M. */
  void apply(double[][] m) {
    double[] now = new double[m[0].length];
    double[] next = new double[m[0].length];
    for (int i = 1; i < size; i++) {
      Rows.add(now, reflectors[0][i], m[i], 0);
    }
    for (int k = 0; k + 1 < size; k++) {
      double[] u = reflectors[k];
      Arrays.fill(next, 0);
      for (int i = k + 1; i < size; i++) {
        double f = i == k + 1 || k + 2 == size ? 0 : reflectors[k + 1][i];
        Rows.addAndSum(m[i], -scales[k] * u[i], now, f, next);
      }
      double[] spare = now;
      now = next;
      next = spare;
    }
  }

  /**
   * The largest eigenvalue by bisection: a count of sign changes says on which side of a point all
   * eigenvalues lie. Accurate to a few units in the last place of the largest entry.
   */
  double largest() {
    double low = Double.NEGATIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      double before = i == 0 ? 0 : Math.abs(off[i - 1]);
      double after = i + 1 == size ? 0 : Math.abs(off[i]);
      low = Math.max(low, diagonal[i]);
      high = Math.max(high, diagonal[i] + before + after);
    }
    for (int step = 0; step < MOST_BISECTIONS; step++) {
      double middle = low + (high - low) / 2;
      if (!(middle > low && middle < high)) {
        break;
      }
      if (isAbove(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** Whether a number lies above all eigenvalues: T minus it has only negative pivots. */
  private boolean isAbove(double x) {
    double pivot = diagonal[0] - x;
    for (int i = 1; pivot < 0 && i < size; i++) {
      pivot = diagonal[i] - x - off[i - 1] * off[i - 1] / pivot;
    }
    return pivot < 0;
  }
}
