package io.kahkm.fitting.readout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Errors of one horizon on rows that were left out, fold by fold: of persistence, of the linear
 * model, and of the linear model corrected by coordinates at every penalty. Mutable, one owner.
 */
public final class LeftOutErrors {
  /** Blocks of consecutive rows that a fold's errors are compared in. */
  private static final int BLOCKS_PER_FOLD = 6;

  private static final int FEWEST_BLOCKS = 8;

  /**
   * Standard errors by which a linear model must beat persistence, and coordinates the linear
   * model, before they get weight.
   */
  private static final double NEEDED = 2;

  /** The linear model without weight for the coordinates. */
  static final int NONE = -1;

  /** Not even the linear model. */
  static final int PERSISTENCE = -2;

  private final int sensors;

  /** Per fold and row. */
  private final List<List<double[]>> changes = new ArrayList<>();

  private final List<List<double[]>> linearErrors = new ArrayList<>();

  /** Per fold, row: unexplained coordinates; empty without a map. */
  private final List<List<double[]>> rests = new ArrayList<>();

  /** Per fold, penalty, sensor: weights of the unexplained coordinates. */
  private final List<double[][][]> weights = new ArrayList<>();

  LeftOutErrors(int sensors) {
    this.sensors = sensors;
  }

  /**
   * Starts a fold.
   *
   * @param ofPenalties per penalty the weights of the unexplained coordinates
   */
  void fold(double[][][] ofPenalties) {
    changes.add(new ArrayList<>());
    linearErrors.add(new ArrayList<>());
    rests.add(new ArrayList<>());
    weights.add(ofPenalties);
  }

  /** Adds a row of the last fold; the arrays are retained. */
  void add(double[] change, double[] linearError, double[] rest) {
    changes.get(changes.size() - 1).add(change);
    linearErrors.get(changes.size() - 1).add(linearError);
    rests.get(changes.size() - 1).add(rest);
  }

  /** Continues with the folds of another. */
  void addAll(LeftOutErrors other) {
    changes.addAll(other.changes);
    linearErrors.addAll(other.linearErrors);
    rests.addAll(other.rests);
    weights.addAll(other.weights);
  }

  long rows() {
    return changes.stream().mapToLong(List::size).sum();
  }

  private double error(int fold, int row, int sensor, int penalty) {
    if (penalty == PERSISTENCE) {
      return changes.get(fold).get(row)[sensor];
    }
    double error = linearErrors.get(fold).get(row)[sensor];
    if (penalty == NONE) {
      return error;
    }
    double[] ofSensor = weights.get(fold)[penalty][sensor];
    double[] rest = rests.get(fold).get(row);
    for (int c = 0; c < rest.length; c++) {
      error = Math.fma(-ofSensor[c], rest[c], error);
    }
    return error;
  }

  /**
   * What has the smallest error on the rows left out, where that is sure: {@link #PERSISTENCE}
   * where the linear model does not beat it by two standard errors of its blocks; else the penalty
   * that beats the linear model by as much, or {@link #NONE}.
   */
  int choose(int sensor) {
    if (!helps(sensor, PERSISTENCE, NONE)) {
      return PERSISTENCE;
    }
    int best = NONE;
    double bestError = meanSquare(sensor, NONE);
    for (int p = 0; p < CoordinateSums.PENALTIES.length; p++) {
      double error = meanSquare(sensor, p);
      if (error < bestError) {
        bestError = error;
        best = p;
      }
    }
    return best == NONE || !helps(sensor, NONE, best) ? NONE : best;
  }

  private boolean helps(int sensor, int without, int penalty) {
    List<Double> gains = new ArrayList<>();
    for (int fold = 0; fold < changes.size(); fold++) {
      int rows = changes.get(fold).size();
      for (int b = 0; b < BLOCKS_PER_FOLD; b++) {
        int from = b * rows / BLOCKS_PER_FOLD;
        int to = (b + 1) * rows / BLOCKS_PER_FOLD;
        double gain = 0;
        for (int row = from; row < to; row++) {
          gain +=
              square(error(fold, row, sensor, without)) - square(error(fold, row, sensor, penalty));
        }
        if (to > from) {
          gains.add(gain / (to - from));
        }
      }
    }
    double mean = gains.stream().mapToDouble(Double::doubleValue).sum() / gains.size();
    double variance =
        gains.stream().mapToDouble(gain -> square(gain - mean)).sum()
            / Math.max(1, gains.size() - 1);
    return gains.size() >= FEWEST_BLOCKS && mean > NEEDED * Math.sqrt(variance / gains.size());
  }

  private static double square(double value) {
    return value * value;
  }

  /** Mean squared error of a sensor at a penalty. */
  double meanSquare(int sensor, int penalty) {
    double sum = 0;
    for (int fold = 0; fold < changes.size(); fold++) {
      for (int row = 0; row < changes.get(fold).size(); row++) {
        sum += square(error(fold, row, sensor, penalty));
      }
    }
    return sum / rows();
  }

  /** Absolute errors of a sensor at a penalty, ascending. */
  double[] absolute(int sensor, int penalty) {
    double[] sorted = new double[Math.toIntExact(rows())];
    int next = 0;
    for (int fold = 0; fold < changes.size(); fold++) {
      for (int row = 0; row < changes.get(fold).size(); row++) {
        sorted[next++] = Math.abs(error(fold, row, sensor, penalty));
      }
    }
    Arrays.sort(sorted);
    return sorted;
  }

  int sensors() {
    return sensors;
  }
}
