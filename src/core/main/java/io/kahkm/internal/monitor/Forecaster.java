package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Issues forecasts and scores every one of them when its time comes (equation exp_metrics).
 * Mutable, one owner.
 *
 * <p>Time is counted in steps of an episode: a forecast of horizon h issued at step s is scored at
 * step s + h, and dropped where the episode breaks before.
 */
final class Forecaster {
  /** States after which the score window closes and its figures become the published ones. */
  static final int SCORE_WINDOW = 256;

  private static final double SMALL = 1e-3;

  private final int every;

  private final ForecastWorkspace shared;
  private final List<PendingForecasts> pending = new ArrayList<>();
  private final List<HorizonScores> scores = new ArrayList<>();

  /** Null where no interval goes out with a forecast. */
  private final List<ForecastIntervals> intervals = new ArrayList<>();

  /** Null where nothing is known of a readout's errors, as of those of earlier releases. */
  private final List<ForecastGuard> guards = new ArrayList<>();

  private final StreamSkill skill;
  private final StatePreparation preparation;

  /** The readings before the present ones, where a readout looks further back than a state does. */
  private final double[] previous;

  private boolean hasPrevious;
  private long statesInWindow;
  private long dropped;

  Forecaster(ForecastWorkspace shared, Model model, StatePreparation preparation) {
    int classes = model.map().classes();
    int sensors = model.map().sensors().size();
    ForecastSettings settings = shared.settings;
    this.shared = shared;
    this.preparation = preparation;
    every = settings.every();
    for (int i = 0; i < shared.issued.size(); i++) {
      IssuedForecast like = shared.issued.get(i);
      int horizon = like.horizon();
      boolean withState = like.state() != null;
      pending.add(new PendingForecasts(horizon, every, shared.due.get(i)));
      @Nullable ForecastIntervals band =
          like.halfWidth() == null
              ? null
              : new ForecastIntervals(
                  settings.interval().getAsDouble(),
                  halfWidths(model, horizon, settings.interval().getAsDouble()),
                  (horizon + every - 1) / every,
                  preparation);
      intervals.add(band);
      ForecastGuard guard =
          withState && model.forecastErrors(horizon).isPresent()
              ? new ForecastGuard(halfWidths(model, horizon, ForecastGuard.LEVEL))
              : null;
      guards.add(guard);
      boolean withLinear = like.linear() != null;
      scores.add(new HorizonScores(horizon, classes, sensors, withState, withLinear, band, guard));
    }
    previous = new double[shared.lookback() > model.map().delays() ? sensors : 0];
    skill = new StreamSkill(shared, preparation);
  }

  /**
   * What a share of the errors did not exceed: where intervals start. A sensor that was forecast
   * without error in so many rows starts at a thousandth of its reach.
   */
  static double[] halfWidths(Model model, int horizon, double level) {
    ErrorQuantiles errors = errors(model, horizon);
    double[] widths = new double[errors.values().rows()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = errors.at(i, level);
      if (!(widths[i] > 0) && model.readout(horizon) instanceof StackedReadout stacked) {
        widths[i] = SMALL * stacked.reach(i);
      }
    }
    return widths;
  }

  private static ErrorQuantiles errors(Model model, int horizon) {
    return model
        .forecastErrors(horizon)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "interval is declared, the model knows no errors of its forecasts of horizon "
                        + horizon
                        + ": fit it again with this release"));
  }

  /** Another stream follows, whose errors are its own. */
  void startStream() {
    skill.startStream();
    for (int i = 0; i < shared.issued.size(); i++) {
      if (intervals.get(i) != null) {
        intervals.get(i).reset();
      }
      if (guards.get(i) != null) {
        guards.get(i).reset();
      }
    }
  }

  /**
   * Scores what was forecast for this step, then issues what is due at it.
   *
   * @param abnormal whether the stream is outside the map or its relations are broken, so that the
   *     usual intervals learn nothing
   */
  void step(
      long step, EncodedState current, Closure closure, boolean abnormal, Assessment assessment) {
    note(abnormal);
    for (int i = 0; i < shared.issued.size(); i++) {
      ScoredForecast scored = pending.get(i).take(step, current.coordinates, current.readings);
      if (scored != null) {
        scores.get(i).add(scored);
        skill.scored(i, scored);
        learn(i, scored);
        assessment.scored.add(scored);
      }
    }
    if (step == 0) {
      hasPrevious = false;
    }
    if (shared.rollout != null && step % every == 0) {
      predict(current, closure, assessment);
      for (int i = 0; i < shared.issued.size(); i++) {
        pending.get(i).add(step, shared.issued.get(i), current.coordinates, current.readings);
        skill.issued(i, shared.issued.get(i), current.readings);
      }
    }
    System.arraycopy(current.state, 0, previous, 0, previous.length);
    hasPrevious = previous.length > 0;
    countState();
  }

  /**
   * Forecasts from an independent state and scores the one-step forecast against its known
   * successor.
   */
  void transition(
      long record,
      EncodedState current,
      EncodedState successor,
      Closure closure,
      boolean abnormal,
      Assessment assessment) {
    note(abnormal);
    if (shared.rollout != null && record % every == 0) {
      predict(current, closure, assessment);
      for (int i = 0; i < shared.issued.size(); i++) {
        if (shared.issued.get(i).horizon() == 1) {
          IssuedForecast issued = shared.issued.get(i);
          ScoredForecast scored =
              new ScoredForecast(
                  1,
                  issued.coordinates(),
                  successor.coordinates,
                  current.coordinates,
                  issued.simplexDistanceSquared(),
                  issued.state(),
                  issued.readout(),
                  issued.linear(),
                  issued.halfWidth(),
                  issued.abnormal(),
                  successor.readings,
                  current.readings);
          scores.get(i).add(scored);
          skill.issued(i, issued, current.readings);
          skill.scored(i, scored);
          learn(i, scored);
          assessment.scored.add(scored);
        }
      }
    }
    countState();
  }

  private void note(boolean abnormal) {
    for (int i = 0; i < shared.issued.size(); i++) {
      shared.issued.get(i).abnormal(abnormal);
      if (intervals.get(i) != null) {
        intervals.get(i).abnormal(abnormal);
      }
    }
  }

  private void learn(int horizon, ScoredForecast scored) {
    if (scored.halfWidth() != null) {
      intervals.get(horizon).outcome(scored);
    }
    ForecastGuard guard = guards.get(horizon);
    double[] readout = scored.readoutState();
    if (guard != null && readout != null) {
      for (int i = 0; i < scored.targetState().length; i++) {
        double unit = preparation.sensorUnit(i);
        double target = scored.targetState()[i];
        guard.outcome(i, (target - readout[i]) / unit, (target - scored.originState()[i]) / unit);
      }
    }
  }

  private void countState() {
    statesInWindow++;
    if (statesInWindow == SCORE_WINDOW) {
      statesInWindow = 0;
      scores.forEach(HorizonScores::closeWindow);
    }
  }

  private void predict(EncodedState current, Closure closure, Assessment assessment) {
    if (shared.rollout == null) {
      return;
    }
    shared.rollout.roll(closure, current.coordinates, shared.predictions);
    for (double[] history : shared.histories) {
      fill(history, current.state);
    }
    for (int i = 0; i < shared.issued.size(); i++) {
      IssuedForecast forecast = shared.issued.get(i);
      forecast.simplexDistanceSquared(
          SimplexProjection.project(shared.predictions[i], shared.projected));
      Readout readout = shared.readouts.get(i);
      double[] state = forecast.state();
      double[] said = forecast.readout();
      if (readout != null && state != null && said != null) {
        readout.apply(
            shared.histories[readout.lookback()],
            shared.predictions[i],
            shared.work,
            forecast.linear(),
            said);
        preparation.toSensorUnits(said);
        choose(guards.get(i), said, current.readings, state);
        if (forecast.linear() != null) {
          preparation.toSensorUnits(forecast.linear());
        }
        if (forecast.halfWidth() != null) {
          intervals.get(i).issue(forecast.halfWidth());
        }
      }
      scores.get(i).issued(forecast);
      assessment.issued.add(forecast);
    }
  }

  private static void choose(
      @Nullable ForecastGuard guard, double[] readout, double[] readings, double[] chosen) {
    for (int i = 0; i < readings.length; i++) {
      boolean trusts = guard == null || guard.trusts(i);
      chosen[i] = trusts ? readout[i] : readings[i];
    }
  }

  /** Without a reading before the present one nothing is known to have changed since. */
  private void fill(double[] history, double[] state) {
    int known = Math.min(history.length, state.length);
    System.arraycopy(state, 0, history, 0, known);
    if (known < history.length) {
      System.arraycopy(hasPrevious ? previous : state, 0, history, known, history.length - known);
    }
  }

  void breakEpisode() {
    for (int i = 0; i < pending.size(); i++) {
      int missing = pending.get(i).drop();
      skill.dropped(i, missing);
      dropped += missing;
    }
  }

  long dropped() {
    return dropped;
  }

  List<HorizonStatus> status() {
    List<HorizonStatus> horizons = new ArrayList<>();
    for (int i = 0; i < scores.size(); i++) {
      horizons.add(scores.get(i).status(skill.status(i)));
    }
    return horizons;
  }

  /**
   * What is kept of every horizon: forecasts of one readout mean nothing to a readout of another
   * kind.
   */
  private byte[] layout() {
    byte[] kept = new byte[1 + shared.issued.size()];
    kept[0] = (byte) (previous.length > 0 ? 1 : 0);
    for (int i = 0; i < shared.issued.size(); i++) {
      IssuedForecast forecast = shared.issued.get(i);
      kept[1 + i] =
          (byte)
              ((forecast.state() == null ? 0 : 1)
                  | (forecast.linear() == null ? 0 : 2)
                  | (intervals.get(i) == null ? 0 : 4)
                  | (guards.get(i) == null ? 0 : 8));
    }
    return kept;
  }

  void write(StateWriter writer) {
    writer.putLong(statesInWindow);
    writer.putLong(dropped);
    int section = writer.beginSection();
    writer.putInt(pending.stream().mapToInt(PendingForecasts::count).sum());
    for (byte kept : layout()) {
      writer.putByte(kept);
    }
    pending.forEach(waiting -> waiting.write(writer));
    scores.forEach(score -> score.write(writer));
    if (previous.length > 0) {
      writer.putBoolean(hasPrevious);
      writer.putDoubles(previous);
    }
    for (int i = 0; i < shared.issued.size(); i++) {
      if (guards.get(i) != null) {
        guards.get(i).write(writer);
      }
      if (intervals.get(i) != null) {
        intervals.get(i).write(writer);
      }
    }
    writer.endSection(section);
  }

  void writeSkill(StateWriter writer) {
    skill.write(writer);
  }

  /** Reads what {@link #writeSkill} wrote, which earlier versions did not. */
  void readSkill(StateReader reader, int version) {
    int[] waiting = pending.stream().mapToInt(PendingForecasts::count).toArray();
    if (version > SnapshotOrigin.WITHOUT_SKILL) {
      skill.read(reader, waiting);
    } else {
      skill.startWith(waiting);
    }
  }

  /**
   * Reads what a version wrote. The released one knew no linear forecast, no reading before, no
   * guard and no interval, whatever the present model knows of its errors. Where the present
   * readouts are of another kind than those that wrote, forecasts begin anew: those on their way
   * are counted as dropped.
   */
  void read(StateReader reader, int version) {
    statesInWindow = reader.getLong();
    dropped = reader.getLong();
    if (version == SnapshotOrigin.RELEASED) {
      pending.forEach(waiting -> waiting.read(reader, version));
      scores.forEach(score -> score.read(reader, version));
      return;
    }
    StateReader section = reader.getSection();
    int waited = section.getInt();
    for (byte kept : layout()) {
      if (section.getByte() != kept) {
        statesInWindow = 0;
        dropped += waited;
        return;
      }
    }
    pending.forEach(waiting -> waiting.read(section, version));
    scores.forEach(score -> score.read(section, version));
    if (previous.length > 0) {
      hasPrevious = section.getBoolean();
      section.getDoubles(previous);
    }
    for (int i = 0; i < shared.issued.size(); i++) {
      if (guards.get(i) != null) {
        guards.get(i).read(section);
      }
      if (intervals.get(i) != null) {
        intervals.get(i).read(section);
      }
    }
    section.finish();
  }
}
