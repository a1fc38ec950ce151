package io.kahkm.reproduce.paper;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Mean and spread over runs, with the divisors the paper uses. */
final class Spread {
  private Spread() {}

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  static <T> double mean(List<T> runs, ToDoubleFunction<T> value) {
    return mean(runs.stream().mapToDouble(value).toArray());
  }

  /** Standard deviation with divisor n - offset. */
  static double deviation(double[] values, int offset) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return Math.sqrt(sum / (values.length - offset));
  }

  /** Sample deviation over the root of the count. */
  static double standardError(double[] values) {
    return deviation(values, 1) / Math.sqrt(values.length);
  }
}
