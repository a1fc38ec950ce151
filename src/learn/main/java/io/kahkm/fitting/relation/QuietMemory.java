package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long the noise of a recording stays as loud as it is: a level that changes slowly leaves no
 * correlation between readings, but between their squared residuals.
 *
 * <p>The cube roots g of the relation statistic of every row, by a prediction of all rows, are
 * taken about the mean of their stream. Their independent rows are those of their integrated
 * autocorrelation time, or with 99 per cent confidence at least those of the three lowest
 * frequencies, whichever are fewer: noise hides a level from the correlations of neighbours, which
 * nothing can confirm therefore. Nine tenths would not do: where levels wander, the recordings that
 * happen not to show it are those by which alarms come most often. A level of which a recording
 * sees less than ten independent values has most of its power in three frequencies.
 */
final class QuietMemory {
  private static final int ROWS_PER_SENSOR = 3;
  private static final int FEWEST_ROWS = 40;

  private static final int FREQUENCIES = 3;

  /** The 0.01 quantile of the gamma distribution with shape three and scale one. */
  private static final double LOW_HUNDREDTH = 0.4360452;

  private QuietMemory() {}

  /**
   * Measures.
   *
   * @param rows where the rows break
   * @param standardized the rows; not modified
   * @return from 1 to the number of rows; all of them where there are too few to tell
   */
  static double independentRows(Episodes rows, double[][] standardized) {
    List<double[]> series = series(rows, standardized);
    return series.isEmpty() ? standardized.length : independentRows(series, standardized.length);
  }

  /** Cube roots stream by stream in time order; none where there are too few rows to tell. */
  static List<double[]> series(Episodes rows, double[][] standardized) {
    int size = standardized[0].length;
    ConsecutiveSums sums = new ConsecutiveSums(size);
    List<Prediction.Pair> pairs = new ArrayList<>(rows.transitions());
    List<List<Prediction.Pair>> streams = new ArrayList<>();
    int row = 0;
    for (int e = 0; e < rows.count(); e++) {
      if (e == 0 || rows.stream(e) != rows.stream(e - 1)) {
        streams.add(new ArrayList<>());
      }
      for (int t = 0; t < rows.length(e); t++, row++) {
        if (t > 0) {
          Prediction.Pair pair = new Prediction.Pair(row - 1, row);
          sums.add(standardized[row - 1], standardized[row]);
          pairs.add(pair);
          streams.get(streams.size() - 1).add(pair);
        }
      }
    }
    if (pairs.size() < Math.max(FEWEST_ROWS, ROWS_PER_SENSOR * size)) {
      return List.of();
    }
    Prediction prediction;
    try {
      prediction = Prediction.fit(sums, standardized, pairs);
    } catch (ArithmeticException undetermined) {
      return List.of();
    }
    double[] variances = prediction.floored(CrossFit.FLOORS[CrossFit.FLOORS.length - 1]);
    List<double[]> series = new ArrayList<>();
    for (List<Prediction.Pair> stream : streams) {
      series.add(roots(prediction, variances, standardized, stream));
    }
    return series;
  }

  private static double[] roots(
      Prediction prediction,
      double[] variances,
      double[][] standardized,
      List<Prediction.Pair> pairs) {
    double[] residual = new double[variances.length];
    double[] projected = new double[variances.length];
    double[] roots = new double[pairs.size()];
    for (int i = 0; i < roots.length; i++) {
      Prediction.Pair pair = pairs.get(i);
      prediction.residual(standardized[pair.before()], standardized[pair.after()], residual);
      prediction.project(residual, projected);
      double form = 0;
      for (int k = 0; k < projected.length; k++) {
        form += projected[k] * projected[k] / variances[k];
      }
      roots[i] = StrictMath.cbrt(form);
    }
    return roots;
  }

  /**
   * Independent rows of series about their means.
   *
   * @param values one series per stream, in time order; not modified
   * @param count rows that they stand for
   * @return from 1 to {@code count}
   */
  static double independentRows(List<double[]> values, int count) {
    List<double[]> series = new ArrayList<>();
    double squares = 0;
    for (double[] one : values) {
      double mean = NullFitter.mean(one);
      double[] deviations = Arrays.stream(one).map(value -> value - mean).toArray();
      for (double deviation : deviations) {
        squares = Math.fma(deviation, deviation, squares);
      }
      series.add(deviations);
    }
    if (!(squares > 0)) {
      return count;
    }
    double memory = Autocovariance.memory(series);
    double low = CoverageFitter.byLowFrequencies(series, squares, FREQUENCIES, LOW_HUNDREDTH);
    return Math.max(1, Math.min(count, Math.min(count / memory, low)));
  }
}
