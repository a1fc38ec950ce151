package io.kahkm.reproduce.paper;

import io.kahkm.closure.Projection;
import io.kahkm.numeric.Matrix;
import io.kahkm.numeric.Progress;
import io.kahkm.system.StatePredictor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** tab:exp_external: coordinates' own forecasts against state predictors on a common target. */
final class ExternalExperiment implements Experiment {
  private static final String TABLE = "tab:exp_external";
  private static final int[] HORIZONS = {1, 50, 200};

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (SelectedOscillator system : SelectedOscillator.values()) {
      SelectedOscillator.Fit fit = fits.selected(system);
      double[][] current = fit.current();
      double[][] next = fit.next();
      Matrix closure = fit.model().nlms();
      Averages averages = new Averages();
      Map<String, StatePredictor> predictors = new LinkedHashMap<>();
      predictors.put("dmd", StatePredictor.dynamicModes(current, next));
      predictors.put("edmd2", StatePredictor.extendedDynamicModes(current, next, 2));
      predictors.put("edmd3", StatePredictor.extendedDynamicModes(current, next, 3));
      for (double[][] states : fit.evaluation()) {
        List<double[][]> phi = List.<double[][]>of(fit.model().map().encodeAll(states));
        add(
            averages,
            system.label() + " kahkm",
            Scores.ofClosure(phi, closure, Projection.NONE, HORIZONS));
        predictors.forEach(
            (name, predictor) ->
                add(
                    averages,
                    system.label() + " " + name,
                    Scores.ofPredictor(
                        List.<double[][]>of(states), fit.model().map(), predictor, HORIZONS)));
        progress.update("state predictors", ++done, 6);
      }
      averages.storeSpread(results, 1);
    }
  }

  private static void add(Averages averages, String row, Scores scores) {
    for (int horizon : HORIZONS) {
      averages.add(TABLE, row, "R2_" + horizon, scores.r2(horizon));
    }
  }
}
