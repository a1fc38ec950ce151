package io.kahkm.fitting.readout;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;

/**
 * The standardized values that linear models of readings start from: the present readings, and the
 * changes from each of the L - 1 readings before to the next. Changes say more than the readings
 * themselves, which resemble the present ones, and a penalty treats the two alike. Immutable.
 */
public final class Features {
  private final int sensors;
  private final int lookback;
  private final double[] mean;
  private final double[] deviation;

  private Features(int sensors, int lookback, double[] mean, double[] deviation) {
    this.sensors = sensors;
    this.lookback = lookback;
    this.mean = mean;
    this.deviation = deviation;
  }

  /**
   * Learns means and deviations.
   *
   * @param states fitting states of d n values, the present readings first; not modified
   * @param sensors number n of sensors
   * @return the features; of as many readings as a state has, and of the reading before where a
   *     state is a single one and most of them have one before
   */
  public static Features of(Episodes states, int sensors) {
    int delays = states.dimension() / sensors;
    int withPrevious = 0;
    for (int e = 0; e < states.count(); e++) {
      withPrevious += Math.max(0, states.length(e) - 2);
    }
    boolean lag = delays == 1 && 2 * withPrevious >= states.transitions();
    Features plain = new Features(sensors, lag ? 2 : delays, new double[0], new double[0]);
    double[] mean = new double[plain.size()];
    double[] variation = new double[plain.size()];
    double[] values = new double[plain.size()];
    double[] history = new double[plain.size()];
    int count = 0;
    for (int e = 0; e < states.count(); e++) {
      for (int t = 0; t < states.length(e); t++) {
        plain.history(states, e, t, history);
        plain.changes(history, values);
        count++;
        for (int f = 0; f < values.length; f++) {
          double before = values[f] - mean[f];
          mean[f] += before / count;
          variation[f] = Math.fma(before, values[f] - mean[f], variation[f]);
        }
      }
    }
    for (int f = 0; f < variation.length; f++) {
      double deviation = Math.sqrt(variation[f] / Math.max(1, count));
      variation[f] = deviation > 0 ? deviation : 1;
    }
    return new Features(sensors, plain.lookback, mean, variation);
  }

  /** Number of features, L n. */
  int size() {
    return sensors * lookback;
  }

  int sensors() {
    return sensors;
  }

  /** Standard deviation of a sensor's present value. */
  double deviation(int sensor) {
    return deviation[sensor];
  }

  /**
   * The readings that a step looks at, the present ones first. Before the first step of an episode
   * nothing is known to have changed, live too.
   */
  void history(Episodes states, int episode, int step, double[] out) {
    double[] state = states.state(episode, step);
    System.arraycopy(state, 0, out, 0, state.length);
    if (state.length < out.length) {
      double[] before = states.state(episode, Math.max(0, step - 1));
      System.arraycopy(before, 0, out, state.length, sensors);
    }
  }

  private void changes(double[] history, double[] out) {
    System.arraycopy(history, 0, out, 0, sensors);
    for (int f = sensors; f < out.length; f++) {
      out[f] = history[f - sensors] - history[f];
    }
  }

  /** The features of one step. */
  void of(Episodes states, int episode, int step, double[] history, double[] out) {
    history(states, episode, step, history);
    changes(history, out);
    for (int f = 0; f < out.length; f++) {
      out[f] = (out[f] - mean[f]) / deviation[f];
    }
  }

  /**
   * Weights of readings from weights of features.
   *
   * @param weights per target the constant, then one weight per feature
   * @return one row per target: the constant, then one weight per reading of the history
   */
  Matrix inReadings(double[][] weights) {
    double[][] rows = new double[weights.length][1 + size()];
    for (int i = 0; i < rows.length; i++) {
      double constant = weights[i][0];
      for (int f = 0; f < size(); f++) {
        double weight = weights[i][1 + f] / deviation[f];
        constant = Math.fma(-weight, mean[f], constant);
        // A change counts the later reading up and the earlier one down.
        int later = f < sensors ? f : f - sensors;
        rows[i][1 + later] += weight;
        if (f >= sensors) {
          rows[i][1 + f] -= weight;
        }
      }
      rows[i][0] = constant;
      if (!Arrays.stream(rows[i]).allMatch(Double::isFinite)) {
        throw new ArithmeticException("the weights of a linear model are not finite");
      }
    }
    return Matrix.ofRows(rows);
  }
}
