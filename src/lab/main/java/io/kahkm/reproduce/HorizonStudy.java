package io.kahkm.reproduce;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Bounds by horizon and bounds that hold at every moment under the monitor as it runs: the closure
 * learns, gates are on, rows are missing. How often they are wrong beside what is announced.
 */
public final class HorizonStudy implements Study {
  /** Windows of these sizes; for runs the scale of the drift test. */
  private static final int[] UNITS = {20, 100};

  /** How many a plant has of each. */
  private static final int[] WINDOWS = {20, 8};

  /** Streams of a plant that are looked at all the time, and their episodes. */
  private static final int STREAMS = 4;

  private static final int EPISODES = 200;

  /** A plant for so many of the windows asked for. */
  private static final int WINDOWS_PER_PLANT = 25;

  private static final Set<HorizonRun.Announced> OF_STREAMS =
      EnumSet.of(HorizonRun.Announced.EVER_LOWER, HorizonRun.Announced.EVER_UPPER);

  /** A study with nothing computed yet. */
  public HorizonStudy() {}

  @Override
  public String name() {
    return "horizons";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    int plants = Math.max(2, settings.windows() / WINDOWS_PER_PLANT);
    RandomSource seeds = new RandomSource(settings.seed());
    List<Callable<Map<HorizonRun.Announced, MonitoredRun.Count>>> parts = new ArrayList<>();
    for (int size = 0; size < UNITS.length; size++) {
      int units = UNITS[size];
      int windows = WINDOWS[size];
      for (int plant = 0; plant < plants; plant++) {
        long seed = seeds.nextSeed();
        parts.add(() -> ofPlant(seed, units, windows));
      }
    }
    List<Map<HorizonRun.Announced, MonitoredRun.Count>> results =
        Parallel.run("plants with horizons", parts, progress);
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    for (int size = 0; size < UNITS.length; size++) {
      for (HorizonRun.Announced announced : HorizonRun.Announced.values()) {
        Rate rate =
            Rate.of(
                results.subList(size * plants, (size + 1) * plants).stream()
                    .map(counts -> counts.get(announced))
                    .toList());
        passed &= rate.kept() && rate.noticed();
        String policy = OF_STREAMS.contains(announced) ? "anytime" : "tumbling";
        rows.add(rate.row(policy, Integer.toString(UNITS[size]), announced.words));
      }
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                name(),
                "Bounds by horizon and at every moment, and how often they are wrong",
                Rate.header("policy"),
                rows,
                List.of(
                    "Episodes of 16 rows with gaps, horizons "
                        + HorizonRun.HORIZONS
                        + "; mean over "
                        + plants
                        + " plants with a recording, a fit and new rows of their own each; +- is"
                        + " its standard error. Claims are counted at the tolerances at which they"
                        + " are hardest to keep; windows that are SUSPECT or OUT_OF_MAP claim"
                        + " nothing.",
                    "broken: observed means in place of bounds; ! where that is noticed."),
                false,
                passed)));
  }

  private static Map<HorizonRun.Announced, MonitoredRun.Count> ofPlant(
      long seed, int units, int windows) {
    HorizonRun run = new HorizonRun(seed);
    run.windows(units, windows);
    for (int stream = 0; stream < STREAMS; stream++) {
      run.stream(units, EPISODES);
    }
    return run.counts();
  }
}
