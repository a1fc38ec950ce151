package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.kernel.Lanes;

/**
 * How the whitened residuals u = L'r of rows that the model has not seen lie: K, the mean of u u'.
 * It would be the identity if the precision P = L L' were exactly that of new rows; the floor of
 * its variances makes it smaller in some directions, and few rows larger.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class ResidualSpread {
  private final double[][] rows;
  private final double trace;
  private final double squares;

  private ResidualSpread(double[][] rows, double trace, double squares) {
    this.rows = rows;
    this.trace = trace;
    this.squares = squares;
  }

  /**
   * Takes a matrix over.
   *
   * @param spread K, n x n, symmetric, with a positive trace; not retained
   * @return the spread
   * @throws IllegalArgumentException naming what is out of range
   */
  public static ResidualSpread of(Matrix spread) {
    int size = spread.rows();
    if (spread.columns() != size) {
      throw new IllegalArgumentException(
          "spread is " + size + " x " + spread.columns() + ", must be square");
    }
    double[][] rows = new double[size][];
    double trace = 0;
    double squares = 0;
    for (int i = 0; i < size; i++) {
      rows[i] = Lanes.aligned(size);
      for (int j = 0; j < size; j++) {
        double value = spread.get(size - 1 - i, size - 1 - j);
        rows[i][Lanes.FIRST + j] = value;
        squares = Math.fma(value, value, squares);
      }
      trace += rows[i][Lanes.FIRST + i];
    }
    if (!(trace > 0 && squares < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "spread has trace "
              + trace
              + " and squares "
              + squares
              + ", must be positive and finite");
    }
    return new ResidualSpread(rows, trace, squares);
  }

  /**
   * The matrix.
   *
   * @return a new n x n matrix
   */
  public Matrix matrix() {
    int size = rows.length;
    double[][] result = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[i][j] = rows[size - 1 - i][Lanes.FIRST + size - 1 - j];
      }
    }
    return Matrix.ofRows(result);
  }

  /** How many sensors it is of. */
  int size() {
    return rows.length;
  }

  /** The trace of K: the mean of |u|^2. */
  double trace() {
    return trace;
  }

  /** The trace of K K: half of the variance of |u|^2, if u is normal. */
  double squares() {
    return squares;
  }

  /** K times a vector; both are aligned and from the last element to the first, as u is. */
  void product(double[] vector, double[] out) {
    for (int i = 0; i < rows.length; i++) {
      out[Lanes.FIRST + i] = Rows.dot(rows[i], vector, Lanes.FIRST, Lanes.FIRST + rows.length);
    }
  }
}
