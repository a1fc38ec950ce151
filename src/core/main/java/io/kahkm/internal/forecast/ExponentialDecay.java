package io.kahkm.internal.forecast;

/**
 * {@code e^-x} of many small numbers at a time, by polynomials that a loop over arrays can compute
 * next to each other. Equal bits everywhere; stateless.
 */
final class ExponentialDecay {
  /** Beyond this a weight is as good as none: e^-32 is 1e-14. */
  static final double LARGEST = 32;

  private static final double SHARE = 1.0 / 64;

  private ExponentialDecay() {}

  /**
   * The Taylor polynomial of degree 12, which is off by less than 4e-14 of its value.
   *
   * @param x from 0 to 1/2
   */
  static double small(double x) {
    double sum = Math.fma(-x, 1.0 / 12, 1);
    sum = Math.fma(-x * sum, 1.0 / 11, 1);
    sum = Math.fma(-x * sum, 1.0 / 10, 1);
    sum = Math.fma(-x * sum, 1.0 / 9, 1);
    sum = Math.fma(-x * sum, 1.0 / 8, 1);
    sum = Math.fma(-x * sum, 1.0 / 7, 1);
    sum = Math.fma(-x * sum, 1.0 / 6, 1);
    sum = Math.fma(-x * sum, 1.0 / 5, 1);
    sum = Math.fma(-x * sum, 1.0 / 4, 1);
    sum = Math.fma(-x * sum, 1.0 / 3, 1);
    sum = Math.fma(-x * sum, 1.0 / 2, 1);
    return Math.fma(-x, sum, 1);
  }

  /**
   * The same of any number from 0 on, cut at {@link #LARGEST}: its 64th part, squared six times,
   * which is off by less than 2e-12 of its value.
   *
   * @param x at least 0
   */
  static double of(double x) {
    // Squared without a loop: where many are computed, the compiler takes several at a time.
    double value = small(SHARE * Math.min(x, LARGEST));
    value *= value;
    value *= value;
    value *= value;
    value *= value;
    value *= value;
    return value * value;
  }

  /**
   * The same of many numbers.
   *
   * @param values from 0 on each; the first ones are overwritten
   * @param count how many of them
   */
  static void of(double[] values, int count) {
    for (int at = 0; at < count; at++) {
      values[at] = of(values[at]);
    }
  }
}
