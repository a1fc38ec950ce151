package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Values of a recording as the sequence in which they were recorded. */
final class RecordedSequences {
  private RecordedSequences() {}

  /**
   * One series per stream, its runs one after the other as if nothing lay between them.
   *
   * @param rows where the streams break
   * @param values of every row; not modified
   * @param column which of them
   */
  static List<double[]> streams(Episodes rows, double[][] values, int column) {
    List<double[]> series = new ArrayList<>();
    double[] open = new double[values.length];
    int filled = 0;
    int row = 0;
    for (int e = 0; e < rows.count(); e++) {
      if (e > 0 && rows.stream(e) != rows.stream(e - 1)) {
        series.add(Arrays.copyOf(open, filled));
        filled = 0;
      }
      for (int t = 0; t < rows.length(e); t++) {
        open[filled++] = values[row++][column];
      }
    }
    series.add(Arrays.copyOf(open, filled));
    return series;
  }
}
