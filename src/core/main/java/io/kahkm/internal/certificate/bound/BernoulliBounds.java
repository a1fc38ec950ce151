package io.kahkm.internal.certificate.bound;

/**
 * Inversion of the Bernoulli relative entropy kl(q||p) = q log(q/p) + (1-q) log((1-q)/(1-p)), on
 * which every tight bound rests: an average q of n independent losses in [0, 1] with mean p obeys
 * P(kl(q||p) &gt; r on one given side) &le; exp(-n r).
 *
 * <p>Bisection over the doubles themselves. The divergence is evaluated in a form without
 * cancellation, with an error below {@value #ROUNDING_UNITS} units in the last place of its two
 * terms; a point counts as excluded only when the divergence exceeds r by more than that allowance,
 * and the excluded end of the last interval is returned. The result is therefore on the
 * conservative side of the exact inverse, at most a few units in the last place of |p - q| away.
 */
public final class BernoulliBounds {
  /** Allowance for rounding, in units of 2^-52 of the sum of the absolute terms. */
  static final int ROUNDING_UNITS = 16;

  private static final double ALLOWANCE = ROUNDING_UNITS * 0x1p-52;

  private BernoulliBounds() {}

  /**
   * kl_lo: the smallest p &le; q with kl(q||p) &le; r, rounded down.
   *
   * @param q observed average in [0, 1]
   * @param r divergence allowed, at least 0; infinite gives 0
   * @return lower bound of the mean in [0, q]
   */
  public static double lower(double q, double r) {
    requireArguments(q, r);
    if (q == 0 || r == 0) {
      return q;
    }
    long excluded = 0;
    long kept = Double.doubleToRawLongBits(q);
    while (kept - excluded > 1) {
      long middle = (kept + excluded) >>> 1;
      if (exceeds(q, Double.longBitsToDouble(middle), r)) {
        excluded = middle;
      } else {
        kept = middle;
      }
    }
    return Double.longBitsToDouble(excluded);
  }

  /**
   * kl_up: the largest p &ge; q with kl(q||p) &le; r, rounded up.
   *
   * @param q observed average in [0, 1]
   * @param r divergence allowed, at least 0; infinite gives 1
   * @return upper bound of the mean in [q, 1]
   */
  public static double upper(double q, double r) {
    requireArguments(q, r);
    if (q == 1 || r == 0) {
      return q;
    }
    long kept = Double.doubleToRawLongBits(q + 0.0);
    long excluded = Double.doubleToRawLongBits(1.0);
    while (excluded - kept > 1) {
      long middle = (kept + excluded) >>> 1;
      if (exceeds(q, Double.longBitsToDouble(middle), r)) {
        excluded = middle;
      } else {
        kept = middle;
      }
    }
    return Double.longBitsToDouble(excluded);
  }

  private static void requireArguments(double q, double r) {
    if (!(q >= 0 && q <= 1)) {
      throw new IllegalArgumentException("q is " + q + ", must be from 0 to 1");
    }
    if (!(r >= 0)) {
      throw new IllegalArgumentException("r is " + r + ", must be at least 0");
    }
  }

  /** Whether kl(q||p) exceeds r even after the allowance; p strictly between 0 and 1. */
  private static boolean exceeds(double q, double p, double r) {
    double difference = p - q;
    double hit = weightedLogRatio(q, p, difference);
    double miss = weightedLogRatio(1 - q, 1 - p, -difference);
    return hit + miss - ALLOWANCE * (Math.abs(hit) + Math.abs(miss)) >= r;
  }

  /** a log(a / b), with difference = b - a; by log1p near a = b, where the ratio would cancel. */
  private static double weightedLogRatio(double a, double b, double difference) {
    if (a == 0) {
      return 0;
    }
    double relative = difference / a;
    if (relative >= -0.5 && relative <= 1) {
      return -a * StrictMath.log1p(relative);
    }
    double ratio = a / b;
    // The quotient overflows for the smallest b and vanishes for none: b is at most 1.
    return Double.isInfinite(ratio)
        ? a * (StrictMath.log(a) - StrictMath.log(b))
        : a * StrictMath.log(ratio);
  }
}
