package io.kahkm.certificate;

import java.util.Arrays;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix by Householder tridiagonalization and the
 * implicit QL algorithm.
 *
 * <p>A window's close spends most of its time here, several times less than in a library's general
 * decomposition: the eigenvectors are kept as rows, so that every inner loop runs over contiguous
 * memory, and an off-diagonal element is negligible relative to the whole matrix. The error is that
 * of a perturbation of a few C units in the last place of the largest eigenvalue. All sums run in a
 * fixed order. Immutable.
 */
final class SymmetricEigen {
  /** QL sweeps for one eigenvalue; two are the rule. */
  private static final int MOST_SWEEPS = 60;

  private final int size;
  private final double[] values;
  private final double[] off;

  /** Row i is the eigenvector of eigenvalue i. */
  private final double[] vectors;

  /**
   * Decomposes.
   *
   * @param matrix symmetric, size x size, row-major, finite; overwritten
   * @param size at least 1
   */
  SymmetricEigen(double[] matrix, int size) {
    this.size = size;
    values = new double[size];
    off = new double[size];
    double[] scales = tridiagonalize(matrix);
    vectors = SquareProducts.transpose(orthogonal(matrix, scales), size);
    diagonalize();
  }

  /** The eigenvalues in no particular order; not to be modified. */
  double[] values() {
    return values;
  }

  /** The eigenvectors as rows, in the order of the eigenvalues; not to be modified. */
  double[] vectors() {
    return vectors;
  }

  /**
   * Reduces to tridiagonal form. Reflector k, I - scale u u', acts on the coordinates from k + 1
   * on; its vector u is left in row k of the matrix.
   */
  private double[] tridiagonalize(double[] a) {
    double[] scales = new double[size];
    double[] product = new double[size];
    for (int k = 0; k + 1 < size; k++) {
      int row = k * size;
      values[k] = a[row + k];
      double square = 0;
      for (int j = k + 2; j < size; j++) {
        square += a[row + j] * a[row + j];
      }
      double head = a[row + k + 1];
      if (square == 0) {
        off[k] = head;
        continue;
      }
      double length = Math.sqrt(head * head + square);
      double alpha = head > 0 ? -length : length;
      a[row + k + 1] = head - alpha;
      off[k] = alpha;
      scales[k] = 2 / (square + (head - alpha) * (head - alpha));
      reflectBothSides(a, k, scales[k], product);
    }
    values[size - 1] = a[size * size - 1];
    return scales;
  }

  /** A - u q' - q u' on the trailing block, q = p - scale (p'u) u / 2 with p = scale A u. */
  private void reflectBothSides(double[] a, int k, double scale, double[] q) {
    int u = k * size;
    double along = 0;
    for (int i = k + 1; i < size; i++) {
      q[i] = scale * dot(a, i * size, a, u, k + 1);
      along += q[i] * a[u + i];
    }
    double share = scale * along / 2;
    for (int i = k + 1; i < size; i++) {
      q[i] -= share * a[u + i];
    }
    for (int i = k + 1; i < size; i++) {
      int row = i * size;
      double ui = a[u + i];
      double qi = q[i];
      for (int j = k + 1; j < size; j++) {
        a[row + j] -= ui * q[j] + qi * a[u + j];
      }
    }
  }

  private double dot(double[] a, int rowA, double[] b, int rowB, int from) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = from;
    for (; j + 3 < size; j += 4) {
      s0 += a[rowA + j] * b[rowB + j];
      s1 += a[rowA + j + 1] * b[rowB + j + 1];
      s2 += a[rowA + j + 2] * b[rowB + j + 2];
      s3 += a[rowA + j + 3] * b[rowB + j + 3];
    }
    for (; j < size; j++) {
      s0 += a[rowA + j] * b[rowB + j];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** The product of the reflectors. */
  private double[] orthogonal(double[] a, double[] scales) {
    double[] q = new double[size * size];
    for (int i = 0; i < size; i++) {
      q[i * size + i] = 1;
    }
    double[] sums = new double[size];
    for (int k = size - 2; k >= 0; k--) {
      if (scales[k] == 0) {
        continue;
      }
      int u = k * size;
      Arrays.fill(sums, 0);
      for (int i = k + 1; i < size; i++) {
        addRow(sums, 0, a[u + i], q, i * size, k + 1);
      }
      for (int i = k + 1; i < size; i++) {
        addRow(q, i * size, -scales[k] * a[u + i], sums, 0, k + 1);
      }
    }
    return q;
  }

  private void addRow(
      double[] target, int to, double factor, double[] source, int from, int first) {
    for (int j = first; j < size; j++) {
      target[to + j] += factor * source[from + j];
    }
  }

  /** Implicit QL with Wilkinson's shift on the tridiagonal form, rotating the rows along. */
  private void diagonalize() {
    double largest = 0;
    for (int i = 0; i < size; i++) {
      largest = Math.max(largest, Math.abs(values[i]) + Math.abs(off[i]));
    }
    double negligible = 0x1p-53 * largest;
    for (int first = 0; first < size; first++) {
      int sweeps = 0;
      for (int last = end(first, negligible); last > first; last = end(first, negligible)) {
        if (++sweeps > MOST_SWEEPS) {
          throw new ArithmeticException("eigenvalues of the second moments do not converge");
        }
        sweep(first, last);
      }
    }
  }

  private int end(int first, double negligible) {
    int last = first;
    while (last + 1 < size && Math.abs(off[last]) > negligible) {
      last++;
    }
    return last;
  }

  private void sweep(int first, int last) {
    double ratio = (values[first + 1] - values[first]) / (2 * off[first]);
    double root = Math.sqrt(ratio * ratio + 1);
    double g = values[last] - values[first] + off[first] / (ratio + (ratio < 0 ? -root : root));
    double sine = 1;
    double cosine = 1;
    double shift = 0;
    for (int i = last - 1; i >= first; i--) {
      double f = sine * off[i];
      double b = cosine * off[i];
      double length = Math.sqrt(f * f + g * g);
      off[i + 1] = length;
      if (length == 0) {
        values[i + 1] -= shift;
        off[last] = 0;
        return;
      }
      sine = f / length;
      cosine = g / length;
      g = values[i + 1] - shift;
      double r = (values[i] - g) * sine + 2 * cosine * b;
      shift = sine * r;
      values[i + 1] = g + shift;
      g = cosine * r - b;
      rotate(i * size, sine, cosine);
    }
    values[first] -= shift;
    off[first] = g;
    off[last] = 0;
  }

  private void rotate(int row, double sine, double cosine) {
    int next = row + size;
    for (int k = 0; k < size; k++) {
      double below = vectors[next + k];
      double above = vectors[row + k];
      vectors[next + k] = sine * above + cosine * below;
      vectors[row + k] = cosine * above - sine * below;
    }
  }
}
