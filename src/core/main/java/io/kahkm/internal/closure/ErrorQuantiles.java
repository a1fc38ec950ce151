package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;

/**
 * Quantiles of the absolute errors of one horizon's forecasts on rows that they were not fitted on:
 * where intervals start. Immutable.
 *
 * @param values n x 50, in the units of the readout: column k is the quantile of level .50 + .01 k;
 *     at least 0, ascending in every row
 */
public record ErrorQuantiles(Matrix values) {
  /** Smallest level. */
  public static final double LOWEST = 0.5;

  /** Largest level. */
  public static final double HIGHEST = 0.99;

  private static final int COLUMNS = 50;
  private static final double STEP = 0.01;

  /** Checks shape and order. */
  public ErrorQuantiles {
    LinearRows.requireShape("error quantiles", values, values.rows(), COLUMNS);
    for (int i = 0; i < values.rows(); i++) {
      double before = 0;
      for (double value : values.row(i)) {
        if (!(value >= before)) {
          throw new IllegalArgumentException(
              "error quantiles of sensor " + i + " hold " + value + " after " + before);
        }
        before = value;
      }
    }
  }

  /**
   * The quantiles of samples.
   *
   * @param absolute absolute errors, one array per sensor, none empty; not modified
   * @return of level a the smallest value that at least a (m + 1) of m errors do not exceed, the
   *     largest where there are too few
   */
  public static ErrorQuantiles of(double[][] absolute) {
    double[][] rows = new double[absolute.length][COLUMNS];
    for (int i = 0; i < rows.length; i++) {
      double[] sorted = absolute[i].clone();
      Arrays.sort(sorted);
      for (int k = 0; k < COLUMNS; k++) {
        double level = LOWEST + STEP * k;
        int rank = (int) Math.ceil(level * (sorted.length + 1) - STEP * STEP);
        rows[i][k] = sorted[Math.min(sorted.length, Math.max(1, rank)) - 1];
      }
    }
    return new ErrorQuantiles(Matrix.ofRows(rows));
  }

  /**
   * The quantile of one sensor at any level between, on the line between its neighbours.
   *
   * @param sensor 0-based
   * @param level from .5 to .99
   * @return at least 0
   */
  public double at(int sensor, double level) {
    if (!(level >= LOWEST && level <= HIGHEST)) {
      throw new IllegalArgumentException(
          "level is " + level + ", must be from " + LOWEST + " to " + HIGHEST);
    }
    double place = Math.min((level - LOWEST) / STEP, COLUMNS - 1.0);
    int below = Math.min((int) place, COLUMNS - 2);
    double share = place - below;
    return (1 - share) * values.get(sensor, below) + share * values.get(sensor, below + 1);
  }
}
