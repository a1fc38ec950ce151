package io.kahkm.reproduce.alarm;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * False alarms of single sensors by what they say is wrong, on plants where single sensors are hard
 * to judge; the control is a fault of each kind, which has to be found and called so.
 */
public final class SensorKindStudy implements Study {
  private static final int ROWS_PER_ALARM = 100_000;
  private static final int WINDOWS_PER_PLANT = 100;
  private static final int FEWEST_PLANTS = 4;

  /** Sound rows before a fault that is put in, and rows that it lasts. */
  private static final int SOUND = 300;

  private static final int FAULTY = 200;

  /** A share of the faults put in that shows that the kind is looked for. */
  private static final double LEAST_NAMED = 0.5;

  private static final double ERRORS = 3;

  /** What came of one plant. Mutable while it is counted. */
  record Counts(
      Map<SensorKind, Integer> falseAlarms,
      Map<SensorKind, Integer> found,
      Map<SensorKind, Integer> named) {
    static Counts none() {
      return new Counts(
          new EnumMap<>(SensorKind.class),
          new EnumMap<>(SensorKind.class),
          new EnumMap<>(SensorKind.class));
    }
  }

  /** A study with nothing computed yet. */
  public SensorKindStudy() {}

  @Override
  public String name() {
    return "sensor-kinds";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    int plants = Math.max(FEWEST_PLANTS, settings.windows() / WINDOWS_PER_PLANT);
    RandomSource seeds = new RandomSource(settings.seed());
    List<Callable<Counts>> parts = new ArrayList<>();
    for (EdgePlant.Kind plant : EdgePlant.Kind.values()) {
      for (int i = 0; i < plants; i++) {
        long seed = seeds.nextSeed();
        parts.add(() -> count(plant, seed));
      }
    }
    return Outcome.ofTables(List.of(table(Parallel.run("plants by kind", parts, progress))));
  }

  /** One plant: sound rows, and a fault of each kind. */
  static Counts count(EdgePlant.Kind hard, long seed) {
    Counts counts = Counts.none();
    EdgePlant plant = new EdgePlant(hard, seed);
    double[][] fitted = plant.rows(PromisedAlarms.EDGE_FITTED);
    Model model = PromisedAlarms.model(fitted, EdgePlant.SENSORS);
    StreamMonitor monitor = PromisedAlarms.monitor(model);
    boolean before = false;
    for (int t = 0; t < PromisedAlarms.LATER; t++) {
      RowAssessment assessment = monitor.advance(Observation.state(t, plant.next(), "e", false));
      if (assessment.alarms().sensorFaulty() && !before) {
        counts.falseAlarms.merge(findings(monitor).get(0).kind(), 1, Integer::sum);
      }
      before = assessment.alarms().sensorFaulty();
    }
    for (SensorKind kind : SensorKind.values()) {
      if (kind != SensorKind.QUIET) {
        put(kind, plant, fitted, model, counts);
      }
    }
    EdgePlant loud = new EdgePlant(hard, seed);
    double[][] rows = new double[PromisedAlarms.EDGE_FITTED][];
    Arrays.setAll(rows, t -> loud.next(PutFault.usualNoise(SensorKind.QUIET)));
    put(SensorKind.QUIET, loud, rows, PromisedAlarms.model(rows, EdgePlant.SENSORS), counts);
    return counts;
  }

  private static void put(
      SensorKind kind, EdgePlant plant, double[][] fitted, Model model, Counts counts) {
    PutFault fault = new PutFault(kind, deviation(fitted));
    StreamMonitor monitor = PromisedAlarms.monitor(model);
    boolean found = false;
    boolean named = false;
    for (int t = 0; t < SOUND + FAULTY; t++) {
      boolean faulty = t >= SOUND;
      RowAssessment assessment =
          monitor.advance(Observation.state(t, fault.next(plant, faulty), "e", false));
      if (faulty && (assessment.alarms().sensorFaulty() || assessment.alarms().sensorNotice())) {
        found = true;
        named |=
            findings(monitor).stream().anyMatch(one -> one.sensor() == 0 && one.kind() == kind);
      }
    }
    counts.found.put(kind, found ? 1 : 0);
    counts.named.put(kind, named ? 1 : 0);
  }

  private static List<SensorFinding> findings(StreamMonitor monitor) {
    return monitor.status().channels().sensors().orElseThrow().findings();
  }

  private static double deviation(double[][] rows) {
    double mean = Arrays.stream(rows).mapToDouble(row -> row[0]).average().orElseThrow();
    return Math.sqrt(
        Arrays.stream(rows).mapToDouble(row -> (row[0] - mean) * (row[0] - mean)).sum()
            / rows.length);
  }

  static ResultTable table(List<Counts> plants) {
    long trials = (long) plants.size() * PromisedAlarms.LATER;
    double allowed = (double) trials / ROWS_PER_ALARM;
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    int all = 0;
    for (SensorKind kind : SensorKind.values()) {
      int alarms = sum(plants, Counts::falseAlarms, kind);
      int found = sum(plants, Counts::found, kind);
      int named = sum(plants, Counts::named, kind);
      boolean caught = named >= LEAST_NAMED * plants.size();
      all += alarms;
      boolean kept = alarms <= allowed + ERRORS * Math.sqrt(allowed);
      passed &= kept && (caught || kind == SensorKind.QUIET);
      rows.add(
          List.of(
              kind.label(),
              Integer.toString(alarms),
              rate(alarms, trials),
              found + " of " + plants.size(),
              named + (caught ? "!" : ""),
              judgement(kept, caught, kind)));
    }
    boolean kept = all <= allowed + ERRORS * Math.sqrt(allowed);
    rows.add(
        List.of("any", Integer.toString(all), rate(all, trials), "", "", kept ? "kept" : "BROKEN"));
    return new ResultTable(
        "sensor-kinds",
        "False alarms of single sensors by what they say is wrong",
        List.of("kind", "false alarms", "in 100,000 rows", "faults found", "called so", ""),
        rows,
        List.of(
            String.format(
                Locale.ROOT,
                "%,d sound rows of %d plants, of which single sensors are hard to judge in %d"
                    + " ways; one false alarm in 100,000 rows is announced for all channels"
                    + " together, and three standard errors more are allowed. Control: a fault of"
                    + " each kind in one sensor for 200 rows of every plant (2 standard deviations"
                    + " too high or low, 6 times its noise, 12 standard deviations off; none of its"
                    + " noise where that was 5 times the others'); ! where at least half are called"
                    + " what they are. That a sensor has fallen quiet is reported, not judged.",
                trials,
                plants.size(),
                EdgePlant.Kind.values().length)),
        false,
        passed && kept);
  }

  /** That a sensor has fallen quiet is rarely found so soon: reported, not judged. */
  private static String judgement(boolean kept, boolean caught, SensorKind kind) {
    if (!kept) {
      return "BROKEN";
    }
    if (caught) {
      return "kept";
    }
    return kind == SensorKind.QUIET ? "kept, rarely found" : "NOT NOTICED";
  }

  private static int sum(
      List<Counts> plants, Function<Counts, Map<SensorKind, Integer>> counts, SensorKind kind) {
    return plants.stream().mapToInt(one -> counts.apply(one).getOrDefault(kind, 0)).sum();
  }

  private static String rate(int alarms, long trials) {
    return String.format(Locale.ROOT, "%.2f", (double) ROWS_PER_ALARM * alarms / trials);
  }
}
