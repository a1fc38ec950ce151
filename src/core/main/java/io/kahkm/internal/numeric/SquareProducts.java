package io.kahkm.internal.numeric;

import io.kahkm.internal.numeric.kernel.Lanes;

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
    for (int i = 0; i < a.length; i += 4) {
      Rows.productFour(a, b, product, i, 0);
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
    return products(transpose(x), x);
  }

  /**
   * The product A A', symmetric to the bit: inner products of rows.
   *
   * @param a at least one row; not modified
   * @return a new square array of new rows
   */
  public static double[][] rowProducts(double[][] a) {
    return products(a, transpose(a));
  }

  private static double[][] products(double[][] columns, double[][] x) {
    int size = columns.length;
    double[][] product = new double[size][size];
    for (int i = 0; i < size; i += 4) {
      Rows.productFour(columns, x, product, i, i & -Lanes.COUNT);
    }
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        product[j][i] = product[i][j];
      }
    }
    return product;
  }

  /**
   * The quadratic form &lt;D, S D&gt; = trace D' S D.
   *
   * @param s symmetric, as many rows as {@code d}; not modified
   * @param d at least one row; not modified
   * @return the form
   */
  public static double form(double[][] s, double[][] d) {
    double[][] product = times(s, d);
    double sum = 0;
    for (int i = 0; i < d.length; i++) {
      sum += Rows.dot(product[i], d[i], 0, d[i].length);
    }
    return sum;
  }

  /** out -= sum of factors[l] rows[l] over l below count, from an index on. */
  static void subtractRows(double[] out, double[] factors, double[][] rows, int count, int from) {
    int l = 0;
    for (; l + 3 < count; l += 4) {
      Rows.addFour(
          out,
          -factors[l],
          rows[l],
          -factors[l + 1],
          rows[l + 1],
          -factors[l + 2],
          rows[l + 2],
          -factors[l + 3],
          rows[l + 3],
          from);
    }
    for (; l < count; l++) {
      Rows.add(out, -factors[l], rows[l], from);
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
