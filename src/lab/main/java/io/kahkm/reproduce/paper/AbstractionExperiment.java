package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.system.CentroidMap;
import io.kahkm.system.SoftMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * tab:settings, tab:exp_ablation, tab:exp_estimators and tab:exp_projection: the reference
 * configurations with other assignments, estimators and projections.
 *
 * <p>The caption of tab:exp_projection speaks of one fixed trajectory per system; the printed Van
 * der Pol rows come from one trajectory per seed.
 */
final class AbstractionExperiment implements Experiment {
  private static final int RUNS = 3;
  private static final String ABLATION = "tab:exp_ablation";
  private static final String ESTIMATORS = "tab:exp_estimators";
  private static final String PROJECTION = "tab:exp_projection";
  private static final int LAST = OscillatorReference.PRIMARY_HORIZON;

  /** Horizons of the figures' curves; the tables hold the first and the last. */
  private static final int[] HORIZONS = {1, 2, 5, 10, 20, 50, 100, LAST};

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (OscillatorReference reference : OscillatorReference.values()) {
      settings(reference, results);
      Averages averages = new Averages();
      Curves curves = new Curves(figure(reference));
      for (int seed = 0; seed < RUNS; seed++) {
        OscillatorReference.Split split = reference.split(fits, seed);
        assignments(reference, split, averages, curves);
        progress.update("soft assignments and estimators", ++done, 2L * RUNS);
      }
      averages.store(results);
      curves.store(results);
      projections(reference, fits, results);
    }
  }

  /** The figure of the assignments' horizon curves. */
  static String figure(OscillatorReference reference) {
    return "fig:exp_" + reference.label() + "_ablation";
  }

  private static void settings(OscillatorReference reference, Results results) {
    String row = reference.title();
    results.put("tab:settings", row, "C", reference.classes());
    results.put("tab:settings", row, "omega", reference.omega());
    results.put("tab:settings", row, "tau", MapSettings.DEFAULT_TAU);
    results.put("tab:settings", row, "beta", SoftModel.BETA);
    results.put("tab:settings", row, "epochs", SoftModel.EPOCHS);
    results.put("tab:settings", row, "primary horizon", OscillatorReference.PRIMARY_HORIZON);
  }

  private static void assignments(
      OscillatorReference reference,
      OscillatorReference.Split split,
      Averages averages,
      Curves curves) {
    Map<String, SoftMap> maps = new LinkedHashMap<>();
    SoftMap kahm =
        SoftModel.kahm(split.current(), split.labels(), reference.classes(), reference.omega());
    maps.put("KAHM affinities", kahm);
    maps.put("K-means RBF", CentroidMap.gaussian(split.centroids(), split.current()));
    maps.put(
        "K-means distance",
        CentroidMap.clippedDistance(
            split.centroids(), split.current(), reference.omega(), MapSettings.DEFAULT_TAU));
    maps.put("K-means hard", CentroidMap.nearest(split.centroids()));
    maps.forEach(
        (name, map) -> {
          SoftModel model = SoftModel.of(map, split.current(), split.next());
          double[][] evaluation = map.encodeAll(split.evaluation());
          ErrorsByHorizon scores =
              ErrorsByHorizon.ofClosure(
                  List.<double[][]>of(evaluation), model.nlms(), Projection.NONE, HORIZONS);
          averages.error(ABLATION, name, reference.label() + " E_1", scores, 1);
          averages.r2(ABLATION, name, reference.label() + " R2_1", scores, 1);
          averages.error(ABLATION, name, reference.label() + " E_200", scores, LAST);
          for (int horizon : HORIZONS) {
            curves.add(name, horizon, scores.relativeError(horizon));
          }
        });
    if (reference == OscillatorReference.DUFFING) {
      estimators(SoftModel.of(kahm, split.current(), split.next()), split.evaluation(), averages);
    }
  }

  private static void estimators(SoftModel model, double[][] evaluation, Averages averages) {
    Matrix nlms = model.nlms();
    Map<String, Matrix> closures = new LinkedHashMap<>();
    closures.put("NLMS", nlms);
    closures.put("Ordinary least squares", ClosureFit.leastSquares(model.phi(), model.z()));
    closures.put("Ridge 1e-4", ClosureFit.ridge(model.phi(), model.z(), 1e-4));
    closures.put("Ridge 1e-2", ClosureFit.ridge(model.phi(), model.z(), 1e-2));
    closures.put("Row-stochastic NLMS", SimplexProjection.rowStochastic(nlms));
    double[][] phi = model.map().encodeAll(evaluation);
    closures.forEach(
        (name, closure) -> {
          ErrorsByHorizon scores =
              ErrorsByHorizon.ofClosure(
                  List.<double[][]>of(phi), closure, Projection.NONE, 1, LAST);
          averages.error(ESTIMATORS, name, "E_1", scores, 1);
          averages.r2(ESTIMATORS, name, "R2_1", scores, 1);
          averages.error(ESTIMATORS, name, "E_200", scores, LAST);
        });
  }

  private static void projections(OscillatorReference reference, Fits fits, Results results) {
    boolean duffing = reference == OscillatorReference.DUFFING;
    Averages averages = new Averages();
    for (int run = 0; run < RUNS; run++) {
      OscillatorReference.Split split =
          duffing
              ? reference.split(fits, 1, "proj_duffing_data1_rs" + run, run)
              : reference.split(fits, run);
      SoftMap map =
          SoftModel.kahm(split.current(), split.labels(), reference.classes(), reference.omega());
      Matrix nlms = SoftModel.of(map, split.current(), split.next()).nlms();
      List<double[][]> phi = List.<double[][]>of(map.encodeAll(split.evaluation()));
      Map<String, Projection> rules = new LinkedHashMap<>();
      rules.put("free", Projection.NONE);
      rules.put("vecproj", Projection.VECTOR);
      rules.put("rowstoch", Projection.ROW);
      rules.forEach(
          (name, rule) -> {
            ErrorsByHorizon scores = ErrorsByHorizon.ofClosure(phi, nlms, rule, 1, 20, LAST);
            String row = reference.label() + " " + name;
            for (int horizon : new int[] {1, 20, LAST}) {
              averages.error(PROJECTION, row, "E_" + horizon, scores, horizon);
            }
            if (duffing && rule == Projection.NONE) {
              averages.r2(PROJECTION, "caption", "Duffing free R2_1", scores, 1);
            }
          });
    }
    averages.store(results);
  }
}
