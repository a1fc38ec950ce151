package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.relation.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures how many independent rows a recording is worth. */
public final class CoverageFitter {
  /** The slowest may be mistaken for one that only resembles its past from row to row. */
  private static final int COMBINATIONS = 3;

  private CoverageFitter() {}

  /**
   * Measures by the slowest sensor: the rows over its memory, the integrated autocorrelation time
   * about one mean within whole episodes. The slowest of three {@linkplain SlowCombinations
   * combinations} of sensors is measured likewise.
   *
   * @param rows recorded normal operation; not modified
   * @param sensors their names
   * @return the coverage; one independent row where no sensor varies
   */
  public static Coverage of(Episodes rows, List<String> sensors) {
    StandardizedRows standardized = StandardizedRows.of(rows);
    int count = standardized.rows().length;
    String slowest = sensors.get(0);
    double longest = 0;
    for (int j = 0; j < standardized.watched().size(); j++) {
      double memory = Autocovariance.memory(series(rows, standardized.rows(), j));
      if (memory > longest) {
        longest = memory;
        slowest = sensors.get(standardized.watched().get(j));
      }
    }
    if (!(longest > 0)) {
      return new Coverage(slowest, count, 1, 1);
    }
    double[][] combined = SlowCombinations.of(rows, standardized.rows(), COMBINATIONS);
    double hidden = longest;
    for (int k = 0; k < combined[0].length; k++) {
      hidden = Math.max(hidden, Autocovariance.memory(series(rows, combined, k)));
    }
    return new Coverage(
        slowest, count, Math.min(count, count / longest), Math.min(count, count / hidden));
  }

  /**
   * One series per declared episode: runs of it lie where their time puts them, and between them
   * are zeros, which take part in no product. A gap longer than the recording tells no more than
   * one of its length.
   */
  private static List<double[]> series(Episodes rows, double[][] values, int column) {
    List<double[]> series = new ArrayList<>();
    int row = 0;
    double[] open = {};
    int filled = 0;
    for (int e = 0; e < rows.count(); e++) {
      boolean starts = e == 0 || rows.place(e).episode() != rows.place(e - 1).episode();
      if (starts) {
        series.add(Arrays.copyOf(open, filled));
        Arrays.fill(open, 0);
        filled = 0;
      } else {
        long gap = rows.place(e).start() - rows.place(e - 1).start() - rows.length(e - 1);
        filled += (int) Math.max(1, Math.min(values.length / rows.count() + 1, gap));
      }
      if (filled + rows.length(e) > open.length) {
        open = Arrays.copyOf(open, 2 * (filled + rows.length(e)));
      }
      for (int t = 0; t < rows.length(e); t++) {
        open[filled++] = values[row++][column];
      }
    }
    series.add(Arrays.copyOf(open, filled));
    return series;
  }
}
