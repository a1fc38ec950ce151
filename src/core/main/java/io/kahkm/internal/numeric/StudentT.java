package io.kahkm.internal.numeric;

import io.kahkm.internal.numeric.kernel.DeterministicMath;

/**
 * Student's t distribution with a real number of degrees of freedom: tail and quantile, with the
 * same bits on every JVM.
 *
 * <p>With a = degrees / 2 and x = t^2 / (degrees + t^2) the tail is half the regularized incomplete
 * beta function I of 1 - x with parameters a and 1/2, by Lentz's continued fraction on the side
 * where it converges fast. Relative errors stay below 1e-12 up to ten thousand degrees and below
 * 1e-10 at a million. Immutable; nothing is allocated per call.
 */
public final class StudentT {
  private static final int MOST_TERMS = 100_000;
  private static final double TINY = 1e-300;
  private static final double CONVERGED = 1e-16;

  /** From here on the asymptotic series of a ratio of gamma functions holds to the last bit. */
  private static final double LARGE = 20;

  /**
   * Coefficients of 1/a, 1/a^3, .. in ln(Gamma(a + 1/2) / Gamma(a)) - ln(a) / 2: (2^-n - 2) B_(n+1)
   * / (n (n + 1)) with the Bernoulli numbers B.
   */
  private static final double[] RATIO = {
    -1.0 / 8, 1.0 / 192, -1.0 / 640, 17.0 / 14336, -31.0 / 18432
  };

  /** No tail that a double can hold lies beyond. */
  private static final double FARTHEST = 0x1p1000;

  private final double degrees;
  private final double half;
  private final double factor;

  /**
   * Prepares the constants.
   *
   * @param degrees degrees of freedom, positive and finite
   */
  public StudentT(double degrees) {
    if (!(degrees > 0) || Double.isInfinite(degrees)) {
      throw new IllegalArgumentException("degrees is " + degrees + ", must be positive and finite");
    }
    this.degrees = degrees;
    half = degrees / 2;
    factor = gammaRatio(half) / Math.sqrt(StrictMath.PI);
  }

  /** Gamma(a + 1/2) / Gamma(a): upwards by Gamma(a + 1) = a Gamma(a), then by the series. */
  private static double gammaRatio(double a) {
    double ratio = 1;
    double large = a;
    while (large < LARGE) {
      ratio *= large / (large + 0.5);
      large++;
    }
    double square = 1 / (large * large);
    double series = 0;
    for (int i = RATIO.length - 1; i >= 0; i--) {
      series = Math.fma(series, square, RATIO[i]);
    }
    return ratio * Math.sqrt(large) * DeterministicMath.exp(series / large);
  }

  /**
   * The degrees of freedom.
   *
   * @return positive
   */
  public double degrees() {
    return degrees;
  }

  /**
   * The upper tail.
   *
   * @param t any number, infinities included
   * @return P(T above t), from 0 to 1; NaN for NaN
   */
  public double tail(double t) {
    if (t < 0) {
      return 1 - tail(-t);
    }
    double square = t * t;
    if (!(square < Double.POSITIVE_INFINITY)) {
      return Double.isNaN(t) ? t : 0;
    }
    double sum = degrees + square;
    // (1 - x)^a sqrt(x) / (a B(a, 1/2)) without its 1 / a or 1 / (1/2)
    double front =
        factor
            * DeterministicMath.exp(-half * StrictMath.log1p(square / degrees))
            * t
            / Math.sqrt(sum);
    double near = degrees / sum;
    return near <= (half + 1) / (half + 2.5)
        ? 0.5 * front * fraction(half, 0.5, near) / half
        : 0.5 - front * fraction(0.5, half, square / sum);
  }

  /**
   * The quantile.
   *
   * @param p strictly between 0 and 1
   * @return t with P(T at most t) = p
   */
  public double quantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("p is " + p + ", must be strictly between 0 and 1");
    }
    return p < 0.5 ? -upperQuantile(p) : upperQuantile(1 - p);
  }

  /** The t at or above 0 with the given tail, by bisection. */
  private double upperQuantile(double tail) {
    double high = 1;
    while (tail(high) > tail && high < FARTHEST) {
      high *= 2;
    }
    double low = high == 1 ? 0 : high / 2;
    while (true) {
      double middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) {
        return middle;
      }
      if (tail(middle) > tail) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }

  /** The continued fraction of I_x(a, b), by Lentz. */
  private static double fraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m <= MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + even * d);
      c = away(1 + even / c);
      value *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / away(1 + odd * d);
      c = away(1 + odd / c);
      double change = d * c;
      value *= change;
      if (Math.abs(change - 1) < CONVERGED) {
        break;
      }
    }
    return value;
  }

  /** Keeps a divisor of Lentz's method away from zero. */
  private static double away(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }
}
