package io.kahkm.internal.numeric;

import java.util.Optional;

/**
 * The Cholesky factor R of a symmetric positive definite matrix A = R' R, R upper triangular, and
 * the triangular systems with it. Rows change as a whole and every sum runs in a fixed order, so
 * that all machines give the same bits. Backward stable: R' R differs from A by about C^2 2^-53 of
 * the largest diagonal element. Immutable and thread-safe.
 */
public final class CholeskyFactor {
  /** Row i from column i on; what lies before is not used. */
  private final double[][] root;

  private CholeskyFactor(double[][] root) {
    this.root = root;
  }

  /**
   * Decomposes.
   *
   * @param a symmetric rows, at least one, finite; only columns from the diagonal on are read; not
   *     modified
   * @return the factor; empty where the decomposition does not run to its end, so that the matrix
   *     is not positive definite, or only by less than rounding
   */
  public static Optional<CholeskyFactor> of(double[][] a) {
    int size = a.length;
    double[][] root = SquareProducts.copy(a);
    double[] column = new double[size];
    for (int i = 0; i < size; i++) {
      for (int l = 0; l < i; l++) {
        column[l] = root[l][i];
      }
      SquareProducts.subtractRows(root[i], column, root, i, i);
      double pivot = root[i][i];
      if (!(pivot > 0)) {
        return Optional.empty();
      }
      double length = Math.sqrt(pivot);
      for (int j = i; j < size; j++) {
        root[i][j] /= length;
      }
    }
    return Optional.of(new CholeskyFactor(root));
  }

  /**
   * Solves R' X = M.
   *
   * @param rows M, as many rows as the matrix; overwritten by X
   */
  public void solveLower(double[][] rows) {
    double[] column = new double[root.length];
    for (int i = 0; i < root.length; i++) {
      for (int l = 0; l < i; l++) {
        column[l] = root[l][i];
      }
      SquareProducts.subtractRows(rows[i], column, rows, i, 0);
      divide(rows[i], root[i][i]);
    }
  }

  /**
   * Solves R X = M.
   *
   * @param rows M, as many rows as the matrix; overwritten by X
   */
  public void solveUpper(double[][] rows) {
    for (int i = root.length - 1; i >= 0; i--) {
      for (int l = i + 1; l < root.length; l++) {
        Rows.add(rows[i], -root[i][l], rows[l], 0);
      }
      divide(rows[i], root[i][i]);
    }
  }

  private static void divide(double[] row, double by) {
    for (int j = 0; j < row.length; j++) {
      row[j] /= by;
    }
  }
}
