package io.kahkm.numeric;

/**
 * Elementary functions with the same bits on every JVM: polynomials evaluated with {@link
 * Math#fma}, full gradual underflow, errors below 1.5 units in the last place of normal results.
 *
 * <p>{@code java.lang.Math} may return other bits on another JVM or after compilation; {@code
 * StrictMath} may not, but is slower. Stateless.
 */
public final class DeterministicMath {
  /** Adding it rounds a small double to an integer, ties to even, held in the low bits. */
  private static final double ROUND = 0x1.8p52;

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

  /** Minimax coefficients of 2^r, r from -1/2 to 1/2, from r^1 up to r^11. */
  private static final double E1 = 0x1.62e42fefa39efp-1;

  private static final double E2 = 0x1.ebfbdff82c598p-3;
  private static final double E3 = 0x1.c6b08d704a0c2p-5;
  private static final double E4 = 0x1.3b2ab6fba1ddap-7;
  private static final double E5 = 0x1.5d87fe78a5276p-10;
  private static final double E6 = 0x1.430913096fd9fp-13;
  private static final double E7 = 0x1.ffcbfc670dcd4p-17;
  private static final double E8 = 0x1.62bfd47773353p-20;
  private static final double E9 = 0x1.b524fae627834p-24;
  private static final double E10 = 0x1.e6063f7217bc6p-28;
  private static final double E11 = 0x1.e9d3fe3952179p-32;

  /** log2(e) and ln(2), each as a double and the rest that the double leaves. */
  private static final double LOG2_E = 0x1.71547652b82fep0;

  private static final double LOG2_E_REST = 0x1.777d0ffda0d24p-56;

  /** Few enough bits that multiples by an exponent are exact. */
  private static final double LN_2 = 0x1.62e42feep-1;

  private static final double LN_2_REST = 0x1.a39ef35793c76p-33;

  /** Mantissas are taken from sqrt(1/2) to sqrt(2). */
  private static final double SQRT_HALF = 0x1.6a09e667f3bcdp-1;

  private static final double SUBNORMAL_SCALE = 0x1p54;
  private static final int SUBNORMAL_SCALE_EXPONENT = 54;

  /** atanh(s) = s + s^3 (1/3 + s^2/5 + ...); with |s| below 0.172 the tail is below 2^-58. */
  private static final double[] ATANH = {
    1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21,
    1.0 / 23
  };

  /** Minimax coefficients of (asin(z) - z) / z^3 in z^2, z from 0 to 1/2. */
  private static final double[] ASIN = {
    0x1.5555555555556p-3,
    0x1.3333333332ecap-4,
    0x1.6db6db6e31f13p-5,
    0x1.f1c71c1db0623p-6,
    0x1.6e8bb1c8209a2p-6,
    0x1.1c4d35cf95421p-6,
    0x1.c9cf07674736ap-7,
    0x1.782651caa6547p-7,
    0x1.52420b04b37bep-7,
    0x1.65a9c4dfcf8b2p-8,
    0x1.1d189408314eep-6,
    -0x1.e6aaa8a0a04ccp-7,
    0x1.d72b2bc8155f8p-6
  };

  private static final double HALF_PI = 0x1.921fb54442d18p0;
  private static final double HALF_PI_REST = 0x1.1a62633145c07p-54;

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

  /**
   * Two to a power without range checks, for inner loops.
   *
   * @param x from -1022 to 1023; any other value gives garbage
   * @return 2^x
   */
  public static double exp2Normal(double x) {
    double shifted = x + ROUND;
    double whole = shifted - ROUND;
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
    double product = x * LOG2_E;
    // The rounding error of the product would be multiplied by the result, so it is carried along.
    double rest = Math.fma(x, LOG2_E, -product) + x * LOG2_E_REST;
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
    double whole = (x + ROUND) - ROUND;
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

  private static double exp2Fraction(double r) {
    double p = Math.fma(E11, r, E10);
    p = Math.fma(p, r, E9);
    p = Math.fma(p, r, E8);
    p = Math.fma(p, r, E7);
    p = Math.fma(p, r, E6);
    p = Math.fma(p, r, E5);
    p = Math.fma(p, r, E4);
    p = Math.fma(p, r, E3);
    p = Math.fma(p, r, E2);
    p = Math.fma(p, r, E1);
    return Math.fma(p, r, 1);
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
    double c = 2 * LOG2_E;
    double high = c * s;
    double low = Math.fma(c, s, -high) + (2 * LOG2_E_REST * s + c * rest);
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
    if (normal * powerOfTwo(-exponent) > 2 * SQRT_HALF) {
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
    return s * square * horner(ATANH, square);
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
      return HALF_PI - (x - (HALF_PI_REST - x * square * horner(ASIN, square)));
    }
    // acos(|x|) = 2 asin(sqrt((1 - |x|) / 2)); the halved difference is exact.
    double square = (1 - Math.abs(x)) / 2;
    if (square == 0) {
      return x > 0 ? 0 : 2 * HALF_PI;
    }
    double root = Math.sqrt(square);
    double rest = Math.fma(-root, root, square) / (2 * root) + root * square * horner(ASIN, square);
    return x > 0 ? 2 * (root + rest) : 2 * (HALF_PI - (root - (HALF_PI_REST - rest)));
  }

  private static double horner(double[] coefficients, double x) {
    double value = coefficients[coefficients.length - 1];
    for (int i = coefficients.length - 2; i >= 0; i--) {
      value = Math.fma(value, x, coefficients[i]);
    }
    return value;
  }
}
