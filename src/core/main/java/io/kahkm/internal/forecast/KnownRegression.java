package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A regression of every sensor on what is known ahead, at one horizon. Immutable.
 *
 * <p>With sensors m, lags L, known inputs u_j and steps s: {@code x_i(t + h) = x_i(t) + w_0 + sum
 * over m of a_m x_m(t) + sum over k of w_k (x_i(t - L_k) - x_i(t)) + sum over j and s of v_js
 * (u_j(t + s) - x_j(t))}. A sensor whose weights are all 0 has none: held-out rows did not show
 * that it beats persistence. The forecast of a known input is its known value.
 *
 * @param inputs 0-based sensors whose later values are known, ascending, at least one
 * @param steps how many steps ahead their values are looked at, ascending from at least 1; the last
 *     is the horizon
 * @param weights n x (1 + n + lags + inputs times steps), in the units of readouts: w_0, a, w, then
 *     v input by input
 */
public record KnownRegression(List<Integer> inputs, List<Integer> steps, Matrix weights) {
  /** How many steps before the target values are looked at. */
  private static final int[] BEFORE = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};

  /** Copies the lists. */
  public KnownRegression {
    inputs = List.copyOf(inputs);
    steps = List.copyOf(steps);
    if (inputs.isEmpty() || steps.isEmpty()) {
      throw new IllegalArgumentException("known inputs and steps are needed");
    }
  }

  /**
   * The steps that a regression looks at: the target's, and on the way to it ever fewer.
   *
   * @param horizon h, at least 1
   * @return ascending from at least 1 to h
   */
  public static List<Integer> steps(int horizon) {
    List<Integer> steps = new ArrayList<>();
    for (int before : BEFORE) {
      if (before < horizon) {
        steps.add(horizon - before);
      }
    }
    Collections.reverse(steps);
    return steps;
  }

  /** Checks that it is of a horizon, a number of sensors, and a number of lags. */
  void requireFit(int horizon, int sensors, int lags) {
    int before = 0;
    for (int step : steps) {
      if (step <= before || step > horizon) {
        throw new IllegalArgumentException(
            "steps is " + steps + ", must ascend from at least 1 to " + horizon);
      }
      before = step;
    }
    int columns = 1 + sensors + lags + inputs.size() * steps.size();
    if (before != horizon
        || inputs.get(inputs.size() - 1) >= sensors
        || weights.rows() != sensors
        || weights.columns() != columns) {
      throw new IllegalArgumentException(
          "known inputs "
              + inputs
              + " at steps "
              + steps
              + " have weights "
              + weights
              + ", must be "
              + sensors
              + " x "
              + columns
              + " for horizon "
              + horizon);
    }
    for (double weight : weights.toArray()) {
      if (!Double.isFinite(weight)) {
        throw new IllegalArgumentException("weights holds " + weight + ", must be finite");
      }
    }
  }
}
