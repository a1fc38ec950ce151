package io.kahkm.fitting.sensor;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.sensor.RunHazard;
import io.kahkm.internal.sensor.SensorNorm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the readings of one sensor show without any regression: its range and its runs. */
final class ReadingNorms {
  /** How many times as far beyond the range new rows may be as left-out ones were. */
  private static final double BEYOND = 3;

  private ReadingNorms() {}

  /**
   * Measures.
   *
   * @param recorded standardized rows
   * @param blocks of the rows
   * @param j the sensor
   * @param mean of its readings
   * @param deviation of its readings
   */
  static NormFit.Readings of(
      RecordedRows recorded, Blocks blocks, int j, double mean, double deviation) {
    double margin = largestStep(recorded, j) + BEYOND * excess(recorded, blocks, j);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < recorded.count(); i++) {
      if (!recorded.isLeftOut(i)) {
        low = Math.min(low, recorded.row(i)[j]);
        high = Math.max(high, recorded.row(i)[j]);
      }
    }
    return new NormFit.Readings(
        mean + deviation * (low - margin),
        mean + deviation * (high + margin),
        RunHazard.estimate(runs(recorded, j)),
        // Rows with a value missing are no part of the recording that is fitted.
        RunHazard.estimate(new int[0]));
  }

  /**
   * What is normal for a sensor that always reads the same: that it does so, for however long.
   *
   * @param low smallest of its readings, which differ by rounding at most
   * @param high largest of them
   */
  static SensorNorm ofConstant(double low, double high) {
    return new SensorNorm(
        1,
        1,
        1,
        0,
        NormFit.NEVER_LOUD,
        NormFit.NO_SHIFT,
        NormFit.LEAST_COUNT_SLACK,
        NormFit.LEAST_COUNT_SLACK,
        low,
        high,
        RunHazard.of(new double[] {Math.nextDown(1.0)}),
        RunHazard.estimate(new int[0]));
  }

  private static double largestStep(RecordedRows recorded, int j) {
    double largest = 0;
    for (int i = 1; i < recorded.count(); i++) {
      if (recorded.follows(i) && !recorded.isLeftOut(i)) {
        largest = Math.max(largest, Math.abs(recorded.row(i)[j] - recorded.row(i - 1)[j]));
      }
    }
    return largest;
  }

  /** By how much a fold's rows were beyond the range of the others at most. */
  private static double excess(RecordedRows recorded, Blocks blocks, int j) {
    double[] lows = new double[blocks.folds()];
    double[] highs = new double[blocks.folds()];
    Arrays.fill(lows, Double.POSITIVE_INFINITY);
    Arrays.fill(highs, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < recorded.count(); i++) {
      if (!recorded.isLeftOut(i)) {
        int fold = blocks.fold(i);
        lows[fold] = Math.min(lows[fold], recorded.row(i)[j]);
        highs[fold] = Math.max(highs[fold], recorded.row(i)[j]);
      }
    }
    // The outermost fold against the one next to it.
    Arrays.sort(lows);
    Arrays.sort(highs);
    int last = highs.length - 1;
    return Math.max(finite(lows[1] - lows[0]), finite(highs[last] - highs[last - 1]));
  }

  /** A fold without rows is beyond nothing. */
  private static double finite(double value) {
    return Double.isFinite(value) ? value : 0;
  }

  private static int[] runs(RecordedRows recorded, int j) {
    return runs(recorded, j, new ArrayList<>()).stream().mapToInt(Integer::intValue).toArray();
  }

  /** Lengths of runs of equal values, and their first rows. */
  private static List<Integer> runs(RecordedRows recorded, int j, List<Integer> starts) {
    List<Integer> lengths = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < recorded.count(); i++) {
      boolean continues =
          length > 0 && recorded.follows(i) && recorded.row(i)[j] == recorded.row(i - 1)[j];
      if (length > 0 && (!continues || recorded.isLeftOut(i))) {
        lengths.add(length);
        length = 0;
      }
      if (!recorded.isLeftOut(i)) {
        if (length == 0) {
          starts.add(i);
        }
        length++;
      }
    }
    if (length > 0) {
      lengths.add(length);
    }
    return lengths;
  }

  /**
   * The longest runs of equal values, where each is improbable by all others, and together they are
   * few rows: rather faults of the recording than what is normal.
   *
   * @param recorded standardized rows
   * @param j the sensor
   * @return first and last row of each
   */
  static List<int[]> suspectRuns(RecordedRows recorded, int j) {
    List<Integer> starts = new ArrayList<>();
    List<Integer> lengths = runs(recorded, j, starts);
    Integer[] order = new Integer[lengths.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Integer.compare(lengths.get(b), lengths.get(a)));
    List<int[]> suspects = new ArrayList<>();
    int covered = 0;
    for (int k = 0; k < Math.min(order.length, NormFit.MOST_SUSPECTS); k++) {
      covered += lengths.get(order[k]);
      if (covered > NormFit.SUSPECT_SHARE * recorded.count()) {
        break;
      }
      int[] rest = new int[order.length - k - 1];
      for (int i = 0; i < rest.length; i++) {
        rest[i] = lengths.get(order[k + 1 + i]);
      }
      if (RunHazard.estimate(rest).evidence(lengths.get(order[k]))
          >= NormFit.IMPROBABLE * recorded.count()) {
        suspects.clear();
        for (int i = 0; i <= k; i++) {
          int start = starts.get(order[i]);
          suspects.add(new int[] {start, start + lengths.get(order[i]) - 1});
        }
      }
    }
    return suspects;
  }
}
