package io.kahkm.reproduce;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Every probability that the engine announces beside how often it happens: the monitor as it runs,
 * closure learning, gates on, limits drawn by fit from rows of the same law, on independent pairs,
 * episodes with gaps, fleets and one long run, in windows of 5 to 2,000 units.
 */
public final class MonitorStudy implements Study {
  /** Windows of these sizes. */
  private static final int[] UNITS = {5, 20, 100, 500, 2000};

  /** How many a plant has of each. */
  private static final int[] WINDOWS = {40, 20, 6, 2, 1};

  /** A plant of all sizes for so many of the windows asked for. */
  private static final int WINDOWS_PER_PLANT = 100;

  /** A study with nothing computed yet. */
  public MonitorStudy() {}

  @Override
  public String name() {
    return "monitor";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    int plants = settings.windows() / WINDOWS_PER_PLANT;
    RandomSource seeds = new RandomSource(settings.seed());
    List<Callable<Map<MonitoredRun.Announced, MonitoredRun.Count>>> parts = new ArrayList<>();
    for (MonitoredPlant.Form form : MonitoredPlant.Form.values()) {
      for (int size = 0; size < UNITS.length; size++) {
        for (int plant = 0; plant < plants; plant++) {
          long seed = seeds.nextSeed();
          int units = UNITS[size];
          int windows = WINDOWS[size];
          parts.add(() -> new MonitoredRun(form, seed).run(units, windows));
        }
      }
    }
    List<Map<MonitoredRun.Announced, MonitoredRun.Count>> results =
        Parallel.run("plants monitored", parts, progress);
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    int next = 0;
    for (MonitoredPlant.Form form : MonitoredPlant.Form.values()) {
      int all = UNITS.length * plants;
      for (MonitoredRun.Announced announced : MonitoredRun.Announced.values()) {
        int cases = announced.ofRows() ? 1 : UNITS.length;
        for (int i = 0; i < cases; i++) {
          Rate rate =
              Rate.of(
                  results.subList(next + i * (all / cases), next + (i + 1) * (all / cases)).stream()
                      .map(counts -> counts.get(announced))
                      .toList());
          if (rate.trials() > 0) {
            passed &= rate.kept();
            rows.add(
                rate.row(form.words, announced.ofRows() ? "any" : "" + UNITS[i], announced.words));
          }
        }
      }
      next += all;
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "monitor",
                "What the monitor announces, and how often it happens in normal operation",
                Rate.header("data"),
                rows,
                List.of(
                    "Mean over "
                        + plants
                        + " plants with a recording, a fit and new rows of their own each; +- is"
                        + " its standard error. It may exceed what is announced by three of them."
                        + " Verdicts are counted at the worst tolerance, at which every wrong bound"
                        + " gives a wrong one. A plant's share of rows above its threshold is"
                        + " judged from 5,000 rows on.",
                    "broken: the same with the novelty threshold at the 90 % quantile of the"
                        + " held-out rows, half the normal range, three times the limit of the"
                        + " variation, bounds without confidence terms, windows whose second half"
                        + " is of another law, and dependence beyond 1; ! where that is noticed."),
                false,
                passed)));
  }
}
