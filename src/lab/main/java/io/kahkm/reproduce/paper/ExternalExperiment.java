package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.StatePredictor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** tab:exp_external: coordinates' own forecasts against state predictors on a common target. */
final class ExternalExperiment implements Experiment {
  private static final String TABLE = "tab:exp_external";
  private static final int[] HORIZONS = {1, 50, 200};

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (SelectedOscillator system : SelectedOscillator.values()) {
      Averages averages = new Averages();
      compare(
          system.selected(fits),
          HORIZONS,
          (method, scores) -> {
            for (int horizon : HORIZONS) {
              averages.r2(TABLE, system.label() + " " + method, "R2_" + horizon, scores, horizon);
            }
          });
      averages.storeSpread(results, 1);
      progress.update("state predictors", ++done, SelectedOscillator.values().length);
    }
  }

  /** Tells the scores of every method on every evaluation trajectory. */
  static void compare(
      SelectedOscillator.Fit fit, int[] horizons, BiConsumer<String, ErrorsByHorizon> consumer) {
    double[][] current = fit.current();
    double[][] next = fit.next();
    Matrix closure = fit.model().nlms();
    Map<String, StatePredictor> predictors = new LinkedHashMap<>();
    predictors.put("dmd", StatePredictor.dynamicModes(current, next));
    predictors.put("edmd2", StatePredictor.extendedDynamicModes(current, next, 2));
    predictors.put("edmd3", StatePredictor.extendedDynamicModes(current, next, 3));
    for (double[][] states : fit.evaluation()) {
      List<double[][]> phi = List.<double[][]>of(fit.model().map().encodeAll(states));
      consumer.accept("kahkm", ErrorsByHorizon.ofClosure(phi, closure, Projection.NONE, horizons));
      predictors.forEach(
          (name, predictor) ->
              consumer.accept(
                  name,
                  ErrorsByHorizon.ofPredictor(
                      List.<double[][]>of(states), fit.model().map(), predictor, horizons)));
    }
  }
}
