package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;

/**
 * What is announced of alarms beside how often it happens on simulated plants in normal operation,
 * each with a control that shows that more would be seen.
 */
public final class PromisedAlarmStudy implements Study {
  private static final int WINDOWS_PER_PLANT = 100;
  private static final int FEWEST_PLANTS = 4;
  private static final double ERRORS = 3;
  private static final double PERCENT = 100;

  /** What is announced. */
  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private enum Promised {
    HELD("rows above the threshold, one or two of six values held", 0.005, PromisedAlarms::held),
    CUT(
        "trusted when cut into episodes of 50 rows, provisional in one run",
        0,
        PromisedAlarms::cut),
    UNSEEN_SHORT(
        "recordings of 100 rows trusted, noise level wanders",
        0.1,
        seed -> PromisedAlarms.unseen(seed, 100)),
    UNSEEN_LONG(
        "recordings of 400 rows trusted, noise level wanders",
        0.1,
        seed -> PromisedAlarms.unseen(seed, 400)),
    SHORT(
        "alarms of trusted fits to 100 rows, noise level wanders",
        1e-5,
        seed -> PromisedAlarms.wandering(seed, 100)),
    LONG(
        "alarms of trusted fits to 400 rows, noise level wanders",
        1e-5,
        seed -> PromisedAlarms.wandering(seed, 400)),
    INCIDENTS("incidents, all channels", 1e-5, PromisedAlarms::incidents),
    SLOW(EdgePlant.Kind.SLOW),
    TAILS(EdgePlant.Kind.TAILS),
    WANDERING(EdgePlant.Kind.WANDERING),
    SEASON(EdgePlant.Kind.SEASON),
    DRIFT(EdgePlant.Kind.DRIFT),
    FROZEN(
        "rows without alarm, all sensors frozen at a typical reading",
        0.02,
        PromisedAlarms::frozen),
    SETPOINT(EdgePlant.Kind.SETPOINT),
    COARSE(EdgePlant.Kind.COARSE),
    CYCLE(EdgePlant.Kind.CYCLE),
    SWITCH(EdgePlant.Kind.SWITCH),
    ACCEPTED("trusted when joined, each provisional alone", 0, PromisedAlarms::accepted),
    OUTLIERS("incidents for each single outlier, four delays", 0, PromisedAlarms::outliers);

    final String words;
    final double announced;

    final LongFunction<PromisedAlarms.Counts> run;

    Promised(EdgePlant.Kind kind) {
      this(
          "alarms of single sensors, " + kind.words,
          1e-5,
          seed -> PromisedAlarms.sensors(kind, seed));
    }

    Promised(String words, double announced, LongFunction<PromisedAlarms.Counts> run) {
      this.words = words;
      this.announced = announced;
      this.run = run;
    }
  }

  /** A study with nothing computed yet. */
  public PromisedAlarmStudy() {}

  @Override
  public String name() {
    return "alarm-promises";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    int plants = Math.max(FEWEST_PLANTS, settings.windows() / WINDOWS_PER_PLANT);
    RandomSource seeds = new RandomSource(settings.seed());
    List<Callable<PromisedAlarms.Counts>> parts = new ArrayList<>();
    for (Promised promised : Promised.values()) {
      for (int plant = 0; plant < plants; plant++) {
        long seed = seeds.nextSeed();
        parts.add(() -> promised.run.apply(seed));
      }
    }
    List<PromisedAlarms.Counts> counts = Parallel.run("plants in alarm", parts, progress);
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    int from = 0;
    for (Promised promised : Promised.values()) {
      passed &= judge(promised, counts.subList(from, from + plants), rows);
      from += plants;
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "alarm-promises",
                "What is announced of alarms, and how often it happens in normal operation",
                List.of("event", "trials", "announced", "realised", "+-", "broken", ""),
                rows,
                List.of(
                    "Mean over "
                        + plants
                        + " plants each; +- is its standard error, of which it may exceed what is"
                        + " announced by three.",
                    "broken: held values taken for measured ones; the episodes in an order that"
                        + " tells nothing; noise at one level; provisional fits too; three readings"
                        + " in a row above the threshold; a sensor that stands still now and then;"
                        + " sensors that move on; joined without a trace; eight outliers in a row;"
                        + " ! where that is noticed."),
                false,
                passed)));
  }

  private static boolean judge(
      Promised promised, List<PromisedAlarms.Counts> counts, List<List<String>> rows) {
    long trials = 0;
    double realised = 0;
    double squares = 0;
    double broken = 0;
    for (PromisedAlarms.Counts count : counts) {
      double share = (double) count.happened() / count.trials();
      trials += count.trials();
      realised += share / counts.size();
      squares += share * share / counts.size();
      broken += (double) count.broken() / count.trials() / counts.size();
    }
    double error = Math.sqrt(Math.max(0, squares - realised * realised) / (counts.size() - 1));
    boolean kept = realised <= promised.announced + ERRORS * error;
    boolean noticed = broken > promised.announced + ERRORS * error;
    rows.add(
        List.of(
            promised.words,
            Long.toString(trials),
            percent(promised.announced),
            percent(realised),
            percent(error),
            percent(broken) + (noticed ? "!" : ""),
            judgement(kept, noticed)));
    return kept && noticed;
  }

  private static String judgement(boolean kept, boolean noticed) {
    if (!kept) {
      return "BROKEN";
    }
    return noticed ? "kept" : "NOT NOTICED";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.3g %%", PERCENT * share);
  }
}
