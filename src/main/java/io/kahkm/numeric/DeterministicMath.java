package io.kahkm.numeric;

/**
 * Elementary functions with the same bits on every JVM: own polynomials with {@link Math#fma}, full
 * gradual underflow, errors of at most about one unit in the last place.
 */
public final class DeterministicMath {
  private DeterministicMath() {}

  /**
   * Two to a power.
   *
   * @param x any double
   * @return 2^x
   */
  public static double exp2(double x) {
    return Double.NaN;
  }

  /**
   * The exponential function.
   *
   * @param x any double
   * @return e^x
   */
  public static double exp(double x) {
    return Double.NaN;
  }

  /**
   * Binary logarithm.
   *
   * @param x any double
   * @return log2 x; NaN for negative x, negative infinity for zero
   */
  public static double log2(double x) {
    return Double.NaN;
  }

  /**
   * Natural logarithm.
   *
   * @param x any double
   * @return ln x; NaN for negative x, negative infinity for zero
   */
  public static double log(double x) {
    return Double.NaN;
  }

  /**
   * Arc cosine.
   *
   * @param x any double
   * @return from 0 to pi; NaN outside [-1, 1]
   */
  public static double acos(double x) {
    return Double.NaN;
  }
}
