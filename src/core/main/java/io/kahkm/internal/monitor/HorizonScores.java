package io.kahkm.internal.monitor;

import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.HorizonStatus.CoordinateScores;
import io.kahkm.internal.monitor.status.HorizonStatus.ReadingScores;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.skill.SkillStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The running and the last closed score window of one horizon, and the last sensor forecast.
 * Mutable, one owner.
 */
final class HorizonScores {
  /** States after which the score window closes and its figures become the published ones. */
  static final int WINDOW = 256;

  private final int horizon;
  private final int classes;
  private final int sensors;

  /** Known inputs, whose forecasts are no skill. */
  private final List<Integer> known;

  private final boolean withState;
  private final boolean withLinear;

  /** Null where a readout goes out as it is. */
  private final @Nullable StreamMixture mixture;

  /** Null without intervals. */
  private final @Nullable ForecastIntervals intervals;

  private final double[] lastForecast;
  private boolean forecastIssued;
  private ForecastScorer current;

  /** Null while no window has closed: many streams of a fleet are young. */
  private @Nullable ForecastScorer closed;

  HorizonScores(
      int horizon,
      int classes,
      int sensors,
      List<Integer> known,
      boolean withState,
      boolean withLinear,
      @Nullable ForecastIntervals intervals,
      @Nullable StreamMixture mixture) {
    this.mixture = mixture;
    this.intervals = intervals;
    this.horizon = horizon;
    this.classes = classes;
    this.sensors = sensors;
    this.known = known;
    this.withState = withState;
    this.withLinear = withLinear;
    lastForecast = new double[withState ? sensors : 0];
    current = new ForecastScorer(classes, sensors);
  }

  /** The score of the window that closed last; an empty one while none has. */
  private ForecastScorer last() {
    return closed == null ? new ForecastScorer(classes, sensors) : closed;
  }

  void issued(IssuedForecast forecast) {
    if (withState) {
      System.arraycopy(forecast.state(), 0, lastForecast, 0, lastForecast.length);
      forecastIssued = true;
    }
  }

  void add(ScoredForecast scored) {
    current.add(
        scored.predicted(), scored.target(), scored.origin(), scored.simplexDistanceSquared());
    if (scored.predictedState() != null) {
      current.addState(scored.predictedState(), scored.targetState(), scored.originState());
      if (scored.linearState() != null) {
        current.addLinear(scored.linearState(), scored.targetState());
      }
    }
  }

  void closeWindow() {
    if (current.starts() == 0) {
      return;
    }
    ForecastScorer reused = last();
    closed = current;
    current = reused;
    current.reset();
  }

  HorizonStatus status(List<SkillStatus> skill) {
    ForecastScorer last = last();
    List<Double> published = new ArrayList<>();
    for (int i = 0; forecastIssued && i < lastForecast.length; i++) {
      published.add(lastForecast[i]);
    }
    return new HorizonStatus(
        horizon,
        last.starts(),
        last.starts() > 0 ? coordinates(last) : CoordinateScores.NONE,
        last.starts() > 0 ? readings(last) : ReadingScores.NONE,
        mixture == null ? List.of() : mixture.shares(),
        mixture == null ? List.of() : mixture.persisting(),
        published,
        Optional.ofNullable(intervals).map(ForecastIntervals::status),
        skill);
  }

  private static CoordinateScores coordinates(ForecastScorer last) {
    return new CoordinateScores(
        OptionalDouble.of(last.relativeError()),
        OptionalDouble.of(last.rmse()),
        OptionalDouble.of(last.persistenceRmse()),
        last.r2(),
        last.skill(),
        OptionalDouble.of(last.meanSquaredSimplexDistance()));
  }

  private ReadingScores readings(ForecastScorer last) {
    List<Double> error = new ArrayList<>();
    for (int i = 0; i < lastForecast.length; i++) {
      error.add(last.stateRmse(i));
    }
    return new ReadingScores(
        error,
        last.meanStateSkill(known),
        withLinear ? last.meanLinearSkill(known) : OptionalDouble.empty());
  }

  void transfer(StateTransfer state, int version) {
    ForecastScorer last = last();
    state.doubles(lastForecast);
    forecastIssued = state.booleanOf(forecastIssued);
    current.transfer(state);
    last.transfer(state);
    if (withLinear && version > SnapshotOrigin.RELEASED) {
      current.transferLinear(state);
      last.transferLinear(state);
    }
    closed = last.starts() > 0 ? last : null;
  }
}
