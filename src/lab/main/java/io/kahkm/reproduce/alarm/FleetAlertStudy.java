package io.kahkm.reproduce.alarm;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.relation.AlertBudget;
import io.kahkm.internal.relation.EvidenceDetector;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.BinomialTail;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * False alerts of fleets that have a budget, with disturbances that all streams share; the control
 * pages every alarm. Faults that are put in show what the budget costs.
 */
public final class FleetAlertStudy implements Study {
  private static final double RUN_LENGTH = 1e5;
  private static final int ROWS_A_DAY = 144;
  private static final double LEVEL = 1e-4;

  /** Share of the rows in which all streams see the same. */
  private static final double SHARED = 0.1;

  /** Rows before a fault, and rows in which it has to be found. */
  private static final int SOUND = 200;

  private static final int FAULTY = 400;

  /** Power of a uniform p-value that a fault makes of it. */
  private static final double FAULT = 2.5;

  private static final int ENGINES = 4;
  private static final int ENGINE_STREAMS = 100;
  private static final int ENGINE_ROWS = 1_500;
  private static final int FITTED = 2_000;
  private static final int RESTART = 250;
  private static final long STEP = 600_000_000_000L;

  private static final double[] LOADS = {1, 0.8, -0.6, 0.3};
  private static final double NOISE = 0.4;
  private static final double MEMORY = 0.8;

  /** Evidence at which the broken control of the whole engine pages. */
  private static final double LITTLE = 300;

  /** A study with nothing computed yet. */
  public FleetAlertStudy() {}

  /** How often a spell of pages began, with the budget and for the control. */
  private record Spells(int rows, int paged, int control) {
    Spells and(Spells other) {
      return new Spells(rows + other.rows, paged + other.paged, control + other.control);
    }
  }

  @Override
  public String name() {
    return "fleet-pages";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    RandomSource seeds = new RandomSource(settings.seed());
    long[] seed = new long[4 + ENGINES];
    Arrays.setAll(seed, i -> seeds.nextSeed());
    List<Callable<Object>> parts = new ArrayList<>();
    parts.add(() -> evidences(1_000, 0.1, 200, seed[0]));
    parts.add(() -> evidences(10_000, 0.5, 60, seed[1]));
    parts.add(() -> delays(1, seed[2]));
    parts.add(() -> delays(100, seed[3]));
    for (int i = 0; i < ENGINES; i++) {
      long own = seed[4 + i];
      parts.add(() -> engine(own));
    }
    List<Object> done = Parallel.run("fleets", parts, progress);
    Spells engines = new Spells(0, 0, 0);
    for (Object one : done.subList(4, done.size())) {
      engines = engines.and((Spells) one);
    }
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    passed &= judge("evidence alone, 1,000 streams", 0.1, (Spells) done.get(0), rows);
    passed &= judge("evidence alone, 10,000 streams", 0.5, (Spells) done.get(1), rows);
    passed &= judge("whole engine, 100 streams", 0.1, engines, rows);
    List<List<String>> found = new ArrayList<>();
    passed &= found("one of 10,000", (Delays) done.get(2), found);
    passed &= found("100 of 10,000 at once", (Delays) done.get(3), found);
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "fleet-pages",
                "False alerts of fleets that have a budget",
                List.of("streams", "days", "alerts a day", "most allowed", "began", "control", ""),
                rows,
                List.of(
                    "144 rows a day; in one of ten all streams see the same disturbance. began:"
                        + " spells in which any stream has an alert; most allowed: what a promise"
                        + " that is kept exceeds with probability 1e-4.",
                    "Whole engine: fitted maps that learn, with missing rows and values and"
                        + " restarts. Control: every alarm is an alert; in the whole engine,"
                        + " evidence of 300."),
                false,
                passed),
            new ResultTable(
                "fleet-faults",
                "Rows until faults raise an alert, with and without the budget",
                List.of("faults", "every alarm", "with the budget", "found", "false alerts", ""),
                found,
                List.of(
                    "Median rows from the beginning of the faults, whose p-values are uniform ones"
                        + " to the power 2.5; budget: one false alert a day."),
                false,
                passed)));
  }

  private static boolean judge(
      String words, double perDay, Spells spells, List<List<String>> rows) {
    int most = BinomialTail.limit(spells.rows, perDay / ROWS_A_DAY, LEVEL);
    boolean kept = spells.paged <= most;
    boolean caught = spells.control > most;
    rows.add(
        List.of(
            words,
            String.format(Locale.ROOT, "%.1f", (double) spells.rows / ROWS_A_DAY),
            String.format(Locale.ROOT, "%.3g", perDay),
            Integer.toString(most),
            Integer.toString(spells.paged),
            spells.control + (caught ? "!" : ""),
            kept ? caught ? "kept" : "NOT NOTICED" : "BROKEN"));
    return kept && caught;
  }

  private static boolean found(String words, Delays delays, List<List<String>> rows) {
    boolean all = delays.found == delays.faults;
    rows.add(
        List.of(
            words,
            Integer.toString(delays.alone),
            Integer.toString(delays.budgeted),
            delays.found + " of " + delays.faults,
            Integer.toString(delays.falsely),
            all ? "found" : "MISSED"));
    return all;
  }

  /** p-values of one row: uniform, and in one row of ten the same for all streams. */
  private static void draw(RandomSource random, double[] p) {
    if (random.nextUniform() < SHARED) {
      Arrays.fill(p, positive(random));
    } else {
      Arrays.setAll(p, i -> positive(random));
    }
  }

  private static double positive(RandomSource random) {
    return Math.max(Double.MIN_NORMAL, random.nextUniform());
  }

  private static EvidenceDetector[] detectors(int streams, double length) {
    EvidenceDetector[] detectors = new EvidenceDetector[streams];
    Arrays.setAll(
        detectors, i -> new EvidenceDetector(RUN_LENGTH, 1, Math.max(RUN_LENGTH, length)));
    return detectors;
  }

  private static Spells evidences(int streams, double perDay, int days, long seed) {
    double length = streams * ROWS_A_DAY / perDay;
    RandomSource random = new RandomSource(seed);
    EvidenceDetector[] detectors = detectors(streams, length);
    boolean[] paged = new boolean[streams];
    double[] p = new double[streams];
    boolean any = false;
    boolean anyControl = false;
    int spells = 0;
    int control = 0;
    int rows = days * ROWS_A_DAY;
    for (int t = 0; t < rows; t++) {
      draw(random, p);
      for (int i = 0; i < streams; i++) {
        detectors[i].add(p[i], t);
      }
      boolean alarm = page(detectors, paged, length);
      boolean now = any(paged);
      spells += now && !any ? 1 : 0;
      control += alarm && !anyControl ? 1 : 0;
      any = now;
      anyControl = alarm;
    }
    return new Spells(rows, spells, control);
  }

  private static boolean any(boolean[] values) {
    boolean any = false;
    for (boolean value : values) {
      any |= value;
    }
    return any;
  }

  /** Decides as an instance does; says whether any stream is in alarm. */
  private static boolean page(EvidenceDetector[] detectors, boolean[] paged, double length) {
    List<Integer> inAlarm = new ArrayList<>();
    for (int i = 0; i < detectors.length; i++) {
      if (detectors[i].paging()) {
        inAlarm.add(i);
      } else {
        paged[i] = false;
      }
    }
    page(inAlarm, i -> detectors[i].evidence(), paged, length);
    return !inAlarm.isEmpty();
  }

  private interface Evidence {
    double of(int stream);
  }

  private static void page(
      List<Integer> inAlarm, Evidence evidence, boolean[] paged, double length) {
    inAlarm.sort((a, b) -> Double.compare(evidence.of(b), evidence.of(a)));
    double[] descending = inAlarm.stream().mapToDouble(evidence::of).toArray();
    inAlarm
        .subList(0, AlertBudget.paged(descending, length))
        .forEach(stream -> paged[stream] = true);
  }

  /** Rows to the alarms and pages of faults, and streams that were paged without one. */
  private record Delays(int faults, int alone, int budgeted, int found, int falsely) {}

  private static Delays delays(int faults, long seed) {
    int streams = 10_000;
    double length = (double) streams * ROWS_A_DAY;
    RandomSource random = new RandomSource(seed);
    EvidenceDetector[] detectors = detectors(streams, length);
    boolean[] paged = new boolean[streams];
    double[] p = new double[streams];
    int[] alarmed = new int[faults];
    int[] called = new int[faults];
    Arrays.fill(alarmed, FAULTY);
    Arrays.fill(called, FAULTY);
    boolean[] falsely = new boolean[streams];
    for (int t = 0; t < SOUND + FAULTY; t++) {
      draw(random, p);
      for (int i = 0; i < streams; i++) {
        boolean faulty = i < faults && t >= SOUND;
        detectors[i].add(faulty ? StrictMath.pow(p[i], FAULT) : p[i], t);
      }
      page(detectors, paged, length);
      for (int i = 0; i < streams; i++) {
        if (i >= faults) {
          falsely[i] |= paged[i];
        } else if (t >= SOUND) {
          alarmed[i] = Math.min(alarmed[i], detectors[i].paging() ? t - SOUND + 1 : FAULTY);
          called[i] = Math.min(called[i], paged[i] ? t - SOUND + 1 : FAULTY);
        }
      }
    }
    int found = (int) Arrays.stream(called).filter(rows -> rows < FAULTY).count();
    Arrays.sort(alarmed);
    Arrays.sort(called);
    int wrong = 0;
    for (boolean one : falsely) {
      wrong += one ? 1 : 0;
    }
    return new Delays(faults, alarmed[faults / 2], called[faults / 2], found, wrong);
  }

  /** Plants of their own beside one that all of them share, each with a whole monitor. */
  private static Spells engine(long seed) {
    RandomSource seeds = new RandomSource(seed);
    double length = ENGINE_STREAMS * ROWS_A_DAY / 0.1;
    Swing common = new Swing(seeds.nextSeed());
    Swing own = new Swing(seeds.nextSeed());
    double[][] recording = new double[FITTED][];
    Arrays.setAll(recording, t -> row(common.next(), own));
    Model model = PromisedAlarms.model(recording, LOADS.length);
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(STEP, 0.1).withHold(2 * STEP))
            .horizons(List.of(1))
            .learn(true)
            .alarm(new AlarmSettings(RUN_LENGTH, length, AlarmSettings.DEFAULT_QUIET))
            .build();
    StreamMonitor[] monitors = new StreamMonitor[ENGINE_STREAMS];
    Swing[] plants = new Swing[ENGINE_STREAMS];
    Arrays.setAll(monitors, i -> StreamMonitor.create(settings, model));
    Arrays.setAll(plants, i -> new Swing(seeds.nextSeed()));
    RandomSource random = new RandomSource(seeds.nextSeed());
    boolean[] paged = new boolean[ENGINE_STREAMS];
    double[] evidence = new double[ENGINE_STREAMS];
    boolean any = false;
    boolean anyControl = false;
    int spells = 0;
    int control = 0;
    for (int t = 0; t < ENGINE_ROWS; t++) {
      double shared = common.next();
      List<Integer> inAlarm = new ArrayList<>();
      boolean little = false;
      for (int i = 0; i < ENGINE_STREAMS; i++) {
        double[] row = row(shared, plants[i]);
        if (random.nextUniform() < 0.02) {
          row[(int) (row.length * random.nextUniform())] = Double.NaN;
        }
        if (random.nextUniform() >= 0.02) {
          RowAssessment said = monitors[i].advance(Observation.state(t * STEP, row, "e", false));
          boolean abnormal =
              said.alarms().outsideMap()
                  || said.alarms().relationBroken()
                  || said.alarms().sensorFaulty();
          evidence[i] = monitors[i].status().channels().evidence();
          if (abnormal) {
            inAlarm.add(i);
          } else {
            paged[i] = false;
          }
        }
        little |= evidence[i] >= LITTLE;
        if ((t + i) % RESTART == 0) {
          monitors[i] = StreamMonitor.restore(settings, model, monitors[i].snapshot());
        }
      }
      page(inAlarm, i -> evidence[i], paged, length);
      boolean now = any(paged);
      spells += now && !any ? 1 : 0;
      control += little && !anyControl ? 1 : 0;
      any = now;
      anyControl = little;
    }
    return new Spells(ENGINE_ROWS, spells, control);
  }

  /** What all streams see moves every sensor, beside a swing of the stream's own and noise. */
  private static double[] row(double shared, Swing own) {
    double swing = own.next();
    double[] row = new double[LOADS.length];
    Arrays.setAll(
        row, j -> LOADS[j] * shared + LOADS[LOADS.length - 1 - j] * swing + NOISE * own.noise());
    return row;
  }

  /** A swing that remembers. Mutable. */
  private static final class Swing {
    private final RandomSource random;
    private double value;

    Swing(long seed) {
      random = new RandomSource(seed);
    }

    double next() {
      value = MEMORY * value + noise();
      return value;
    }

    double noise() {
      return random.nextGaussian();
    }
  }
}
