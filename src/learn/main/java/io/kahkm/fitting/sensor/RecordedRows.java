package io.kahkm.fitting.sensor;

import io.kahkm.internal.numeric.Episodes;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Standardized rows of all runs one after the other, and which of them have a whole history: the
 * rows that regressions are fitted to. Immutable but for what is left out.
 */
final class RecordedRows {
  private final double[][] rows;

  /** Rows of the same run before each row. */
  private final int[] before;

  private final BitSet leftOut = new BitSet();

  RecordedRows(Episodes episodes, double[][] rows) {
    this.rows = rows;
    before = new int[rows.length];
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t < episodes.length(e); t++) {
        before[row++] = t;
      }
    }
  }

  int count() {
    return rows.length;
  }

  double[] row(int i) {
    return rows[i];
  }

  /** Whether the row before belongs to the same run. */
  boolean follows(int i) {
    return before[i] > 0;
  }

  /** Leaves rows out, from the first to the last. */
  void leaveOut(int first, int last) {
    leftOut.set(first, last + 1);
  }

  boolean isLeftOut(int i) {
    return leftOut.get(i);
  }

  /** Rows with at least so many before them, in order, without those left out. */
  int[] usable(int history) {
    return IntStream.range(0, rows.length)
        .filter(i -> before[i] >= history && !leftOut.get(i))
        .toArray();
  }
}
