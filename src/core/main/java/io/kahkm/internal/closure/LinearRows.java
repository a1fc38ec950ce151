package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;

/** Rows of weights with a constant first: what linear models of readings are made of. */
final class LinearRows {
  private LinearRows() {}

  /** {@code w_0 + sum over f of w_(1+f) x_f}, added to a start by fused multiply-add in order. */
  static double add(double start, Matrix weights, int row, double[] values) {
    double sum = start + weights.get(row, 0);
    for (int f = 0; f < values.length; f++) {
      sum = Math.fma(weights.get(row, 1 + f), values[f], sum);
    }
    return sum;
  }

  static void requireShape(String name, Matrix matrix, int rows, int columns) {
    if (matrix.rows() != rows || matrix.columns() != columns) {
      throw new IllegalArgumentException(
          name + " is " + matrix + ", must be " + rows + " x " + columns);
    }
    for (double value : matrix.toArray()) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(name + " holds " + value + ", must be finite");
      }
    }
  }
}
