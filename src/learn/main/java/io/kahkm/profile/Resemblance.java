package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;

/**
 * Two sensors that say the same.
 *
 * @param first 0-based sensor
 * @param second a later one
 * @param correlation Pearson's, near 1 or -1
 */
public record Resemblance(int first, int second, double correlation) {
  /** Beyond this correlation one sensor adds less than a thousandth of its variance. */
  public static final double NEAR_DUPLICATE = 0.9995;

  /** Rows that are looked at, evenly spread. */
  private static final int MOST_ROWS = 4_000;

  /**
   * Finds pairs of near-duplicates.
   *
   * @param data complete states; not modified
   * @return pairs in order of their sensors, each later sensor once, with the earliest it resembles
   */
  public static List<Resemblance> find(Episodes data) {
    double[][] standardised = standardised(data);
    List<Resemblance> found = new ArrayList<>();
    for (int j = 1; j < standardised.length; j++) {
      for (int i = 0; i < j; i++) {
        double correlation = 0;
        for (int t = 0; t < standardised[i].length; t++) {
          correlation = Math.fma(standardised[i][t], standardised[j][t], correlation);
        }
        if (Math.abs(correlation) >= NEAR_DUPLICATE) {
          found.add(new Resemblance(i, j, correlation));
          break;
        }
      }
    }
    return found;
  }

  /** One row per sensor with mean 0 and sum of squares 1; zeros for a constant one. */
  private static double[][] standardised(Episodes data) {
    List<double[]> rows = new ArrayList<>();
    long all = 0;
    for (int e = 0; e < data.count(); e++) {
      all += data.length(e);
    }
    long every = Math.max(1, all / MOST_ROWS);
    long next = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        if (next++ % every == 0) {
          rows.add(data.state(e, t));
        }
      }
    }
    double[][] sensors = new double[data.dimension()][rows.size()];
    List<Integer> constant = ConstantSensors.find(data);
    for (int j = 0; j < sensors.length; j++) {
      if (constant.contains(j)) {
        continue;
      }
      double mean = 0;
      for (int t = 0; t < rows.size(); t++) {
        mean += rows.get(t)[j] / rows.size();
      }
      double squares = 0;
      for (int t = 0; t < rows.size(); t++) {
        sensors[j][t] = rows.get(t)[j] - mean;
        squares = Math.fma(sensors[j][t], sensors[j][t], squares);
      }
      double scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      for (int t = 0; t < rows.size(); t++) {
        sensors[j][t] *= scale;
      }
    }
    return sensors;
  }
}
