package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.SymmetricEigen;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The combinations of sensors that resemble their own past most.
 *
 * <p>A movement that many sensors share, each with a little, hides behind what is faster in every
 * one of them, and none of them shows how slow it is. With z the standardized rows, their
 * covariance C = Q diag(c) Q' and u = diag(max(c, f c_max))^(-1/2) Q' z, the combinations are the
 * eigenvectors of the symmetric part of the mean of u(t) u(t - 1)' with the largest eigenvalues
 * (maximum autocorrelation factors, Switzer and Green 1984). The floor f keeps rounding errors of
 * sensors that repeat each other from being taken for a combination.
 */
final class SlowCombinations {
  private static final double FLOOR = 1e-4;

  private SlowCombinations() {}

  /**
   * Values of the slowest combinations.
   *
   * @param episodes where the rows break
   * @param rows standardized rows of all episodes, at least one sensor; not modified
   * @param most how many combinations are wanted
   * @return one row of values per row, the slowest combination first; as many columns as wanted, or
   *     as there are sensors
   */
  static double[][] of(Episodes episodes, double[][] rows, int most) {
    double[][] white = whitened(rows);
    int size = white[0].length;
    ConsecutiveSums sums = new ConsecutiveSums(size);
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 1; t < episodes.length(e); t++) {
        sums.add(white[row + t - 1], white[row + t]);
      }
      row += episodes.length(e);
    }
    double[][] resemblance = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        resemblance[i][j] = (sums.products[i][j] + sums.products[j][i]) / (2.0 * rows.length);
      }
    }
    double[][] directions = Matrix.identity(size).toRows();
    double[] values = new SymmetricEigen(resemblance, directions).values();
    List<Integer> slowest =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -values[k]))
            .limit(most)
            .toList();
    double[][] result = new double[rows.length][slowest.size()];
    for (int t = 0; t < rows.length; t++) {
      for (int k = 0; k < slowest.size(); k++) {
        result[t][k] = Rows.dot(directions[slowest.get(k)], white[t], 0, size);
      }
    }
    return result;
  }

  /** Rows along the eigenvectors of their covariance, each in units of its deviation. */
  private static double[][] whitened(double[][] rows) {
    int size = rows[0].length;
    double[][] covariance = new double[size][size];
    for (double[] row : rows) {
      for (int i = 0; i < size; i++) {
        Rows.add(covariance[i], row[i] / rows.length, row, 0);
      }
    }
    double[][] directions = Matrix.identity(size).toRows();
    double[] variances = new SymmetricEigen(covariance, directions).values();
    double largest = 0;
    for (double variance : variances) {
      largest = Math.max(largest, variance);
    }
    double[][] white = new double[rows.length][size];
    for (int k = 0; k < size; k++) {
      double scale = 1 / Math.sqrt(Math.max(variances[k], FLOOR * largest));
      for (int t = 0; t < rows.length; t++) {
        white[t][k] = scale * Rows.dot(directions[k], rows[t], 0, size);
      }
    }
    return white;
  }
}
