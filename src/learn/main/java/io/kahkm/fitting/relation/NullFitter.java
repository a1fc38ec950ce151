package io.kahkm.fitting.relation;

import io.kahkm.internal.relation.CrossFittedNull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Makes a null distribution of values that were scored block by block by a model of the others. */
public final class NullFitter {
  /** How much longer than measured the memory of slow values is taken to be. */
  private static final double SAFETY = 1.5;

  private NullFitter() {}

  /**
   * Fits the distribution; its memory is that of the cube roots about the means of their blocks.
   *
   * @param blocks values of each block in time order, none negative; blocks without a value are
   *     left out; not modified
   * @param quantile share of new rows that shall not lie above the limit, between 0.5 and 1
   * @return the distribution
   * @throws IllegalArgumentException if fewer than two blocks have values, or no block has two
   */
  public static CrossFittedNull fit(List<double[]> blocks, double quantile) {
    return fit(blocks, quantile, Autocovariance::memory);
  }

  /**
   * Fits the distribution of values that resemble the ones before, as the novelty of a slow state
   * does. Its memory is that of the cube roots, or what the memory of -log p is at most, with p the
   * share of values that are at least as large; whichever is longer, and half as much again.
   * Evidence adds up -log p, in which large values weigh most, and they resemble each other
   * longest: with the memory as it is, alarms on plants of memory .9 came three times as often as
   * announced.
   *
   * @param blocks as for {@link #fit(List, double)}
   * @param quantile likewise
   * @return the distribution
   * @throws IllegalArgumentException if fewer than two blocks have values, or no block has two
   */
  public static CrossFittedNull fitSlow(List<double[]> blocks, double quantile) {
    return fit(
        blocks,
        quantile,
        deviations ->
            SAFETY
                * Math.max(
                    Autocovariance.memory(deviations),
                    Autocovariance.memoryAtMost(surprises(deviations))));
  }

  private static CrossFittedNull fit(
      List<double[]> blocks, double quantile, ToDoubleFunction<List<double[]>> memory) {
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
    CrossFittedNull.Moments moments =
        new CrossFittedNull.Moments(
            means.length,
            mean(all),
            Math.sqrt(squares / Math.max(1, all.length - means.length)),
            deviation(means),
            memory.applyAsDouble(deviations));
    Arrays.sort(all);
    return CrossFittedNull.of(all, moments, quantile);
  }

  /** -log p about its mean, by the ranks of all deviations; equal ones share a rank. */
  private static List<double[]> surprises(List<double[]> deviations) {
    double[] ascending = deviations.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    if (ascending[0] == ascending[ascending.length - 1]) {
      return deviations;
    }
    double mean = mean(Arrays.stream(ascending).map(value -> surprise(ascending, value)).toArray());
    return deviations.stream()
        .map(
            block -> Arrays.stream(block).map(value -> surprise(ascending, value) - mean).toArray())
        .toList();
  }

  private static double surprise(double[] ascending, double value) {
    int found = Arrays.binarySearch(ascending, value);
    int below = found < 0 ? -found - 1 : found;
    return -StrictMath.log((ascending.length - below + 1.0) / (ascending.length + 1.0));
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
