package io.kahkm.fitting.readout;

import java.util.List;

/**
 * The linear models that a sensor's forecast is chosen from: persistence, and ridge regressions of
 * every penalty, shrunk towards persistence or towards the mean. A sensor that wanders is best left
 * where it is, one that returns is best sent back; which one, rows that were left out say.
 */
public final class LinearCandidates {
  /** Persistence: no change at any time. */
  static final int PERSISTENCE = 0;

  /** Added to the variance of every feature, which is about 1. */
  private static final double[] PENALTIES = {
    1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 3, 10, 100
  };

  /** The choice where nothing could be left out: shrunk towards persistence by a tenth. */
  static final int DEFAULT = 1 + 6;

  /** Number of candidates. */
  static final int COUNT = 1 + 2 * PENALTIES.length;

  private LinearCandidates() {}

  /** The penalty of a candidate; the largest for persistence. */
  static double penalty(int candidate) {
    return candidate == PERSISTENCE
        ? PENALTIES[PENALTIES.length - 1]
        : PENALTIES[(candidate - 1) % PENALTIES.length];
  }

  private static boolean towardsMean(int candidate) {
    return candidate > PENALTIES.length;
  }

  /**
   * Adds the squared errors of every candidate.
   *
   * @param features the sensors' deviations
   * @param fitted changes h steps ahead of the fitting pairs
   * @param left the same of pairs that were left out
   * @param errors one row per sensor, one column per candidate; added to
   */
  static void addErrors(
      Features features, RegressionSums fitted, RegressionSums left, double[][] errors) {
    double[] level = deviations(features);
    for (int i = 0; i < errors.length; i++) {
      errors[i][PERSISTENCE] += left.targetSquares[i];
    }
    for (int p = 0; p < PENALTIES.length; p++) {
      Ridge ridge;
      try {
        ridge = new Ridge(fitted, PENALTIES[p]);
      } catch (ArithmeticException e) {
        exclude(errors, p);
        continue;
      }
      for (double[] shift : new double[][] {null, level}) {
        double[][] weights = ridge.weights(shift);
        int candidate = 1 + p + (shift == null ? 0 : PENALTIES.length);
        for (int i = 0; i < errors.length; i++) {
          errors[i][candidate] += left.squaredError(i, weights[i]);
        }
      }
    }
  }

  /** A penalty too small for the rows is no candidate. */
  private static void exclude(double[][] errors, int penalty) {
    for (double[] ofSensor : errors) {
      ofSensor[1 + penalty] = Double.POSITIVE_INFINITY;
      ofSensor[1 + penalty + PENALTIES.length] = Double.POSITIVE_INFINITY;
    }
  }

  private static double[] deviations(Features features) {
    double[] deviations = new double[features.sensors()];
    for (int i = 0; i < deviations.length; i++) {
      deviations[i] = features.deviation(i);
    }
    return deviations;
  }

  /** The candidate with the smallest error, ties to persistence and then to the smaller penalty. */
  static int best(double[] errors) {
    int best = PERSISTENCE;
    for (int c = 1; c < errors.length; c++) {
      best = errors[c] < errors[best] ? c : best;
    }
    return best;
  }

  /**
   * The chosen models.
   *
   * @param sums changes h steps ahead of the fitting pairs
   * @param chosen one candidate per sensor
   * @return per sensor the constant, then one weight per feature, of the change
   * @throws ArithmeticException if a regression is not finite
   */
  static double[][] fit(Features features, RegressionSums sums, List<Integer> chosen) {
    double[] level = deviations(features);
    double[][] weights = new double[sums.targets][1 + sums.features];
    for (int p = 0; p < PENALTIES.length; p++) {
      double penalty = PENALTIES[p];
      if (chosen.stream().noneMatch(c -> c != PERSISTENCE && penalty(c) == penalty)) {
        continue;
      }
      Ridge ridge = new Ridge(sums, penalty);
      double[][] change = ridge.weights(null);
      double[][] towardsMean = ridge.weights(level);
      for (int i = 0; i < weights.length; i++) {
        int candidate = chosen.get(i);
        if (candidate != PERSISTENCE && penalty(candidate) == penalty) {
          weights[i] = towardsMean(candidate) ? towardsMean[i] : change[i];
        }
      }
    }
    return weights;
  }

  /** {@code w_0 + sum over f of w_(1+f) z_f}. */
  static double value(double[] weights, double[] features) {
    double sum = weights[0];
    for (int f = 0; f < features.length; f++) {
      sum = Math.fma(weights[1 + f], features[f], sum);
    }
    return sum;
  }
}
