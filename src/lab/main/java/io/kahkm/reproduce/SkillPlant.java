package io.kahkm.reproduce;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two sensors that are random walks with stochastic volatility, the model that {@code fit} makes of
 * a recording of them, and new streams under the monitor as it runs. No forecast of a random walk
 * with symmetric steps beats its present value, in squared error with any cap: every claim that one
 * does is false.
 */
final class SkillPlant {
  /** The longest horizon. */
  static final int LONGEST = 5;

  private static final long STEP = 1_000;
  private static final int SENSORS = 2;
  private static final int RECORDED = 1200;
  private static final int CLASSES = 5;
  private static final double MISSING = 0.03;
  private static final double GAP = 0.005;

  /** Rows after which the monitor is stored and restored. */
  private static final int RESTART = 97;

  /** Of the other forecasters' forecasts this share never comes. */
  private static final double NEVER = 0.2;

  /** Somebody else who repeats the present reading: nobody beats that on a random walk. */
  private static final String SAME = "the present reading";

  /** Somebody else who forecasts worse than that. */
  private static final String NOISY = "the present reading with noise";

  private static final double NOISE = 1.5;

  /** The map that publishes, beside the one on trial. */
  private static final String MAIN = "the main map";

  /** What is left of a sensor's value after a step where it can be forecast. */
  private static final double MEMORY = 0.6;

  private final RandomSource random;
  private final double memory;
  private final Model model;
  private final MonitorSettings alone;
  private final MonitorSettings beside;
  private final MonitorSettings trying;

  /**
   * Records, and fits.
   *
   * @param seed of everything
   * @param level of the claims
   * @param predictable whether the sensors return to their mean instead, so that claims are true
   */
  SkillPlant(long seed, double level, boolean predictable) {
    random = new RandomSource(seed);
    memory = predictable ? MEMORY : 1;
    model =
        ModelFitter.fit(
                new FitSettings(
                    new MapSettings(
                        List.of("a", "b"),
                        CLASSES,
                        8,
                        MapSettings.DEFAULT_TAU,
                        MapSettings.Reconstruction.USUAL,
                        MapSettings.States.of(ScalingKind.STANDARD)),
                    new Partition.KMeansStart(0),
                    ClosureMethod.RIDGE,
                    0.1,
                    1,
                    0.2,
                    FitSettings.DEFAULT_QUANTILE,
                    List.of(1, LONGEST),
                    Map.of()),
                Episodes.of(List.<double[][]>of(walk(RECORDED))),
                Progress.NONE)
            .model();
    alone = settings(level, List.of());
    beside =
        settings(
            level,
            List.of(
                new OtherForecaster(SAME, List.of(1, LONGEST), false),
                new OtherForecaster(NOISY, List.of(1, LONGEST), false)));
    trying = settings(level, List.of(new OtherForecaster(MAIN, List.of(1, LONGEST), false)));
  }

  private static MonitorSettings settings(double level, List<OtherForecaster> others) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP).withHold(2 * STEP))
        .horizons(List.of(1, LONGEST))
        .learn(true)
        .skill(
            new SkillSettings(
                level, List.of(SkillReference.PERSISTENCE), SkillSettings.USUAL_RECENT))
        .others(others)
        .build();
  }

  private double[][] walk(int rows) {
    double[][] walk = new double[rows][SENSORS];
    double[] at = new double[SENSORS];
    double logVolatility = 0;
    for (double[] row : walk) {
      logVolatility = 0.98 * logVolatility + 0.1 * random.nextGaussian();
      for (int j = 0; j < SENSORS; j++) {
        at[j] = memory * at[j] + StrictMath.exp(logVolatility) * random.nextGaussian();
        row[j] = at[j];
      }
    }
    return walk;
  }

  /**
   * Whether a new stream's forecasts are ever certified to beat no change.
   *
   * @param rows of the stream
   */
  boolean everCertified(int rows) {
    return everCertified(rows, alone);
  }

  /**
   * Whether a new stream's forecasts are ever certified to beat those of another forecaster that
   * repeats the present reading, or the forecasts of a worse one to beat them. Forecasts of others
   * come late or never, and later after a large step, which they missed.
   *
   * @param rows of the stream
   */
  boolean everCertifiedBesideOthers(int rows) {
    return everCertified(rows, beside);
  }

  /**
   * Whether evidence ever promotes this plant's map over another one on a new stream, as an engine
   * with {@code model.promote: evidence} decides; an open incident does not hold it back here.
   *
   * @param rows of the stream
   * @param main plant of the map that publishes, of the same law
   * @param worse whether noise is added to the forecasts of the map that publishes
   */
  boolean everPromoted(int rows, SkillPlant main, boolean worse) {
    StreamMonitor publishing = StreamMonitor.create(alone, main.model);
    StreamMonitor trial = StreamMonitor.create(trying, model);
    double[][] walk = walk(rows);
    long time = 0;
    for (int t = 0; t < rows; t++) {
      Observation observation = observed(walk[t], time);
      time = observation.time();
      trial.advance(observation);
      for (IssuedForecast issued : publishing.advance(observation).issued()) {
        double[] state = issued.state();
        if (state != null) {
          double[] values = state.clone();
          for (int j = 0; worse && j < SENSORS; j++) {
            values[j] += NOISE * random.nextGaussian();
          }
          trial.advance(new OtherForecast(MAIN, issued.horizon(), time, time, values));
        }
      }
      if (t % RESTART == 0) {
        trial = StreamMonitor.restore(trying, model, trial.snapshot());
      }
      if (trial.beats(MAIN)) {
        return true;
      }
    }
    return false;
  }

  /** The next row: now and then after a gap, or without a value, which is taken from it. */
  private Observation observed(double[] row, long before) {
    long time = before + (random.nextUniform() < GAP ? 5 * STEP : STEP);
    if (random.nextUniform() < MISSING) {
      row[random.nextInt(SENSORS)] = Double.NaN;
    }
    return Observation.state(time, row, null, false);
  }

  private boolean everCertified(int rows, MonitorSettings settings) {
    boolean others = !settings.forecasts().others().isEmpty();
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    List<Coming> coming = new ArrayList<>();
    double[] last = new double[SENSORS];
    double[][] walk = walk(rows);
    long time = 0;
    for (int t = 0; t < rows; t++) {
      double[] row = walk[t];
      Observation observation = observed(row, time);
      time = observation.time();
      monitor.advance(observation);
      if (others) {
        send(t, time, row, last, coming);
        take(monitor, t, time, coming);
      }
      if (t % RESTART == 0) {
        monitor = StreamMonitor.restore(settings, model, monitor.snapshot());
      }
      if (others ? certifiedBesideOthers(monitor) : certified(monitor)) {
        return true;
      }
    }
    return false;
  }

  private static boolean certified(StreamMonitor monitor) {
    return monitor.status().forecasts().horizons().stream()
        .flatMap(horizon -> horizon.claims().stream())
        .anyMatch(claim -> claim.certified().isPresent());
  }

  /** The claims against no change are left out: a control has to be caught by these alone. */
  private static boolean certifiedBesideOthers(StreamMonitor monitor) {
    return monitor.status().forecasts().others().stream()
        .map(other -> other.forecaster().equals(SAME) ? other.ours() : other.theirs())
        .anyMatch(claim -> claim.certified().isPresent());
  }

  private static void take(StreamMonitor monitor, int row, long time, List<Coming> coming) {
    for (Coming one : coming) {
      if (one.row() == row) {
        OtherForecast forecast = one.at(time);
        if (monitor.admit(forecast) == OtherAdmission.ACCEPTED) {
          monitor.advance(forecast);
        }
      }
    }
    coming.removeIf(one -> one.row() == row);
  }

  /**
   * A forecast on its way.
   *
   * @param row at which it comes
   * @param values predicted sensor values
   */
  private record Coming(int row, String forecaster, int horizon, long time, List<Double> values) {
    OtherForecast at(long made) {
      return new OtherForecast(
          forecaster, horizon, time, made, values.stream().mapToDouble(value -> value).toArray());
    }
  }

  private void send(int t, long time, double[] row, double[] last, List<Coming> coming) {
    double step = 0;
    for (int j = 0; j < SENSORS; j++) {
      double present = Double.isNaN(row[j]) ? last[j] : row[j];
      step += (present - last[j]) * (present - last[j]);
      last[j] = present;
    }
    for (String forecaster : List.of(SAME, NOISY)) {
      for (int horizon : List.of(1, LONGEST)) {
        List<Double> values = new ArrayList<>();
        for (double present : last) {
          values.add(present + (forecaster.equals(NOISY) ? NOISE * random.nextGaussian() : 0));
        }
        int latest = step > SENSORS ? 2 * horizon : horizon;
        int delay = random.nextInt(latest);
        if (random.nextUniform() >= NEVER) {
          coming.add(new Coming(t + delay, forecaster, horizon, time, values));
        }
      }
    }
  }
}
