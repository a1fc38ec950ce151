package io.kahkm.fitting.readout;

/**
 * Sums over pairs of features z and targets y, from which ridge regressions of any penalty and
 * their squared errors on other pairs follow. Mutable, one owner.
 */
final class RegressionSums {
  final int features;
  final int targets;
  long count;
  final double[] featureSum;
  final double[] targetSum;

  /** Sum z z', upper triangle, row-major. */
  final double[] products;

  /** Sum z y', row-major. */
  final double[] cross;

  final double[] targetSquares;

  RegressionSums(int features, int targets) {
    this.features = features;
    this.targets = targets;
    featureSum = new double[features];
    targetSum = new double[targets];
    products = new double[features * features];
    cross = new double[features * targets];
    targetSquares = new double[targets];
  }

  void add(double[] z, double[] y) {
    count++;
    for (int i = 0; i < targets; i++) {
      targetSum[i] += y[i];
      targetSquares[i] = Math.fma(y[i], y[i], targetSquares[i]);
    }
    for (int f = 0; f < features; f++) {
      double value = z[f];
      featureSum[f] += value;
      int row = f * features;
      for (int g = f; g < features; g++) {
        products[row + g] = Math.fma(value, z[g], products[row + g]);
      }
      row = f * targets;
      for (int i = 0; i < targets; i++) {
        cross[row + i] = Math.fma(value, y[i], cross[row + i]);
      }
    }
  }

  /** Adds sums over other pairs of which only some features are taken, ascending. */
  void add(RegressionSums other, int[] taken) {
    count += other.count;
    for (int i = 0; i < targets; i++) {
      targetSum[i] += other.targetSum[i];
      targetSquares[i] += other.targetSquares[i];
    }
    for (int f = 0; f < features; f++) {
      int from = taken[f];
      featureSum[f] += other.featureSum[from];
      for (int g = f; g < features; g++) {
        products[f * features + g] += other.products[from * other.features + taken[g]];
      }
      for (int i = 0; i < targets; i++) {
        cross[f * targets + i] += other.cross[from * targets + i];
      }
    }
  }

  /** Mean of z_f z_g about the means. */
  double covariance(int f, int g) {
    int low = Math.min(f, g);
    int high = Math.max(f, g);
    return products[low * features + high] / count
        - featureSum[f] / count * (featureSum[g] / count);
  }

  /** Mean of z_f y_i about the means. */
  double covarianceWithTarget(int f, int target) {
    return cross[f * targets + target] / count
        - featureSum[f] / count * (targetSum[target] / count);
  }

  /**
   * Sum of squared errors of a linear prediction of one target.
   *
   * @param weights the constant, then one weight per feature
   */
  double squaredError(int target, double[] weights) {
    double constant = weights[0];
    double linear = -2 * constant * targetSum[target] + count * constant * constant;
    double quadratic = 0;
    for (int f = 0; f < features; f++) {
      double weight = weights[1 + f];
      if (weight == 0) {
        continue;
      }
      linear += 2 * weight * (constant * featureSum[f] - cross[f * targets + target]);
      double sum = 0.5 * weight * products[f * features + f];
      for (int g = f + 1; g < features; g++) {
        sum = Math.fma(weights[1 + g], products[f * features + g], sum);
      }
      quadratic = Math.fma(2 * weight, sum, quadratic);
    }
    return Math.max(0, targetSquares[target] + linear + quadratic);
  }
}
