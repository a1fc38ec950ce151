package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import java.util.random.RandomGenerator;

/** Random inputs of the closure tests. */
final class Simplex {
  private Simplex() {}

  /** A random point of the simplex, uniform in direction of exponentials. */
  static double[] point(RandomGenerator random, int classes) {
    double[] point = new double[classes];
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      point[c] = random.nextExponential();
      sum += point[c];
    }
    for (int c = 0; c < classes; c++) {
      point[c] /= sum;
    }
    return point;
  }

  static double[][] points(RandomGenerator random, int count, int classes) {
    double[][] points = new double[count][];
    for (int i = 0; i < count; i++) {
      points[i] = point(random, classes);
    }
    return points;
  }

  static double[] gaussian(RandomGenerator random, int length) {
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextGaussian();
    }
    return values;
  }

  static Matrix matrix(RandomGenerator random, int rows, int columns) {
    return Matrix.of(rows, columns, gaussian(random, rows * columns));
  }

  static double[] times(double[] row, Matrix matrix) {
    double[] result = new double[matrix.columns()];
    for (int k = 0; k < result.length; k++) {
      for (int l = 0; l < row.length; l++) {
        result[k] += row[l] * matrix.get(l, k);
      }
    }
    return result;
  }

  static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  static double squaredFrobenius(Matrix a, Matrix b) {
    return squaredDistance(a.toArray(), b.toArray());
  }

  static double inner(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
