package io.kahkm.reproduce.paper;

import io.kahkm.closure.Projection;
import io.kahkm.evaluation.CoordinateVariation;
import io.kahkm.numeric.Progress;
import io.kahkm.system.SoftMap;
import java.util.Arrays;
import java.util.List;

/** tab:exp_selection: the best configurations of the two expanded oscillator searches. */
final class SelectionExperiment implements Experiment {
  static final int[] HORIZONS = {1, 10, 50, 100, 200};
  private static final String TABLE = "tab:exp_selection";
  private static final int RUNS = 3;
  private static final int TRAINING_STEPS = 1200;
  private static final int STEPS = 1600;

  private static final double[][] DUFFING = {{10, 2}, {12, 2}, {8, 6}, {8, 8}, {10, 4}, {15, 12}};
  private static final double[][] VAN_DER_POL = {{25, 6}, {30, 6}, {20, 4}};

  /** One fitted and scored run of a configuration. */
  record Run(Scores scores, CoordinateVariation.Summary variation) {}

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    int total = DUFFING.length + VAN_DER_POL.length;
    for (double[] pair : DUFFING) {
      duffing(runs(fits, "duffing_search", pair), pair, results);
      progress.update("selected configurations", ++done, total);
    }
    for (double[] pair : VAN_DER_POL) {
      vanDerPol(runs(fits, "vanderpol", pair), pair, results);
      progress.update("selected configurations", ++done, total);
    }
  }

  private static Run[] runs(Fits fits, String file, double[] pair) {
    Run[] runs = new Run[RUNS];
    int classes = (int) pair[0];
    String study = file.equals("vanderpol") ? "vanderpol_search" : file;
    for (int seed = 0; seed < RUNS; seed++) {
      double[][] states = fits.data().trajectory(file, seed, STEPS);
      double[][] current = Arrays.copyOf(states, TRAINING_STEPS);
      SoftMap map =
          SoftModel.kahm(
              current,
              fits.labels(study, "C" + classes + "_seed" + seed, current, classes, seed),
              classes,
              pair[1]);
      SoftModel model =
          SoftModel.of(map, current, Arrays.copyOfRange(states, 1, TRAINING_STEPS + 1));
      double[][] phi = map.encodeAll(Arrays.copyOfRange(states, TRAINING_STEPS, STEPS + 1));
      runs[seed] =
          new Run(
              Scores.ofClosure(List.<double[][]>of(phi), model.nlms(), Projection.NONE, HORIZONS),
              Scores.variation(phi));
    }
    return runs;
  }

  /** The deviation beside the mean over horizons is the mean of the horizons' deviations. */
  private static void duffing(Run[] runs, double[] pair, Results results) {
    String row = "Duffing " + name(pair);
    double mean = 0;
    double deviation = 0;
    for (int horizon : HORIZONS) {
      double[] errors =
          Arrays.stream(runs).mapToDouble(run -> run.scores().relativeError(horizon)).toArray();
      mean += Spread.mean(errors) / HORIZONS.length;
      deviation += Spread.deviation(errors, 0) / HORIZONS.length;
      if (horizon >= 50) {
        results.putSpread(TABLE, row, "E_" + horizon, errors, 0);
      }
    }
    results.put(TABLE, row, "E_bar mean", mean);
    results.put(TABLE, row, "E_bar sd", deviation);
  }

  private static void vanDerPol(Run[] runs, double[] pair, Results results) {
    String row = "Van der Pol " + name(pair);
    double[] centered =
        Arrays.stream(runs).mapToDouble(run -> run.scores().meanCenteredError()).toArray();
    results.put(TABLE, row, "mean R2", 1 - Spread.mean(centered));
    results.put(TABLE, row, "centered error mean", Spread.mean(centered));
    results.put(TABLE, row, "centered error se", Spread.standardError(centered));
    results.put(
        TABLE,
        row,
        "rho_var",
        Arrays.stream(runs).mapToDouble(run -> run.variation().rhoVar()).average().orElseThrow());
    results.put(
        TABLE,
        row,
        "r_eff",
        Arrays.stream(runs).mapToDouble(run -> run.variation().rEff()).average().orElseThrow());
    results.put(
        TABLE,
        row,
        "rho_rank",
        Arrays.stream(runs).mapToDouble(run -> run.variation().rhoRank()).average().orElseThrow());
  }

  private static String name(double[] pair) {
    return "C=" + (int) pair[0] + " omega=" + (int) pair[1];
  }
}
