package io.kahkm.fitting;

import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/**
 * Looks for a map of few reference samples that is as good as that of all states: kernel values are
 * half of what a record costs, and a few hundred states that span their classes lose nothing where
 * thousands lie close together. Sizes are halves, quarters and so on of all; the smallest at which
 * one of the ways to choose is as good as all of them in everything that is judged is taken: {@link
 * ReferenceTrial#asGood}.
 *
 * <p>Of very many states maps are made of at most {@link #MOST_CANDIDATES}, an even part of every
 * class, and no more are kept.
 */
final class ReferenceSearch {
  /** Where nothing is held out for the model, this share is for the search. */
  private static final double USUAL_HOLDOUT = 0.2;

  private static final int MOST_HORIZONS = 3;

  /** Judging a map of many more takes longer than all the rest of a fit. */
  static final int MOST_CANDIDATES = 20_000;

  private final MapSettings map;
  private final Scaling scaling;
  private final int states;
  private final double[][] candidates;
  private final Partition classes;
  private final ReferenceJudge judge;
  private final Progress progress;

  /**
   * What was found.
   *
   * @param limit how many reference samples and which; empty for all
   * @param report what was tried; empty if there were too few rows to judge by
   */
  record Outcome(Optional<ReferenceLimit> limit, Optional<ReferenceReport> report) {}

  private record Tried(ReferenceTrial trial, ReferenceJudge.Verdict verdict) {}

  private ReferenceSearch(FitSettings settings, Episodes data, Progress progress) {
    this.progress = progress;
    map = settings.map().withReferences(Optional.empty());
    HeldOutSplit split =
        HeldOutSplit.of(data, settings.holdout() > 0 ? settings.holdout() : USUAL_HOLDOUT);
    PreparedEpisodes prepared = PreparedEpisodes.of(map, split.fitting());
    double[][] all = prepared.states().currentStates();
    states = all.length;
    scaling = prepared.scaling().orElseGet(() -> MapFitter.scaling(map, all));
    Partition partition = ModelFitter.partition(settings, split, prepared);
    List<Integer> labels = MapFitter.classes(map, scaling, all, partition, progress);
    int[] chosen = candidates(labels, map.classes());
    candidates = Arrays.stream(chosen).mapToObj(i -> all[i]).toArray(double[][]::new);
    classes = new Partition.GivenLabels(Arrays.stream(chosen).mapToObj(labels::get).toList());
    List<double[][]> runs = new ArrayList<>();
    for (int e = 0; e < prepared.states().count(); e++) {
      runs.add(prepared.states().run(e));
    }
    List<double[][]> held =
        split.heldOut().map(rows -> prepared.later(map, rows)).orElse(List.of());
    judge =
        new ReferenceJudge(
            compared(settings.forecasts().horizons()), map.sensors().size(), runs, held);
  }

  /**
   * Looks.
   *
   * @param settings what is to be fitted; its choice is not that of the map
   * @param data all rows, in sensor units
   * @param progress told of every map
   * @throws MapFitException if the rows do not admit a map of all states
   */
  static Outcome of(FitSettings settings, Episodes data, Progress progress) {
    ReferenceChoice choice = settings.references();
    ReferenceSearch search = new ReferenceSearch(settings, data, progress);
    OptionalInt asked =
        choice.kind() == ReferenceChoice.Kind.AT_MOST
            ? OptionalInt.of(choice.most())
            : OptionalInt.empty();
    if (search.judge.horizons().isEmpty()) {
      return new Outcome(
          asked.isPresent()
              ? Optional.of(new ReferenceLimit(asked.getAsInt(), ReferenceWay.CENTERS))
              : Optional.empty(),
          Optional.empty());
    }
    return search.look(asked);
  }

  /**
   * The states that a map may keep.
   *
   * @param labels the class of every state
   * @param classes number of classes
   * @return indices in order: all, or of every class those that are evenly spread in time
   */
  static int[] candidates(List<Integer> labels, int classes) {
    if (labels.size() <= MOST_CANDIDATES) {
      return IntStream.range(0, labels.size()).toArray();
    }
    ReferenceLimit limit = new ReferenceLimit(MOST_CANDIDATES, ReferenceWay.SPREAD);
    int[] sizes = new int[classes];
    labels.forEach(label -> sizes[label]++);
    int[] seen = new int[classes];
    return IntStream.range(0, labels.size())
        .filter(
            i -> {
              int label = labels.get(i);
              long kept = limit.ofClass(sizes[label], labels.size());
              long before = seen[label] * kept / sizes[label];
              return ++seen[label] * kept / sizes[label] > before;
            })
        .toArray();
  }

  /** The shortest, a middle and the longest. */
  private static List<Integer> compared(List<Integer> all) {
    if (all.isEmpty()) {
      return List.of(1);
    }
    return all.size() <= MOST_HORIZONS
        ? all
        : List.copyOf(
            new TreeSet<>(List.of(all.get(0), all.get(all.size() / 2), all.get(all.size() - 1))));
  }

  private Outcome look(OptionalInt asked) {
    List<Integer> sizes = asked.isPresent() ? List.of(asked.getAsInt()) : sizes();
    List<ReferenceTrial> trials = new ArrayList<>();
    progress.update("reference samples", 0, sizes.size() + 1);
    Tried all = tried(Optional.empty(), Optional.empty()).orElseThrow();
    trials.add(all.trial);
    progress.update("reference samples", 1, sizes.size() + 1);
    Optional<ReferenceLimit> found = Optional.empty();
    for (int i = 0; i < sizes.size() && found.isEmpty(); i++) {
      Optional<Tried> best = best(sizes.get(i), all.verdict);
      if (best.isPresent()) {
        trials.add(best.get().trial);
        if (best.get().trial.asGood() || asked.isPresent()) {
          found = best.get().trial.limit();
        }
      }
      progress.update("reference samples", i + 2, sizes.size() + 1);
    }
    progress.update("reference samples", sizes.size() + 1, sizes.size() + 1);
    if (found.isEmpty() && candidates.length < states) {
      found = Optional.of(new ReferenceLimit(candidates.length, ReferenceWay.SPREAD));
    }
    return new Outcome(
        found,
        Optional.of(new ReferenceReport(judge.horizons(), states, candidates.length, trials)));
  }

  /** From the smallest; each class keeps some. */
  private List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>();
    int fewest = map.classes() * ReferenceLimit.FEWEST_OF_CLASS;
    for (int size = candidates.length / 2; size >= fewest; size /= 2) {
      sizes.add(0, size);
    }
    return sizes;
  }

  /** The better of the two ways, one that is as good as all states before one that is not. */
  private Optional<Tried> best(int size, ReferenceJudge.Verdict all) {
    List<Callable<Optional<Tried>>> ways = new ArrayList<>();
    for (ReferenceWay way : ReferenceWay.values()) {
      ways.add(() -> tried(Optional.of(new ReferenceLimit(size, way)), Optional.of(all)));
    }
    Optional<Tried> best = Optional.empty();
    for (Optional<Tried> tried : Parallel.run("reference samples", ways, Progress.NONE)) {
      if (tried.isPresent() && (best.isEmpty() || isBetter(tried.get(), best.get()))) {
        best = tried;
      }
    }
    return best;
  }

  private static boolean isBetter(Tried one, Tried other) {
    return one.trial.asGood() == other.trial.asGood()
        ? one.verdict.loss() < other.verdict.loss()
        : one.trial.asGood();
  }

  /** Empty where so few states do not admit a map. */
  private Optional<Tried> tried(
      Optional<ReferenceLimit> limit, Optional<ReferenceJudge.Verdict> all) {
    KahmMap fitted;
    try {
      fitted =
          MapFitter.fit(map.withReferences(limit), scaling, candidates, classes, Progress.NONE);
    } catch (MapFitException tooFew) {
      if (limit.isEmpty()) {
        throw tooFew;
      }
      return Optional.empty();
    }
    ReferenceJudge.Verdict verdict = judge.judge(fitted);
    return Optional.of(
        new Tried(
            new ReferenceTrial(
                limit,
                fitted.references(),
                verdict.losses().stream().map(loss -> Math.sqrt(loss.value())).toList(),
                verdict.found().value(),
                verdict.retained().value(),
                all.isEmpty() || all.get().admits(verdict)),
            verdict));
  }
}
