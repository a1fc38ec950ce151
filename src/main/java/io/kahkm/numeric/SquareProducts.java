package io.kahkm.numeric;

/**
 * Products of matrices given as arrays of rows, every sum in a fixed order, for the O(C^3) work at
 * the close of a window. Stateless and thread-safe.
 */
public final class SquareProducts {
  private SquareProducts() {}

  /**
   * The product A B.
   *
   * @param a any number of rows; not modified
   * @param b as many rows as {@code a} has columns, at least one; not modified
   * @return a new array of new rows
   */
  public static double[][] times(double[][] a, double[][] b) {
    double[][] product = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      addRows(product[i], a[i], 1, b, b.length, 0);
    }
    return product;
  }

  /**
   * The product X' X, symmetric to the bit.
   *
   * @param x at least one row; not modified
   * @return a new square array of new rows
   */
  public static double[][] ownProducts(double[][] x) {
    int size = x[0].length;
    double[][] product = new double[size][size];
    double[] factors = new double[x.length];
    for (int i = 0; i < size; i++) {
      for (int l = 0; l < x.length; l++) {
        factors[l] = x[l][i];
      }
      addRows(product[i], factors, 1, x, x.length, i);
      for (int j = i + 1; j < size; j++) {
        product[j][i] = product[i][j];
      }
    }
    return product;
  }

  /** out += sign times the sum of factors[l] rows[l] over l below count, from an index on. */
  static void addRows(
      double[] out, double[] factors, double sign, double[][] rows, int count, int from) {
    int l = 0;
    for (; l + 3 < count; l += 4) {
      Rows.addFour(
          out,
          sign * factors[l],
          rows[l],
          sign * factors[l + 1],
          rows[l + 1],
          sign * factors[l + 2],
          rows[l + 2],
          sign * factors[l + 3],
          rows[l + 3],
          from);
    }
    for (; l < count; l++) {
      Rows.add(out, sign * factors[l], rows[l], from);
    }
  }

  /**
   * The transpose.
   *
   * @param a at least one row; not modified
   * @return a new array of new rows
   */
  public static double[][] transpose(double[][] a) {
    double[][] result = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  /**
   * A copy, rows included.
   *
   * @param a not modified
   * @return a new array of new rows
   */
  public static double[][] copy(double[][] a) {
    double[][] result = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      result[i] = a[i].clone();
    }
    return result;
  }
}
