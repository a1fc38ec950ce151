package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.data.Spread;
import io.kahkm.selection.CandidateRuns;
import io.kahkm.selection.RunScore;
import io.kahkm.selection.Selection;
import io.kahkm.selection.SelectionRule;
import java.util.ArrayList;
import java.util.List;

/**
 * tab:exp_noise and its numbers in the prose: training noise at the noise-aware Van der Pol map.
 */
final class NoiseExperiment implements Experiment {
  private static final String TABLE = "tab:exp_noise";
  private static final String PROSE = "text:noise";
  private static final String[] ROWS = {"0%", "0.5%", "1%", "2%", "5%"};

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    OscillatorTrial trial = OscillatorTrial.vanDerPol(fits);
    SelectionRule rule = PaperSearch.VAN_DER_POL_NOISE_AWARE.rule();
    List<List<RunScore>> seeds = new ArrayList<>();
    double persistenceOfAll = 0;
    for (int seed = 0; seed < OscillatorTrial.RUNS; seed++) {
      seeds.add(new ArrayList<>());
    }
    for (int level = 0; level < OscillatorTrial.LEVELS.size(); level++) {
      double[] scores = new double[OscillatorTrial.RUNS];
      List<RunScore> persistence = new ArrayList<>();
      for (int seed = 0; seed < OscillatorTrial.RUNS; seed++) {
        OscillatorTrial.Fit fit =
            trial.fit(OscillatorTrial.SELECTED, seed, OscillatorTrial.LEVELS.get(level));
        RunScore run = fit.run();
        seeds.get(seed).add(run);
        persistence.add(fit.persistence());
        scores[seed] = rule.score(run).orElseThrow();
      }
      for (int horizon : rule.horizons()) {
        int row = level;
        double[] r2 =
            seeds.stream().mapToDouble(runs -> runs.get(row).r2(horizon).orElseThrow()).toArray();
        results.putSpread(TABLE, ROWS[level], "R2_" + horizon, r2, 0);
        results.besideR2(
            TABLE,
            ROWS[level],
            "R2_" + horizon + Results.MEAN,
            Spread.mean(persistence, each -> each.r2(horizon).orElseThrow()));
      }
      double persistenceScore = Spread.mean(persistence, each -> rule.score(each).orElseThrow());
      persistenceOfAll += persistenceScore / OscillatorTrial.LEVELS.size();
      results.put(TABLE, ROWS[level], "S_noise", Spread.mean(scores));
      results.besideError(TABLE, ROWS[level], "S_noise", persistenceScore);
      progress.update("training noise", level + 1L, OscillatorTrial.LEVELS.size());
    }
    Selection selection = rule.select(List.of(new CandidateRuns(OscillatorTrial.SELECTED, seeds)));
    String row = OscillatorTrial.SELECTED.toString();
    results.put(PROSE, row, "mean score", selection.chosen().mean());
    results.put(PROSE, row, "se", selection.chosen().standardError());
    results.put(PROSE, row, "threshold", selection.threshold());
    results.put(PROSE, row, "1-score", 1 - selection.chosen().mean());
    results.besideError(PROSE, row, "mean score", persistenceOfAll);
    results.besideR2(PROSE, row, "1-score", 1 - persistenceOfAll);
  }
}
