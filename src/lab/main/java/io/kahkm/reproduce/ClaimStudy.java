package io.kahkm.reproduce;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What must not be claimed of forecasts, and whether it is, where the claim would mislead. */
public final class ClaimStudy implements Study {
  /** A law of its own for so many of the windows asked for. */
  private static final int WINDOWS_PER_RUN = 25;

  /** A study with nothing computed yet. */
  public ClaimStudy() {}

  @Override
  public String name() {
    return "claims";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    int runs = Math.max(2, settings.windows() / WINDOWS_PER_RUN);
    RandomSource seeds = new RandomSource(settings.seed());
    List<Callable<Map<ClaimRun.Announced, MonitoredRun.Count>>> parts = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      long seed = seeds.nextSeed();
      parts.add(() -> new ClaimRun(seed).run());
    }
    List<Map<ClaimRun.Announced, MonitoredRun.Count>> results =
        Parallel.run("runs of claims", parts, progress);
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    for (ClaimRun.Announced announced : ClaimRun.Announced.values()) {
      Rate rate = Rate.of(results.stream().map(counts -> counts.get(announced)).toList());
      passed &= rate.trials() > 0 && rate.kept() && rate.noticed();
      String policy = announced == ClaimRun.Announced.OUTSIDE ? "anytime" : "tumbling";
      rows.add(rate.row(policy, Integer.toString(announced.units), announced.words));
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                name(),
                "What is claimed of forecasts where a claim would mislead",
                Rate.header("policy"),
                rows,
                List.of(
                    "Episodes of 52 rows of four states, "
                        + runs
                        + " seeds; +- is the standard error over them. Rare large errors: plain"
                        + " error .59, tolerance .387, cap 2. No change: a process that stays with"
                        + " probability .99, tolerance .45, horizons 1, 10 and 50. Outside: every"
                        + " second pair.",
                    "broken: the bound of the forecast alone decides, and for the bound of no"
                        + " change the observed mean in its place; ! where that is noticed."),
                false,
                passed)));
  }
}
