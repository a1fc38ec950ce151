package io.kahkm.certificate;

/** Products of square row-major matrices, every sum in a fixed order. Stateless. */
final class SquareProducts {
  private SquareProducts() {}

  /** A B. */
  static double[] times(double[] a, double[] b, int size) {
    double[] product = new double[size * size];
    for (int i = 0; i < size; i++) {
      int row = i * size;
      int l = 0;
      for (; l + 3 < size; l += 4) {
        addFourRows(product, row, a, l, b, size);
      }
      for (; l < size; l++) {
        double factor = a[row + l];
        int other = l * size;
        for (int k = 0; k < size; k++) {
          product[row + k] += factor * b[other + k];
        }
      }
    }
    return product;
  }

  /** Four terms per pass: the row of the product is read and written a quarter as often. */
  private static void addFourRows(
      double[] product, int row, double[] a, int l, double[] b, int size) {
    double f0 = a[row + l];
    double f1 = a[row + l + 1];
    double f2 = a[row + l + 2];
    double f3 = a[row + l + 3];
    int r0 = l * size;
    int r1 = r0 + size;
    int r2 = r1 + size;
    int r3 = r2 + size;
    for (int k = 0; k < size; k++) {
      product[row + k] += (f0 * b[r0 + k] + f1 * b[r1 + k]) + (f2 * b[r2 + k] + f3 * b[r3 + k]);
    }
  }

  /** A A', symmetric to the bit. */
  static double[] timesOwnTranspose(double[] a, int size) {
    double[] product = times(a, transpose(a, size), size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        product[i * size + j] = product[j * size + i];
      }
    }
    return product;
  }

  static double[] transpose(double[] a, int size) {
    double[] result = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[j * size + i] = a[i * size + j];
      }
    }
    return result;
  }
}
