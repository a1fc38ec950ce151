package io.kahkm.cli.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.offline.AlarmCounts;
import io.kahkm.cli.offline.ScoresByTime;
import io.kahkm.cli.report.Requirements;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.json.JsonFields;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code evaluate} prints of recorded episodes: the scores of every horizon's forecasts, how
 * much the coordinates vary, the alarms, and the same by time.
 */
final class EvaluationScores {
  private final StateData data;
  private final SortedMap<Integer, EvaluatedHorizon> horizons = new TreeMap<>();
  private final CoordinateVariation variation;
  private final AlarmCounts alarms;
  private final Optional<ScoresByTime> time;
  private final int warmUp;
  private int stream = -1;
  private int rowOfStream;

  /**
   * Nothing scored.
   *
   * @param model makes the forecasts
   * @param ascending steps ahead, each once
   * @param data the rows
   * @param interval share of the outcomes that intervals are to contain, empty without intervals
   * @param parts into how many parts the rows are cut by time, null for none
   * @param warmUp first rows of every stream whose forecasts are not scored
   */
  EvaluationScores(
      Model model,
      List<Integer> ascending,
      StateData data,
      OptionalDouble interval,
      Integer parts,
      int warmUp) {
    this.data = data;
    this.warmUp = warmUp;
    ascending.forEach(
        horizon -> horizons.put(horizon, new EvaluatedHorizon(model, horizon, data, interval)));
    variation = new CoordinateVariation(model.map().classes());
    alarms = new AlarmCounts(model);
    time =
        parts == null
            ? Optional.empty()
            : Optional.of(new ScoresByTime(parts, data.report().rows(), ascending, model));
  }

  private EvaluatedHorizon of(int horizon) {
    return Objects.requireNonNull(horizons.get(horizon));
  }

  /** Adds a reading, with the forecasts that it is the outcome of. */
  void add(StateData.Row row, RowAssessment assessment) {
    rowOfStream = row.stream() == stream ? rowOfStream + 1 : 0;
    stream = row.stream();
    if (rowOfStream < warmUp) {
      return;
    }
    alarms.add(row, assessment);
    for (ScoredForecast scored : assessment.scored()) {
      if (warmUp > 0 && rowOfStream - scored.horizon() < warmUp) {
        continue;
      }
      time.ifPresent(byTime -> byTime.add(row.line(), scored));
      of(scored.horizon()).add(row, scored);
      if (data.pairs()) {
        variation.add(scored.target());
      }
    }
    if (!data.pairs() && assessment.squaredError().isPresent()) {
      variation.add(assessment.coordinates());
    }
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object();
    ArrayNode rows = json.putArray("horizons");
    horizons.values().forEach(horizon -> rows.add(horizon.toJson()));
    CoordinateVariation.Summary summary = variation.summary();
    ObjectNode node = json.putObject("variation");
    JsonFields.put(node, "vCoord", summary.vCoord());
    JsonFields.put(node, "rhoVar", summary.rhoVar());
    JsonFields.put(node, "rEff", summary.rEff());
    JsonFields.put(node, "rhoRank", summary.rhoRank());
    alarms.write(json);
    time.ifPresent(byTime -> byTime.write(json));
    return json;
  }

  /** (R1) looks one step ahead, (R2) at a horizon's error and its distance from the simplex. */
  void check(Requirements requirements) {
    for (Requirements.Limit limit : requirements.limits()) {
      ForecastScorer pooled = of(Math.max(1, limit.horizon())).pooled();
      boolean simplex = limit.name().equals("simplex");
      requirements.check(
          limit.horizon() == 0 ? "R1" : "R2",
          limit,
          simplex ? Math.sqrt(pooled.meanSquaredSimplexDistance()) : pooled.rmse());
    }
  }

  /** The alarms that were raised. */
  AlarmCounts alarms() {
    return alarms;
  }
}
