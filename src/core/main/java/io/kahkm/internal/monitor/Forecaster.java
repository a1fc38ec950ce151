package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.KnownForecasts;
import io.kahkm.internal.forecast.ReadingHistory;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final int WITH_STATE = 1;
  private static final int WITH_LINEAR = 2;
  private static final int WITH_INTERVALS = 4;

  /** The bit that said of a horizon that it had a guard, which knew one number of every sensor. */
  private static final int GUARDED = 8;

  /** Where the numbers of experts of every kind begin, and the bits of each. */
  private static final int EXPERTS = 3;

  private static final int BITS_OF_KIND = 5;

  private final int every;

  private final ForecastWorkspace shared;
  private final List<PendingForecasts> pending = new ArrayList<>();
  private final List<HorizonScores> scores = new ArrayList<>();

  /** Null where no interval goes out with a forecast. */
  private final List<ForecastIntervals> intervals = new ArrayList<>();

  /** Null where a readout goes out as it is, as those of earlier releases do. */
  private final List<@Nullable StreamMixture> mixtures = new ArrayList<>();

  private final ReadingHistory history;

  private final StreamSkill skill;
  private final StatePreparation preparation;
  private final StreamOthers others;
  private final StreamKnown known;

  /** The readings before the present ones, where a readout looks further back than a state does. */
  private final double[] previous;

  private boolean hasPrevious;
  private long statesInWindow;
  private long dropped;

  /**
   * Nothing forecast.
   *
   * @param others forecasts of others that may be mixed; asked before they take a state
   * @param known what is known ahead
   */
  Forecaster(
      ForecastWorkspace shared,
      Model model,
      StatePreparation preparation,
      StreamOthers others,
      StreamKnown known) {
    this.others = others;
    this.known = known;
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
      StreamMixture mixture = StreamMixture.of(shared, i, (horizon + every - 1) / every);
      mixtures.add(mixture);
      boolean withLinear = like.linear() != null;
      scores.add(
          new HorizonScores(
              horizon,
              classes,
              sensors,
              shared.knownSensors,
              withState,
              withLinear,
              band,
              mixture));
    }
    history = new ReadingHistory(sensors, shared.longest);
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
    history.clear();
    for (int i = 0; i < shared.issued.size(); i++) {
      if (intervals.get(i) != null) {
        intervals.get(i).reset();
      }
      if (mixtures.get(i) != null) {
        mixtures.get(i).reset();
      }
    }
  }

  /**
   * Scores what was forecast for this step, then issues what is due at it.
   *
   * @param time event time of the state
   * @param abnormal whether the stream is outside the map or its relations are broken, so that the
   *     usual intervals learn nothing
   */
  void step(
      long step,
      long time,
      EncodedState current,
      Closure closure,
      boolean abnormal,
      RowAssessment assessment) {
    note(abnormal);
    for (int i = 0; i < shared.issued.size(); i++) {
      ScoredForecast scored = pending.get(i).take(step, current.coordinates, current.readings);
      if (scored != null) {
        scores.get(i).add(scored);
        assessment.skillDue |= skill.scored(i, scored);
        learn(i, scored, current.state);
        assessment.scored.add(scored);
      }
    }
    if (step == 0) {
      hasPrevious = false;
    }
    if (shared.rollout != null && step % every == 0) {
      askOthers(step, time);
      lookAhead(current.state, time);
      predict(current, closure, assessment);
      for (int i = 0; i < shared.issued.size(); i++) {
        pending.get(i).add(step, shared.issued.get(i), current.coordinates, current.readings);
        skill.issued(i, shared.issued.get(i), current.readings);
      }
    }
    System.arraycopy(current.state, 0, previous, 0, previous.length);
    hasPrevious = previous.length > 0;
    countState(assessment);
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
      RowAssessment assessment) {
    note(abnormal);
    if (shared.rollout != null && record % every == 0) {
      shared.ahead.forEach(ahead -> Arrays.fill(ahead, Double.NaN));
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
                  issued.linear(),
                  issued.halfWidth(),
                  issued.experts(),
                  issued.abnormal(),
                  successor.readings,
                  current.readings);
          scores.get(i).add(scored);
          skill.issued(i, issued, current.readings);
          assessment.skillDue |= skill.scored(i, scored);
          learn(i, scored, successor.state);
          assessment.scored.add(scored);
        }
      }
    }
    countState(assessment);
  }

  /** Puts the forecasts of others beside those of the experts. */
  private void askOthers(long step, long time) {
    for (int i = 0; i < shared.issued.size(); i++) {
      List<String> names = shared.used.get(i);
      double[] experts = shared.issued.get(i).experts();
      StreamMixture mixture = mixtures.get(i);
      if (!names.isEmpty() && experts != null && mixture != null) {
        int horizon = shared.issued.get(i).horizon();
        others.known(names, horizon, step, time, experts, mixture.firstOther());
      }
    }
  }

  /** Finds what is known ahead of the present reading. */
  private void lookAhead(double[] present, long time) {
    for (int i = 0; i < shared.known.size(); i++) {
      KnownForecasts ofHorizon = shared.known.get(i);
      if (ofHorizon != null) {
        known.look(ofHorizon, present, time, shared.ahead.get(i));
      }
    }
  }

  private void note(boolean abnormal) {
    for (int i = 0; i < shared.issued.size(); i++) {
      shared.issued.get(i).abnormal(abnormal);
      if (intervals.get(i) != null) {
        intervals.get(i).abnormal(abnormal);
      }
      if (mixtures.get(i) != null) {
        mixtures.get(i).abnormal(abnormal);
      }
    }
  }

  /**
   * Takes the reading of the next step into the history, whether it gives a state or not.
   *
   * @param reading n values in the units of readouts, NaN where one is missing; not retained
   */
  void reading(double[] reading) {
    history.add(reading);
  }

  /** Of the next step nothing is known in the units of readouts. */
  void noReading() {
    history.skip(1);
  }

  /**
   * What comes next is that many steps after the last reading.
   *
   * @param steps at least 1; 0 where nobody knows, so that nothing of the past can be used
   */
  void follow(long steps) {
    if (steps == 0) {
      history.clear();
    } else {
      history.skip(steps - 1);
    }
  }

  /**
   * Takes an outcome; the target is in the units of readouts, behind it may be what came before.
   */
  private void learn(int horizon, ScoredForecast scored, double[] target) {
    if (scored.halfWidth() != null) {
      intervals.get(horizon).outcome(scored);
    }
    StreamMixture mixture = mixtures.get(horizon);
    double[] experts = scored.experts();
    if (mixture != null && experts != null) {
      mixture.outcome(experts, target, scored.issuedAbnormal());
      for (int at = 0; at < experts.length; at++) {
        experts[at] = preparation.inSensorUnits(at % scored.targetState().length, experts[at]);
      }
    }
  }

  private void countState(RowAssessment assessment) {
    statesInWindow++;
    if (statesInWindow == SCORE_WINDOW) {
      statesInWindow = 0;
      assessment.skillDue |= skill.examines() || !shared.settings.others().isEmpty();
      scores.forEach(HorizonScores::closeWindow);
    }
  }

  private void predict(EncodedState current, Closure closure, RowAssessment assessment) {
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
        mix(i, forecast, current.state, said, state);
        preparation.toSensorUnits(state);
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

  private void mix(
      int horizon, IssuedForecast forecast, double[] present, double[] readout, double[] out) {
    StreamMixture mixture = mixtures.get(horizon);
    double[] experts = forecast.experts();
    if (mixture == null || experts == null) {
      System.arraycopy(readout, 0, out, 0, out.length);
    } else {
      mixture.forecast(
          present, forecast.linear(), readout, history, shared.ahead.get(horizon), experts, out);
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
   * kind, nor those of some experts to others.
   */
  private int[] layout() {
    int[] kept = new int[1 + shared.issued.size()];
    kept[0] = previous.length > 0 ? 1 : 0;
    for (int i = 0; i < shared.issued.size(); i++) {
      IssuedForecast forecast = shared.issued.get(i);
      kept[1 + i] =
          (forecast.state() == null ? 0 : WITH_STATE)
              | (forecast.linear() == null ? 0 : WITH_LINEAR)
              | (intervals.get(i) == null ? 0 : WITH_INTERVALS);
      if (mixtures.get(i) != null) {
        for (ExpertKind kind : mixtures.get(i).kinds()) {
          // Known inputs, for which there is no room, stand with the names.
          if (kind != ExpertKind.KNOWN_INPUTS) {
            kept[1 + i] += 1 << (EXPERTS + BITS_OF_KIND * kind.number());
          }
        }
      }
    }
    return kept;
  }

  /** The same of earlier versions, which had a byte for it and no experts. */
  private static int withoutExperts(int kept) {
    return kept & (WITH_STATE | WITH_LINEAR | WITH_INTERVALS);
  }

  void write(StateWriter writer) {
    writer.putLong(statesInWindow);
    writer.putLong(dropped);
    int section = writer.beginSection();
    writer.putInt(pending.stream().mapToInt(PendingForecasts::count).sum());
    for (int kept : layout()) {
      writer.putInt(kept);
    }
    writer.putString(shared.usedNames);
    pending.forEach(waiting -> waiting.write(writer));
    scores.forEach(score -> score.transfer(writer, SnapshotOrigin.VERSION));
    if (previous.length > 0) {
      writer.putBoolean(hasPrevious);
      writer.putDoubles(previous);
    }
    writer.putInt(shared.longest);
    if (shared.longest > 0) {
      int readings = writer.beginSection();
      history.transfer(writer);
      writer.endSection(readings);
    }
    for (int i = 0; i < shared.issued.size(); i++) {
      if (mixtures.get(i) != null) {
        mixtures.get(i).transfer(writer);
      }
      if (intervals.get(i) != null) {
        intervals.get(i).transfer(writer);
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
   * Reads what a version wrote. The released one knew no linear forecast, no reading before and no
   * interval, whatever the present model knows of its errors; some had a guard in place of a
   * mixture, which starts then. Where the present readouts are of another kind than those that
   * wrote, forecasts begin anew: those on their way are counted as dropped.
   */
  void read(StateReader reader, int version) {
    statesInWindow = reader.getLong();
    dropped = reader.getLong();
    if (version == SnapshotOrigin.RELEASED) {
      pending.forEach(waiting -> waiting.read(reader, version));
      scores.forEach(score -> score.transfer(reader, version));
      return;
    }
    StateReader section = reader.getSection();
    int waited = section.getInt();
    boolean withExperts = version > SnapshotOrigin.WITHOUT_EXPERTS;
    int[] present = layout();
    boolean[] guarded = new boolean[present.length];
    for (int i = 0; i < present.length; i++) {
      int stored = withExperts ? section.getInt() : section.getByte();
      guarded[i] = !withExperts && (stored & GUARDED) != 0;
      boolean same =
          withExperts ? stored == present[i] : withoutExperts(stored) == withoutExperts(present[i]);
      if (!same) {
        startAgain(waited);
        return;
      }
    }
    if (version > SnapshotOrigin.WITHOUT_MIXED_OTHERS
        && !section.getText().equals(shared.usedNames)) {
      startAgain(waited);
      return;
    }
    pending.forEach(waiting -> waiting.read(section, version));
    scores.forEach(score -> score.transfer(section, version));
    if (previous.length > 0) {
      hasPrevious = section.getBoolean();
      section.getDoubles(previous);
    }
    if (withExperts) {
      readHistory(section);
    }
    for (int i = 0; i < shared.issued.size(); i++) {
      if (guarded[1 + i]) {
        section.getDoubles(new double[shared.deviations.length]);
      }
      if (withExperts && mixtures.get(i) != null) {
        mixtures.get(i).transfer(section);
      }
      if (intervals.get(i) != null) {
        intervals.get(i).transfer(section);
      }
    }
    section.finish();
  }

  private void startAgain(int waited) {
    statesInWindow = 0;
    dropped += waited;
  }

  /** A history of another length was of other experts: this one starts without readings. */
  private void readHistory(StateReader section) {
    int longest = section.getInt();
    if (longest == 0) {
      return;
    }
    StateReader readings = section.getSection();
    if (longest == shared.longest) {
      history.transfer(readings);
    }
  }
}
