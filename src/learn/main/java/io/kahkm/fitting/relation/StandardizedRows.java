package io.kahkm.fitting.relation;

import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;

/**
 * Recorded rows in units of each sensor's standard deviation, without the sensors that do not vary
 * and those that lack a value.
 */
public final class StandardizedRows {
  private final double[] mean;
  private final double[] deviation;
  private final List<Integer> watched = new ArrayList<>();
  private final List<Integer> constant = new ArrayList<>();
  private final double[][] rows;

  private StandardizedRows(double[][] raw, int sensors) {
    mean = new double[sensors];
    deviation = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      measure(raw, j);
      if (!Double.isNaN(mean[j])) {
        (Scaling.isConstant(mean[j], deviation[j]) ? constant : watched).add(j);
      }
    }
    rows = new double[raw.length][watched.size()];
    for (int i = 0; i < raw.length; i++) {
      for (int j = 0; j < watched.size(); j++) {
        int sensor = watched.get(j);
        rows[i][j] = (raw[i][sensor] - mean[sensor]) / deviation[sensor];
      }
    }
  }

  /**
   * Standardizes.
   *
   * @param episodes complete rows; not modified
   * @return the rows of all episodes, in order
   */
  public static StandardizedRows of(Episodes episodes) {
    double[][] raw = new double[episodes.transitions() + episodes.count()][];
    int next = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t < episodes.length(e); t++) {
        raw[next++] = episodes.state(e, t);
      }
    }
    return new StandardizedRows(raw, episodes.dimension());
  }

  /** Mean, corrected once for its rounding, and population standard deviation of a column. */
  private void measure(double[][] raw, int column) {
    double sum = 0;
    for (double[] row : raw) {
      sum += row[column];
    }
    double first = sum / raw.length;
    double rest = 0;
    for (double[] row : raw) {
      rest += row[column] - first;
    }
    mean[column] = first + rest / raw.length;
    deviation[column] = Scaling.deviation(raw, column, mean[column]);
  }

  /**
   * Means of all sensors.
   *
   * @return live, one per sensor, in its unit
   */
  public double[] mean() {
    return mean;
  }

  /**
   * Population standard deviations of all sensors.
   *
   * @return live, one per sensor, in its unit
   */
  public double[] deviation() {
    return deviation;
  }

  /**
   * Sensors that vary.
   *
   * @return 0-based indices, ascending
   */
  public List<Integer> watched() {
    return watched;
  }

  /**
   * Sensors that always have the same value.
   *
   * @return 0-based indices, ascending
   */
  public List<Integer> constant() {
    return constant;
  }

  /**
   * The rows of all episodes, the sensors that vary only.
   *
   * @return live
   */
  public double[][] rows() {
    return rows;
  }
}
