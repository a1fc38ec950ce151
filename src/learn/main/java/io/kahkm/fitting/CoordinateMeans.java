package io.kahkm.fitting;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SquareProducts;

/** Means over the coordinates of fitting rows that a model keeps. */
final class CoordinateMeans {
  private CoordinateMeans() {}

  /**
   * Means of the successors' coordinates by the class of the state before.
   *
   * @param classes of the states before
   * @param successors coordinates
   * @param count number C of classes
   * @return row c belongs to class c; the mean over all where a class has no successor
   */
  static Matrix ofClasses(int[] classes, double[][] successors, int count) {
    double[][] means = new double[count][count];
    int[] members = new int[count];
    double[] overall = new double[count];
    for (int i = 0; i < successors.length; i++) {
      members[classes[i]]++;
      accumulate(means[classes[i]], successors[i], members[classes[i]]);
      accumulate(overall, successors[i], i + 1);
    }
    for (int c = 0; c < count; c++) {
      if (members[c] == 0) {
        means[c] = overall.clone();
      }
    }
    return Matrix.ofRows(means);
  }

  private static void accumulate(double[] mean, double[] value, int count) {
    for (int k = 0; k < mean.length; k++) {
      mean[k] += (value[k] - mean[k]) / count;
    }
  }

  /** Mean phi phi'. */
  static Matrix ofProducts(double[][] coordinates) {
    double[][] sums = SquareProducts.ownProducts(coordinates);
    for (double[] row : sums) {
      for (int j = 0; j < row.length; j++) {
        row[j] /= coordinates.length;
      }
    }
    return Matrix.ofRows(sums);
  }
}
