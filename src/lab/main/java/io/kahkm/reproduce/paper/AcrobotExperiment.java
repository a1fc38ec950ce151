package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.system.CentroidMap;
import io.kahkm.system.SoftMap;
import io.kahkm.system.StepwiseRegression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * tab:exp_acrobot: coordinates' own forecasts, clipped state predictors and centroid maps.
 *
 * <p>Two things the paper does not say: the state predictors' one-step scores are taken without
 * clipping, and their monomials' Gram matrix is singular, so that its small eigenvalues must be
 * dropped.
 */
final class AcrobotExperiment implements Experiment {
  private static final String TABLE = "tab:exp_acrobot";
  private static final double CLIPPING = 5;
  private static final int LAST = 50;

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    Averages averages = new Averages();
    ControlTaskSetting task = ControlTaskSetting.ACROBOT;
    for (int seed = 0; seed < ControlTaskSetting.RUNS; seed++) {
      ControlTaskSetting.Fit fit = task.selected(fits, seed);
      ControlTaskSetting.Run run = fit.run();
      List<double[][]> states = run.evaluationStates();
      List<double[][]> phi = fit.evaluation();
      Matrix closure = fit.closure();
      add(
          averages,
          "KAHKM (NLMS)",
          ErrorsByHorizon.ofClosure(phi, closure, Projection.NONE, 1, LAST));
      add(
          averages,
          "KAHKM + vector projection",
          ErrorsByHorizon.ofClosure(phi, closure, Projection.VECTOR, 1, LAST));
      progress.update("Acrobot comparison", 3L * seed + 1, 9);
      predictors(averages, run, fit.model().map(), states);
      progress.update("Acrobot comparison", 3L * seed + 2, 9);
      Matrix centroids =
          fits.centroids(
              task.label(), task.config(seed), run.current(), run.labels(), task.classes());
      centroidMaps(averages, centroids, run, states);
      progress.update("Acrobot comparison", 3L * seed + 3, 9);
    }
    averages.storeSpread(results, task.divisorOffset());
  }

  private static void predictors(
      Averages averages, ControlTaskSetting.Run run, SoftMap map, List<double[][]> states) {
    String[] rows = {"Affine state predictor", "Polynomial degree 2", "Polynomial degree 3"};
    for (int degree = 1; degree <= rows.length; degree++) {
      StepwiseRegression regression = StepwiseRegression.fit(run.current(), run.next(), degree);
      ErrorsByHorizon one = ErrorsByHorizon.ofPredictor(states, map, regression.free(), 1);
      ErrorsByHorizon last =
          ErrorsByHorizon.ofPredictor(states, map, regression.clipped(CLIPPING), LAST);
      String row = rows[degree - 1];
      add(averages, row, one, 1);
      add(averages, row, last, LAST);
    }
  }

  private static void centroidMaps(
      Averages averages, Matrix centroids, ControlTaskSetting.Run run, List<double[][]> states) {
    Map<String, SoftMap> maps = new LinkedHashMap<>();
    maps.put("K-means RBF + NLMS", CentroidMap.gaussianBetweenCentroids(centroids));
    maps.put("K-means distance + NLMS", CentroidMap.inverseDistance(centroids));
    maps.put("K-means hard + NLMS", CentroidMap.nearest(centroids));
    maps.forEach(
        (row, map) -> {
          SoftModel model = SoftModel.of(map, run.current(), run.next());
          List<double[][]> phi = states.stream().map(map::encodeAll).toList();
          add(
              averages,
              row,
              ErrorsByHorizon.ofClosure(phi, model.nlms(), Projection.NONE, 1, LAST));
        });
  }

  private static void add(Averages averages, String row, ErrorsByHorizon scores) {
    add(averages, row, scores, 1);
    add(averages, row, scores, LAST);
  }

  private static void add(Averages averages, String row, ErrorsByHorizon scores, int horizon) {
    averages.error(TABLE, row, "E_" + horizon, scores, horizon);
    averages.r2(TABLE, row, "R2_" + horizon, scores, horizon);
  }
}
