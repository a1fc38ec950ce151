package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.data.Spread;
import io.kahkm.selection.Candidate;
import io.kahkm.selection.CandidateRuns;
import io.kahkm.selection.RunScore;
import io.kahkm.selection.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    Map<Candidate, List<RunScore>> persistence = new HashMap<>();
    Selection duffing = duffing(fits, persistence, progress);
    for (Selection.Ranked one : duffing.ranked()) {
      storeDuffing(one, persistence.get(one.candidate()), results);
    }
    note(PaperSearch.DUFFING_EXPANDED, duffing, results);
    persistence.clear();
    Selection vanDerPol = vanDerPol(fits, persistence, progress);
    for (Selection.Ranked one : vanDerPol.ranked()) {
      storeVanDerPol(one, persistence.get(one.candidate()), results);
    }
    note(PaperSearch.VAN_DER_POL_CLEAN, vanDerPol, results);
  }

  private static void note(PaperSearch search, Selection selection, Results results) {
    Candidate chosen = selection.chosen().candidate();
    results.note(
        TABLE,
        search.row()
            + ": among the printed candidates the rule chooses "
            + chosen
            + (chosen.equals(search.chosen())
                ? ", as the paper does."
                : "; the paper " + search.chosen() + "."));
  }

  /** The printed Duffing candidates by the search's rule; also gives persistence's scores. */
  static Selection duffing(
      Fits fits, Map<Candidate, List<RunScore>> persistence, Progress progress) {
    return PaperSearch.DUFFING_EXPANDED
        .rule()
        .select(runs(DUFFING, OscillatorTrial.duffing(fits), persistence, progress));
  }

  /** The printed Van der Pol finalists by the search's rule; also gives persistence's scores. */
  static Selection vanDerPol(
      Fits fits, Map<Candidate, List<RunScore>> persistence, Progress progress) {
    return PaperSearch.VAN_DER_POL_CLEAN
        .rule()
        .select(runs(VAN_DER_POL, OscillatorTrial.vanDerPol(fits), persistence, progress));
  }

  private static List<CandidateRuns> runs(
      List<Candidate> candidates,
      OscillatorTrial trial,
      Map<Candidate, List<RunScore>> persistence,
      Progress progress) {
    List<CandidateRuns> all = new ArrayList<>();
    for (Candidate candidate : candidates) {
      List<List<RunScore>> seeds = new ArrayList<>();
      for (int seed = 0; seed < OscillatorTrial.RUNS; seed++) {
        OscillatorTrial.Fit fit = trial.fit(candidate, seed, 0);
        seeds.add(List.of(fit.run()));
        persistence.computeIfAbsent(candidate, key -> new ArrayList<>()).add(fit.persistence());
      }
      all.add(new CandidateRuns(candidate, seeds));
      progress.update("selected configurations", all.size(), candidates.size());
    }
    return all;
  }

  /** The deviation beside the mean over horizons is the mean of the horizons' deviations. */
  private static void storeDuffing(
      Selection.Ranked one, List<RunScore> persistence, Results results) {
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
        results.besideError(
            TABLE,
            row,
            "E_" + horizon + Results.MEAN,
            Spread.mean(persistence, run -> run.relativeError(horizon)));
      }
    }
    results.put(TABLE, row, "E_bar mean", one.mean());
    results.besideError(TABLE, row, "E_bar mean", score(PaperSearch.DUFFING_EXPANDED, persistence));
    results.put(TABLE, row, "E_bar sd", deviation);
  }

  private static void storeVanDerPol(
      Selection.Ranked one, List<RunScore> persistence, Results results) {
    String row = "Van der Pol " + one.candidate();
    results.put(TABLE, row, "mean R2", 1 - one.mean());
    results.put(TABLE, row, "centered error mean", one.mean());
    double beside = score(PaperSearch.VAN_DER_POL_CLEAN, persistence);
    results.besideR2(TABLE, row, "mean R2", 1 - beside);
    results.besideError(TABLE, row, "centered error mean", beside);
    results.put(TABLE, row, "centered error se", one.standardError());
    results.put(TABLE, row, "rho_var", one.runs().rhoVar());
    results.put(TABLE, row, "r_eff", one.runs().rhoRank() * (one.candidate().classes() - 1));
    results.put(TABLE, row, "rho_rank", one.runs().rhoRank());
  }

  private static double score(PaperSearch search, List<RunScore> runs) {
    return Spread.mean(runs, run -> search.rule().score(run).orElseThrow());
  }
}
