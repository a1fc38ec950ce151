package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.forecast.ReadingHistory;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Issues forecasts and scores every one of them when its time comes (equation exp_metrics).
 * Mutable, one owner.
 *
 * <p>Time is counted in steps of an episode: a forecast of horizon h issued at step s is scored at
 * step s + h, and dropped where the episode breaks before.
 */
final class Forecaster {
  /** The bit that said of a horizon that it had a guard, which knew one number of every sensor. */
  private static final int GUARDED = 8;

  private final int every;

  private final ForecastWorkspace shared;

  /** An array, which a record walks through without an iterator. */
  private final HorizonForecasts[] horizons;

  private final ReadingHistory history;

  private final StreamSkill skill;
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
    int sensors = model.map().sensors().size();
    ForecastSettings settings = shared.settings;
    this.shared = shared;
    every = settings.every();
    horizons = new HorizonForecasts[shared.issued.size()];
    Arrays.setAll(horizons, i -> new HorizonForecasts(shared, i, model, preparation));
    history = new ReadingHistory(sensors, shared.longest);
    previous = new double[shared.lookback() > model.map().delays() ? sensors : 0];
    skill = new StreamSkill(shared, preparation);
  }

  /** Another stream follows, whose errors are its own. */
  void startStream() {
    skill.startStream();
    history.clear();
    for (HorizonForecasts horizon : horizons) {
      horizon.startStream();
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
    for (int i = 0; i < horizons.length; i++) {
      ScoredForecast scored = horizons[i].take(step, current);
      if (scored != null) {
        learn(i, scored, current.state, assessment);
      }
    }
    if (step == 0) {
      hasPrevious = false;
    }
    if (shared.rollout != null && step % every == 0) {
      for (HorizonForecasts horizon : horizons) {
        horizon.askOthers(others, step, time);
        horizon.lookAhead(known, current.state, time);
      }
      predict(current, closure, assessment);
      for (int i = 0; i < horizons.length; i++) {
        horizons[i].keep(step, current);
        skill.issued(i, horizons[i].issued, current.readings);
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
      for (int i = 0; i < horizons.length; i++) {
        HorizonForecasts horizon = horizons[i];
        if (horizon.issued.horizon() == 1) {
          ScoredForecast scored = horizon.compare(current, successor);
          skill.issued(i, horizon.issued, current.readings);
          learn(i, scored, successor.state, assessment);
        }
      }
    }
    countState(assessment);
  }

  private void note(boolean abnormal) {
    for (HorizonForecasts horizon : horizons) {
      horizon.abnormal(abnormal);
    }
  }

  private void learn(
      int horizon, ScoredForecast scored, double[] target, RowAssessment assessment) {
    assessment.skillDue |= skill.scored(horizon, scored);
    horizons[horizon].learn(scored, target);
    assessment.scored.add(scored);
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

  private void countState(RowAssessment assessment) {
    statesInWindow++;
    if (statesInWindow == HorizonScores.WINDOW) {
      statesInWindow = 0;
      assessment.skillDue |= skill.examines() || !shared.settings.others().isEmpty();
      for (HorizonForecasts horizon : horizons) {
        horizon.closeWindow();
      }
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
    for (HorizonForecasts horizon : horizons) {
      horizon.issue(current.state, history);
      assessment.issued.add(horizon.issued);
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
    for (int i = 0; i < horizons.length; i++) {
      int missing = horizons[i].drop();
      skill.dropped(i, missing);
      dropped += missing;
    }
  }

  long dropped() {
    return dropped;
  }

  List<HorizonStatus> status() {
    List<HorizonStatus> status = new ArrayList<>();
    for (int i = 0; i < horizons.length; i++) {
      status.add(horizons[i].status(skill.status(i)));
    }
    return status;
  }

  /** Whether there is a reading before, and what is kept of every horizon. */
  private int[] layout() {
    int[] kept = new int[1 + horizons.length];
    kept[0] = previous.length > 0 ? 1 : 0;
    for (int i = 0; i < horizons.length; i++) {
      kept[1 + i] = horizons[i].layout();
    }
    return kept;
  }

  void write(StateWriter writer) {
    writer.putLong(statesInWindow);
    writer.putLong(dropped);
    int section = writer.beginSection();
    writer.putInt(Arrays.stream(horizons).mapToInt(HorizonForecasts::waiting).sum());
    for (int kept : layout()) {
      writer.putInt(kept);
    }
    writer.putString(shared.usedNames);
    for (HorizonForecasts horizon : horizons) {
      horizon.writeWaiting(writer);
    }
    for (HorizonForecasts horizon : horizons) {
      horizon.transferScores(writer, SnapshotOrigin.VERSION);
    }
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
    for (HorizonForecasts horizon : horizons) {
      horizon.transferMixture(writer);
      horizon.transferIntervals(writer);
    }
    writer.endSection(section);
  }

  void writeSkill(StateWriter writer) {
    skill.write(writer);
  }

  /** Reads what {@link #writeSkill} wrote, which earlier versions did not. */
  void readSkill(StateReader reader, int version) {
    int[] waiting = Arrays.stream(horizons).mapToInt(HorizonForecasts::waiting).toArray();
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
      for (HorizonForecasts horizon : horizons) {
        horizon.readWaiting(reader, version);
      }
      for (HorizonForecasts horizon : horizons) {
        horizon.transferScores(reader, version);
      }
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
          withExperts
              ? stored == present[i]
              : HorizonForecasts.withoutExperts(stored)
                  == HorizonForecasts.withoutExperts(present[i]);
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
    for (HorizonForecasts horizon : horizons) {
      horizon.readWaiting(section, version);
    }
    for (HorizonForecasts horizon : horizons) {
      horizon.transferScores(section, version);
    }
    if (previous.length > 0) {
      hasPrevious = section.getBoolean();
      section.getDoubles(previous);
    }
    if (withExperts) {
      readHistory(section);
    }
    for (int i = 0; i < horizons.length; i++) {
      if (guarded[1 + i]) {
        section.getDoubles(new double[shared.deviations.length]);
      }
      if (withExperts) {
        horizons[i].transferMixture(section);
      }
      horizons[i].transferIntervals(section);
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
