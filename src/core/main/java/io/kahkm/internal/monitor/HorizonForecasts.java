package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.KnownForecasts;
import io.kahkm.internal.forecast.ReadingHistory;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.skill.SkillStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of one horizon: those on their way, what was scored, their intervals and what they
 * are mixed of. Mutable, one owner.
 */
final class HorizonForecasts {
  private static final int WITH_STATE = 1;
  private static final int WITH_LINEAR = 2;
  private static final int WITH_INTERVALS = 4;

  /** Where the numbers of experts of every kind begin, and the bits of each. */
  private static final int EXPERTS = 3;

  private static final int BITS_OF_KIND = 5;

  private final int index;
  private final ForecastWorkspace shared;
  private final StatePreparation preparation;

  /** The forecast just made, in the workspace. */
  final IssuedForecast issued;

  private final PendingForecasts pending;
  private final HorizonScores scores;

  /** Null where no interval goes out with a forecast. */
  private final @Nullable ForecastIntervals intervals;

  /** Null where a readout goes out as it is, as those of earlier releases do. */
  private final @Nullable StreamMixture mixture;

  /**
   * Nothing forecast.
   *
   * @param index of the horizon in the workspace
   */
  HorizonForecasts(ForecastWorkspace shared, int index, Model model, StatePreparation preparation) {
    this.shared = shared;
    this.index = index;
    this.preparation = preparation;
    issued = shared.issued.get(index);
    ForecastSettings settings = shared.settings;
    int horizon = issued.horizon();
    int waiting = (horizon + settings.every() - 1) / settings.every();
    pending = new PendingForecasts(horizon, settings.every(), shared.due.get(index));
    intervals =
        issued.halfWidth() == null
            ? null
            : new ForecastIntervals(
                model, horizon, settings.interval().getAsDouble(), waiting, preparation);
    mixture = StreamMixture.of(shared, index, waiting);
    scores =
        new HorizonScores(
            horizon,
            model.map().classes(),
            model.map().sensors().size(),
            shared.knownSensors,
            issued.state() != null,
            issued.linear() != null,
            intervals,
            mixture);
  }

  /** Another stream follows, whose errors are its own. */
  void startStream() {
    if (intervals != null) {
      intervals.reset();
    }
    if (mixture != null) {
      mixture.reset();
    }
  }

  /** Whether the stream is outside the map, or something in it is broken or faulty. */
  void abnormal(boolean abnormal) {
    issued.abnormal(abnormal);
    if (intervals != null) {
      intervals.abnormal(abnormal);
    }
    if (mixture != null) {
      mixture.abnormal(abnormal);
    }
  }

  /** Scores what was forecast for a step; null where nothing was. */
  @Nullable ScoredForecast take(long step, EncodedState current) {
    ScoredForecast scored = pending.take(step, current.coordinates, current.readings);
    if (scored != null) {
      scores.add(scored);
    }
    return scored;
  }

  /** Scores the forecast just made against the state that followed. */
  ScoredForecast compare(EncodedState current, EncodedState successor) {
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
    scores.add(scored);
    return scored;
  }

  /**
   * Takes an outcome; the target is in the units of readouts, behind it may be what came before.
   */
  void learn(ScoredForecast scored, double[] target) {
    if (intervals != null && scored.halfWidth() != null) {
      intervals.outcome(scored);
    }
    double[] experts = scored.experts();
    if (mixture != null && experts != null) {
      mixture.outcome(experts, target, scored.issuedAbnormal());
      for (int at = 0; at < experts.length; at++) {
        experts[at] = preparation.inSensorUnits(at % scored.targetState().length, experts[at]);
      }
    }
  }

  /** Puts the forecasts of others beside those of the experts. */
  void askOthers(StreamOthers others, long step, long time) {
    List<String> names = shared.used.get(index);
    double[] experts = issued.experts();
    if (!names.isEmpty() && experts != null && mixture != null) {
      others.known(names, issued.horizon(), step, time, experts, mixture.firstOther());
    }
  }

  /** Finds what is known ahead of the present reading. */
  void lookAhead(StreamKnown known, double[] present, long time) {
    KnownForecasts ofHorizon = shared.known.get(index);
    if (ofHorizon != null) {
      known.look(ofHorizon, present, time, shared.ahead.get(index));
    }
  }

  /**
   * Makes a forecast of the coordinates that the rollout predicted.
   *
   * @param present coordinates of the map's units
   * @param history of the stream
   */
  void issue(double[] present, ReadingHistory history) {
    issued.simplexDistanceSquared(
        SimplexProjection.project(shared.predictions[index], shared.projected));
    Readout readout = shared.readouts.get(index);
    double[] state = issued.state();
    double[] said = issued.readout();
    if (readout != null && state != null && said != null) {
      readout.apply(
          shared.histories[readout.lookback()],
          shared.predictions[index],
          shared.work,
          issued.linear(),
          said);
      mix(present, history, said, state);
      preparation.toSensorUnits(state);
      if (issued.linear() != null) {
        preparation.toSensorUnits(issued.linear());
      }
      if (intervals != null && issued.halfWidth() != null) {
        intervals.issue(issued.halfWidth());
      }
    }
    scores.issued(issued);
  }

  private void mix(double[] present, ReadingHistory history, double[] readout, double[] out) {
    double[] experts = issued.experts();
    if (mixture == null || experts == null) {
      System.arraycopy(readout, 0, out, 0, out.length);
    } else {
      mixture.forecast(
          present, issued.linear(), readout, history, shared.ahead.get(index), experts, out);
    }
  }

  /** The forecast just made waits for its time. */
  void keep(long step, EncodedState current) {
    pending.add(step, issued, current.coordinates, current.readings);
  }

  /** The episode broke: how many were on their way, which nobody scores. */
  int drop() {
    return pending.drop();
  }

  int waiting() {
    return pending.count();
  }

  void closeWindow() {
    scores.closeWindow();
  }

  HorizonStatus status(List<SkillStatus> skill) {
    return scores.status(skill);
  }

  /**
   * What is kept: forecasts of one readout mean nothing to a readout of another kind, nor those of
   * some experts to others.
   */
  int layout() {
    int kept =
        (issued.state() == null ? 0 : WITH_STATE)
            | (issued.linear() == null ? 0 : WITH_LINEAR)
            | (intervals == null ? 0 : WITH_INTERVALS);
    if (mixture != null) {
      for (ExpertKind kind : mixture.kinds()) {
        // Known inputs, for which there is no room, stand with the names.
        if (kind != ExpertKind.KNOWN_INPUTS) {
          kept += 1 << (EXPERTS + BITS_OF_KIND * kind.number());
        }
      }
    }
    return kept;
  }

  /** The same of earlier versions, which had a byte for it and no experts. */
  static int withoutExperts(int layout) {
    return layout & (WITH_STATE | WITH_LINEAR | WITH_INTERVALS);
  }

  void writeWaiting(StateWriter writer) {
    pending.write(writer);
  }

  void readWaiting(StateReader reader, int version) {
    pending.read(reader, version);
  }

  void transferScores(StateTransfer state, int version) {
    scores.transfer(state, version);
  }

  void transferMixture(StateTransfer state) {
    if (mixture != null) {
      mixture.transfer(state);
    }
  }

  void transferIntervals(StateTransfer state) {
    if (intervals != null) {
      intervals.transfer(state);
    }
  }
}
