package io.kahkm.fitting;

import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Judges maps on the same held-out rows: how well their coordinates and the readings forecast, how
 * many rows with one wrong reading are novel, how much the coordinates vary. Every value comes with
 * its standard error over successive parts of the rows, so that rows that resemble each other do
 * not count as many. Without noise standard errors tell apart what no user would: a hundredth of
 * skill over a linear model, or of the wrong rows, does not count either.
 */
final class ReferenceJudge {
  /** Rows of either kind that are encoded at most; others are passed over evenly. */
  private static final int MOST_ROWS = 2000;

  private static final int PARTS = 20;

  /** States that one thread encodes at a time. */
  private static final int ROWS_OF_PART = 250;

  /** Ten in every part. */
  private static final int FEWEST_ROWS = 10 * PARTS;

  private static final double RIDGE = 1e-6;

  /** Standard deviations by which a reading is moved. */
  private static final double WRONG_BY = 1.5;

  private static final double NOVEL_QUANTILE = 0.99;

  /** Of skill, and of the wrong rows, what is too little to tell maps apart. */
  private static final double SMALL = 0.01;

  private final List<Integer> horizons = new ArrayList<>();
  private final int sensors;
  private final double[] mean;
  private final double[] deviation;
  private final List<List<Pair>> fitting = new ArrayList<>();
  private final List<List<Pair>> held = new ArrayList<>();

  /** Mean squared error of a linear model of the readings, in variances, horizon by horizon. */
  private final List<Double> linear = new ArrayList<>();

  private final List<double[]> heldStates;

  /** A state and the reading some steps later. */
  private static final class Pair {
    private final double[] state;
    private final double[] later;

    Pair(double[] state, double[] later) {
      this.state = state;
      this.later = later;
    }
  }

  /**
   * A value, and what is as good.
   *
   * @param value mean over the rows
   * @param margin its standard error, or what is too little to count if that is more
   */
  record Estimate(double value, double margin) {
    /** Whether a loss is no larger than this one by more than the margin. */
    boolean admitsLoss(Estimate other) {
      return other.value <= value + margin;
    }

    /** Whether a gain is no smaller than this one by more than the margin. */
    boolean admitsGain(Estimate other) {
      return other.value >= value - margin;
    }
  }

  /**
   * What a map achieves.
   *
   * @param losses mean squared error of forecasts in variances, horizon by horizon
   * @param found share of wrong rows that are novel
   * @param retained mean squared distance of the coordinates from their mean
   */
  record Verdict(List<Estimate> losses, Estimate found, Estimate retained) {
    boolean admits(Verdict other) {
      for (int h = 0; h < losses.size(); h++) {
        if (!losses.get(h).admitsLoss(other.losses.get(h))) {
          return false;
        }
      }
      return found.admitsGain(other.found) && retained.admitsGain(other.retained);
    }

    /** Sum of the losses. */
    double loss() {
      return losses.stream().mapToDouble(Estimate::value).sum();
    }
  }

  /**
   * Begins.
   *
   * @param wanted steps ahead, each at least 1; those for which there are too few rows are left out
   * @param sensors number of present readings, the first values of a state
   * @param fittingRuns uninterrupted runs of states that maps are fitted on
   * @param heldRuns the same of states that they have not seen
   */
  ReferenceJudge(
      List<Integer> wanted, int sensors, List<double[][]> fittingRuns, List<double[][]> heldRuns) {
    this.sensors = sensors;
    double[][] states = fittingRuns.stream().flatMap(Arrays::stream).toArray(double[][]::new);
    mean = new double[sensors];
    deviation = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      int sensor = j;
      double center = Arrays.stream(states).mapToDouble(row -> row[sensor]).average().orElse(0);
      mean[j] = center;
      deviation[j] =
          Math.sqrt(
              Arrays.stream(states)
                  .mapToDouble(row -> (row[sensor] - center) * (row[sensor] - center))
                  .average()
                  .orElse(0));
    }
    for (int horizon : wanted) {
      List<Pair> fitted = thinned(pairs(fittingRuns, horizon));
      List<Pair> left = thinned(pairs(heldRuns, horizon));
      if (Math.min(fitted.size(), left.size()) >= FEWEST_ROWS) {
        horizons.add(horizon);
        fitting.add(fitted);
        held.add(left);
        linear.add(
            Arrays.stream(losses(fitted, readings(fitted), left, readings(left)))
                .average()
                .orElseThrow());
      }
    }
    heldStates = thinned(heldRuns.stream().flatMap(Arrays::stream).toList());
  }

  /** Steps ahead of the forecasts that are judged; none where there are too few rows. */
  List<Integer> horizons() {
    return List.copyOf(horizons);
  }

  private List<Pair> pairs(List<double[][]> runs, int horizon) {
    List<Pair> pairs = new ArrayList<>();
    for (double[][] run : runs) {
      for (int t = 0; t + horizon < run.length; t++) {
        pairs.add(new Pair(run[t], Arrays.copyOf(run[t + horizon], sensors)));
      }
    }
    return pairs;
  }

  private static <T> List<T> thinned(List<T> rows) {
    if (rows.size() <= MOST_ROWS) {
      return List.copyOf(rows);
    }
    List<T> some = new ArrayList<>(MOST_ROWS);
    for (long i = 0; i < MOST_ROWS; i++) {
      some.add(rows.get((int) (i * rows.size() / MOST_ROWS)));
    }
    return some;
  }

  Verdict judge(KahmMap map) {
    List<Estimate> losses = new ArrayList<>();
    for (int h = 0; h < horizons.size(); h++) {
      losses.add(
          estimate(
              losses(
                  fitting.get(h),
                  features(fitting.get(h), map),
                  held.get(h),
                  features(held.get(h), map)),
              SMALL * linear.get(h)));
    }
    double[] novelties = new double[heldStates.size()];
    double[][] coordinates = new double[novelties.length][];
    List<Encoding> encoded = encoded(map, heldStates);
    for (int i = 0; i < novelties.length; i++) {
      novelties[i] = encoded.get(i).novelty();
      coordinates[i] = encoded.get(i).coordinates();
    }
    return new Verdict(losses, found(novelties, map), retained(coordinates));
  }

  /** States encoded by as many threads as there are; a map of all states takes its time. */
  private static List<Encoding> encoded(KahmMap map, List<double[]> states) {
    List<Callable<List<Encoding>>> parts = new ArrayList<>();
    for (int from = 0; from < states.size(); from += ROWS_OF_PART) {
      List<double[]> part = states.subList(from, Math.min(from + ROWS_OF_PART, states.size()));
      parts.add(
          () -> {
            Encoder encoder = map.newEncoder();
            List<Encoding> encodings = new ArrayList<>(part.size());
            for (double[] state : part) {
              Encoding encoding = new Encoding(map.classes());
              encoder.encode(state, encoding);
              encodings.add(encoding);
            }
            return encodings;
          });
    }
    return Parallel.run("reference samples", parts, Progress.NONE).stream()
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Squared errors of forecasts by a ridge regression, one for each row.
   *
   * @param fitted what it is fitted on
   * @param features what it is told of these
   * @param judged what it is judged on
   * @param rows what it is told of those
   */
  private double[] losses(
      List<Pair> fitted, double[][] features, List<Pair> judged, double[][] rows) {
    double[][] targets = new double[fitted.size()][];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = standard(fitted.get(i).later);
    }
    Matrix weights = ClosureFit.ridge(features, targets, RIDGE * features.length);
    double[] losses = new double[judged.size()];
    for (int i = 0; i < losses.length; i++) {
      double[] row = rows[i];
      double[] actual = standard(judged.get(i).later);
      for (int j = 0; j < sensors; j++) {
        double forecast = 0;
        for (int k = 0; k < row.length; k++) {
          forecast += weights.get(k, j) * row[k];
        }
        losses[i] += (actual[j] - forecast) * (actual[j] - forecast) / sensors;
      }
    }
    return losses;
  }

  /** The present readings and a one, all that a linear model is told. */
  private double[][] readings(List<Pair> pairs) {
    double[][] readings = new double[pairs.size()][];
    for (int i = 0; i < readings.length; i++) {
      readings[i] = Arrays.copyOf(standard(pairs.get(i).state), sensors + 1);
      readings[i][sensors] = 1;
    }
    return readings;
  }

  /** Coordinates, which sum to one, and the present readings. */
  private double[][] features(List<Pair> pairs, KahmMap map) {
    List<Encoding> encoded = encoded(map, pairs.stream().map(pair -> pair.state).toList());
    double[][] features = new double[pairs.size()][];
    for (int i = 0; i < features.length; i++) {
      double[] coordinates = encoded.get(i).coordinates();
      features[i] = Arrays.copyOf(coordinates, coordinates.length + sensors);
      double[] readings = standard(pairs.get(i).state);
      System.arraycopy(readings, 0, features[i], coordinates.length, sensors);
    }
    return features;
  }

  private double[] standard(double[] values) {
    double[] standard = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      standard[j] = deviation[j] > 0 ? (values[j] - mean[j]) / deviation[j] : 0;
    }
    return standard;
  }

  private Estimate found(double[] novelties, KahmMap map) {
    double[] ascending = novelties.clone();
    Arrays.sort(ascending);
    double limit = ascending[(int) (NOVEL_QUANTILE * (ascending.length - 1))];
    List<double[]> wrong = new ArrayList<>();
    for (int i = 0; i < novelties.length; i++) {
      double[] state = heldStates.get(i).clone();
      int sensor = i / 2 % sensors;
      state[sensor] += (i % 2 == 0 ? WRONG_BY : -WRONG_BY) * deviation[sensor];
      wrong.add(state);
    }
    return estimate(
        encoded(map, wrong).stream().mapToDouble(e -> e.novelty() > limit ? 1 : 0).toArray(),
        SMALL);
  }

  private static Estimate retained(double[][] coordinates) {
    double[] center = new double[coordinates[0].length];
    for (double[] row : coordinates) {
      for (int k = 0; k < center.length; k++) {
        center[k] += row[k] / coordinates.length;
      }
    }
    double[] distances = new double[coordinates.length];
    for (int i = 0; i < distances.length; i++) {
      for (int k = 0; k < center.length; k++) {
        double difference = coordinates[i][k] - center[k];
        distances[i] += difference * difference;
      }
    }
    return estimate(distances, 0);
  }

  private static Estimate estimate(double[] values, double small) {
    double[] parts = new double[PARTS];
    double sum = 0;
    for (int p = 0; p < PARTS; p++) {
      int from = p * values.length / PARTS;
      int to = (p + 1) * values.length / PARTS;
      for (int i = from; i < to; i++) {
        parts[p] += values[i] / (to - from);
        sum += values[i];
      }
    }
    double mean = sum / values.length;
    double squares = 0;
    for (double part : parts) {
      squares += (part - mean) * (part - mean);
    }
    return new Estimate(mean, Math.max(small, Math.sqrt(squares / (PARTS - 1) / PARTS)));
  }
}
