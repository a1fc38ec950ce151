package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Rows of a recording that belong to another regime than the rest: the minutes of starting up
 * before normal operation, a stop at its end. A few of them, scored by a model of the others, would
 * make limits that nothing exceeds any more.
 *
 * <p>A row is far off where its relation statistic, by a model without its block, is above {@value
 * #FAR} times the median of all, or where half of the sensors are more than {@value #FAR_LEVEL}
 * deviations from their median, as their median absolute deviation gives them: of two stretches one
 * explains the other to a model. A stretch begins and ends with such rows, never more than {@value
 * #BETWEEN} others lie between two of them, and it has at least {@value #FEWEST}. Stretches belong
 * to another regime if there are at most {@value #MOST_STRETCHES} of them, with at most a twentieth
 * of the rows; what comes back more often, or lasts, is a part of normal operation. Heavy tails
 * give single rows, and noise that grows threefold values nine times as large.
 */
public final class OtherRegime {
  private static final double FAR = 30;
  private static final double FAR_LEVEL = 8;

  /** The standard deviation of normal values over their median absolute deviation. */
  private static final double MAD_TO_DEVIATION = 1.4826;

  private static final int BETWEEN = 5;
  private static final int FEWEST = 5;
  private static final int MOST_STRETCHES = 3;
  private static final double MOST_SHARE = 0.05;
  private static final double PERCENT = 100;

  private final List<Stretch> stretches;
  private final int rows;

  /** Rows from one to another, both included, counted from 0 through all episodes. */
  private record Stretch(int first, int last) {
    int rows() {
      return last - first + 1;
    }
  }

  private OtherRegime(List<Stretch> stretches, int rows) {
    this.stretches = stretches;
    this.rows = rows;
  }

  /**
   * Looks for them.
   *
   * @param episodes the recording in sensor units; not modified
   * @param sensors names of the sensors
   * @param quantile of the limits, which decide nothing here
   * @param progress told about every fold
   * @return what was found, possibly nothing
   */
  public static OtherRegime of(
      Episodes episodes, List<String> sensors, double quantile, Progress progress) {
    int rows = episodes.transitions() + episodes.count();
    RelationFit fit = RelationFitter.fit(episodes, sensors, quantile, progress);
    double[] values =
        fit.values().stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
    if (values.length == 0 || episodes.stream(0) != episodes.stream(episodes.count() - 1)) {
      return new OtherRegime(List.of(), rows);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double far = FAR * sorted[sorted.length / 2];
    List<Stretch> found = stretches(farRows(episodes, values, far, farLevels(episodes)));
    int all = found.stream().mapToInt(Stretch::rows).sum();
    boolean few = found.size() <= MOST_STRETCHES && all <= MOST_SHARE * rows;
    return new OtherRegime(few ? found : List.of(), rows);
  }

  /** Values come in time order, one per row that follows another. */
  private static List<Integer> farRows(
      Episodes episodes, double[] values, double far, boolean[] levels) {
    List<Integer> rows = new ArrayList<>();
    int row = 0;
    int value = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t < episodes.length(e); t++, row++) {
        boolean moves = t > 0 && values[value++] > far;
        if (moves || levels[row]) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** Rows of which half of the sensors that move at all are far from their medians. */
  private static boolean[] farLevels(Episodes episodes) {
    int rows = episodes.transitions() + episodes.count();
    int[] far = new int[rows];
    int moving = 0;
    double[] values = new double[rows];
    for (int j = 0; j < episodes.dimension(); j++) {
      int row = 0;
      for (int e = 0; e < episodes.count(); e++) {
        for (int t = 0; t < episodes.length(e); t++) {
          values[row++] = episodes.state(e, t)[j];
        }
      }
      double middle = median(values);
      double[] distances = Arrays.stream(values).map(x -> Math.abs(x - middle)).toArray();
      double deviation = MAD_TO_DEVIATION * median(distances);
      if (deviation > 0) {
        moving++;
        for (int i = 0; i < rows; i++) {
          far[i] += distances[i] > FAR_LEVEL * deviation ? 1 : 0;
        }
      }
    }
    boolean[] result = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      result[i] = far[i] > 0 && 2 * far[i] >= moving;
    }
    return result;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static List<Stretch> stretches(List<Integer> farRows) {
    List<Stretch> found = new ArrayList<>();
    int begin = 0;
    for (int i = 1; i <= farRows.size(); i++) {
      boolean ends = i == farRows.size() || farRows.get(i) - farRows.get(i - 1) > BETWEEN + 1;
      if (ends) {
        if (i - begin >= FEWEST) {
          found.add(new Stretch(farRows.get(begin), farRows.get(i - 1)));
        }
        begin = i;
      }
    }
    return found;
  }

  /**
   * Whether there are none.
   *
   * @return true if every row belongs to one regime
   */
  public boolean isEmpty() {
    return stretches.isEmpty();
  }

  /**
   * The rest of the recording.
   *
   * @param episodes those that were looked at
   * @return without the stretches, which end a run as a gap does
   */
  public Episodes without(Episodes episodes) {
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      int begin = 0;
      for (int t = 0; t <= episodes.length(e); t++) {
        boolean leaves = t == episodes.length(e) || isLeftOut(row + t);
        if (leaves) {
          add(episodes, e, begin, t, runs, places);
          begin = t + 1;
        }
      }
      row += episodes.length(e);
    }
    return episodes.recorded().size() > 1
        ? Episodes.joined(runs, places, episodes.recorded())
        : Episodes.ofRuns(runs, places);
  }

  private static void add(
      Episodes from,
      int episode,
      int begin,
      int end,
      List<double[][]> runs,
      List<Episodes.Place> places) {
    if (end <= begin) {
      return;
    }
    Episodes.Place place = from.place(episode);
    runs.add(from.run(episode, begin, end));
    places.add(new Episodes.Place(place.stream(), place.episode(), place.start() + begin));
  }

  private boolean isLeftOut(int row) {
    for (Stretch stretch : stretches) {
      if (row >= stretch.first() && row <= stretch.last()) {
        return true;
      }
    }
    return false;
  }

  /**
   * What was found, in a sentence.
   *
   * @return which rows and what share they are; meaningful unless {@link #isEmpty}
   */
  public String words() {
    List<String> named = new ArrayList<>();
    int all = 0;
    for (Stretch stretch : stretches) {
      named.add(String.format(Locale.ROOT, "%,d to %,d", stretch.first() + 1, stretch.last() + 1));
      all += stretch.rows();
    }
    return String.format(
        Locale.ROOT,
        "rows %s (%.2g %% of the complete rows) belong to another regime: the sensors move there"
            + " unlike anywhere else, or most of them are far from their usual values. They are"
            + " excluded, because thresholds fitted with them would hide smaller faults. If they"
            + " are normal, record more of them",
        String.join(" and ", named),
        PERCENT * all / rows);
  }
}
