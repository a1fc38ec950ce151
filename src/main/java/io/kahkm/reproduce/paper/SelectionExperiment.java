package io.kahkm.reproduce.paper;

import io.kahkm.numeric.Progress;
import io.kahkm.selection.Candidate;
import io.kahkm.selection.CandidateRuns;
import io.kahkm.selection.RunScore;
import io.kahkm.selection.Selection;
import java.util.ArrayList;
import java.util.List;

/** tab:exp_selection: the best configurations of the two expanded oscillator searches. */
final class SelectionExperiment implements Experiment {
  private static final String TABLE = "tab:exp_selection";

  private static final List<Candidate> DUFFING =
      List.of(
          new Candidate(10, 2),
          new Candidate(12, 2),
          new Candidate(8, 6),
          new Candidate(8, 8),
          new Candidate(10, 4),
          new Candidate(15, 12));
  private static final List<Candidate> VAN_DER_POL =
      List.of(new Candidate(25, 6), new Candidate(30, 6), new Candidate(20, 4));

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    duffing(fits, progress).ranked().forEach(one -> storeDuffing(one, results));
    vanDerPol(fits, progress).ranked().forEach(one -> storeVanDerPol(one, results));
  }

  /** The printed Duffing candidates by the search's rule. */
  static Selection duffing(Fits fits, Progress progress) {
    return PaperSearch.DUFFING_EXPANDED
        .rule()
        .select(runs(DUFFING, OscillatorTrial.duffing(fits), progress));
  }

  /** The printed Van der Pol finalists by the search's rule. */
  static Selection vanDerPol(Fits fits, Progress progress) {
    return PaperSearch.VAN_DER_POL_CLEAN
        .rule()
        .select(runs(VAN_DER_POL, OscillatorTrial.vanDerPol(fits), progress));
  }

  private static List<CandidateRuns> runs(
      List<Candidate> candidates, OscillatorTrial trial, Progress progress) {
    List<CandidateRuns> all = new ArrayList<>();
    for (Candidate candidate : candidates) {
      List<List<RunScore>> seeds = new ArrayList<>();
      for (int seed = 0; seed < OscillatorTrial.RUNS; seed++) {
        seeds.add(trial.run(candidate.classes(), List.of(candidate.omega()), seed, 0));
      }
      all.add(new CandidateRuns(candidate, seeds));
      progress.update("selected configurations", all.size(), candidates.size());
    }
    return all;
  }

  /** The deviation beside the mean over horizons is the mean of the horizons' deviations. */
  private static void storeDuffing(Selection.Ranked one, Results results) {
    String row = "Duffing " + one.candidate();
    double deviation = 0;
    for (int horizon : OscillatorTrial.HORIZONS) {
      double[] errors =
          one.runs().repetitions().stream()
              .mapToDouble(run -> run.get(0).relativeError(horizon))
              .toArray();
      deviation += Spread.deviation(errors, 0) / OscillatorTrial.HORIZONS.length;
      if (horizon >= 50) {
        results.putSpread(TABLE, row, "E_" + horizon, errors, 0);
      }
    }
    results.put(TABLE, row, "E_bar mean", one.mean());
    results.put(TABLE, row, "E_bar sd", deviation);
  }

  private static void storeVanDerPol(Selection.Ranked one, Results results) {
    String row = "Van der Pol " + one.candidate();
    results.put(TABLE, row, "mean R2", 1 - one.mean());
    results.put(TABLE, row, "centered error mean", one.mean());
    results.put(TABLE, row, "centered error se", one.standardError());
    results.put(TABLE, row, "rho_var", one.runs().rhoVar());
    results.put(TABLE, row, "r_eff", one.runs().rhoRank() * (one.candidate().classes() - 1));
    results.put(TABLE, row, "rho_rank", one.runs().rhoRank());
  }
}
