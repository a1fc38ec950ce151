package io.kahkm.fitting.sensor;

import io.kahkm.internal.numeric.CholeskyFactor;
import io.kahkm.internal.numeric.Rows;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The regression of one sensor, with or without levels, its penalty chosen by the squares of rows
 * of left-out folds. Without levels the sensor's own level counts whole, and those of the others
 * not at all: what drifts slowly is then no innovation, and neither is a shift after a while.
 *
 * @param levels whether levels take part
 * @param weights of all features, zero where one takes no part; own change excluded
 * @param residuals of the usable rows, each by a regression without its fold
 */
@SuppressWarnings("ArrayRecordComponent") // one owner, compared by nobody
record Regression(boolean levels, double[] weights, double[] residuals) {
  private static final double[] PENALTIES = {1, 10, 100, 1000, 10000};

  /** Of the others', the penalty of the constant. */
  private static final double CONSTANT = 1e-6;

  /**
   * Fits.
   *
   * @param sums products of features
   * @param lags of the own past
   * @param j the sensor
   * @param size sensors
   * @param levels whether levels take part
   */
  static Regression fit(FoldSums sums, int lags, int j, int size, boolean levels) {
    int[] chosen =
        IntStream.range(0, sums.width())
            .filter(i -> i != lags + j)
            .filter(i -> levels || i < lags + size || i == sums.width() - 1)
            .toArray();
    double[][][] folds = new double[sums.folds()][][];
    double[][] all = new double[sums.width()][sums.width()];
    for (int f = 0; f < folds.length; f++) {
      folds[f] = sums.products(f, j);
      for (int i = 0; i < all.length; i++) {
        Rows.add(all[i], 1, folds[f][i], 0);
      }
    }
    double[] target = new double[sums.width()];
    target[lags + j] = 1;
    target[lags + size + j] = levels ? 1 : 0;
    double best = Double.POSITIVE_INFINITY;
    double penalty = PENALTIES[0];
    double[][] perFold = {};
    for (double candidate : PENALTIES) {
      double[][] weights = new double[folds.length][];
      double squares = 0;
      for (int f = 0; f < folds.length; f++) {
        weights[f] = solve(without(all, folds[f]), target, chosen, candidate);
        squares += squares(folds[f], target, weights[f]);
      }
      if (squares < best) {
        best = squares;
        penalty = candidate;
        perFold = weights;
      }
    }
    double[] residuals = residuals(sums, j, target, perFold);
    double[] weights = solve(all, target, chosen, penalty);
    if (!levels) {
      weights[lags + size + j] = 1;
    }
    return new Regression(levels, weights, residuals);
  }

  private static double[][] without(double[][] all, double[][] fold) {
    double[][] rest = new double[all.length][];
    for (int i = 0; i < all.length; i++) {
      rest[i] = all[i].clone();
      Rows.add(rest[i], -1, fold[i], 0);
    }
    return rest;
  }

  private static double[] solve(
      double[][] products, double[] target, int[] chosen, double penalty) {
    int p = chosen.length;
    double[][] matrix = new double[p][p];
    double[][] right = new double[p][1];
    for (int a = 0; a < p; a++) {
      double[] row = products[chosen[a]];
      for (int b = 0; b < p; b++) {
        matrix[a][b] = row[chosen[b]];
      }
      matrix[a][a] += a == p - 1 ? penalty * CONSTANT : penalty;
      right[a][0] = Rows.dot(row, target, 0, target.length);
    }
    CholeskyFactor factor =
        CholeskyFactor.of(matrix)
            .orElseThrow(
                () -> new ArithmeticException("the products of features are not definite"));
    factor.solveLower(right);
    factor.solveUpper(right);
    double[] weights = new double[products.length];
    for (int a = 0; a < p; a++) {
      weights[chosen[a]] = right[a][0];
    }
    return weights;
  }

  /** Sum over a fold's rows of the squared differences of target and prediction. */
  private static double squares(double[][] products, double[] target, double[] weights) {
    double[] difference = target.clone();
    Rows.add(difference, -1, weights, 0);
    double squares = 0;
    for (int i = 0; i < difference.length; i++) {
      squares =
          Math.fma(difference[i], Rows.dot(products[i], difference, 0, difference.length), squares);
    }
    return squares;
  }

  private static double[] residuals(FoldSums sums, int j, double[] target, double[][] perFold) {
    double[][] differences = new double[perFold.length][];
    for (int f = 0; f < perFold.length; f++) {
      differences[f] = target.clone();
      Rows.add(differences[f], -1, perFold[f], 0);
    }
    double[] features = new double[sums.width()];
    double[] residuals = new double[sums.usable()];
    for (int i = 0; i < residuals.length; i++) {
      sums.features(i, j, features);
      residuals[i] = Rows.dot(features, differences[sums.fold(i)], 0, features.length);
    }
    return residuals;
  }

  /** Weights of the own past. */
  double[] past(int lags) {
    return Arrays.copyOf(weights, lags);
  }

  /** Weight of the sensor's own level. */
  double level(int lags, int size, int j) {
    return weights[lags + size + j];
  }
}
