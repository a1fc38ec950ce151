package io.kahkm.reproduce.alarm;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.Recording;
import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.fitting.relation.RelationFitter;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.relation.RelationStatistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** One simulated plant of each kind of promise that alarms make. */
final class PromisedAlarms {
  private static final double QUANTILE = 0.995;
  private static final double RUN_LENGTH = 1e5;

  /** Rows behind the fitted ones. */
  static final int LATER = 10_000;

  private static final int CUT = 50;
  private static final int STRETCH = 3;

  /** Rows of an {@link EdgePlant} that are fitted. */
  static final int EDGE_FITTED = 3_000;

  /** Rows of a stretch, and after how many stretches one stands still. */
  private static final int STILL = 100;

  private static final int STRETCHES = 5;

  /** Readings of a state, of which one in so many is off, or several in a row. */
  private static final int DELAYS = 4;

  private static final int EVERY = 200;
  private static final int OUTLIERS = 8;
  private static final double OFF = 10;

  private static final List<String> NAMES =
      IntStream.rangeClosed(1, NoisyPlant.SENSORS).mapToObj(j -> "s" + j).toList();

  private PromisedAlarms() {}

  /** Trials, how often the event happened, and how often it did to a broken control. */
  record Counts(int trials, int happened, int broken) {}

  private static RelationChannel fit(double[][] rows) {
    return RelationFitter.fit(one(rows), NAMES, QUANTILE, Progress.NONE).relations().orElseThrow();
  }

  private static Episodes one(double[][] rows) {
    return Episodes.of(List.<double[][]>of(rows));
  }

  /** Rows above the limit of which one or two values are held; the control takes them for real. */
  static Counts held(long seed) {
    NoisyPlant plant = new NoisyPlant(seed, 0.8, 0.3, false);
    RelationChannel relations = fit(plant.rows(2000));
    double limit = relations.normal().limit();
    RelationMonitor monitor = new RelationMonitor(relations, RUN_LENGTH);
    RelationStatistic plain = new RelationStatistic(relations.model());
    boolean[] none = new boolean[NoisyPlant.SENSORS];
    RandomSource pick = new RandomSource(seed);
    double[] last = plant.next();
    int trials = 0;
    int above = 0;
    int broken = 0;
    for (int t = 0; t < LATER; t++) {
      boolean[] held = new boolean[NoisyPlant.SENSORS];
      held[(int) (NoisyPlant.SENSORS * pick.nextUniform())] = true;
      held[(int) (NoisyPlant.SENSORS * pick.nextUniform())] = true;
      double[] row = plant.next();
      for (int j = 0; j < row.length; j++) {
        row[j] = held[j] ? last[j] : row[j];
      }
      last = row;
      monitor.take(t, row, held);
      double taken = plain.take(row, none);
      if (!Double.isNaN(monitor.value())) {
        trials++;
        above += monitor.value() > limit ? 1 : 0;
        broken += taken > limit ? 1 : 0;
      }
    }
    return new Counts(trials, above, broken);
  }

  /**
   * A run that holds its slow swing three times, cut into episodes: trusted although it is not in
   * one run. The control has its episodes in an order that tells nothing.
   */
  static Counts cut(long seed) {
    double[][] rows = new NoisyPlant(seed, 0.997, 0.5, false).rows(2000);
    List<double[][]> episodes = new ArrayList<>();
    for (int t = 0; t < rows.length; t += CUT) {
      episodes.add(Arrays.copyOfRange(rows, t, t + CUT));
    }
    boolean whole = trusted(one(rows));
    boolean cut = trusted(Episodes.of(episodes));
    Collections.shuffle(episodes, new Random(seed));
    boolean shuffled = trusted(Episodes.of(episodes));
    return new Counts(1, cut && !whole ? 1 : 0, shuffled && !whole ? 1 : 0);
  }

  /**
   * Two recordings, provisional each, joined as they are where one is accepted: trusted although
   * neither is. In the control nobody knows of what it was joined.
   */
  static Counts accepted(long seed) {
    NoisyPlant plant = new NoisyPlant(seed, 0.997, 0.5, false);
    Episodes first = one(plant.rows(1000));
    plant.rows(1000);
    Episodes second = one(plant.rows(1000));
    boolean alone = trusted(first) || trusted(second);
    Episodes joined = Recording.of(first).with(Recording.of(second)).all();
    List<double[][]> runs = IntStream.range(0, joined.count()).mapToObj(joined::run).toList();
    return new Counts(
        1,
        trusted(joined) && !alone ? 1 : 0,
        trusted(Episodes.ofRuns(runs, apart(runs.size()))) && !alone ? 1 : 0);
  }

  /** Runs of one episode each, of which nobody knows what lies between them. */
  private static List<Episodes.Place> apart(int count) {
    return IntStream.range(0, count).mapToObj(e -> new Episodes.Place(e, e, 0)).toList();
  }

  private static boolean trusted(Episodes rows) {
    return !CoverageFitter.of(rows, NAMES).provisional();
  }

  /**
   * Whether a recording is trusted that is too short to show how its noise level wanders; the
   * control has the same noise at one level.
   */
  static Counts unseen(long seed, int fitted) {
    return new Counts(
        1,
        trusted(one(new NoisyPlant(seed, 0.5, 0.3, true).rows(fitted))) ? 1 : 0,
        trusted(one(new NoisyPlant(seed, 0.5, 0.3, false).rows(fitted))) ? 1 : 0);
  }

  /**
   * Alarms of fits that are trusted although noise wanders; the control is of those that are not.
   */
  static Counts wandering(long seed, int fitted) {
    NoisyPlant plant = new NoisyPlant(seed, 0.5, 0.3, true);
    double[][] rows = plant.rows(fitted);
    boolean trusted = trusted(one(rows));
    RelationMonitor monitor = new RelationMonitor(fit(rows), RUN_LENGTH);
    boolean[] held = new boolean[NoisyPlant.SENSORS];
    int pages = 0;
    for (int t = 0; t < LATER; t++) {
      boolean before = monitor.broken();
      monitor.take(t, plant.next(), held);
      pages += monitor.broken() && !before ? 1 : 0;
    }
    return new Counts(LATER, trusted ? pages : 0, pages);
  }

  /** Incidents of the whole monitor; the control is three states in a row beyond the limit. */
  static Counts incidents(long seed) {
    NoisyPlant plant = new NoisyPlant(seed, 0.8, 0.1, false);
    StreamMonitor monitor = monitor(model(plant.rows(800)));
    int incidents = 0;
    int runs = 0;
    int outside = 0;
    for (int t = 0; t < LATER; t++) {
      RowAssessment assessment = monitor.advance(Observation.state(t, plant.next(), "e", false));
      incidents += assessment.incidentChange() == IncidentChange.OPENED ? 1 : 0;
      outside = assessment.outside() ? outside + 1 : 0;
      runs += outside == STRETCH ? 1 : 0;
    }
    return new Counts(LATER, incidents, runs);
  }

  /**
   * Rows without alarm while every sensor stands at a typical reading; in the control they move.
   */
  static Counts frozen(long seed) {
    NoisyPlant plant = new NoisyPlant(seed, 0.6, 0.1, false);
    Model model = model(plant.rows(800));
    StreamMonitor frozen = monitor(model);
    StreamMonitor moving = monitor(model);
    double[] row = {};
    for (int t = 0; t < 200; t++) {
      row = plant.next();
      frozen.advance(Observation.state(t, row, "e", false));
      moving.advance(Observation.state(t, row, "e", false));
    }
    double[] middle = Arrays.stream(row).map(value -> value / 2).toArray();
    int trials = 0;
    int without = 0;
    int withoutMoving = 0;
    for (int t = 200; t < 1200; t++) {
      trials++;
      without += alarm(frozen.advance(Observation.state(t, middle, "e", false))) ? 0 : 1;
      withoutMoving +=
          alarm(moving.advance(Observation.state(t, plant.next(), "e", false))) ? 0 : 1;
    }
    return new Counts(trials, without, withoutMoving);
  }

  /**
   * Incidents where one reading in two hundred is an outlier and states hold four of them; in the
   * control eight in a row are.
   */
  static Counts outliers(long seed) {
    NoisyPlant plant = new NoisyPlant(seed, 0.5, 0.3, false);
    Model model = model(plant.rows(2000), NoisyPlant.SENSORS, DELAYS);
    StreamMonitor single = monitor(model);
    StreamMonitor several = monitor(model);
    int incidents = 0;
    int broken = 0;
    int outliers = 0;
    for (int t = 0; t < LATER; t++) {
      double[] row = plant.next();
      int behind = t % EVERY;
      outliers += behind == 0 ? 1 : 0;
      incidents += opened(single, t, behind == 0 ? outlier(row) : row);
      broken += opened(several, t, behind < OUTLIERS ? outlier(row) : row);
    }
    return new Counts(outliers, incidents, broken);
  }

  private static double[] outlier(double[] row) {
    double[] off = row.clone();
    off[0] += OFF;
    return off;
  }

  private static int opened(StreamMonitor monitor, int t, double[] row) {
    RowAssessment said = monitor.advance(Observation.state(t, row, "e", false));
    return said.incidentChange() == IncidentChange.OPENED ? 1 : 0;
  }

  private static boolean alarm(RowAssessment assessment) {
    return assessment.alarms().outsideMap()
        || assessment.alarms().relationBroken()
        || assessment.alarms().sensorFaulty();
  }

  /**
   * Alarms of the whole monitor's channel of single sensors, where its fit is trusted; in the
   * control a sensor stands still in every fifth stretch of a hundred rows.
   */
  static Counts sensors(EdgePlant.Kind kind, long seed) {
    EdgePlant plant = new EdgePlant(kind, seed);
    Model model = model(plant.rows(EDGE_FITTED), EdgePlant.SENSORS);
    StreamMonitor sound = monitor(model);
    StreamMonitor stuck = monitor(model);
    int alarms = 0;
    int caught = 0;
    boolean before = false;
    boolean beforeStuck = false;
    double last = 0;
    for (int t = 0; t < LATER; t++) {
      double[] row = plant.next();
      boolean now = sound.advance(Observation.state(t, row, "e", false)).alarms().sensorFaulty();
      alarms += now && !before ? 1 : 0;
      before = now;
      double[] other = row.clone();
      if (t / STILL % STRETCHES == STRETCHES - 1) {
        other[0] = last;
      }
      last = other[0];
      boolean nowStuck =
          stuck.advance(Observation.state(t, other, "e", false)).alarms().sensorFaulty();
      caught += nowStuck && !beforeStuck ? 1 : 0;
      beforeStuck = nowStuck;
    }
    return new Counts(LATER, alarms, caught);
  }

  /** A whole monitor at the usual run length. */
  static StreamMonitor monitor(Model model) {
    return StreamMonitor.create(
        MonitorSettings.builder().alarm(AlarmSettings.of(RUN_LENGTH)).build(), model);
  }

  private static Model model(double[][] rows) {
    return model(rows, NoisyPlant.SENSORS);
  }

  /** The model of one recording of so many sensors. */
  static Model model(double[][] rows, int sensors) {
    return model(rows, sensors, 1);
  }

  private static Model model(double[][] rows, int sensors, int delays) {
    MapSettings map =
        new MapSettings(
            NAMES.subList(0, sensors),
            8,
            4,
            MapSettings.DEFAULT_TAU,
            MapSettings.Reconstruction.USUAL,
            new MapSettings.States(ScalingKind.STANDARD, delays, 0));
    FitSettings settings =
        new FitSettings(
            map,
            new Partition.KMeansStart(0),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.2,
            QUANTILE,
            List.of(1),
            Map.of());
    return ModelFitter.fit(settings, one(rows), Progress.NONE).model();
  }
}
