package io.kahkm.reproduce.paper;

import io.kahkm.closure.Projection;
import io.kahkm.numeric.Progress;
import io.kahkm.system.SoftMap;
import java.util.Arrays;
import java.util.List;

/**
 * tab:exp_noise and its numbers in the prose: training noise at the noise-aware Van der Pol map.
 */
final class NoiseExperiment implements Experiment {
  private static final String TABLE = "tab:exp_noise";
  private static final String PROSE = "text:noise";
  private static final double[] LEVELS = {0, 0.005, 0.01, 0.02, 0.05};
  private static final String[] LABELS = {"0", "0.005", "0.01", "0.02", "0.05"};
  private static final String[] ROWS = {"0%", "0.5%", "1%", "2%", "5%"};
  private static final int[] HORIZONS = {50, 100, 200};
  private static final double[] WEIGHTS = {0.25, 0.25, 0.5};
  private static final int RUNS = 3;
  private static final int CLASSES = 25;
  private static final double OMEGA = 4;
  private static final int TRAINING_STEPS = 1200;
  private static final int STEPS = 1600;

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    double[] scoreOfRun = new double[RUNS];
    for (int level = 0; level < LEVELS.length; level++) {
      double[][] r2 = new double[HORIZONS.length][RUNS];
      for (int seed = 0; seed < RUNS; seed++) {
        Scores scores = scores(fits, level, seed);
        for (int i = 0; i < HORIZONS.length; i++) {
          r2[i][seed] = scores.r2(HORIZONS[i]);
          scoreOfRun[seed] += WEIGHTS[i] * (1 - r2[i][seed]) / LEVELS.length;
        }
      }
      double score = 0;
      for (int i = 0; i < HORIZONS.length; i++) {
        results.putSpread(TABLE, ROWS[level], "R2_" + HORIZONS[i], r2[i], 0);
        score += WEIGHTS[i] * (1 - Spread.mean(r2[i]));
      }
      results.put(TABLE, ROWS[level], "S_noise", score);
      progress.update("training noise", level + 1L, LEVELS.length);
    }
    String row = "C=25 omega=4";
    double mean = Spread.mean(scoreOfRun);
    double error = Spread.standardError(scoreOfRun);
    results.put(PROSE, row, "mean score", mean);
    results.put(PROSE, row, "se", error);
    results.put(PROSE, row, "threshold", mean + error);
    results.put(PROSE, row, "1-score", 1 - mean);
  }

  private static Scores scores(Fits fits, int row, int seed) {
    double[][] states = fits.data().trajectory("vanderpol", seed, STEPS);
    double level = LEVELS[row];
    double[][] current = Arrays.copyOf(states, TRAINING_STEPS);
    double[][] next = Arrays.copyOfRange(states, 1, TRAINING_STEPS + 1);
    if (level > 0) {
      PaperData.NoisyPairs pairs = fits.data().noisyPairs(level, seed);
      current = pairs.current().toArray(double[][]::new);
      next = pairs.next().toArray(double[][]::new);
    }
    String config = "noise" + LABELS[row] + "_seed" + seed;
    SoftMap map =
        SoftModel.kahm(
            current,
            fits.labels("vanderpol_noise", config, current, CLASSES, seed),
            CLASSES,
            OMEGA);
    SoftModel model = SoftModel.of(map, current, next);
    double[][] phi = map.encodeAll(Arrays.copyOfRange(states, TRAINING_STEPS, STEPS + 1));
    return Scores.ofClosure(List.<double[][]>of(phi), model.nlms(), Projection.NONE, HORIZONS);
  }
}
