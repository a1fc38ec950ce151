package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;

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

  private final int every;

  /** Null where there is nothing to forecast. */
  private final Rollout rollout;

  private final double[][] predictions;
  private final double[] projected;
  private final List<IssuedForecast> forecasts = new ArrayList<>();
  private final List<PendingForecasts> pending = new ArrayList<>();
  private final List<HorizonScores> scores = new ArrayList<>();
  private final List<Matrix> readouts = new ArrayList<>();
  private final StatePreparation preparation;
  private final double[] present;
  private long statesInWindow;
  private long dropped;

  Forecaster(
      List<Integer> horizons,
      int every,
      Projection projection,
      Model model,
      StatePreparation preparation) {
    int classes = model.map().classes();
    int sensors = model.map().sensors().size();
    this.preparation = preparation;
    present = new double[sensors];
    this.every = every;
    int[] steps = horizons.stream().mapToInt(Integer::intValue).toArray();
    rollout = steps.length == 0 ? null : new Rollout(classes, steps, projection);
    predictions = new double[steps.length][classes];
    projected = new double[classes];
    for (int i = 0; i < steps.length; i++) {
      boolean withState = model.readoutHorizons().contains(steps[i]);
      readouts.add(withState ? model.readout(steps[i]) : null);
      forecasts.add(
          new IssuedForecast(steps[i], predictions[i], withState ? new double[sensors] : null));
      pending.add(new PendingForecasts(steps[i], every, classes, sensors, withState));
      scores.add(new HorizonScores(steps[i], classes, sensors, withState));
    }
  }

  /** Scores what was forecast for this step, then issues what is due at it. */
  void step(long step, EncodedState current, Closure closure, Assessment assessment) {
    for (int i = 0; i < forecasts.size(); i++) {
      ScoredForecast scored = pending.get(i).take(step, current.coordinates, current.readings);
      if (scored != null) {
        scores.get(i).add(scored);
        assessment.scored.add(scored);
      }
    }
    if (rollout != null && step % every == 0) {
      predict(current, closure, assessment);
      for (int i = 0; i < forecasts.size(); i++) {
        pending.get(i).add(step, forecasts.get(i), current.coordinates, current.readings);
      }
    }
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
      Assessment assessment) {
    if (rollout != null && record % every == 0) {
      predict(current, closure, assessment);
      for (int i = 0; i < forecasts.size(); i++) {
        if (forecasts.get(i).horizon() == 1) {
          IssuedForecast issued = forecasts.get(i);
          ScoredForecast scored =
              new ScoredForecast(
                  1,
                  issued.coordinates(),
                  successor.coordinates,
                  current.coordinates,
                  issued.simplexDistanceSquared(),
                  issued.state(),
                  successor.readings,
                  current.readings);
          scores.get(i).add(scored);
          assessment.scored.add(scored);
        }
      }
    }
    countState();
  }

  private void countState() {
    statesInWindow++;
    if (statesInWindow == SCORE_WINDOW) {
      statesInWindow = 0;
      scores.forEach(HorizonScores::closeWindow);
    }
  }

  private void predict(EncodedState current, Closure closure, Assessment assessment) {
    rollout.roll(closure, current.coordinates, predictions);
    System.arraycopy(current.state, 0, present, 0, present.length);
    for (int i = 0; i < forecasts.size(); i++) {
      IssuedForecast forecast = forecasts.get(i);
      forecast.simplexDistanceSquared(SimplexProjection.project(predictions[i], projected));
      if (forecast.state() != null) {
        Readout.apply(readouts.get(i), present, predictions[i], forecast.state());
        preparation.toSensorUnits(forecast.state());
      }
      scores.get(i).issued(forecast);
      assessment.issued.add(forecast);
    }
  }

  void breakEpisode() {
    for (PendingForecasts waiting : pending) {
      dropped += waiting.drop();
    }
  }

  long dropped() {
    return dropped;
  }

  List<HorizonStatus> status() {
    return scores.stream().map(HorizonScores::status).toList();
  }

  void write(StateWriter writer) {
    writer.putLong(statesInWindow);
    writer.putLong(dropped);
    pending.forEach(waiting -> waiting.write(writer));
    scores.forEach(score -> score.write(writer));
  }

  void read(StateReader reader) {
    statesInWindow = reader.getLong();
    dropped = reader.getLong();
    pending.forEach(waiting -> waiting.read(reader));
    scores.forEach(score -> score.read(reader));
  }
}
