package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.evaluation.RolloutScores;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.reproduce.paper.data.Spread;
import io.kahkm.selection.HorizonScore;
import io.kahkm.selection.RunScore;
import io.kahkm.system.SoftMap;
import io.kahkm.system.StatePredictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * E_h and R2_h of equation "forecast metrics" for several horizons, over all starts whose target
 * lies in the same sequence.
 */
final class ErrorsByHorizon {
  private final int[] horizons;
  private final List<ForecastScorer> scores;

  private ErrorsByHorizon(int[] horizons, List<ForecastScorer> scores) {
    this.horizons = horizons;
    this.scores = scores;
  }

  /** Scores a closure's rollouts, the starts of all sequences pooled. */
  static ErrorsByHorizon ofClosure(
      List<double[][]> sequences, Matrix closure, Projection projection, int... horizons) {
    return new ErrorsByHorizon(
        horizons, RolloutScores.of(sequences, closure, projection, horizons));
  }

  /** Scores a state predictor whose forecasts are encoded by the map, all sequences pooled. */
  static ErrorsByHorizon ofPredictor(
      List<double[][]> states, SoftMap map, StatePredictor predictor, int... horizons) {
    int last = horizons[horizons.length - 1];
    double[] predicted = new double[map.classes()];
    List<ForecastScorer> scores = empty(map.classes(), horizons.length);
    for (double[][] sequence : states) {
      double[][] phi = map.encodeAll(sequence);
      for (int t = 0; t < phi.length - 1; t++) {
        double[][] path = predictor.forecast(sequence[t], Math.min(last, phi.length - 1 - t));
        for (int i = 0; i < horizons.length; i++) {
          int target = t + horizons[i];
          if (target < phi.length) {
            map.encode(path[horizons[i] - 1], predicted);
            scores.get(i).add(predicted, phi[target], phi[t], 0);
          }
        }
      }
    }
    return new ErrorsByHorizon(horizons, scores);
  }

  /** Scores given one-step predictions, as on training pairs. */
  static ErrorsByHorizon ofPairs(double[][] phi, double[][] z, Matrix closure) {
    Closure fitted = Closure.of(closure);
    double[] predicted = new double[closure.rows()];
    List<ForecastScorer> scores = empty(closure.rows(), 1);
    for (int i = 0; i < phi.length; i++) {
      fitted.predict(phi[i], predicted);
      scores.get(0).add(predicted, z[i], phi[i], 0);
    }
    return new ErrorsByHorizon(new int[] {1}, scores);
  }

  private static List<ForecastScorer> empty(int classes, int count) {
    List<ForecastScorer> scores = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      scores.add(new ForecastScorer(classes, 0));
    }
    return scores;
  }

  double relativeError(int horizon) {
    return at(horizon).relativeError();
  }

  /** R2_h; NaN where the targets do not vary. */
  double r2(int horizon) {
    return at(horizon).r2().orElse(Double.NaN);
  }

  /**
   * E_h of persistence, which forecasts the coordinates at the origin, on the same starts; 0 where
   * they do not change.
   */
  double persistenceError(int horizon) {
    return at(horizon).relativeError() * persistenceShare(horizon);
  }

  /** R2_h of persistence on the same starts; NaN where the targets do not vary. */
  double persistenceR2(int horizon) {
    return 1 - (1 - r2(horizon)) * persistenceShare(horizon);
  }

  /** Persistence's squared error over ours. */
  private double persistenceShare(int horizon) {
    OptionalDouble skill = at(horizon).skill();
    return skill.isPresent() ? 1 / (1 - skill.getAsDouble()) : 0;
  }

  /** Mean over all horizons of persistence's E_h. */
  double meanPersistenceError() {
    return Spread.mean(Arrays.stream(horizons).mapToDouble(this::persistenceError).toArray());
  }

  /** Mean over all horizons of persistence's 1 - R2_h. */
  double meanPersistenceCenteredError() {
    return Spread.mean(Arrays.stream(horizons).mapToDouble(h -> 1 - persistenceR2(h)).toArray());
  }

  /** Mean over all horizons of E_h. */
  double meanRelativeError() {
    return Spread.mean(scores.stream().mapToDouble(ForecastScorer::relativeError).toArray());
  }

  /** Mean over all horizons of 1 - R2_h. */
  double meanCenteredError() {
    return Spread.mean(scores.stream().mapToDouble(s -> 1 - s.r2().orElse(Double.NaN)).toArray());
  }

  /** All horizons as one run of a selection. */
  RunScore runScore(CoordinateVariation.Summary variation) {
    List<HorizonScore> found = new ArrayList<>();
    for (int i = 0; i < horizons.length; i++) {
      ForecastScorer score = scores.get(i);
      found.add(new HorizonScore(horizons[i], score.relativeError(), score.r2()));
    }
    return RunScore.of(found, variation.rhoVar(), variation.rhoRank());
  }

  /** Persistence at all horizons as one run of a selection. */
  RunScore persistenceRunScore(CoordinateVariation.Summary variation) {
    List<HorizonScore> found = new ArrayList<>();
    for (int horizon : horizons) {
      double r2 = persistenceR2(horizon);
      found.add(
          new HorizonScore(
              horizon,
              persistenceError(horizon),
              Double.isNaN(r2) ? OptionalDouble.empty() : OptionalDouble.of(r2)));
    }
    return RunScore.of(found, variation.rhoVar(), variation.rhoRank());
  }

  private ForecastScorer at(int horizon) {
    for (int i = 0; i < horizons.length; i++) {
      if (horizons[i] == horizon) {
        return scores.get(i);
      }
    }
    throw new IllegalArgumentException("horizon " + horizon + " was not scored");
  }

  /** Retained variation of the one-step targets, all sequences pooled. */
  static CoordinateVariation.Summary variation(List<double[][]> sequences) {
    CoordinateVariation variation = new CoordinateVariation(sequences.get(0)[0].length);
    for (double[][] phi : sequences) {
      for (int t = 1; t < phi.length; t++) {
        variation.add(phi[t]);
      }
    }
    return variation.summary();
  }
}
