package io.kahkm.internal.numeric.kernel;

/**
 * Elementary functions with the same bits on every JVM: polynomials evaluated with {@link
 * Math#fma}, full gradual underflow, errors below 1.5 units in the last place of normal results.
 *
 * <p>{@code java.lang.Math} may return other bits on another JVM or after compilation; {@code
 * StrictMath} may not, but is slower. Stateless.
 */
public final class DeterministicMath {
  private static final int FRACTION_BITS = 52;
  private static final int EXPONENT_BIAS = 1023;

  /** Above it 2^x overflows; at and below the other one 2^x rounds to zero. */
  private static final double OVERFLOW = 1024;

  private static final double UNDERFLOW = -1075;

  /** From here down results are subnormal and take two scalings. */
  private static final double SMALLEST_NORMAL_EXPONENT = -1022;

  /** Exponent of the power of two that keeps a subnormal result normal until the last step. */
  private static final int RESCUE_EXPONENT = 200;

  private static final double RESCUE = 0x1p-200;

  /** Few enough bits that multiples by an exponent are exact. */
  private static final double LN_2 = 0x1.62e42feep-1;

  /** What it leaves of ln(2). */
  private static final double LN_2_REST = 0x1.a39ef35793c76p-33;

  private static final double SUBNORMAL_SCALE = 0x1p54;
  private static final int SUBNORMAL_SCALE_EXPONENT = 54;

  private DeterministicMath() {}

  /**
   * Two to a power.
   *
   * @param x any double
   * @return 2^x; infinity on overflow, subnormal or zero on underflow, NaN for NaN
   */
  public static double exp2(double x) {
    return x >= SMALLEST_NORMAL_EXPONENT && x <= EXPONENT_BIAS ? exp2Normal(x) : scaled(x, x, 0);
  }

  /** Two to a power from -1022 to 1023; any other gives garbage. */
  private static double exp2Normal(double x) {
    double shifted = x + Polynomials.ROUND;
    double whole = shifted - Polynomials.ROUND;
    long bits = Double.doubleToRawLongBits(shifted);
    return exp2Fraction(x - whole)
        * Double.longBitsToDouble((bits + EXPONENT_BIAS) << FRACTION_BITS);
  }

  /**
   * The exponential function.
   *
   * @param x any double
   * @return e^x; infinity on overflow, subnormal or zero on underflow, NaN for NaN
   */
  public static double exp(double x) {
    double product = x * Polynomials.LOG2_E;
    // The rounding error of the product would be multiplied by the result, so it is carried along.
    double rest = Math.fma(x, Polynomials.LOG2_E, -product) + x * Polynomials.LOG2_E_REST;
    return scaled(product, product, rest);
  }

  /** 2^(x + rest) for a tiny rest, with every special case. */
  private static double scaled(double range, double x, double rest) {
    if (range >= OVERFLOW) {
      return Double.POSITIVE_INFINITY;
    }
    if (range <= UNDERFLOW) {
      return 0;
    }
    double whole = (x + Polynomials.ROUND) - Polynomials.ROUND;
    double fraction = exp2Fraction((x - whole) + rest);
    int exponent = (int) whole;
    if (exponent > EXPONENT_BIAS) {
      return fraction * powerOfTwo(exponent - 1) * 2;
    }
    if (exponent <= SMALLEST_NORMAL_EXPONENT) {
      // One rounding only: exact scaling to a normal number first.
      return fraction * powerOfTwo(exponent + RESCUE_EXPONENT) * RESCUE;
    }
    return fraction * powerOfTwo(exponent);
  }

  private static double powerOfTwo(int exponent) {
    return Double.longBitsToDouble((long) (exponent + EXPONENT_BIAS) << FRACTION_BITS);
  }

  /**
   * 2^r as 1 + r (odd + r even) in polynomials of r^2, which halves the chain of operations.
   *
   * @param r from -1/2 to 1/2
   * @return 2^r
   */
  public static double exp2Fraction(double r) {
    double r2 = r * r;
    double odd = Math.fma(Polynomials.EXP_11, r2, Polynomials.EXP_9);
    odd = Math.fma(odd, r2, Polynomials.EXP_7);
    odd = Math.fma(odd, r2, Polynomials.EXP_5);
    odd = Math.fma(odd, r2, Polynomials.EXP_3);
    odd = Math.fma(odd, r2, Polynomials.EXP_1);
    double even = Math.fma(Polynomials.EXP_10, r2, Polynomials.EXP_8);
    even = Math.fma(even, r2, Polynomials.EXP_6);
    even = Math.fma(even, r2, Polynomials.EXP_4);
    even = Math.fma(even, r2, Polynomials.EXP_2);
    return Math.fma(Math.fma(even, r, odd), r, 1);
  }

  /**
   * Binary logarithm.
   *
   * @param x any double
   * @return log2 x; NaN for negative x, negative infinity for zero
   */
  public static double log2(double x) {
    if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
      return x == 0 ? Double.NEGATIVE_INFINITY : x > 0 ? x : Double.NaN;
    }
    int exponent = exponent(x);
    double mantissa = mantissa(x, exponent);
    double s = quotient(mantissa);
    double rest = quotientRest(mantissa, s) + tail(s);
    double c = 2 * Polynomials.LOG2_E;
    double high = c * s;
    double low = Math.fma(c, s, -high) + (2 * Polynomials.LOG2_E_REST * s + c * rest);
    double sum = exponent + high;
    return sum + (((exponent - sum) + high) + low);
  }

  /**
   * Natural logarithm.
   *
   * @param x any double
   * @return ln x; NaN for negative x, negative infinity for zero
   */
  public static double log(double x) {
    if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
      return x == 0 ? Double.NEGATIVE_INFINITY : x > 0 ? x : Double.NaN;
    }
    int exponent = exponent(x);
    double mantissa = mantissa(x, exponent);
    double s = quotient(mantissa);
    double low = 2 * (quotientRest(mantissa, s) + tail(s)) + exponent * LN_2_REST;
    double high = 2 * s;
    double shift = exponent * LN_2;
    double sum = shift + high;
    return sum + (((shift - sum) + high) + low);
  }

  /** The exponent that leaves a mantissa from sqrt(1/2) to sqrt(2). */
  private static int exponent(double x) {
    double normal = x < Double.MIN_NORMAL ? x * SUBNORMAL_SCALE : x;
    int exponent = Math.getExponent(normal);
    if (normal * powerOfTwo(-exponent) > Polynomials.SQRT_2) {
      exponent++;
    }
    return x < Double.MIN_NORMAL ? exponent - SUBNORMAL_SCALE_EXPONENT : exponent;
  }

  private static double mantissa(double x, int exponent) {
    return Math.scalb(x, -exponent);
  }

  /** s = (m - 1) / (m + 1), rounded; ln m = 2 atanh(s). */
  private static double quotient(double mantissa) {
    return (mantissa - 1) / (mantissa + 1);
  }

  /** What rounding left out of {@link #quotient}. */
  private static double quotientRest(double mantissa, double s) {
    double divisor = mantissa + 1;
    double divisorRest = (1 - divisor) + mantissa;
    return (Math.fma(-s, divisor, mantissa - 1) - s * divisorRest) / divisor;
  }

  /** atanh(s) - s. */
  private static double tail(double s) {
    double square = s * s;
    return s * square * atanhSeries(square);
  }

  /**
   * Arc cosine.
   *
   * @param x any double
   * @return from 0 to pi; NaN outside -1 to 1
   */
  public static double acos(double x) {
    if (!(x >= -1 && x <= 1)) {
      return Double.NaN;
    }
    if (Math.abs(x) <= 0.5) {
      double square = x * x;
      return Polynomials.HALF_PI
          - (x - (Polynomials.HALF_PI_REST - x * square * asinSeries(square)));
    }
    // acos(|x|) = 2 asin(sqrt((1 - |x|) / 2)); the halved difference is exact.
    double square = (1 - Math.abs(x)) / 2;
    if (square == 0) {
      return x > 0 ? 0 : 2 * Polynomials.HALF_PI;
    }
    double root = Math.sqrt(square);
    double rest = Math.fma(-root, root, square) / (2 * root) + root * square * asinSeries(square);
    return x > 0
        ? 2 * (root + rest)
        : 2 * (Polynomials.HALF_PI - (root - (Polynomials.HALF_PI_REST - rest)));
  }

  /** (atanh(s) - s) / s^3 of x = s^2. */
  private static double atanhSeries(double x) {
    double p = Math.fma(Polynomials.ATANH_10, x, Polynomials.ATANH_9);
    p = Math.fma(p, x, Polynomials.ATANH_8);
    p = Math.fma(p, x, Polynomials.ATANH_7);
    p = Math.fma(p, x, Polynomials.ATANH_6);
    p = Math.fma(p, x, Polynomials.ATANH_5);
    p = Math.fma(p, x, Polynomials.ATANH_4);
    p = Math.fma(p, x, Polynomials.ATANH_3);
    p = Math.fma(p, x, Polynomials.ATANH_2);
    p = Math.fma(p, x, Polynomials.ATANH_1);
    return Math.fma(p, x, Polynomials.ATANH_0);
  }

  /** (asin(z) - z) / z^3 of x = z^2. */
  private static double asinSeries(double x) {
    double p = Math.fma(Polynomials.ASIN_12, x, Polynomials.ASIN_11);
    p = Math.fma(p, x, Polynomials.ASIN_10);
    p = Math.fma(p, x, Polynomials.ASIN_9);
    p = Math.fma(p, x, Polynomials.ASIN_8);
    p = Math.fma(p, x, Polynomials.ASIN_7);
    p = Math.fma(p, x, Polynomials.ASIN_6);
    p = Math.fma(p, x, Polynomials.ASIN_5);
    p = Math.fma(p, x, Polynomials.ASIN_4);
    p = Math.fma(p, x, Polynomials.ASIN_3);
    p = Math.fma(p, x, Polynomials.ASIN_2);
    p = Math.fma(p, x, Polynomials.ASIN_1);
    return Math.fma(p, x, Polynomials.ASIN_0);
  }
}
