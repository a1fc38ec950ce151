package io.kahkm.internal.certificate.loss;

/**
 * The upper bound of a mean from wagers against it.
 *
 * <p>Losses b in [0, 1] of mean m make E prod (1 - f b) / (1 - f m) = 1 for every factor f of a
 * grid below 1. A mean is refuted once the mixture of these products reaches 1 / level; the mixture
 * grows with m, so everything above the smallest refuted mean is refuted too. For a fixed number of
 * units, and by Ville's inequality at all numbers of units at once. Stateless.
 */
public final class UpperWagers {
  /** Wagers of the grid. */
  public static final int COUNT = 12;

  private static final double LARGEST = 0.99;
  private static final int HALVINGS = 100;

  private UpperWagers() {}

  /** Factor of wager g: {@value #LARGEST} 2^-g. */
  static double factor(int g) {
    return LARGEST * Math.scalb(1.0, -g);
  }

  /**
   * The smallest refuted mean, rounded up.
   *
   * @param mean observed mean of b in [0, 1]
   * @param logSums sum of log(1 - f_g b) over the units for every wager; not modified
   * @param units number of units, at least 1
   * @param level failure probability in (0, 1)
   * @param pilot preferred wager, or {@link WagerMixture#NO_PILOT}; fixed before the units
   * @return upper bound of the mean in [mean, 1]
   */
  public static double bound(double mean, double[] logSums, long units, double level, int pilot) {
    WagerMixture mixture = new WagerMixture(COUNT, pilot);
    double threshold = WagerMixture.threshold(level);
    double[] exponents = new double[COUNT];
    if (log(mixture, exponents, logSums, units, mean) >= threshold) {
      return mean;
    }
    double kept = mean;
    double refuted = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = kept + (refuted - kept) / 2;
      if (middle == refuted || middle == kept) {
        break;
      }
      if (log(mixture, exponents, logSums, units, middle) >= threshold) {
        refuted = middle;
      } else {
        kept = middle;
      }
    }
    return refuted;
  }

  private static double log(
      WagerMixture mixture, double[] exponents, double[] logSums, long units, double mean) {
    for (int g = 0; g < COUNT; g++) {
      exponents[g] = logSums[g] - units * StrictMath.log1p(-factor(g) * mean);
    }
    return mixture.log(exponents);
  }

  /**
   * The wager that alone would have given the smallest bound, for the next units.
   *
   * @param logSums sums over the last units; not modified
   * @param units how many these were, at least 1
   * @param level failure probability that the next units may spend
   * @param coming number of next units, at least 1
   * @param old what to return if none would have given a bound below 1
   * @return the wager
   */
  public static int pilot(double[] logSums, long units, double level, int coming, int old) {
    double pay = StrictMath.log(level) / coming;
    int best = old;
    double smallest = 1;
    for (int g = 0; g < COUNT; g++) {
      // The mean at which (1 - f m) = exp(mean log(1 - f b)) level^(1/n).
      double bound = -StrictMath.expm1(logSums[g] / units + pay) / factor(g);
      if (bound < smallest) {
        smallest = bound;
        best = g;
      }
    }
    return best;
  }
}
