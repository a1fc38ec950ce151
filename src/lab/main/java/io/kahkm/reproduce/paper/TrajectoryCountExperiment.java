package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.reproduce.paper.data.Spread;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** tab:exp_trajectory_count: three Van der Pol maps trained on 1 to 8 trajectories. */
final class TrajectoryCountExperiment implements Experiment {
  private static final String TABLE = "tab:exp_trajectory_count";
  private static final int[] COUNTS = {1, 2, 3, 5, 8};
  private static final int[] EVALUATION_SEEDS = {100, 101, 102};
  private static final int REPLICATES = 3;
  private static final int SEED_BLOCK = 1000;
  private static final int TRAINING_STEPS = 900;
  private static final int EVALUATION_STEPS = 800;

  private enum Setting {
    NOISE("Noise-aware R2", 25, 4),
    CLEAN("Clean R2", 25, 6),
    REFERENCE("Reference R2", 20, 4);

    private final String column;
    private final int classes;
    private final double omega;

    Setting(String column, int classes, double omega) {
      this.column = column;
      this.classes = classes;
      this.omega = omega;
    }
  }

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (int count : COUNTS) {
      Map<Setting, double[]> errors = new EnumMap<>(Setting.class);
      Map<Setting, Double> persistence = new EnumMap<>(Setting.class);
      for (Setting setting : Setting.values()) {
        errors.put(setting, new double[REPLICATES]);
      }
      for (int replicate = 0; replicate < REPLICATES; replicate++) {
        for (Setting setting : Setting.values()) {
          ErrorsByHorizon scores = scores(fits, setting, count, replicate);
          errors.get(setting)[replicate] = scores.meanCenteredError();
          persistence.merge(
              setting, scores.meanPersistenceCenteredError() / REPLICATES, Double::sum);
        }
        progress.update("training trajectories", ++done, (long) COUNTS.length * REPLICATES);
      }
      String row = Integer.toString(count);
      for (Setting setting : Setting.values()) {
        double[] r2 = Arrays.stream(errors.get(setting)).map(e -> 1 - e).toArray();
        results.putSpread(TABLE, row, setting.column, r2, 1);
        results.besideR2(TABLE, row, setting.column + Results.MEAN, 1 - persistence.get(setting));
      }
      difference(results, row, "dE clean-noise", errors, Setting.CLEAN);
      difference(results, row, "dE ref-noise", errors, Setting.REFERENCE);
    }
  }

  private static void difference(
      Results results, String row, String column, Map<Setting, double[]> errors, Setting other) {
    double[] differences = new double[REPLICATES];
    for (int i = 0; i < REPLICATES; i++) {
      differences[i] = errors.get(other)[i] - errors.get(Setting.NOISE)[i];
    }
    results.put(TABLE, row, column + " mean", Spread.mean(differences));
    results.put(TABLE, row, column + " se", Spread.standardError(differences));
  }

  private static ErrorsByHorizon scores(Fits fits, Setting setting, int count, int replicate) {
    List<double[]> current = new ArrayList<>();
    List<double[]> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[][] states =
          fits.data().trajectory("vanderpol", SEED_BLOCK * replicate + i, TRAINING_STEPS);
      current.addAll(Arrays.asList(states).subList(0, TRAINING_STEPS));
      next.addAll(Arrays.asList(states).subList(1, TRAINING_STEPS + 1));
    }
    double[][] references = current.toArray(double[][]::new);
    SoftMap map =
        SoftModel.kahm(
            references,
            fits.labels(
                "vanderpol_count",
                "C" + setting.classes + "_n" + count + "_rep" + replicate,
                references,
                setting.classes,
                replicate),
            setting.classes,
            setting.omega);
    SoftModel model = SoftModel.of(map, references, next.toArray(double[][]::new));
    List<double[][]> evaluation = new ArrayList<>();
    for (int seed : EVALUATION_SEEDS) {
      evaluation.add(map.encodeAll(fits.data().trajectory("vanderpol", seed, EVALUATION_STEPS)));
    }
    return ErrorsByHorizon.ofClosure(
        evaluation, model.nlms(), Projection.NONE, OscillatorTrial.HORIZONS);
  }
}
