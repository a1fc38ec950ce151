package io.kahkm.cli.rows;

import java.util.ArrayList;
import java.util.List;

/**
 * Lengths of the runs of missing values of every sensor, counted as the sensor channel of a monitor
 * counts them: a value that is held is not missed, and a row in which no sensor was read says
 * nothing of any. Mutable, one owner.
 */
final class MissingRuns {
  private final List<List<Integer>> lengths = new ArrayList<>();
  private final int[] present;

  MissingRuns(int sensors) {
    present = new int[sensors];
    for (int j = 0; j < sensors; j++) {
      lengths.add(new ArrayList<>());
    }
  }

  /**
   * Takes the next row that is judged.
   *
   * @param read values as they were read, NaN where one is missing; not modified
   * @param filled the same with values that were held; not modified
   */
  void take(double[] read, double[] filled) {
    boolean any = false;
    for (double value : read) {
      any |= !Double.isNaN(value);
    }
    for (int j = 0; j < present.length && any; j++) {
      if (!Double.isNaN(read[j])) {
        end(j);
      } else if (Double.isNaN(filled[j])) {
        present[j]++;
      }
    }
  }

  /** Nothing comes after the last row. */
  void finish() {
    for (int j = 0; j < present.length; j++) {
      end(j);
    }
  }

  private void end(int j) {
    if (present[j] > 0) {
      lengths.get(j).add(present[j]);
      present[j] = 0;
    }
  }

  /** Lengths by sensor, those of each in order of time. */
  List<List<Integer>> lengths() {
    return lengths;
  }
}
