package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Rows;

/** Sums over pairs of consecutive rows a, y: enough for a linear prediction of y from a. */
final class ConsecutiveSums {
  final double[] before;
  final double[] after;
  final double[][] squares;
  final double[][] products;
  int count;

  ConsecutiveSums(int size) {
    before = new double[size];
    after = new double[size];
    squares = new double[size][size];
    products = new double[size][size];
  }

  /** Takes a pair; the arrays are not modified. */
  void add(double[] a, double[] y) {
    count++;
    Rows.add(before, 1, a, 0);
    Rows.add(after, 1, y, 0);
    for (int i = 0; i < a.length; i++) {
      Rows.add(squares[i], a[i], a, 0);
      Rows.add(products[i], a[i], y, 0);
    }
  }

  /** Takes all pairs of other sums. */
  void add(ConsecutiveSums other) {
    count += other.count;
    Rows.add(before, 1, other.before, 0);
    Rows.add(after, 1, other.after, 0);
    for (int i = 0; i < squares.length; i++) {
      Rows.add(squares[i], 1, other.squares[i], 0);
      Rows.add(products[i], 1, other.products[i], 0);
    }
  }
}
