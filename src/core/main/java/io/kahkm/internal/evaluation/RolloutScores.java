package io.kahkm.internal.evaluation;

import io.kahkm.internal.closure.BatchedRollout;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores a frozen closure's rollouts over recorded sequences of coordinates (equation "forecast
 * metrics").
 */
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
  public static List<ForecastScorer> of(
      List<double[][]> sequences, Matrix closure, Projection projection, int... horizons) {
    int classes = closure.rows();
    BatchedRollout rollout = new BatchedRollout(closure, horizons, projection);
    double[][] starts = new double[BatchedRollout.STARTS][];
    double[][][] predictions = new double[BatchedRollout.STARTS][horizons.length][classes];
    List<ForecastScorer> scores = new ArrayList<>();
    for (int i = 0; i < horizons.length; i++) {
      scores.add(new ForecastScorer(classes, 0));
    }
    for (double[][] phi : sequences) {
      int last = phi.length - 2;
      for (int from = 0; from <= last; from += BatchedRollout.STARTS) {
        for (int s = 0; s < BatchedRollout.STARTS; s++) {
          starts[s] = phi[Math.min(from + s, last)];
        }
        rollout.roll(starts, predictions);
        for (int t = from; t <= Math.min(from + BatchedRollout.STARTS - 1, last); t++) {
          add(scores, horizons, phi, t, predictions[t - from]);
        }
      }
    }
    return scores;
  }

  /** Scores the forecasts from one state whose targets there are. */
  private static void add(
      List<ForecastScorer> scores, int[] horizons, double[][] phi, int t, double[][] predictions) {
    for (int i = 0; i < horizons.length; i++) {
      int target = t + horizons[i];
      if (target < phi.length) {
        scores.get(i).add(predictions[i], phi[target], phi[t], 0);
      }
    }
  }
}
