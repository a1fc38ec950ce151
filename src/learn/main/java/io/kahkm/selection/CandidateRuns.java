package io.kahkm.selection;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every run of one candidate.
 *
 * @param candidate the cell
 * @param repetitions one entry per repetition; each holds one run per level of training noise
 */
public record CandidateRuns(Candidate candidate, List<List<RunScore>> repetitions) {
  /** Copies the lists. */
  public CandidateRuns {
    repetitions = repetitions.stream().map(List::copyOf).toList();
    if (repetitions.isEmpty() || repetitions.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException(candidate + " has a repetition without runs");
    }
  }

  /**
   * Why the candidate cannot be used.
   *
   * @return the first failure of any run; empty where all were scored
   */
  public Optional<String> failure() {
    return repetitions.stream()
        .flatMap(List::stream)
        .map(RunScore::failure)
        .filter(reason -> !reason.isEmpty())
        .findFirst();
  }

  /**
   * Mean retained variation.
   *
   * @return rho_var over all runs
   */
  public double rhoVar() {
    return all().mapToDouble(RunScore::rhoVar).average().orElseThrow();
  }

  /**
   * Mean normalized effective rank.
   *
   * @return rho_rank over all runs
   */
  public double rhoRank() {
    return all().mapToDouble(RunScore::rhoRank).average().orElseThrow();
  }

  /**
   * Mean relative error at a horizon.
   *
   * @param horizon a scored horizon
   * @return E_h over all runs
   */
  public double relativeError(int horizon) {
    return all().mapToDouble(run -> run.relativeError(horizon)).average().orElseThrow();
  }

  private Stream<RunScore> all() {
    return repetitions.stream().flatMap(List::stream);
  }
}
