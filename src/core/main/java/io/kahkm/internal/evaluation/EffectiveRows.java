package io.kahkm.internal.evaluation;

import java.util.List;

/**
 * How many independent rows a series of dependent ones is worth.
 *
 * <p>For a stationary series the mean of N rows varies as that of N / (1 + 2 (r_1 + r_2 + ...))
 * independent ones, with r_l the autocorrelation at lag l, and the variance of normal rows as that
 * of N / (1 + 2 (r_1^2 + r_2^2 + ...)), which are more. Both sums are cut by Geyer's initial
 * positive sequence: at the first pair r_2m + r_2m+1 that is not positive (Geyer, Practical Markov
 * chain Monte Carlo, Statistical Science 1992). Several series share one mean, so that series which
 * differ from each other count as few rows, however long they are. It is an estimate: of a series
 * that is shorter than its slowest swing it comes out too large.
 *
 * @param ofMean rows that the mean is worth, from 1 to the number of rows
 * @param ofVariance rows that the variance is worth, from {@code ofMean} to the number of rows
 */
record EffectiveRows(double ofMean, double ofVariance) {
  /**
   * Estimates the numbers.
   *
   * @param series values in time order, series that do not continue each other apart; at least one
   *     value in all
   * @return the numbers; 1 and 1 of values that do not vary
   */
  static EffectiveRows of(List<double[]> series) {
    double mean = 0;
    int rows = 0;
    int longest = 0;
    for (double[] values : series) {
      longest = Math.max(longest, values.length);
      for (double value : values) {
        rows++;
        mean += (value - mean) / rows;
      }
    }
    double variance = products(series, mean, 0);
    if (!(variance > 0)) {
      return new EffectiveRows(1, 1);
    }
    double time = -1;
    double squares = -1;
    for (int lag = 0; lag + 1 < longest; lag += 2) {
      double even = products(series, mean, lag) / variance;
      double odd = products(series, mean, lag + 1) / variance;
      if (!(even + odd > 0)) {
        break;
      }
      time += 2 * (even + odd);
      squares += 2 * (even * even + odd * odd);
    }
    double ofMean = Math.max(1, rows / Math.max(1, time));
    return new EffectiveRows(ofMean, Math.max(ofMean, rows / Math.max(1, squares)));
  }

  private static double products(List<double[]> series, double mean, int lag) {
    double sum = 0;
    for (double[] values : series) {
      for (int t = lag; t < values.length; t++) {
        sum = Math.fma(values[t] - mean, values[t - lag] - mean, sum);
      }
    }
    return sum;
  }
}
