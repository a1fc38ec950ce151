package io.kahkm.internal.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * How many independent rows a series of dependent ones is worth.
 *
 * <p>For a stationary series the mean of N rows varies as that of N / (1 + 2 (n_1 r_1 + n_2 r_2 +
 * ...) / N) independent ones, with r_l the autocorrelation at lag l and n_l the pairs of rows that
 * lie l apart, and the variance of normal rows as that with the squares of r_l, which is more. Rows
 * are told apart by time: a missing one leaves its place, so that the rows on either side of a gap
 * count as the dependent rows they are. Both sums are cut by Geyer's initial positive sequence: at
 * the first pair of lags 2m and 2m + 1 whose sum is not positive (Geyer, Practical Markov chain
 * Monte Carlo, Statistical Science 1992); where gaps leave few rows that far apart, more lags are
 * taken together. Several series share one mean, so that series which differ from each other count
 * as few rows, however long they are. It is an estimate: of a series that is shorter than its
 * slowest swing it comes out too large.
 *
 * @param ofMean rows that the mean is worth, from 1 to the number of rows
 * @param ofVariance rows that the variance is worth, from {@code ofMean} to the number of rows
 */
record EffectiveRows(double ofMean, double ofVariance) {
  /** Lags are taken together until this share of the rows has a partner so far apart. */
  private static final double LEAST_PARTNERS = 0.1;

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
      if (gapless) {
        return places(lag);
      }
      long pairs = 0;
      for (boolean[] series : present) {
        for (int t = lag; t < series.length; t++) {
          pairs += series[t] && series[t - lag] ? 1 : 0;
        }
      }
      return pairs;
    }

    /** The same if no row were missing. */
    long places(int lag) {
      long places = 0;
      for (double[] series : values) {
        places += Math.max(0, series.length - lag);
      }
      return places;
    }
  }

  /**
   * Estimates the numbers.
   *
   * @param series values in time order, NaN where a row is missing; series that do not continue
   *     each other apart; at least one value in all; not modified
   * @return the numbers; 1 and 1 of values that do not vary
   */
  static EffectiveRows of(List<double[]> series) {
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
      return new EffectiveRows(1, 1);
    }
    double time = -1;
    double squares = -1;
    int lag = 0;
    while (lag + 1 < longest) {
      double sum = 0;
      double squared = 0;
      long pairs = 0;
      int end = lag + 2;
      for (; lag < longest && (lag < end || pairs < LEAST_PARTNERS * rows); lag++) {
        long found = deviations.pairs(lag);
        double share = deviations.products(lag) / variance;
        pairs += found;
        sum += share;
        // n_l r_l^2 / N from the share n_l r_l / N, at the density of places that hold a row.
        squared += found == 0 ? 0 : share * share * ((double) deviations.places(lag) / found);
      }
      if (!(sum > 0)) {
        break;
      }
      time += 2 * sum;
      squares += 2 * squared;
    }
    double ofMean = Math.max(1, rows / Math.max(1, time));
    return new EffectiveRows(ofMean, Math.max(ofMean, rows / Math.max(1, squares)));
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
