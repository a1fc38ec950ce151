package io.kahkm.fitting.sensor;

import io.kahkm.internal.numeric.Episodes;
import java.util.List;
import java.util.TreeSet;

/** The lags at which a sensor's own past takes part. */
final class Lags {
  private static final int[] GEOMETRIC = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};
  private static final int[] SEASONS = {1, 2, 7};

  /** Of the rows, the longest geometric lag. */
  private static final int SHARE = 20;

  /** Of the rows, the longest lag of a season. */
  private static final int SEASON_SHARE = 8;

  /** Rows of short runs that may lack a history, one in so many. */
  private static final int LOST = 4;

  private static final int LEAST = 3;

  private Lags() {}

  /**
   * Chooses.
   *
   * @param rows the recording
   * @param seasons rows that a day, a week or what else repeats itself takes; possibly none
   * @return ascending
   */
  static int[] of(Episodes rows, List<Integer> seasons) {
    int count = rows.transitions() + rows.count();
    TreeSet<Integer> lags = new TreeSet<>();
    for (int lag : GEOMETRIC) {
      if (lag <= Math.max(LEAST, count / SHARE)) {
        lags.add(lag);
      }
    }
    for (int season : seasons) {
      for (int times : SEASONS) {
        for (int beside = -1; beside <= 1; beside++) {
          int lag = times * season + beside;
          if (lag >= 1 && lag < count / SEASON_SHARE) {
            lags.add(lag);
          }
        }
      }
    }
    while (lags.size() > 1 && lost(rows, lags.last() + 1) > count / LOST) {
      lags.pollLast();
    }
    return lags.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int lost(Episodes rows, int history) {
    int lost = 0;
    for (int e = 0; e < rows.count(); e++) {
      lost += Math.min(history, rows.length(e));
    }
    return lost;
  }
}
