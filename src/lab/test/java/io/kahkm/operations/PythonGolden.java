package io.kahkm.operations;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.Mixture;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StatePreparation;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationStatistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a monitor that learns nothing says of some readings, row by row, as JSON: NaN is null, and
 * forecasts are mixed as by a stream that has just started.
 */
final class PythonGolden {
  private static final long STEP = 1_000_000_000L;
  private static final double LEVEL = 0.9;

  private final Model model;
  private final double[][] readings;
  private final Map<String, Object> content = new LinkedHashMap<>();
  private final double[][] coordinates;

  PythonGolden(Model model, double[][] readings) {
    this.model = model;
    this.readings = readings;
    coordinates = new double[readings.length][];
    content.put("readings", rows(readings));
    encodings();
    forecasts();
    projected();
    relations();
    intervals();
  }

  /** The readings of a golden file. */
  static double[][] readings(JsonNode golden) {
    JsonNode rows = golden.get("readings");
    double[][] readings = new double[rows.size()][];
    for (int t = 0; t < readings.length; t++) {
      readings[t] = new double[rows.get(t).size()];
      for (int j = 0; j < readings[t].length; j++) {
        JsonNode value = rows.get(t).get(j);
        readings[t][j] = value.isNull() ? Double.NaN : value.doubleValue();
      }
    }
    return readings;
  }

  Map<String, Object> content() {
    return content;
  }

  private StreamMonitor monitor() {
    return StreamMonitor.create(
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(500 * STEP))
            .horizons(model.readoutHorizons())
            .learn(false)
            .build(),
        model);
  }

  private Observation row(int t) {
    return Observation.state(STEP * (1L + t), readings[t], null, false);
  }

  private void encodings() {
    StreamMonitor monitor = monitor();
    StatePreparation preparation =
        new StatePreparation(model.map().settings(), model.map().scaling(), 0);
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(model.map().classes());
    int n = model.map().sensors().size();
    double[][] scores = new double[readings.length][];
    double[][] shares = new double[readings.length][n];
    double[] novelty = new double[readings.length];
    int[] nearest = new int[readings.length];
    int[] dominant = new int[readings.length];
    boolean[] outside = new boolean[readings.length];
    boolean[] reached = new boolean[readings.length];
    for (int t = 0; t < readings.length; t++) {
      RowAssessment assessment = monitor.advance(row(t));
      preparation.accept(STEP * (1L + t), readings[t]);
      if (assessment.readiness() != Readiness.READY) {
        if (assessment.readiness() == Readiness.INCOMPLETE) {
          preparation.breakChain();
        }
        coordinates[t] = unknown(model.map().classes());
        scores[t] = unknown(model.map().classes());
        shares[t] = unknown(n);
        novelty[t] = Double.NaN;
        nearest[t] = -1;
        dominant[t] = -1;
        continue;
      }
      encoder.encode(preparation.state(), encoding);
      coordinates[t] = assessment.coordinates().clone();
      scores[t] = assessment.scores().clone();
      novelty[t] = assessment.novelty();
      nearest[t] = assessment.nearestClass();
      dominant[t] = assessment.dominant();
      outside[t] = assessment.outside();
      reached[t] = encoding.reached();
      encoder.shares(preparation.state(), best(scores[t]), shares[t]);
    }
    content.put("coordinates", rows(coordinates));
    content.put("scores", rows(scores));
    content.put("novelty", values(novelty));
    content.put("shares", rows(shares));
    content.put("nearest", nearest);
    content.put("dominant", dominant);
    content.put("outside", outside);
    content.put("reached", reached);
    model
        .alarms()
        .ifPresent(
            alarms ->
                content.put(
                    "noveltyP",
                    values(
                        Arrays.stream(novelty)
                            .map(
                                value ->
                                    Double.isNaN(value)
                                        ? Double.NaN
                                        : alarms.novelty().pValue(value))
                            .toArray())));
  }

  private static int best(double[] scores) {
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      best = scores[c] < scores[best] ? c : best;
    }
    return best;
  }

  /** Forecasts of the rows whose outcome came: what each expert said comes with it. */
  private void forecasts() {
    Map<Integer, OfHorizon> said = new LinkedHashMap<>();
    model.readoutHorizons().forEach(h -> said.put(h, new OfHorizon(h)));
    StreamMonitor monitor = monitor();
    for (int t = 0; t < readings.length; t++) {
      RowAssessment assessment = monitor.advance(row(t));
      for (ScoredForecast scored : assessment.scored()) {
        said.get(scored.horizon()).add(t - scored.horizon(), scored);
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    said.forEach((h, of) -> all.put(Integer.toString(h), of.content()));
    content.put("forecasts", all);
  }

  private final class OfHorizon {
    private final @Nullable HorizonExperts experts;
    private final List<ExpertKind> kinds;
    private final List<Integer> rows = new ArrayList<>();
    private final List<List<@Nullable Double>> values = new ArrayList<>();
    private final List<List<@Nullable Double>> coordinates = new ArrayList<>();
    private final List<List<@Nullable Double>> linear = new ArrayList<>();
    private final List<List<List<@Nullable Double>>> byExpert = new ArrayList<>();

    OfHorizon(int horizon) {
      experts = model.past().experts(horizon).orElse(null);
      kinds = experts == null ? List.of() : experts.experts();
      kinds.forEach(kind -> byExpert.add(new ArrayList<>()));
    }

    void add(int row, ScoredForecast scored) {
      int n = scored.targetState().length;
      double[] mixed = scored.predictedState();
      if (experts != null) {
        mixed = new double[n];
        new Mixture(experts, 1).forecast(scored.experts().clone(), mixed);
      }
      rows.add(row);
      values.add(values(mixed));
      coordinates.add(values(scored.predicted()));
      if (scored.linearState() != null) {
        linear.add(values(scored.linearState()));
      }
      for (int k = 0; k < kinds.size(); k++) {
        byExpert.get(k).add(values(Arrays.copyOfRange(scored.experts(), k * n, (k + 1) * n)));
      }
    }

    private List<@Nullable Double> values(double[] of) {
      return PythonGolden.values(of);
    }

    Map<String, Object> content() {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("rows", rows);
      all.put("values", values);
      all.put("coordinates", coordinates);
      if (!linear.isEmpty()) {
        all.put("linear", linear);
      }
      all.put("kinds", kinds.stream().map(ExpertKind::label).toList());
      all.put("experts", byExpert);
      return all;
    }
  }

  /** The farthest horizon's coordinates under the projections that a topology file may name. */
  private void projected() {
    List<Integer> rows = new ArrayList<>();
    for (int t = 0; t < readings.length; t += 8) {
      if (!Double.isNaN(coordinates[t][0])) {
        rows.add(t);
      }
    }
    int[] horizons = model.readoutHorizons().stream().mapToInt(Integer::intValue).toArray();
    int classes = model.map().classes();
    Map<String, Object> said = new LinkedHashMap<>();
    for (Projection projection : List.of(Projection.VECTOR, Projection.ROW)) {
      Rollout rollout = new Rollout(classes, horizons, projection);
      double[][] predictions = new double[horizons.length][classes];
      List<Object> ofRows = new ArrayList<>();
      for (int t : rows) {
        rollout.roll(Closure.of(model.closure()), coordinates[t], predictions);
        ofRows.add(values(predictions[horizons.length - 1]));
      }
      said.put(projection.label(), ofRows);
    }
    content.put("projectedRows", rows);
    content.put("projected", said);
  }

  private void relations() {
    if (model.alarms().isEmpty() || model.alarms().get().relations().isEmpty()) {
      return;
    }
    RelationChannel relations = model.alarms().get().relations().get();
    StreamMonitor monitor = monitor();
    RelationStatistic statistic = new RelationStatistic(relations.model());
    int n = relations.model().size();
    boolean[] held = new boolean[model.map().sensors().size()];
    double[] values = new double[readings.length];
    double[] p = new double[readings.length];
    double[][] contributions = new double[readings.length][n];
    double[][] predicted = new double[readings.length][n];
    for (int t = 0; t < readings.length; t++) {
      RowAssessment assessment = monitor.advance(row(t));
      values[t] = assessment.alarms().relation();
      p[t] = assessment.alarms().relationP();
      contributions[t] = unknown(n);
      predicted[t] = unknown(n);
      if (Arrays.stream(readings[t]).anyMatch(Double::isNaN)) {
        statistic.breakChain();
      } else if (!Double.isNaN(statistic.take(readings[t], held))) {
        statistic.contributions(held, contributions[t]);
        for (int j = 0; j < n; j++) {
          predicted[t][j] = statistic.predicted(j);
        }
      }
    }
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("statistic", values(values));
    said.put("p", values(p));
    said.put("contributions", rows(contributions));
    said.put("predicted", rows(predicted));
    content.put("relations", said);
    content.put("limit", relations.normal().limit());
  }

  private void intervals() {
    Map<String, Object> said = new LinkedHashMap<>();
    for (int horizon : model.readoutHorizons()) {
      model
          .forecastErrors(horizon)
          .ifPresent(
              errors -> {
                double[] widths = new double[model.map().sensors().size()];
                for (int i = 0; i < widths.length; i++) {
                  widths[i] = errors.at(i, LEVEL);
                }
                said.put(Integer.toString(horizon), values(widths));
              });
    }
    content.put("intervals", said);
  }

  private static double[] unknown(int size) {
    double[] values = new double[size];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  private static List<List<@Nullable Double>> rows(double[][] rows) {
    return Arrays.stream(rows).map(PythonGolden::values).toList();
  }

  private static List<@Nullable Double> values(double[] values) {
    List<@Nullable Double> all = new ArrayList<>();
    for (double value : values) {
      all.add(Double.isNaN(value) ? null : value);
    }
    return all;
  }
}
