package io.kahkm.cli.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.offline.IntervalScores;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.forecast.ExpertScores;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * How the forecasts of one horizon fared: in coordinates by episode, in sensor units, of every
 * expert and of their intervals.
 */
final class EvaluatedHorizon {
  private final Model model;
  private final int horizon;
  private final StateData data;

  /** One per episode; of pairs a single one. */
  private final List<ForecastScorer> scores = new ArrayList<>();

  private final SensorSkill skill;
  private final Optional<ExpertScores> experts;
  private final Optional<IntervalScores> intervals;

  /**
   * Nothing scored.
   *
   * @param model makes the forecasts
   * @param horizon steps ahead
   * @param data the rows
   * @param interval share of the outcomes that intervals are to contain, empty without intervals
   */
  EvaluatedHorizon(Model model, int horizon, StateData data, OptionalDouble interval) {
    this.model = model;
    this.horizon = horizon;
    this.data = data;
    int sensors = model.map().sensors().size();
    skill = new SensorSkill(sensors, model.past().known());
    experts =
        model
            .past()
            .experts(horizon)
            .map(of -> new ExpertScores(of.experts(), sensors, model.past().known()));
    intervals =
        interval.isPresent()
            ? Optional.of(new IntervalScores(interval.getAsDouble(), sensors))
            : Optional.empty();
    int groups = data.pairs() ? 1 : data.names().size();
    for (int e = 0; e < groups; e++) {
      scores.add(newScore());
    }
  }

  private ForecastScorer newScore() {
    return new ForecastScorer(model.map().classes(), model.map().sensors().size());
  }

  /** Adds a forecast of this horizon whose outcome is the reading of a row. */
  void add(StateData.Row row, ScoredForecast scored) {
    double[] forecasts = scored.experts();
    if (forecasts != null) {
      experts.ifPresent(of -> of.add(forecasts, scored.targetState()));
    }
    ForecastScorer score = scores.get(data.pairs() ? 0 : row.episode());
    score.add(
        scored.predicted(), scored.target(), scored.origin(), scored.simplexDistanceSquared());
    if (scored.predictedState() != null) {
      score.addState(scored.predictedState(), scored.targetState(), scored.originState());
      if (scored.linearState() != null) {
        skill.add(
            scored.predictedState(),
            scored.targetState(),
            scored.originState(),
            scored.linearState());
      }
    }
    if (scored.halfWidth() != null) {
      intervals.orElseThrow().add(row.stream(), scored);
    }
  }

  /** The forecasts of all episodes together. */
  ForecastScorer pooled() {
    ForecastScorer pooled = newScore();
    scores.forEach(pooled::merge);
    return pooled;
  }

  ObjectNode toJson() {
    ForecastScorer pooled = pooled();
    ObjectNode row = Json.object();
    row.put("h", horizon);
    JsonFields.put(row, "E", mean(score -> OptionalDouble.of(score.relativeError())));
    JsonFields.put(row, "R2", mean(ForecastScorer::r2));
    if (pooled.starts() > 0) {
      JsonFields.put(row, "rmse", pooled.rmse());
      JsonFields.put(row, "nu", pooled.meanSquaredSimplexDistance());
      JsonFields.put(row, "skill", pooled.skill());
      JsonFields.put(row, "persistenceE", pooled.persistenceRelativeError());
    }
    row.put("starts", pooled.starts());
    ArrayNode episodes = row.putArray("episodes");
    for (int e = 0; e < scores.size(); e++) {
      ForecastScorer score = scores.get(e);
      ObjectNode node = episodes.addObject();
      if (!data.pairs()) {
        node.put("episode", data.names().get(e));
      }
      errors(node, score);
      node.put("starts", score.starts());
    }
    errors(row.putObject("pooled"), pooled);
    if (skill.forecasts() > 0) {
      ObjectNode node = row.putObject("sensorSkill");
      JsonFields.put(node, "persistence", skill.overPersistence());
      JsonFields.put(node, "linear", skill.overLinear());
      JsonFields.put(node, "linearOverPersistence", skill.linearOverPersistence());
      node.put("forecasts", skill.forecasts());
    }
    experts.ifPresent(
        of -> {
          ObjectNode node = row.putObject("experts");
          for (ExpertScores.Skill one : of.skills()) {
            if (!node.has(one.expert().label())) {
              JsonFields.put(node, one.expert().label(), one.skill());
            }
          }
        });
    intervals.ifPresent(of -> of.write(row));
    if (pooled.states() > 0) {
      sensors(row.putArray("sensors"), pooled);
    }
    return row;
  }

  private static void errors(ObjectNode node, ForecastScorer score) {
    if (score.starts() > 0) {
      JsonFields.put(node, "E", score.relativeError());
      JsonFields.put(node, "R2", score.r2());
    }
  }

  private void sensors(ArrayNode sensors, ForecastScorer score) {
    for (int i = 0; i < model.map().sensors().size(); i++) {
      ObjectNode node = sensors.addObject();
      node.put("sensor", model.map().sensors().get(i));
      JsonFields.put(node, "rmse", score.stateRmse(i));
      JsonFields.put(node, "skill", score.stateSkill(i));
      JsonFields.put(node, "skillOverLinear", skill.overLinear(i));
    }
  }

  private OptionalDouble mean(Function<ForecastScorer, OptionalDouble> value) {
    double sum = 0;
    int count = 0;
    for (ForecastScorer score : scores) {
      OptionalDouble present = score.starts() > 0 ? value.apply(score) : OptionalDouble.empty();
      if (present.isPresent()) {
        sum += present.getAsDouble();
        count++;
      }
    }
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
  }
}
