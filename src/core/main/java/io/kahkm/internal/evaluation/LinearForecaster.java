package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Forecasts with linear state models beside a monitor that forecasts every state: tells, when a
 * forecast's time has come, what the linear model said. Mutable, single owner, not thread-safe.
 */
public final class LinearForecaster {
  private final int sensors;
  private final List<Issued> issued = new ArrayList<>();
  private final List<double[]> latest = new ArrayList<>();
  private int depth;
  private long states;

  /**
   * Forecasts of one horizon that wait for their time: entry s mod (h + 1) was issued at state s.
   */
  private static final class Issued {
    private final int horizon;
    private final Matrix weights;
    private final double[][] waiting;
    private final boolean[] known;

    Issued(int horizon, Matrix weights) {
      this.horizon = horizon;
      this.weights = weights;
      waiting = new double[horizon + 1][weights.rows()];
      known = new boolean[horizon + 1];
    }
  }

  /**
   * A forecaster that has seen nothing.
   *
   * @param horizons steps ahead
   * @param models the linear state model of a horizon, empty where there is none
   * @param sensors number of sensors n, at least 1
   */
  public LinearForecaster(
      List<Integer> horizons, IntFunction<Optional<Matrix>> models, int sensors) {
    this.sensors = sensors;
    for (int horizon : horizons) {
      models.apply(horizon).ifPresent(weights -> issued.add(new Issued(horizon, weights)));
    }
    for (Issued forecasts : issued) {
      depth = Math.max(depth, LinearStateModel.delays(forecasts.weights));
    }
  }

  /**
   * Takes the next state and forecasts from it, as soon as there are as many consecutive ones as
   * the models look at.
   *
   * @param follows whether it follows the state before by one step
   * @param readings n sensor values; not retained, not modified
   */
  public void add(boolean follows, double[] readings) {
    if (!follows) {
      latest.clear();
    }
    if (latest.size() == depth && depth > 0) {
      latest.remove(depth - 1);
    }
    latest.add(0, readings.clone());
    states++;
    double[] state = new double[sensors * latest.size()];
    for (int k = 0; k < latest.size(); k++) {
      System.arraycopy(latest.get(k), 0, state, k * sensors, sensors);
    }
    for (Issued forecasts : issued) {
      int slot = slot(forecasts, states);
      forecasts.known[slot] = state.length + 1 == forecasts.weights.columns();
      if (forecasts.known[slot]) {
        LinearStateModel.apply(forecasts.weights, state, forecasts.waiting[slot]);
      }
    }
  }

  /**
   * What the model of a horizon said some states before the last one, all of which must have
   * followed each other.
   *
   * @param horizon steps ahead
   * @param age states before the last one, from 0 to the horizon
   * @return live view of n values in sensor units, or null if there is no model or it had too few
   *     states to look at
   */
  public double[] forecast(int horizon, int age) {
    for (Issued forecasts : issued) {
      int slot = slot(forecasts, states - age);
      if (forecasts.horizon == horizon && states > age && forecasts.known[slot]) {
        return forecasts.waiting[slot];
      }
    }
    return null;
  }

  private static int slot(Issued forecasts, long state) {
    return (int) Math.floorMod(state, (long) forecasts.horizon + 1);
  }
}
