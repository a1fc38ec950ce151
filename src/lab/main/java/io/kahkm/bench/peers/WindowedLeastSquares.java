package io.kahkm.bench.peers;

import java.util.Arrays;
import java.util.List;

/**
 * Ridge regression on the latest inputs, updated with every reading, for several horizons at once.
 * With features f(s) of input s, and y(s, h) what the readings h steps later differ by from those
 * of the input, the coefficients of horizon h are at any time those that minimize
 *
 * <pre>
 * ridge |W|^2 + sum over the window of |y(s, h) - W^T f(s)|^2
 * </pre>
 *
 * <p>the window being the latest inputs whose outcome of that horizon is known. An input enters the
 * inverse P of ridge I + sum f f^T, and the one that falls out of the window leaves it,
 *
 * <pre>
 * enters:  k = P f / (1 + f^T P f),  P &lt;- P - k (P f)^T,  W &lt;- W + k (y - W^T f)^T
 * leaves:  k = P f / (1 - f^T P f),  P &lt;- P + k (P f)^T,  W &lt;- W - k (y - W^T f)^T
 * </pre>
 *
 * <p>P changes when the input is there, W of a horizon when its outcome is: the gains k wait so
 * long. All horizons share one P, whose inputs are the same, only earlier. Inputs whose run ends
 * before their outcome get what W says of them in its place, which changes no coefficient.
 *
 * <p>Mutable, for one thread; allocates nothing after its creation. Rounding errors of P add up
 * from window to window: with a ridge of a thousandth of the window they stay below 1e-8 of the
 * coefficients over a hundred windows.
 */
final class WindowedLeastSquares {
  private final int window;
  private final int longest;
  private final int[] horizons;
  private final double[][] inverse;
  private final double[][][] coefficients;
  private final double[][] features;
  private final double[][] readings;
  private final double[][][] outcomes;
  private final double[][] entering;
  private final double[][] leaving;
  private final double[] product;
  private int inputs;
  private int runStart;

  /**
   * Without any input.
   *
   * @param features number of features, at least 1
   * @param sensors number of values of a reading, at least 1
   * @param horizons steps ahead, ascending
   * @param window number of inputs, at least 1
   * @param ridge penalty of the coefficients, above 0
   */
  WindowedLeastSquares(
      int features, int sensors, List<Integer> horizons, int window, double ridge) {
    if (!(ridge > 0)) {
      throw new IllegalArgumentException("ridge is " + ridge + ", must be above 0");
    }
    if (window < 1) {
      throw new IllegalArgumentException("window is " + window + ", must be at least 1");
    }
    this.window = window;
    this.horizons = horizons.stream().mapToInt(Integer::intValue).toArray();
    longest = this.horizons[this.horizons.length - 1];
    inverse = new double[features][features];
    for (int i = 0; i < features; i++) {
      inverse[i][i] = 1 / ridge;
    }
    int kept = window + longest + 1;
    coefficients = new double[this.horizons.length][sensors][features];
    this.features = new double[kept][features];
    readings = new double[kept][sensors];
    outcomes = new double[this.horizons.length][kept][sensors];
    entering = new double[longest + 1][features];
    leaving = new double[longest + 1][features];
    product = new double[features];
  }

  /** What comes next does not follow the last input. */
  void startRun() {
    for (int h = 0; h < horizons.length; h++) {
      for (int s = Math.max(runStart, inputs - horizons[h]); s < inputs; s++) {
        double[] outcome = outcomes[h][s % outcomes[h].length];
        predict(h, features[s % features.length], outcome);
        settle(h, s);
      }
    }
    runStart = inputs;
  }

  /**
   * Takes an input; its reading is the outcome of earlier ones.
   *
   * @param newFeatures of the input, copied
   * @param reading values of all sensors, copied
   */
  void take(double[] newFeatures, double[] reading) {
    for (int h = 0; h < horizons.length; h++) {
      int s = inputs - horizons[h];
      if (s >= runStart) {
        double[] outcome = outcomes[h][s % outcomes[h].length];
        double[] before = readings[s % readings.length];
        for (int j = 0; j < outcome.length; j++) {
          outcome[j] = reading[j] - before[j];
        }
        settle(h, s);
      }
    }
    System.arraycopy(newFeatures, 0, features[inputs % features.length], 0, newFeatures.length);
    System.arraycopy(reading, 0, readings[inputs % readings.length], 0, reading.length);
    change(newFeatures, 1, entering[inputs % entering.length]);
    if (inputs >= window) {
      change(features[(inputs - window) % features.length], -1, leaving[inputs % leaving.length]);
    }
    inputs++;
  }

  /** P takes an input (sign 1) or loses it (sign -1). */
  private void change(double[] input, int sign, double[] gain) {
    Arrays.fill(product, 0);
    for (int i = 0; i < input.length; i++) {
      add(input[i], inverse[i], product);
    }
    double scale = 1 / (1 + sign * dot(input, product));
    for (int i = 0; i < gain.length; i++) {
      gain[i] = scale * product[i];
    }
    for (int i = 0; i < gain.length; i++) {
      add(-sign * gain[i], product, inverse[i]);
    }
  }

  /** The coefficients of a horizon take input s, and lose the one that falls out of the window. */
  private void settle(int horizon, int s) {
    correct(horizon, s, 1, entering[s % entering.length]);
    if (s >= window) {
      correct(horizon, s - window, -1, leaving[s % leaving.length]);
    }
  }

  private void correct(int horizon, int s, int sign, double[] gain) {
    double[] input = features[s % features.length];
    double[] outcome = outcomes[horizon][s % outcomes[horizon].length];
    for (int j = 0; j < outcome.length; j++) {
      double[] ofSensor = coefficients[horizon][j];
      add(sign * (outcome[j] - dot(ofSensor, input)), gain, ofSensor);
    }
  }

  /**
   * How the readings will differ from those of an input.
   *
   * @param horizon index among the horizons
   * @param input its features
   * @param into takes the differences of all sensors
   */
  void predict(int horizon, double[] input, double[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] = dot(coefficients[horizon][j], input);
    }
  }

  private static void add(double factor, double[] from, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * from[i];
    }
  }

  /** Four sums, which the processor adds side by side. */
  private static double dot(double[] a, double[] b) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int i = 0;
    for (; i + 3 < a.length; i += 4) {
      first += a[i] * b[i];
      second += a[i + 1] * b[i + 1];
      third += a[i + 2] * b[i + 2];
      fourth += a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      first += a[i] * b[i];
    }
    return first + second + (third + fourth);
  }
}
