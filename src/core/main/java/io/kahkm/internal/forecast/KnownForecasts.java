package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.Matrix;

/**
 * Forecasts of one horizon from what is known ahead, see {@link KnownRegression}. Immutable after
 * it was made, shared by the streams of a thread; nothing is allocated per forecast.
 */
public final class KnownForecasts {
  private final int sensors;
  private final int[] lags;
  private final int[] inputs;
  private final int[] steps;

  /** Row by row as in the regression. */
  private final double[] weights;

  private final int columns;

  /** Of the sensor's own present reading and of the known inputs', for all differences at once. */
  private final double[] own;

  private final double[] less;
  private final boolean[] hasWeights;
  private final int[] inputOf;

  /**
   * Prepares the weights.
   *
   * @param model its lags
   * @param regression of the horizon
   */
  public KnownForecasts(PastModel model, KnownRegression regression) {
    Matrix all = regression.weights();
    sensors = all.rows();
    columns = all.columns();
    lags = model.lags();
    inputs = regression.inputs().stream().mapToInt(Integer::intValue).toArray();
    steps = regression.steps().stream().mapToInt(Integer::intValue).toArray();
    weights = all.toArray();
    own = new double[sensors];
    less = new double[sensors * inputs.length];
    hasWeights = new boolean[sensors];
    inputOf = new int[sensors];
    for (int i = 0; i < sensors; i++) {
      inputOf[i] = regression.inputs().indexOf(i);
      own[i] = 1;
      int at = i * columns;
      for (int c = 0; c < columns; c++) {
        hasWeights[i] |= weights[at + c] != 0;
      }
      at += 1 + sensors;
      for (int k = 0; k < lags.length; k++) {
        own[i] -= weights[at++];
      }
      for (int j = 0; j < inputs.length; j++) {
        for (int s = 0; s < steps.length; s++) {
          less[i * inputs.length + j] -= weights[at++];
        }
      }
    }
  }

  /**
   * The sensors whose later values are known.
   *
   * @return 0-based, ascending; not to be modified
   */
  public int[] inputs() {
    return inputs;
  }

  /**
   * How many steps ahead their values are looked at.
   *
   * @return ascending, the last is the horizon; not to be modified
   */
  public int[] steps() {
    return steps;
  }

  /**
   * What known inputs say.
   *
   * @param history with the present reading; not modified
   * @param ahead the inputs' values at the steps, input by input, in the units of the history; NaN
   *     where nothing can be known ahead; not modified
   * @param reach keeps a forecast near the present reading, except that of a known input
   * @param out where to write
   * @param from index of the first of n values in it; NaN where a reading that is needed is missing
   *     and for sensors that it has no weights for
   */
  public void forecast(
      ReadingHistory history, double[] ahead, PastForecasts reach, double[] out, int from) {
    double[] ring = history.values();
    int present = history.at(0);
    for (int i = 0; i < sensors; i++) {
      if (inputOf[i] >= 0) {
        out[from + i] = ahead[(inputOf[i] + 1) * steps.length - 1];
      } else if (hasWeights[i]) {
        out[from + i] =
            reach.within(i, ring[present + i], regression(i, history, ring, present, ahead));
      } else {
        out[from + i] = Double.NaN;
      }
    }
  }

  private double regression(
      int sensor, ReadingHistory history, double[] ring, int present, double[] ahead) {
    int at = sensor * columns;
    double value = Math.fma(own[sensor], ring[present + sensor], weights[at++]);
    for (int m = 0; m < sensors; m++) {
      value = Math.fma(weights[at++], ring[present + m], value);
    }
    for (int lag : lags) {
      value = Math.fma(weights[at++], ring[history.at(lag) + sensor], value);
    }
    for (int j = 0; j < inputs.length; j++) {
      value = Math.fma(less[sensor * inputs.length + j], ring[present + inputs[j]], value);
    }
    for (double known : ahead) {
      value = Math.fma(weights[at++], known, value);
    }
    return value;
  }
}
