package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.bound.Levels;

/**
 * A mixture of wagers on a mean: each multiplies its stake by a factor per unit whose expectation
 * is at most 1 if the mean is the one that is tested, so a mixture that has grown to 1 / level has
 * done so with probability at most level, at any number of units (Markov, Ville).
 *
 * <p>The weights are fixed before the first unit: equal, or six tenths more on one wager that
 * earlier data chose.
 */
public final class WagerMixture {
  /** No wager is preferred. */
  public static final int NO_PILOT = -1;

  /** What the preferred wager gets besides its equal share of the rest. */
  private static final double PREFERRED = 0.6;

  /** Room for rounding in the logarithm of the mixture, whose terms are exact to about 1e-11. */
  private static final double ALLOWANCE = 1e-9;

  private final double[] logWeights;

  /**
   * Fixes the weights.
   *
   * @param wagers number of wagers, at least 1
   * @param pilot index of the preferred one, or {@link #NO_PILOT}
   */
  WagerMixture(int wagers, int pilot) {
    if (pilot < NO_PILOT || pilot >= wagers) {
      throw new IllegalArgumentException(
          "pilot is " + pilot + ", must be from -1 to " + (wagers - 1));
    }
    logWeights = new double[wagers];
    for (int g = 0; g < wagers; g++) {
      double weight = 1.0 / wagers;
      if (pilot != NO_PILOT) {
        weight = (1 - PREFERRED) / wagers + (g == pilot ? PREFERRED : 0);
      }
      logWeights[g] = StrictMath.log(weight);
    }
  }

  /**
   * Logarithm of the mixture.
   *
   * @param exponents logarithms of what the wagers have grown to; not modified
   * @return log sum_g w_g exp(exponents_g)
   */
  double log(double[] exponents) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < logWeights.length; g++) {
      largest = Math.max(largest, logWeights[g] + exponents[g]);
    }
    double sum = 0;
    for (int g = 0; g < logWeights.length; g++) {
      sum += StrictMath.exp(logWeights[g] + exponents[g] - largest);
    }
    return largest + StrictMath.log(sum);
  }

  /** What the logarithm of the mixture must reach to refute a mean at a level. */
  static double threshold(double level) {
    Levels.requireDelta(level);
    return ALLOWANCE - StrictMath.log(level);
  }
}
