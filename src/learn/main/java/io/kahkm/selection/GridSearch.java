package io.kahkm.selection;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Scores every cell of a grid, on all processors. The result does not depend on their number or on
 * interruptions: each run depends on its key alone. One use.
 */
public final class GridSearch {
  private final SelectionGrid grid;
  private final int repetitions;
  private final List<Double> noiseLevels;
  private final Trial trial;
  private final Optional<GridJournal> journal;
  private final Map<RunKey, RunScore> scores = new HashMap<>();

  /** Fits and scores candidates. Called from several threads at once. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Fits candidates that have the number of classes in common, so that classes and references may
     * be fitted once for all of them.
     *
     * @param classes number C of classes
     * @param omegas exponents, at least one
     * @param repetition 0-based repetition
     * @param noise relative training noise, 0 for none
     * @return one score per omega, in the order of the omegas
     */
    List<RunScore> run(int classes, List<Double> omegas, int repetition, double noise);
  }

  /**
   * A search.
   *
   * @param grid the cells
   * @param repetitions fits of every cell at every level of noise, at least 1
   * @param noiseLevels relative training noise, at least one level; 0 for none
   * @param trial fits and scores
   * @param journal keeps the scores across interruptions; empty to keep none. Left open
   */
  public GridSearch(
      SelectionGrid grid,
      int repetitions,
      List<Double> noiseLevels,
      Trial trial,
      Optional<GridJournal> journal) {
    if (repetitions < 1) {
      throw new IllegalArgumentException("repetitions is " + repetitions + ", must be at least 1");
    }
    if (noiseLevels.isEmpty() || noiseLevels.stream().anyMatch(level -> !(level >= 0))) {
      throw new IllegalArgumentException(
          "noiseLevels is " + noiseLevels + ", needs values that are at least 0");
    }
    this.grid = grid;
    this.repetitions = repetitions;
    this.noiseLevels = List.copyOf(noiseLevels);
    this.trial = trial;
    this.journal = journal;
  }

  /**
   * Runs what the journal does not have.
   *
   * @param progress told of finished fits, those of the journal included
   * @return all runs of every candidate, in the grid's order
   * @throws UncheckedIOException if the journal cannot be written
   */
  public List<CandidateRuns> run(Progress progress) {
    journal.ifPresent(found -> scores.putAll(found.scores()));
    long total = (long) grid.size() * repetitions * noiseLevels.size();
    List<Callable<Void>> parts = new ArrayList<>();
    long missing = 0;
    for (int repetition = 0; repetition < repetitions; repetition++) {
      for (double noise : noiseLevels) {
        for (int classes : grid.classes()) {
          List<Double> omegas = missing(classes, repetition, noise);
          if (!omegas.isEmpty()) {
            missing += omegas.size();
            int index = repetition;
            parts.add(() -> part(classes, omegas, index, noise, total, progress));
          }
        }
      }
    }
    progress.update("fits of the grid", total - missing, total);
    Parallel.run("fits of the grid", parts, Progress.NONE);
    List<CandidateRuns> runs = new ArrayList<>();
    for (Candidate candidate : grid.candidates()) {
      runs.add(runs(candidate));
    }
    return runs;
  }

  private List<Double> missing(int classes, int repetition, double noise) {
    return grid.omegas().stream()
        .filter(
            omega ->
                !scores.containsKey(new RunKey(new Candidate(classes, omega), repetition, noise)))
        .toList();
  }

  private Void part(
      int classes,
      List<Double> omegas,
      int repetition,
      double noise,
      long total,
      Progress progress) {
    List<RunScore> found = trial.run(classes, omegas, repetition, noise);
    synchronized (scores) {
      for (int i = 0; i < omegas.size(); i++) {
        RunKey key = new RunKey(new Candidate(classes, omegas.get(i)), repetition, noise);
        keep(key, found.get(i));
      }
      long done = grid.candidates().stream().mapToLong(this::finished).sum();
      progress.update("fits of the grid", done, total);
    }
    return null;
  }

  private void keep(RunKey key, RunScore score) {
    if (journal.isPresent()) {
      try {
        journal.get().append(key, score);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    scores.put(key, score);
  }

  private long finished(Candidate candidate) {
    long done = 0;
    for (int repetition = 0; repetition < repetitions; repetition++) {
      for (double noise : noiseLevels) {
        done += scores.containsKey(new RunKey(candidate, repetition, noise)) ? 1 : 0;
      }
    }
    return done;
  }

  private CandidateRuns runs(Candidate candidate) {
    List<List<RunScore>> all = new ArrayList<>();
    for (int repetition = 0; repetition < repetitions; repetition++) {
      List<RunScore> levels = new ArrayList<>();
      for (double noise : noiseLevels) {
        levels.add(scores.get(new RunKey(candidate, repetition, noise)));
      }
      all.add(levels);
    }
    return new CandidateRuns(candidate, all);
  }
}
