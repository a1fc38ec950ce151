package io.kahkm.internal.evaluation;

/**
 * The few distribution functions that limits from small samples need. Deterministic: {@link
 * StrictMath} only, fixed number of terms decided by the arguments alone.
 */
final class Distributions {
  private static final int MOST_TERMS = 100_000;
  private static final double TINY = 1e-300;
  private static final double CONVERGED = 1e-15;

  /** Coefficients of the Lanczos approximation with g = 7, relative error below 1e-14. */
  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };

  private static final double LANCZOS_SHIFT = 7;

  /** From here on Laplace's continued fraction converges within {@link #FRACTION_TERMS} terms. */
  private static final double FAR = 3;

  private static final int FRACTION_TERMS = 200;

  /** The normal tail is below the smallest double here. */
  private static final double FARTHEST = 40;

  private Distributions() {}

  /**
   * The regularized incomplete beta function I_x(a, b), by Lentz's continued fraction on the side
   * where it converges fast.
   *
   * @param a above 0
   * @param b above 0
   * @param x from 0 to 1
   * @return from 0 to 1
   */
  static double incompleteBeta(double a, double b, double x) {
    if (x <= 0) {
      return 0;
    }
    if (x >= 1) {
      return 1;
    }
    if (x > (a + 1) / (a + b + 2)) {
      return 1 - incompleteBeta(b, a, 1 - x);
    }
    double front =
        StrictMath.exp(
            logGamma(a + b)
                - logGamma(a)
                - logGamma(b)
                + a * StrictMath.log(x)
                + b * StrictMath.log1p(-x));
    return front * continuedFraction(a, b, x) / a;
  }

  private static double continuedFraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m <= MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + even * d);
      c = away(1 + even / c);
      fraction *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / away(1 + odd * d);
      c = away(1 + odd / c);
      fraction *= d * c;
      if (Math.abs(d * c - 1) < CONVERGED) {
        break;
      }
    }
    return fraction;
  }

  /** Keeps a divisor of Lentz's method away from zero. */
  private static double away(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  private static double logGamma(double x) {
    if (x < 0.5) {
      return StrictMath.log(StrictMath.PI / StrictMath.sin(StrictMath.PI * x)) - logGamma(1 - x);
    }
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (x - 1 + i);
    }
    double base = x - 0.5 + LANCZOS_SHIFT;
    return 0.5 * StrictMath.log(2 * StrictMath.PI)
        + (x - 0.5) * StrictMath.log(base)
        - base
        + StrictMath.log(sum);
  }

  /**
   * Upper tail of Student's t distribution.
   *
   * @param t at least 0
   * @param degrees degrees of freedom, above 0
   * @return P(T above t), from 0 to 1/2
   */
  static double studentTail(double t, double degrees) {
    return 0.5 * incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
  }

  /**
   * Quantile of Student's t distribution, by bisection of its tail.
   *
   * @param p from 1/2 to below 1
   * @param degrees degrees of freedom, above 0
   * @return t with P(T at most t) = p
   */
  static double studentQuantile(double p, double degrees) {
    double low = 0;
    double high = 1;
    while (studentTail(high, degrees) > 1 - p) {
      high *= 2;
    }
    while (high - low > CONVERGED * high) {
      double middle = (low + high) / 2;
      if (studentTail(middle, degrees) > 1 - p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * Quantile of the standard normal distribution, by bisection of its tail.
   *
   * @param p strictly between 0 and 1
   * @return z with P(Z at most z) = p
   */
  static double normalQuantile(double p) {
    if (p < 0.5) {
      return -normalQuantile(1 - p);
    }
    double low = 0;
    double high = FARTHEST;
    while (high - low > CONVERGED * high) {
      double middle = (low + high) / 2;
      if (normalTail(middle) > 1 - p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * Upper tail of the standard normal distribution: for small z from the series of the density, for
   * large z from Laplace's continued fraction.
   *
   * @param z at least 0
   * @return P(Z above z)
   */
  static double normalTail(double z) {
    double density = StrictMath.exp(-z * z / 2) / Math.sqrt(2 * StrictMath.PI);
    if (z < FAR) {
      double term = z;
      double sum = z;
      for (int k = 1; Math.abs(term) > CONVERGED * Math.abs(sum) && k < MOST_TERMS; k++) {
        term *= z * z / (2 * k + 1);
        sum += term;
      }
      return 0.5 - density * sum;
    }
    double fraction = z;
    for (int k = FRACTION_TERMS; k >= 1; k--) {
      fraction = z + k / fraction;
    }
    return density / fraction;
  }
}
