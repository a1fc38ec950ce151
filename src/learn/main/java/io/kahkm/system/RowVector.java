package io.kahkm.system;

/** Products of short row vectors with matrices, term by term. */
final class RowVector {
  private RowVector() {}

  /** The row vector times the matrix, a new array. */
  static double[] times(double[] vector, double[][] matrix) {
    double[] product = new double[matrix[0].length];
    for (int i = 0; i < vector.length; i++) {
      for (int j = 0; j < product.length; j++) {
        product[j] = Math.fma(vector[i], matrix[i][j], product[j]);
      }
    }
    return product;
  }
}
