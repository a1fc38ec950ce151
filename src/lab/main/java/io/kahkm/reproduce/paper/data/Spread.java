package io.kahkm.reproduce.paper.data;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Mean and spread over runs, with the divisors the paper uses. */
public final class Spread {
  private Spread() {}

  /**
   * The mean of values.
   *
   * @param values at least one
   * @return their sum over their count
   */
  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /**
   * The mean of one quantity over runs.
   *
   * @param <T> what a run is
   * @param runs at least one
   * @param value a run's quantity
   * @return its mean
   */
  public static <T> double mean(List<T> runs, ToDoubleFunction<T> value) {
    return mean(runs.stream().mapToDouble(value).toArray());
  }

  /**
   * Standard deviation with divisor n - offset.
   *
   * @param values more than {@code offset}
   * @param offset 0 for the population's deviation, 1 for a sample's
   * @return the deviation, at least 0
   */
  public static double deviation(double[] values, int offset) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return Math.sqrt(sum / (values.length - offset));
  }

  /**
   * Sample deviation over the root of the count.
   *
   * @param values at least two
   * @return the standard error of their mean
   */
  public static double standardError(double[] values) {
    return deviation(values, 1) / Math.sqrt(values.length);
  }
}
