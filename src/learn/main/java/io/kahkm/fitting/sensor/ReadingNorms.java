package io.kahkm.fitting.sensor;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.sensor.RunHazard;
import io.kahkm.internal.sensor.SensorNorm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What the readings of one sensor show without any regression: its range and its runs. */
final class ReadingNorms {
  /** How many times as far beyond the range new rows may be as left-out ones were. */
  private static final double BEYOND = 3;

  /**
   * Of the rows, those in which a sensor may have been stuck. However long it was, a run that the
   * others make improbable is not what is normal: with it no stuck value would be found any more.
   */
  private static final double STANDING_SHARE = 0.5;

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
        RunHazard.estimate(runs(recorded, j)));
  }

  /**
   * What is normal for a sensor that always reads the same: that it does so, for however long.
   *
   * @param low smallest of its readings, which differ by rounding at most
   * @param high largest of them
   */
  static SensorNorm ofConstant(double low, double high) {
    return new SensorNorm(
        new SensorNorm.Sizes(1, 1, 1, 0, NormFit.NEVER_LOUD),
        new SensorNorm.Slacks(
            NormFit.NO_SHIFT, NormFit.LEAST_COUNT_SLACK, NormFit.LEAST_COUNT_SLACK),
        new SensorNorm.Range(low, high),
        RunHazard.of(new double[] {Math.nextDown(1.0)}),
        RunHazard.UNKNOWN);
  }

  /**
   * How long a value may stay away. The longest gaps are left out where each is improbable by all
   * others: a sensor that was gone once or twice is none that goes away now and then.
   *
   * @param gaps lengths of the recorded ones in rows
   * @param rows of the recording
   */
  static RunHazard missing(int[] gaps, int rows) {
    List<Integer> lengths = IntStream.of(gaps).boxed().toList();
    Set<Integer> suspects = Set.copyOf(improbable(lengths, rows, Double.POSITIVE_INFINITY));
    return RunHazard.estimate(
        IntStream.range(0, gaps.length)
            .filter(i -> !suspects.contains(i))
            .map(i -> gaps[i])
            .toArray());
  }

  /** Of rows that are left out, neither the step to them nor the step from them is normal. */
  private static double largestStep(RecordedRows recorded, int j) {
    double largest = 0;
    for (int i = 1; i < recorded.count(); i++) {
      if (recorded.follows(i) && !recorded.isLeftOut(i) && !recorded.isLeftOut(i - 1)) {
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
   * at most half of the rows: rather faults of the recording than what is normal.
   *
   * @param recorded standardized rows
   * @param j the sensor
   * @return first and last row of each
   */
  static List<int[]> suspectRuns(RecordedRows recorded, int j) {
    List<Integer> starts = new ArrayList<>();
    List<Integer> lengths = runs(recorded, j, starts);
    return improbable(lengths, recorded.count(), STANDING_SHARE).stream()
        .map(i -> new int[] {starts.get(i), starts.get(i) + lengths.get(i) - 1})
        .toList();
  }

  /**
   * The longest runs, by number, where each is improbable by all others, in a share of rows at
   * most.
   */
  private static List<Integer> improbable(List<Integer> lengths, int rows, double share) {
    Integer[] order = new Integer[lengths.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Integer.compare(lengths.get(b), lengths.get(a)));
    List<Integer> found = List.of();
    long covered = 0;
    for (int k = 0; k < Math.min(order.length, NormFit.MOST_SUSPECTS); k++) {
      covered += lengths.get(order[k]);
      if (covered > share * rows) {
        break;
      }
      int[] rest =
          Arrays.stream(order, k + 1, order.length).mapToInt(i -> lengths.get(i)).toArray();
      if (RunHazard.estimate(rest).evidence(lengths.get(order[k])) >= NormFit.IMPROBABLE * rows) {
        found = List.of(order).subList(0, k + 1);
      }
    }
    return found;
  }
}
