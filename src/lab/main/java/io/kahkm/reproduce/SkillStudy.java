package io.kahkm.reproduce;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.skill.SkillEvidence;
import io.kahkm.internal.skill.SkillShares;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * How often forecasts that are not better are certified to be better, looked at after every row:
 * the evidence on sequences whose truth is known, the whole monitor on random walks, and controls
 * with a mistake, which have to be noticed.
 */
public final class SkillStudy implements Study {
  private static final double LEVEL = 0.05;

  /** Probability of accusing a promise that is kept, in each row. */
  private static final double ACCUSED = 1e-4;

  private static final int LENGTH = 1500;
  private static final int[] HORIZONS = {1, SkillSequence.HOUR};

  /** Sequences of a row for so many of the windows asked for. */
  private static final int WINDOWS_PER_SEQUENCE = 5;

  /** Streams of the monitor for so many of the windows asked for. */
  private static final int WINDOWS_PER_STREAM = 25;

  /** Rows of a table that are judged together. */
  private record Row(String what, int horizon, int runs, int certified, boolean control) {
    boolean passed() {
      int limit = BinomialTail.limit(runs, LEVEL, ACCUSED);
      return control ? certified > limit : certified <= limit;
    }

    List<String> cells() {
      int limit = BinomialTail.limit(runs, LEVEL, ACCUSED);
      return List.of(
          what,
          Integer.toString(horizon),
          Integer.toString(runs),
          Integer.toString(certified),
          String.format(Locale.ROOT, "%.3g %%", 100.0 * certified / runs),
          Integer.toString(limit),
          control ? (passed() ? "caught" : "NOT CAUGHT") : passed() ? "kept" : "BROKEN");
    }
  }

  /** A study with nothing computed yet. */
  public SkillStudy() {}

  @Override
  public String name() {
    return "skill";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    RandomSource seeds = new RandomSource(settings.seed());
    int sequences = settings.windows() / WINDOWS_PER_SEQUENCE;
    List<Callable<Row>> parts = new ArrayList<>();
    for (SkillSequence sequence : SkillSequence.values()) {
      for (int horizon : HORIZONS) {
        if (sequence != SkillSequence.ONE_HOUR || horizon == SkillSequence.HOUR) {
          long seed = seeds.nextSeed();
          parts.add(() -> evidence(sequence, horizon, sequences, seed));
        }
      }
    }
    for (SkillSequence sequence : List.of(SkillSequence.CONSTANT, SkillSequence.VOLATILITY)) {
      long seed = seeds.nextSeed();
      parts.add(() -> lateOrMissing(sequence, sequences, seed));
    }
    for (FlawedSkill.Flaw flaw : FlawedSkill.Flaw.values()) {
      long seed = seeds.nextSeed();
      parts.add(() -> control(flaw, sequences, seed));
    }
    int streams = Math.max(20, settings.windows() / WINDOWS_PER_STREAM);
    for (boolean predictable : new boolean[] {false, true}) {
      long seed = seeds.nextSeed();
      parts.add(() -> monitor(streams, predictable, seed, false));
      parts.add(() -> monitor(streams, predictable, seed, true));
    }
    long wrongSeed = seeds.nextSeed();
    parts.add(() -> promotedOverABetterMap(streams, wrongSeed));
    long rightSeed = seeds.nextSeed();
    parts.add(() -> promotedOverAWorseMap(streams, rightSeed));
    List<Row> rows = Parallel.run("sequences of forecasts", parts, progress);
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                name(),
                "Forecasts that are not better, certified to be better at any moment",
                List.of("sequence", "horizon", "runs", "certified", "share", "most allowed", ""),
                rows.stream().map(Row::cells).toList(),
                List.of(
                    "Level 5 %, "
                        + LENGTH
                        + " rows a run, looked at after every row; most allowed: the exact binomial"
                        + " limit, which a promise that is kept exceeds with probability 1e-4.",
                    "Whole monitor: fitted on a random walk, learning, with gaps, held values and"
                        + " restarts, horizons 1 and 5, all claims against no change; or instead"
                        + " against somebody else who repeats the present reading, and of a worse"
                        + " one against it.",
                    "Forecasts of another forecaster come up to "
                        + SkillSequence.HOUR
                        + " rows after their reading; while the last one that is over was wrong,"
                        + " half of them come too late and count as missing."),
                false,
                rows.stream().allMatch(Row::passed))));
  }

  private static Row evidence(SkillSequence sequence, int horizon, int runs, long seed) {
    RandomSource random = new RandomSource(seed);
    int certified = 0;
    for (int run = 0; run < runs; run++) {
      certified += everCertified(sequence.draw(random, LENGTH, horizon), horizon) ? 1 : 0;
    }
    return new Row(sequence.words(), horizon, runs, certified, false);
  }

  private static boolean everCertified(SkillSequence.Pair[] pairs, int horizon) {
    SkillEvidence evidence = new SkillEvidence(SkillShares.USUAL, horizon);
    for (int t = 0; t < pairs.length; t++) {
      if (t >= horizon) {
        SkillSequence.Pair over = pairs[t - horizon];
        evidence.outcome(over.referenceLoss(), over.loss());
      }
      evidence.forecast(pairs[t].squaredDistance());
      if (evidence.certified(LEVEL).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a forecast comes, and when, depends on the luck of those that are over. */
  private static Row lateOrMissing(SkillSequence sequence, int runs, long seed) {
    RandomSource random = new RandomSource(seed);
    int certified = 0;
    for (int run = 0; run < runs; run++) {
      SkillSequence.Pair[] pairs = sequence.draw(random, LENGTH, SkillSequence.HOUR);
      certified += everCertifiedLate(pairs, SkillSequence.HOUR, random) ? 1 : 0;
    }
    return new Row(
        "forecasts of another forecaster, late or missing: " + sequence.words(),
        SkillSequence.HOUR,
        runs,
        certified,
        false);
  }

  /**
   * Whether forecasts that come late or never are ever certified to be better.
   *
   * @param pairs one sequence
   * @param horizon steps ahead
   * @param random of the delays
   */
  static boolean everCertifiedLate(SkillSequence.Pair[] pairs, int horizon, RandomSource random) {
    SkillEvidence evidence = new SkillEvidence(SkillShares.USUAL, horizon);
    int[] comes = new int[pairs.length];
    boolean wrong = false;
    for (int t = 0; t < pairs.length; t++) {
      int over = t - horizon;
      if (over >= 0 && comes[over] < t) {
        evidence.outcome(pairs[over].referenceLoss(), pairs[over].loss());
        wrong = pairs[over].loss() > pairs[over].referenceLoss();
      } else if (over >= 0) {
        evidence.missing();
      }
      evidence.reserve();
      comes[t] = t + random.nextInt(wrong ? 2 * horizon : horizon);
      int oldest = Math.max(0, over + 1);
      for (int made = oldest; made <= t; made++) {
        if (comes[made] == t) {
          evidence.meet(made - oldest, pairs[made].squaredDistance());
        }
      }
      if (evidence.certified(LEVEL).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static Row control(FlawedSkill.Flaw flaw, int runs, long seed) {
    RandomSource random = new RandomSource(seed);
    SkillSequence sequence =
        switch (flaw) {
          case CLASSES_AVERAGED, STAKES_CHANGE -> SkillSequence.ONE_HOUR;
          case CAP_MOVED -> SkillSequence.LARGE_ERRORS;
          case OVERLAP_IGNORED, SCALE_LOOKS_AHEAD, LATE_TAKEN -> SkillSequence.CONSTANT;
        };
    int horizon =
        switch (flaw) {
          case CLASSES_AVERAGED, OVERLAP_IGNORED -> SkillSequence.HOUR;
          case SCALE_LOOKS_AHEAD, STAKES_CHANGE, CAP_MOVED, LATE_TAKEN -> 1;
        };
    double threshold = SkillShares.USUAL.threshold(0, LEVEL);
    int certified = 0;
    for (int run = 0; run < runs; run++) {
      SkillSequence.Pair[] pairs = sequence.draw(random, LENGTH, horizon);
      certified += FlawedSkill.certifies(pairs, horizon, threshold, flaw) ? 1 : 0;
    }
    return new Row("control: " + flaw.words(), horizon, runs, certified, true);
  }

  /** One of two maps is the better one on all streams of a law: only one direction can be true. */
  private static Row promotedOverABetterMap(int streams, long seed) {
    SkillPlant first = new SkillPlant(seed, LEVEL, false);
    SkillPlant second = new SkillPlant(seed + 1, LEVEL, false);
    int firstPromoted = 0;
    int secondPromoted = 0;
    for (int stream = 0; stream < streams; stream++) {
      firstPromoted += first.everPromoted(LENGTH, second, false) ? 1 : 0;
      secondPromoted += second.everPromoted(LENGTH, first, false) ? 1 : 0;
    }
    return new Row(
        "a map promoted by evidence over a better one, on random walks",
        SkillPlant.LONGEST,
        streams,
        Math.min(firstPromoted, secondPromoted),
        false);
  }

  private static Row promotedOverAWorseMap(int streams, long seed) {
    SkillPlant plant = new SkillPlant(seed, LEVEL, true);
    int promoted = 0;
    for (int stream = 0; stream < streams; stream++) {
      promoted += plant.everPromoted(LENGTH, plant, true) ? 1 : 0;
    }
    return new Row(
        "control: a map promoted by evidence over itself with noise, on sensors that can be"
            + " forecast",
        SkillPlant.LONGEST,
        streams,
        promoted,
        true);
  }

  private static Row monitor(int streams, boolean predictable, long seed, boolean others) {
    SkillPlant plant = new SkillPlant(seed, LEVEL, predictable);
    int certified = 0;
    for (int stream = 0; stream < streams; stream++) {
      boolean ever = others ? plant.everCertifiedBesideOthers(LENGTH) : plant.everCertified(LENGTH);
      certified += ever ? 1 : 0;
    }
    return new Row(
        (predictable
                ? "control: the whole monitor on sensors that can be forecast"
                : "the whole monitor on random walks")
            + (others ? ", beside others whose forecasts come late or never" : ""),
        SkillPlant.LONGEST,
        streams,
        certified,
        predictable);
  }
}
