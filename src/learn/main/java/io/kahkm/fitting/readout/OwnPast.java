package io.kahkm.fitting.readout;

import io.kahkm.internal.forecast.KnownRegression;
import io.kahkm.internal.numeric.Episodes;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Regressions of one sensor on its own past at one horizon: the change in h steps on the level and
 * on the differences between earlier readings and the present one. What does best on blocks of rows
 * that are left out in turn, in the order of time, is fitted on all. Mutable, one owner.
 *
 * <p>With known inputs the present readings of the other sensors are regressed on too, and the
 * differences between the inputs' later readings and their present ones.
 */
public final class OwnPast {
  /** Blocks that are left out in turn. */
  static final int BLOCKS = 4;

  /** Rows that sums are made of, at most; more are thinned out evenly. */
  private static final int MOST_ROWS = 100_000;

  /** What own past must take off the squared error of persistence. */
  private static final double LEAST_GAIN = 0.005;

  private static final double[] PENALTIES = {1e-6, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 3, 10};

  private final Episodes readings;
  private final int sensor;
  private final int horizon;
  private final int[] lags;
  private final int[] inputs;
  private final int[] steps;
  private final int every;

  /** Of the readings among the features; differences are left as they are. */
  private final double[] means;

  private final double[] deviations;
  private final RegressionSums[] blocks = new RegressionSums[BLOCKS];
  private final long rows;

  /**
   * What held-out rows say of a set of lags.
   *
   * @param candidate best penalty, and whether it draws towards the mean; -1 where persistence is
   *     as good
   * @param error mean squared error of it, at most persistence's
   */
  public record Choice(int candidate, double error) {}

  /**
   * Gathers the rows.
   *
   * @param readings runs of readings in the units of readouts; retained, not modified
   * @param sensor 0-based
   * @param horizon h, at least 1
   * @param lags ascending
   */
  public OwnPast(Episodes readings, int sensor, int horizon, int[] lags) {
    this(readings, sensor, horizon, lags, List.of());
  }

  /**
   * Gathers the rows, with what is known ahead.
   *
   * @param readings runs of readings in the units of readouts; retained, not modified
   * @param sensor 0-based
   * @param horizon h, at least 1
   * @param lags ascending
   * @param known 0-based sensors whose later values are known; none for the sensor's past alone
   */
  public OwnPast(Episodes readings, int sensor, int horizon, int[] lags, List<Integer> known) {
    this.readings = readings;
    this.sensor = sensor;
    this.horizon = horizon;
    this.lags = lags.clone();
    inputs = known.stream().mapToInt(Integer::intValue).toArray();
    steps =
        known.isEmpty()
            ? new int[0]
            : KnownRegression.steps(horizon).stream().mapToInt(Integer::intValue).toArray();
    long all = 0;
    for (int e = 0; e < readings.count(); e++) {
      all += Math.max(0, readings.length(e) - horizon - longest());
    }
    every = (int) Math.max(1, (all + MOST_ROWS - 1) / MOST_ROWS);
    rows = (all + every - 1) / every;
    double[] features = new double[1 + lags.length + others() + inputs.length * steps.length];
    double[] sums = new double[features.length];
    double[] squares = new double[features.length];
    forEach(
        (block, e, t) -> {
          raw(e, t, features);
          for (int f = 0; f < features.length; f++) {
            sums[f] += features[f];
            squares[f] += features[f] * features[f];
          }
        });
    double count = Math.max(1, rows);
    means = new double[features.length];
    deviations = new double[features.length];
    for (int f = 0; f < features.length; f++) {
      double variance = squares[f] / count - sums[f] / count * (sums[f] / count);
      deviations[f] = variance > 0 ? Math.sqrt(variance) : 1;
      means[f] = isReading(f) ? sums[f] / count : 0;
    }
    for (int b = 0; b < BLOCKS; b++) {
      blocks[b] = new RegressionSums(features.length, 1);
    }
    double[] change = new double[1];
    forEach(
        (block, e, t) -> {
          standardized(e, t, features);
          change[0] = change(e, t);
          blocks[block].add(features, change);
        });
  }

  /** Other sensors whose present readings are regressed on. */
  private int others() {
    return inputs.length == 0 ? 0 : readings.dimension() - 1;
  }

  /** Whether a feature is a reading, not a difference. */
  private boolean isReading(int feature) {
    return feature == 0 || (feature > lags.length && feature <= lags.length + others());
  }

  private int longest() {
    return lags.length == 0 ? 0 : lags[lags.length - 1];
  }

  /** Takes a row: the block it belongs to, and where it is. */
  private interface RowTaker {
    void take(int block, int episode, int step);
  }

  private void forEach(RowTaker taker) {
    long all = 0;
    for (int e = 0; e < readings.count(); e++) {
      for (int t = longest(); t + horizon < readings.length(e); t++) {
        if (all % every == 0) {
          taker.take((int) Math.min(BLOCKS - 1, BLOCKS * (all / every) / rows), e, t);
        }
        all++;
      }
    }
  }

  private void raw(int episode, int step, double[] out) {
    double present = readings.state(episode, step)[sensor];
    out[0] = present;
    for (int k = 0; k < lags.length; k++) {
      out[1 + k] = readings.state(episode, step - lags[k])[sensor] - present;
    }
    if (inputs.length > 0) {
      known(episode, step, out);
    }
  }

  private void known(int episode, int step, double[] out) {
    double[] now = readings.state(episode, step);
    int at = 1 + lags.length;
    for (int m = 0; m < now.length; m++) {
      if (m != sensor) {
        out[at++] = now[m];
      }
    }
    for (int input : inputs) {
      for (int ahead : steps) {
        out[at++] = readings.state(episode, step + ahead)[input] - now[input];
      }
    }
  }

  private void standardized(int episode, int step, double[] out) {
    raw(episode, step, out);
    for (int f = 0; f < out.length; f++) {
      out[f] = (out[f] - means[f]) / deviations[f];
    }
  }

  private double change(int episode, int step) {
    return readings.state(episode, step + horizon)[sensor] - readings.state(episode, step)[sensor];
  }

  /**
   * Rows that every lag and the target exist of.
   *
   * @return at least 0
   */
  public long rows() {
    return rows;
  }

  /**
   * Mean squared change, which is persistence's error.
   *
   * @return at least 0; 0 without rows
   */
  public double persistence() {
    double sum = 0;
    for (RegressionSums block : blocks) {
      sum += block.targetSquares[0];
    }
    return rows == 0 ? 0 : sum / rows;
  }

  private int[] features(IntPredicate wanted) {
    int[] all = new int[deviations.length];
    int count = 1;
    for (int k = 0; k < lags.length; k++) {
      if (wanted.test(lags[k])) {
        all[count++] = 1 + k;
      }
    }
    for (int f = 1 + lags.length; f < all.length; f++) {
      all[count++] = f;
    }
    return Arrays.copyOf(all, count);
  }

  private RegressionSums without(int left, int[] features) {
    RegressionSums sum = new RegressionSums(features.length, 1);
    for (int b = 0; b < BLOCKS; b++) {
      if (b != left) {
        sum.add(blocks[b], features);
      }
    }
    return sum;
  }

  /**
   * What does best on rows that are left out.
   *
   * @param wanted which of the lags are used
   * @return persistence where no row could be left out
   */
  public Choice choose(IntPredicate wanted) {
    int[] features = features(wanted);
    double[] errors = new double[2 * PENALTIES.length];
    if (rows < (long) BLOCKS * (features.length + 1)) {
      return new Choice(-1, persistence());
    }
    for (int left = 0; left < BLOCKS; left++) {
      RegressionSums others = without(left, features);
      RegressionSums own = new RegressionSums(features.length, 1);
      own.add(blocks[left], features);
      for (int c = 0; c < errors.length; c++) {
        errors[c] += own.squaredError(0, weights(others, c));
      }
    }
    int best = 0;
    for (int c = 1; c < errors.length; c++) {
      best = errors[c] < errors[best] ? c : best;
    }
    double error = errors[best] / rows;
    return error < (1 - LEAST_GAIN) * persistence()
        ? new Choice(best, error)
        : new Choice(-1, persistence());
  }

  private double[] weights(RegressionSums sums, int candidate) {
    double[] shift = candidate < PENALTIES.length ? null : new double[] {deviations[0]};
    try {
      return new Ridge(sums, PENALTIES[candidate % PENALTIES.length]).weights(shift)[0];
    } catch (ArithmeticException e) {
      // A penalty too small for these rows: persistence instead, which another will beat.
      return new double[1 + sums.features];
    }
  }

  /**
   * The regression of a choice, fitted on all rows.
   *
   * @param choice for the same lags
   * @param wanted which of the lags are used
   * @return the constant, the weight of the level, then one weight per wanted lag, with known
   *     inputs one per other sensor and one per input and step; all 0 for persistence
   */
  public double[] fit(Choice choice, IntPredicate wanted) {
    int[] features = features(wanted);
    double[] raw = new double[1 + features.length];
    return choice.candidate() < 0
        ? raw
        : inReadings(weights(without(-1, features), choice.candidate()), features);
  }

  private double[] inReadings(double[] weights, int[] features) {
    double[] raw = new double[weights.length];
    raw[0] = weights[0];
    for (int f = 0; f < features.length; f++) {
      raw[1 + f] = weights[1 + f] / deviations[features[f]];
    }
    for (int f = 0; f < features.length; f++) {
      raw[0] -= raw[1 + f] * means[features[f]];
    }
    return raw;
  }

  /**
   * Absolute errors of a choice on the rows of every block, fitted without the block.
   *
   * @param choice for the same lags
   * @param wanted which of the lags are used
   * @return one error per row
   */
  public double[] absoluteErrors(Choice choice, IntPredicate wanted) {
    int[] features = features(wanted);
    double[][] weights = new double[BLOCKS][];
    for (int left = 0; left < BLOCKS; left++) {
      weights[left] =
          choice.candidate() < 0
              ? new double[1 + features.length]
              : weights(without(left, features), choice.candidate());
    }
    double[] errors = new double[Math.toIntExact(rows)];
    double[] all = new double[deviations.length];
    int[] next = {0};
    forEach(
        (block, e, t) -> {
          standardized(e, t, all);
          double forecast = weights[block][0];
          for (int f = 0; f < features.length; f++) {
            forecast = Math.fma(weights[block][1 + f], all[features[f]], forecast);
          }
          errors[next[0]++] = Math.abs(change(e, t) - forecast);
        });
    return errors;
  }

  /**
   * Mean squared error of the reading a season before the target, as a share of persistence's on
   * the same rows.
   *
   * @param season period in steps that the horizon is no multiple of
   * @return at least 0; infinity where persistence is exact or there is no row
   */
  public double seasonRatio(int season) {
    int back = season - horizon % season;
    double error = 0;
    double persistence = 0;
    for (int e = 0; e < readings.count(); e++) {
      for (int t = back; t + horizon < readings.length(e); t += every) {
        double target = readings.state(e, t + horizon)[sensor];
        double miss = target - readings.state(e, t - back)[sensor];
        double moved = target - readings.state(e, t)[sensor];
        error += miss * miss;
        persistence += moved * moved;
      }
    }
    return persistence > 0 ? error / persistence : Double.POSITIVE_INFINITY;
  }
}
