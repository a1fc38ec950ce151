package io.kahkm.fitting;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.forecast.ExpertScores;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Held-out rows through the same state machine that runs live, with the closure frozen: what the
 * figures of normal operation are on rows that the model has not seen. Beside it the closure learns
 * as it does live, for the normal ranges of forecast errors, which rise with it.
 */
final class HeldOutRun {
  /** Time between steps; any other time breaks the chain of transitions, but not the episode. */
  private static final InputTiming TIMING = InputTiming.TIMED.withStep(1000, 0.1);

  private final List<double[]> novelties = new ArrayList<>();
  private final List<Integer> streams = new ArrayList<>();
  private final CoordinateVariation variation;
  private final NormalWindows windows;
  private final List<SensorSkill> skills = new ArrayList<>();

  /** Of every horizon; null where the model has no mixture. */
  private final List<@Nullable ExpertScores> experts = new ArrayList<>();

  private final List<WindowCertificate> certificates = new ArrayList<>();
  private final List<Integer> horizons;
  private final List<double[]> scores = new ArrayList<>();
  private final List<List<double[]>> successors = new ArrayList<>();
  private double[] lastCoordinates;
  private int lastClass;
  private long uniform;

  private HeldOutRun(Model model, Episodes rows, List<Integer> horizons) {
    this.horizons = horizons;
    int classes = model.map().classes();
    variation = new CoordinateVariation(classes);
    windows =
        new NormalWindows(classes, model.map().sensors().size(), horizons, rows.transitions());
    int sensors = model.map().sensors().size();
    for (int horizon : horizons) {
      skills.add(new SensorSkill(sensors, model.past().known()));
      experts.add(
          model
              .past()
              .experts(horizon)
              .map(of -> new ExpertScores(of.experts(), sensors, model.past().known()))
              .orElse(null));
    }
    lastCoordinates = new double[classes];
  }

  /**
   * Runs all episodes. A gap breaks the chain of transitions and fills delays anew; what follows is
   * still the same episode, and so the same unit of a certificate.
   *
   * @param model closure, readouts and linear state models; its calibration is not used
   * @param rows held-out episodes in sensor units
   * @param prepared the fitting rows, for the streams' own scalings
   * @param horizons steps ahead, ascending; none for one step
   * @param stride every how manieth pair of an episode is certified
   * @param certificates how, or empty for none
   */
  static HeldOutRun of(
      Model model,
      Episodes rows,
      PreparedEpisodes prepared,
      List<Integer> horizons,
      int stride,
      Optional<CertificateSettings> certificates) {
    List<Integer> steps = horizons.isEmpty() ? List.of(1) : horizons;
    HeldOutRun run = new HeldOutRun(model, rows, steps);
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .stride(stride)
                .horizons(steps)
                .certificates(certificates)
                .timing(TIMING)
                .build(),
            model);
    StreamMonitor learning = learning(model, stride, steps);
    int longestGap = Math.max(1, (rows.transitions() + rows.count()) / rows.count());
    Novelties episode = new Novelties();
    for (int e = 0; e < rows.count(); e++) {
      Episodes.Place place = rows.place(e);
      if (e == 0 || rows.stream(e) != rows.stream(e - 1)) {
        monitor.startStream(prepared.ownScaling(rows.stream(e)));
        learning.startStream(prepared.ownScaling(rows.stream(e)));
      }
      boolean starts = e == 0 || place.episode() != rows.place(e - 1).episode();
      if (starts) {
        run.successors.add(new ArrayList<>());
        if (e > 0) {
          episode.moveTo(run, rows.stream(e - 1));
        }
      } else {
        long gap = place.start() - rows.place(e - 1).start() - rows.length(e - 1);
        episode.gap((int) Math.min(longestGap, gap));
      }
      String name = Integer.toString(place.episode());
      boolean last = e + 1 == rows.count() || rows.place(e + 1).episode() != place.episode();
      int part = e;
      IntFunction<Observation> taken =
          t ->
              Observation.state(
                  (place.start() + t) * TIMING.step(),
                  rows.state(part, t),
                  name,
                  last && t + 1 == rows.length(part));
      RowsAhead ahead = new RowsAhead(monitor, taken, rows.length(e));
      for (int t = 0; t < rows.length(e); t++) {
        Observation observation = taken.apply(t);
        ahead.before(t);
        RowAssessment assessment = monitor.advance(observation);
        RowAssessment live = learning.advance(observation);
        if (assessment.readiness() == Readiness.READY) {
          episode.add(assessment.novelty());
          run.take(assessment, live.scored());
        } else {
          episode.gap(1);
        }
      }
    }
    episode.moveTo(run, rows.stream(rows.count() - 1));
    run.uniform = monitor.status().counts().uniformFallbacks();
    return run;
  }

  /**
   * The monitor as it runs live unless a topology file says otherwise. It is told nothing of known
   * inputs: only errors of coordinates are looked at, which do not depend on them.
   */
  private static StreamMonitor learning(Model model, int stride, List<Integer> horizons) {
    return StreamMonitor.create(
        MonitorSettings.builder()
            .stride(stride)
            .horizons(horizons)
            .learn(true)
            .beta(model.beta())
            .timing(TIMING)
            .build(),
        model);
  }

  /**
   * Novelty of one episode, NaN where it has no state. Gaps longer than the mean run are shortened
   * to it: nearer rows count as more dependent, and a stop of a year fills no memory.
   */
  private static final class Novelties {
    private final List<Double> values = new ArrayList<>();
    private int missing;

    void add(double novelty) {
      for (; missing > 0; missing--) {
        if (!values.isEmpty()) {
          values.add(Double.NaN);
        }
      }
      values.add(novelty);
    }

    void gap(int steps) {
      missing += steps;
    }

    void moveTo(HeldOutRun run, int stream) {
      if (!values.isEmpty()) {
        run.novelties.add(values.stream().mapToDouble(Double::doubleValue).toArray());
        run.streams.add(stream);
      }
      values.clear();
      missing = 0;
    }
  }

  private void take(RowAssessment assessment, List<ScoredForecast> live) {
    boolean follows = assessment.squaredError().isPresent();
    scores.add(assessment.scores().clone());
    if (follows) {
      variation.add(assessment.coordinates());
      successors.get(successors.size() - 1).add(assessment.coordinates().clone());
      windows.pair(lastCoordinates, lastClass, assessment.coordinates());
    }
    for (ScoredForecast scored : assessment.scored()) {
      int index = horizons.indexOf(scored.horizon());
      ExpertScores ofExperts = experts.get(index);
      double[] forecasts = scored.experts();
      if (ofExperts != null && forecasts != null) {
        ofExperts.add(forecasts, scored.targetState());
      }
      if (scored.linearState() != null) {
        skills
            .get(index)
            .add(
                Objects.requireNonNull(scored.predictedState()),
                scored.targetState(),
                scored.originState(),
                scored.linearState());
      }
    }
    live.forEach(scored -> windows.forecast(horizons.indexOf(scored.horizon()), scored));
    windows.closeFull();
    lastCoordinates = assessment.coordinates().clone();
    lastClass = assessment.nearestClass();
    certificates.addAll(assessment.certificates());
  }

  /** Novelty of every step, NaN where it has no state, one series per declared episode. */
  List<double[]> noveltySeries() {
    return novelties;
  }

  /** Novelty of every state. */
  HeldOutNovelty novelty() {
    return new HeldOutNovelty(
        novelties.stream()
            .map(
                series ->
                    Arrays.stream(series).filter(value -> !Double.isNaN(value)).boxed().toList())
            .toList(),
        streams);
  }

  /** Class scores of every row. */
  List<double[]> scores() {
    return scores;
  }

  /** Variation of the successors' coordinates. */
  CoordinateVariation.Summary variation() {
    return variation.summary();
  }

  /** Coordinates of the successor of every pair, one list per declared episode. */
  List<List<double[]>> successors() {
    return successors;
  }

  /** Normal ranges over windows. */
  NormalWindows windows() {
    return windows;
  }

  /** Forecasts in sensor units, one comparison per horizon; without forecasts where none is due. */
  List<SensorSkill> skills() {
    return skills;
  }

  /** The experts of a horizon, none where the model has no mixture. */
  List<ExpertScores.Skill> experts(int horizon) {
    ExpertScores scores = experts.get(horizon);
    return scores == null ? List.of() : scores.skills();
  }

  /** Rows that got uniform coordinates. */
  long uniform() {
    return uniform;
  }

  /** Certificates of the windows that closed. */
  List<WindowCertificate> certificates() {
    return certificates;
  }
}
