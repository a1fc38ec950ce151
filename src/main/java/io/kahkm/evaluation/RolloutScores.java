package io.kahkm.evaluation;

import io.kahkm.closure.Closure;
import io.kahkm.closure.Projection;
import io.kahkm.closure.Rollout;
import io.kahkm.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;

/** Scores a frozen closure's rollouts over recorded sequences of coordinates (eq. exp_metrics). */
public final class RolloutScores {
  private RolloutScores() {}

  /**
   * Forecasts from every state whose target lies in the same sequence.
   *
   * @param sequences coordinates in time order, one row per state; not modified
   * @param closure C x C
   * @param projection how predictions are kept on the simplex
   * @param horizons strictly ascending, at least 1
   * @return one score per horizon, the starts of all sequences pooled; a horizon longer than all
   *     sequences has no start
   */
  public static List<ForecastScore> of(
      List<double[][]> sequences, Matrix closure, Projection projection, int... horizons) {
    int classes = closure.rows();
    Closure fitted = Closure.of(closure);
    Rollout rollout = new Rollout(classes, horizons, projection);
    double[][] predictions = new double[horizons.length][classes];
    List<ForecastScore> scores = new ArrayList<>();
    for (int i = 0; i < horizons.length; i++) {
      scores.add(new ForecastScore(classes, 0));
    }
    for (double[][] phi : sequences) {
      for (int t = 0; t < phi.length - 1; t++) {
        rollout.roll(fitted, phi[t], predictions);
        for (int i = 0; i < horizons.length; i++) {
          int target = t + horizons[i];
          if (target < phi.length) {
            scores.get(i).add(predictions[i], phi[target], phi[t], 0);
          }
        }
      }
    }
    return scores;
  }
}
