package io.kahkm.internal.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * How many independent rows a series of dependent ones is worth.
 *
 * <p>For a stationary series the mean of N rows varies as that of N / (1 + 2 (n_1 r_1 + n_2 r_2 +
 * ...) / N) independent ones, with r_l the autocorrelation at lag l and n_l the pairs of rows that
 * lie l apart. Rows are told apart by time: a missing one leaves its place, so that the rows on
 * either side of a gap count as the dependent rows they are. The sum is cut by Geyer's initial
 * positive sequence: at the first pair of lags 2m and 2m + 1 whose sum is not positive (Geyer,
 * Practical Markov chain Monte Carlo, Statistical Science 1992); where gaps leave few rows that far
 * apart, more lags are taken together. Several series share one mean, so that series which differ
 * from each other count as few rows, however long they are. It is an estimate: of a series that is
 * shorter than its slowest swing it comes out too large.
 */
public final class EffectiveRows {
  /** Lags are taken together until this share of the rows has a partner so far apart. */
  private static final double LEAST_PARTNERS = 0.1;

  private EffectiveRows() {}

  /** Deviations from the common mean, 0 where a row is missing. */
  private record Deviations(List<double[]> values, List<boolean[]> present, boolean gapless) {
    /** Sum of products of rows that lie {@code lag} apart. */
    double products(int lag) {
      double sum = 0;
      for (double[] series : values) {
        for (int t = lag; t < series.length; t++) {
          sum = Math.fma(series[t], series[t - lag], sum);
        }
      }
      return sum;
    }

    /** Pairs of rows that lie {@code lag} apart. */
    long pairs(int lag) {
      long pairs = 0;
      if (gapless) {
        for (double[] series : values) {
          pairs += Math.max(0, series.length - lag);
        }
        return pairs;
      }
      for (boolean[] series : present) {
        for (int t = lag; t < series.length; t++) {
          pairs += series[t] && series[t - lag] ? 1 : 0;
        }
      }
      return pairs;
    }
  }

  /**
   * Estimates the number.
   *
   * @param series values in time order, NaN where a row is missing; series that do not continue
   *     each other apart; at least one value in all; not modified
   * @return rows that the mean is worth, from 1 to the number of rows; 1 of values that do not vary
   */
  public static double of(List<double[]> series) {
    double mean = 0;
    int rows = 0;
    int longest = 0;
    for (double[] values : series) {
      longest = Math.max(longest, values.length);
      for (double value : values) {
        if (!Double.isNaN(value)) {
          rows++;
          mean += (value - mean) / rows;
        }
      }
    }
    Deviations deviations = deviations(series, mean);
    double variance = deviations.products(0);
    if (!(variance > 0)) {
      return 1;
    }
    double time = -1;
    int lag = 0;
    while (lag + 1 < longest) {
      double sum = 0;
      long pairs = 0;
      int end = lag + 2;
      for (; lag < longest && (lag < end || pairs < LEAST_PARTNERS * rows); lag++) {
        pairs += deviations.pairs(lag);
        sum += deviations.products(lag) / variance;
      }
      if (!(sum > 0)) {
        break;
      }
      time += 2 * sum;
    }
    return Math.max(1, rows / Math.max(1, time));
  }

  private static Deviations deviations(List<double[]> series, double mean) {
    List<double[]> values = new ArrayList<>();
    List<boolean[]> present = new ArrayList<>();
    boolean gapless = true;
    for (double[] raw : series) {
      double[] deviation = new double[raw.length];
      boolean[] found = new boolean[raw.length];
      for (int t = 0; t < raw.length; t++) {
        found[t] = !Double.isNaN(raw[t]);
        deviation[t] = found[t] ? raw[t] - mean : 0;
        gapless &= found[t];
      }
      values.add(deviation);
      present.add(found);
    }
    return new Deviations(values, present, gapless);
  }
}
