package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;

/**
 * Rows of weights with a constant first: what linear models of readings are made of. All rows take
 * their terms together, so they are kept by term. Immutable.
 */
final class LinearRows {
  private final double[] constants;

  /** The weights of term f in every row. */
  private final double[][] terms;

  LinearRows(Matrix weights) {
    constants = new double[weights.rows()];
    terms = new double[weights.columns() - 1][weights.rows()];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = weights.get(i, 0);
      for (int f = 0; f < terms.length; f++) {
        terms[f][i] = weights.get(i, 1 + f);
      }
    }
  }

  /**
   * out_i += w_i0 + sum over f of w_i(1+f) x_f, by fused multiply-add in order.
   *
   * @param values as many as there are terms; not modified
   * @param out as long as there are rows; changed
   */
  void addTo(double[] out, double[] values) {
    for (int i = 0; i < out.length; i++) {
      out[i] += constants[i];
    }
    int f = 0;
    for (; f + 3 < terms.length; f += 4) {
      Rows.addFour(
          out,
          values[f],
          terms[f],
          values[f + 1],
          terms[f + 1],
          values[f + 2],
          terms[f + 2],
          values[f + 3],
          terms[f + 3],
          0);
    }
    for (; f < terms.length; f++) {
      Rows.add(out, values[f], terms[f], 0);
    }
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
