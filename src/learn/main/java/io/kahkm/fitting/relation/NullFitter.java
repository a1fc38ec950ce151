package io.kahkm.fitting.relation;

import io.kahkm.internal.relation.CrossFittedNull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes a null distribution of values that were scored block by block by a model of the others. */
public final class NullFitter {
  private NullFitter() {}

  /**
   * Fits the distribution.
   *
   * @param blocks values of each block in time order, none negative; blocks without a value are
   *     left out; not modified
   * @param quantile share of new rows that shall not lie above the limit, between 0.5 and 1
   * @return the distribution
   * @throws IllegalArgumentException if fewer than two blocks have values, or no block has two
   */
  public static CrossFittedNull fit(List<double[]> blocks, double quantile) {
    List<double[]> roots = new ArrayList<>();
    for (double[] block : blocks) {
      if (block.length > 0) {
        roots.add(Arrays.stream(block).map(StrictMath::cbrt).toArray());
      }
    }
    double[] all = roots.stream().flatMapToDouble(Arrays::stream).toArray();
    double[] means = new double[roots.size()];
    List<double[]> deviations = new ArrayList<>();
    double squares = 0;
    for (int b = 0; b < means.length; b++) {
      double[] deviation = roots.get(b).clone();
      means[b] = mean(deviation);
      for (int i = 0; i < deviation.length; i++) {
        deviation[i] -= means[b];
        squares = Math.fma(deviation[i], deviation[i], squares);
      }
      deviations.add(deviation);
    }
    double memory = Autocovariance.memory(deviations);
    CrossFittedNull.Moments moments =
        new CrossFittedNull.Moments(
            means.length,
            mean(all),
            Math.sqrt(squares / Math.max(1, all.length - means.length)),
            deviation(means),
            memory);
    Arrays.sort(all);
    return CrossFittedNull.of(all, moments, quantile);
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }

  /** Sample standard deviation; 0 of fewer than two values. */
  static double deviation(double[] values) {
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares = Math.fma(value - mean, value - mean, squares);
    }
    return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  }
}
