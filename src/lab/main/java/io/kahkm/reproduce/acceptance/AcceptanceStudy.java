package io.kahkm.reproduce.acceptance;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.acceptance.ChangedPlant.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * Plants that change for good and get faults later, through {@code fit}, {@code accept} and {@code
 * score}: what one acceptance takes away of false incidents, and what it costs of the faults.
 */
public final class AcceptanceStudy implements Study {
  /** One plant of every kind for so many of the windows asked for. */
  private static final int WINDOWS_PER_PLANT = 200;

  /** Rows of the new normal that are accepted: fifteen hours, and as many as were fitted. */
  private static final int[] ACCEPTED = {300, 1_000};

  private static final List<Change> CHANGES = List.of(Change.PUMP, Change.SEASON);

  private static final double LEAST_FEWER = 0.9;

  /** Rows, in the mean, by which faults that come at once may be found later. */
  private static final double MOST_LATER = 1;

  private static final double PERCENT = 100;

  /** A study with nothing computed yet. */
  public AcceptanceStudy() {}

  @Override
  public String name() {
    return "acceptance";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    RandomSource seeds = new RandomSource(settings.seed());
    int plants = settings.windows() / WINDOWS_PER_PLANT;
    List<Callable<AcceptedPlant>> parts = new ArrayList<>();
    for (Change change : CHANGES) {
      for (int accepted : ACCEPTED) {
        for (int i = 0; i < plants; i++) {
          long seed = seeds.nextSeed();
          parts.add(() -> AcceptedPlant.of(seed, change, accepted));
        }
      }
    }
    List<AcceptedPlant> results = Parallel.run("plants", parts, progress);
    int next = 0;
    for (Change change : CHANGES) {
      for (int accepted : ACCEPTED) {
        passed &= add(change, accepted, results.subList(next, next + plants), rows);
        next += plants;
      }
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "acceptance-plants",
                "One acceptance of a new normal",
                ResultTable.columns(
                    "change | rows accepted | plants | refused | false hours before | after | fewer"
                        + " | faults found, twin | found | rows to find steps, twin | steps | rows"
                        + " to find drifts, twin | drifts | labelled refused | drift refused | "),
                rows,
                List.of(
                    String.format(
                        Locale.ROOT,
                        "Six sensors, a row every three minutes, %d rows fitted. false hours:"
                            + " incidents that did not begin in a fault, in the 43 hours after the"
                            + " accepted stretch, under the parent and under the new model, mean of"
                            + " a plant. Three faults follow: an offset, a sensor that goes against"
                            + " the others, a drift. twin: the same plant with the same swings,"
                            + " noise and faults that never changed, under the parent.",
                        ChangedPlant.REFERENCE),
                    "refused: stretches of the new normal that were refused; then one that starts"
                        + " five hours later was offered. labelled refused: stretches with a"
                        + " labelled fault that were refused; drift refused: drifting faults that"
                        + " nobody had labelled. Judged: 90 % fewer hours, no fewer faults found"
                        + " than on the twin, steps within a row of it where as many rows were"
                        + " accepted as were fitted, every labelled fault refused. Drifts are"
                        + " reported: a model of two normals is less sharp in each."),
                false,
                passed)));
  }

  private static boolean add(
      Change change, int accepted, List<AcceptedPlant> plants, List<List<String>> rows) {
    double before = plants.stream().mapToDouble(AcceptedPlant::before).average().orElseThrow();
    double after = plants.stream().mapToDouble(AcceptedPlant::after).average().orElseThrow();
    long twinFound = plants.stream().mapToLong(AcceptedPlant::foundByTwin).sum();
    long found = plants.stream().mapToLong(AcceptedPlant::found).sum();
    double twinSteps = delay(plants, AcceptedPlant::twin, ChangedPlant.STEPS);
    double steps = delay(plants, AcceptedPlant::delays, ChangedPlant.STEPS);
    long labelled = plants.stream().filter(AcceptedPlant::labelledRefused).count();
    long drifts = plants.stream().filter(AcceptedPlant::driftRefused).count();
    boolean kept =
        after <= (1 - LEAST_FEWER) * before
            && found >= twinFound
            && (accepted < ChangedPlant.REFERENCE || steps <= twinSteps + MOST_LATER)
            && labelled == plants.size();
    int faults = plants.size() * ChangedPlant.FAULTS.size();
    rows.add(
        List.of(
            change.words(),
            Integer.toString(accepted),
            Integer.toString(plants.size()),
            Integer.toString(plants.stream().mapToInt(AcceptedPlant::refused).sum()),
            decimal(before),
            decimal(after),
            decimal(PERCENT * (1 - after / before)) + " %",
            twinFound + " of " + faults,
            found + " of " + faults,
            decimal(twinSteps),
            decimal(steps),
            decimal(delay(plants, AcceptedPlant::twin, ChangedPlant.DRIFT)),
            decimal(delay(plants, AcceptedPlant::delays, ChangedPlant.DRIFT)),
            labelled + " of " + plants.size(),
            drifts + " of " + plants.size(),
            kept ? "kept" : "BROKEN"));
    return kept;
  }

  /** Mean rows until faults of a kind are found, of those that are. */
  private static double delay(
      List<AcceptedPlant> plants,
      Function<AcceptedPlant, List<Integer>> delays,
      List<Integer> faults) {
    return plants.stream()
        .map(delays)
        .flatMap(of -> faults.stream().map(of::get))
        .filter(rows -> rows >= 0)
        .mapToInt(Integer::intValue)
        .average()
        .orElse(Double.NaN);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
