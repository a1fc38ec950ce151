package io.kahkm.internal.numeric;

/**
 * Eigenvalues of a symmetric matrix A = V' diag(values) V, and a matrix in the basis of its
 * eigenvectors, by Householder tridiagonalization and the implicit QL algorithm.
 *
 * <p>The eigenvectors themselves are never formed: reflections and rotations go straight to the
 * matrix that is wanted in their basis, which spares a third of the work (the identity gives the
 * eigenvectors). An off-diagonal element is negligible relative to the whole matrix: the error is
 * that of a perturbation of a few C units in the last place of the largest eigenvalue, and of
 * 2^-480 where all entries are smaller still. All sums run in a fixed order. Immutable.
 */
public final class SymmetricEigen {
  /** QL sweeps for one eigenvalue; two are the rule. */
  private static final int MOST_SWEEPS = 60;

  private final int size;
  private final double[] values;
  private final double[] off;
  private final double[][] rows;

  /** A rotation of rows held back, to be applied together with the next one. */
  private int held = -1;

  private double heldSine;
  private double heldCosine;

  /**
   * Decomposes.
   *
   * @param matrix symmetric rows, at least one, finite; overwritten
   * @param rows M, as many rows as the matrix, at least one column; becomes V M, row i belonging to
   *     eigenvalue i; retained
   * @throws ArithmeticException if the eigenvalues do not converge
   */
  public SymmetricEigen(double[][] matrix, double[][] rows) {
    size = matrix.length;
    this.rows = rows;
    Tridiagonal tridiagonal = new Tridiagonal(matrix);
    values = tridiagonal.diagonal();
    off = tridiagonal.off();
    tridiagonal.apply(rows);
    diagonalize();
  }

  /**
   * The largest eigenvalue alone, at a fraction of the cost.
   *
   * @param matrix symmetric rows, at least one, finite; not modified
   * @return the eigenvalue, with an error of a few C units in the last place of the largest modulus
   */
  public static double largest(double[][] matrix) {
    return new Tridiagonal(SquareProducts.copy(matrix)).largest();
  }

  /**
   * The eigenvalues in no particular order.
   *
   * @return not to be modified
   */
  public double[] values() {
    return values;
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
          throw new ArithmeticException("eigenvalues of a symmetric matrix do not converge");
        }
        sweep(first, last);
        rotateHeld();
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
      double square = f * f + g * g;
      if (square < Tridiagonal.SMALLEST_SQUARE) {
        off[i + 1] = 0;
        values[i + 1] -= shift;
        off[last] = 0;
        return;
      }
      double length = Math.sqrt(square);
      off[i + 1] = length;
      sine = f / length;
      cosine = g / length;
      g = values[i + 1] - shift;
      double r = (values[i] - g) * sine + 2 * cosine * b;
      shift = sine * r;
      values[i + 1] = g + shift;
      g = cosine * r - b;
      rotate(i, sine, cosine);
    }
    values[first] -= shift;
    off[first] = g;
    off[last] = 0;
  }

  /** Rotates rows i and i + 1, at once with the rotation of rows i + 1 and i + 2 if that waits. */
  private void rotate(int i, double sine, double cosine) {
    if (held < 0) {
      held = i;
      heldSine = sine;
      heldCosine = cosine;
      return;
    }
    Rows.rotateTwice(rows[i], rows[i + 1], rows[i + 2], heldSine, heldCosine, sine, cosine);
    held = -1;
  }

  private void rotateHeld() {
    if (held >= 0) {
      Rows.rotate(rows[held], rows[held + 1], heldSine, heldCosine);
      held = -1;
    }
  }
}
