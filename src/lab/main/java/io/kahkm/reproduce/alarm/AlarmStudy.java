package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * False alarms of the relation channel on simulated plants, from fast ones to ones so slow that no
 * short recording shows what will come: where {@code fit} does not call the alarms provisional,
 * they must keep what is stated.
 */
public final class AlarmStudy implements Study {
  private static final int[] FITTED = {100, 400, 2000};
  private static final double[] MEMORIES = {0.3, 0.9, 0.97, 0.99};
  private static final int LATER = 20_000;

  /** One plant of every kind for so many of the windows asked for. */
  private static final int WINDOWS_PER_PLANT = 50;

  private static final double MOST_ABOVE = 0.005;
  private static final double MOST_PAGES = 0.2;

  /** A study with nothing computed yet. */
  public AlarmStudy() {}

  @Override
  public String name() {
    return "alarms";
  }

  /** Plants of one kind. */
  private record Cell(
      SwingingPlant.Noise noise, int fitted, double memory, List<PlantResult> plants) {
    /** Independent rows of the slowest hidden swing, which the fit cannot know. */
    double trueCoverage() {
      return fitted * (1 - memory) / (1 + memory);
    }

    double statedCoverage() {
      double[] sorted =
          plants.stream().mapToDouble(p -> p.coverage().combined()).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    List<Cell> cells = simulate(settings, progress);
    List<List<String>> kinds = new ArrayList<>();
    List<List<String>> totals = new ArrayList<>();
    boolean passed = true;
    for (Cell cell : cells) {
      kinds.add(row(cell));
    }
    for (SwingingPlant.Noise noise : SwingingPlant.Noise.values()) {
      List<Cell> ofNoise = cells.stream().filter(cell -> cell.noise == noise).toList();
      for (int fitted : FITTED) {
        List<Cell> ofRows = ofNoise.stream().filter(cell -> cell.fitted == fitted).toList();
        passed &= total(noise, Integer.toString(fitted), ofRows, false, totals);
      }
      passed &= total(noise, "all", ofNoise, true, totals);
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "alarms-plants",
                "False alarms of relations by what fit says about the recording",
                ResultTable.columns(
                    "noise | rows | covered | above limit | alarms | broken | trusted | "
                        + "above limit | alarms | provisional | alarms | alarms by sensors | "),
                totals,
                List.of(
                    "Plants of memory "
                        + words(MEMORIES)
                        + ", "
                        + LATER
                        + " later rows each; alarms are per 10,000 rows at a run length of 100,000."
                        + " covered: plants of a kind whose slowest swing the rows hold at least"
                        + " ten times, trusted by fit or not; trusted: those that fit does"
                        + " not call provisional, without knowing the kind. At most 0.5 % of rows"
                        + " and 0.2 alarms are allowed for covered plants of each length, and for"
                        + " all trusted ones together; the rest is reported. alarms by sensors: of"
                        + " the plants that would be trusted if only the slowest single sensor"
                        + " decided.",
                    "broken: alarms of covered plants with all readings half again as far from"
                        + " their means; ! where that is noticed. Heavy tails (t5) are reported,"
                        + " not judged."),
                false,
                passed),
            new ResultTable(
                "alarms-kinds",
                "The same by the memory of the plant",
                ResultTable.columns(
                    "noise | rows | memory | true coverage | stated, median | trusted | "
                        + "above limit | alarms | provisional | above limit | alarms"),
                kinds,
                List.of(
                    "true coverage: independent rows of the slowest hidden swing; the fit sees only"
                        + " what the sensors show of it."),
                false,
                true)));
  }

  /** Adds a line over several kinds; false if it breaks what it has to keep. */
  private static boolean total(
      SwingingPlant.Noise noise,
      String rows,
      List<Cell> cells,
      boolean judgesTrusted,
      List<List<String>> totals) {
    List<PlantResult> plants = cells.stream().flatMap(cell -> cell.plants.stream()).toList();
    PlantRates covered =
        PlantRates.of(
            cells.stream()
                .filter(cell -> cell.trueCoverage() >= Coverage.ENOUGH)
                .flatMap(cell -> cell.plants.stream())
                .toList());
    PlantRates trusted = rates(plants, coverage -> !coverage.provisional());
    PlantRates provisional = rates(plants, Coverage::provisional);
    PlantRates bySensors = rates(plants, coverage -> coverage.independent() >= Coverage.ENOUGH);
    boolean noticed = covered.broken() > MOST_PAGES;
    boolean judged = noise == SwingingPlant.Noise.NORMAL;
    boolean kept = keeps(covered) && noticed && (!judgesTrusted || keeps(trusted));
    totals.add(
        List.of(
            noise.words,
            rows,
            Integer.toString(covered.plants()),
            covered.aboveText(),
            covered.pagesText(),
            covered.brokenText() + (noticed ? "!" : ""),
            Integer.toString(trusted.plants()),
            trusted.aboveText(),
            trusted.pagesText(),
            Integer.toString(provisional.plants()),
            provisional.pagesText(),
            bySensors.pagesText(),
            judged ? kept ? "kept" : "BROKEN" : "reported"));
    return kept || !judged;
  }

  private static boolean keeps(PlantRates rates) {
    return rates.above() <= MOST_ABOVE && rates.pages() <= MOST_PAGES;
  }

  private static PlantRates rates(List<PlantResult> plants, Predicate<Coverage> chosen) {
    return PlantRates.of(plants.stream().filter(p -> chosen.test(p.coverage())).toList());
  }

  private static List<Cell> simulate(StudySettings settings, Progress progress) {
    int plants = settings.windows() / WINDOWS_PER_PLANT;
    RandomSource seeds = new RandomSource(settings.seed());
    List<Callable<PlantResult>> parts = new ArrayList<>();
    for (SwingingPlant.Noise noise : SwingingPlant.Noise.values()) {
      for (int fitted : FITTED) {
        for (double memory : MEMORIES) {
          for (int plant = 0; plant < plants; plant++) {
            long seed = seeds.nextSeed();
            parts.add(() -> PlantResult.of(seed, noise, memory, fitted, LATER));
          }
        }
      }
    }
    List<PlantResult> results = Parallel.run("plants simulated", parts, progress);
    List<Cell> cells = new ArrayList<>();
    int next = 0;
    for (SwingingPlant.Noise noise : SwingingPlant.Noise.values()) {
      for (int fitted : FITTED) {
        for (double memory : MEMORIES) {
          cells.add(new Cell(noise, fitted, memory, results.subList(next, next + plants)));
          next += plants;
        }
      }
    }
    return cells;
  }

  private static List<String> row(Cell cell) {
    PlantRates trusted = rates(cell.plants, coverage -> !coverage.provisional());
    PlantRates provisional = rates(cell.plants, Coverage::provisional);
    return List.of(
        cell.noise.words,
        Integer.toString(cell.fitted),
        Double.toString(cell.memory),
        String.format(Locale.ROOT, "%.3g", cell.trueCoverage()),
        String.format(Locale.ROOT, "%.3g", cell.statedCoverage()),
        Integer.toString(trusted.plants()),
        trusted.aboveText(),
        trusted.pagesText(),
        Integer.toString(provisional.plants()),
        provisional.aboveText(),
        provisional.pagesText());
  }

  private static String words(double[] values) {
    List<String> words = new ArrayList<>();
    for (double value : values) {
      words.add(Double.toString(value));
    }
    return String.join(", ", words);
  }
}
