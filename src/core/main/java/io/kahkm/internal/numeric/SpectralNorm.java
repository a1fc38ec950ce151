package io.kahkm.internal.numeric;

/**
 * An upper bound of the spectral norm of a matrix that holds in spite of rounding.
 *
 * <p>The largest eigenvalue of B' B is estimated from its tridiagonal form and then proved to be
 * one: a Cholesky decomposition of x I - B' B that runs to its end shows that no eigenvalue exceeds
 * x by more than (C + 1) 2^-53 of the trace (S. M. Rump, "Verification of positive definiteness",
 * BIT 46, 2006). Sharp to at most about C^2 2^-53 of the norm. Stateless.
 */
public final class SpectralNorm {
  private static final double UNIT = 0x1p-53;

  /** Leaves room for second-order terms of the error analysis. */
  private static final double CAREFUL = 1.01;

  /** Margin above the estimate at the first proof, in C units in the last place. */
  private static final double FIRST_MARGIN = 4;

  /** Growth of the margin when a proof fails. */
  private static final double WIDER = 16;

  private SpectralNorm() {}

  /**
   * Bounds the norm.
   *
   * @param matrix B, at least one row and column, finite
   * @return at least the norm; 0 for a matrix of zeros
   */
  public static double bound(Matrix matrix) {
    double[][] b = matrix.toRows();
    double largest = 0;
    for (double[] row : b) {
      for (double value : row) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    if (largest == 0) {
      return 0;
    }
    // By a power of two, exactly: no square under- or overflows.
    int exponent = Math.getExponent(largest);
    for (double[] row : b) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.scalb(row[j], -exponent);
      }
    }
    return Math.scalb(scaled(b), exponent);
  }

  private static double scaled(double[][] b) {
    double[][] products = SquareProducts.ownProducts(b);
    int size = products.length;
    double trace = 0;
    for (int i = 0; i < size; i++) {
      trace += products[i][i];
    }
    double estimate = SymmetricEigen.largest(products);
    // The largest eigenvalue is at most the sum of all.
    double proved = trace * (1 + size * UNIT);
    for (double margin = FIRST_MARGIN * size * UNIT; estimate * (1 + margin) < proved; ) {
      double x = estimate * (1 + margin);
      if (exceedsAllEigenvalues(x, products)) {
        double slack = (size + 1) * Math.max(0, size * x - trace) + size * x;
        proved = x + CAREFUL * UNIT * slack;
        break;
      }
      margin *= WIDER;
    }
    double ofProducts = CAREFUL * b.length * UNIT * absoluteSquare(b);
    return Math.sqrt(proved + ofProducts) * (1 + 4 * UNIT);
  }

  /** Bound of the squared norm of |B|, which the rounding of B' B is relative to. */
  private static double absoluteSquare(double[][] b) {
    double rows = 0;
    double[] columns = new double[b[0].length];
    double largest = 0;
    for (double[] row : b) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += Math.abs(row[j]);
        columns[j] += Math.abs(row[j]);
        largest = Math.max(largest, columns[j]);
      }
      rows = Math.max(rows, sum);
    }
    return rows * largest;
  }

  /** Whether the Cholesky decomposition of x I - products, upper rows only, runs to its end. */
  private static boolean exceedsAllEigenvalues(double x, double[][] products) {
    int size = products.length;
    double[][] difference = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        difference[i][j] = -products[i][j];
      }
      difference[i][i] += x;
    }
    return CholeskyFactor.of(difference).isPresent();
  }
}
