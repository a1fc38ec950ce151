package io.kahkm.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.telemetry.Scenario;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a real monitor brings is what the charts get. */
class StreamHistoryTest {
  private static final long STEP = 20_000_000L;
  private static final int EPISODE = 35;
  private static final int STATES = 11 * EPISODE;
  private static final List<Integer> HORIZONS = List.of(1, 5);

  private static Model model;
  private static Episodes data;

  private final StreamHistory history =
      new StreamHistory(List.of("q", "p"), 2, 6, new PastReadings(Scenario.WEEK, 2));
  private final List<Long> times = new ArrayList<>();
  private final List<double[]> states = new ArrayList<>();
  private final List<double[]> coordinates = new ArrayList<>();
  private final Map<Integer, Map<Integer, double[]>> forecastFor = new HashMap<>();
  private final List<Double> novelties = new ArrayList<>();
  private final List<Double> relations = new ArrayList<>();
  private final List<WindowCertificate> certificates = new ArrayList<>();

  @BeforeAll
  static void fitModel() {
    model = TestModels.vanDerPol(6, 1).toBuilder().alarms(TestModels.alarms(2)).build();
    data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 7, 1, STATES);
  }

  private StreamMonitor run() {
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED.withStep(STEP, 0.1))
                .horizons(HORIZONS)
                .every(3)
                .learn(true)
                .certificates(Optional.of(Scenario.certificates(4)))
                .build(),
            model);
    for (int t = 0; t < STATES; t++) {
      RowAssessment assessment =
          monitor.advance(
              Observation.state((t + 1) * STEP, data.state(0, t), "e" + t / EPISODE, false));
      times.add(assessment.time());
      states.add(assessment.state().clone());
      coordinates.add(assessment.coordinates().clone());
      for (IssuedForecast issued : assessment.issued()) {
        // Forecasts beyond the end of their episode never come due.
        if (t % EPISODE + issued.horizon() < EPISODE) {
          forecastFor
              .computeIfAbsent(issued.horizon(), h -> new HashMap<>())
              .put(t + issued.horizon(), issued.state().clone());
        }
      }
      novelties.add(assessment.novelty());
      relations.add(assessment.alarms().relation());
      certificates.addAll(assessment.certificates());
      history.accepted(assessment, 1_000L * t);
      if (t % 100 == 99) {
        history.status(monitor.status());
      }
    }
    return monitor;
  }

  private JsonNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    history.write(json, StreamState.NORMAL);
    return json;
  }

  @Test
  void theForecastDueIsTheOneMadeForTheLastReadingThatHadOne() {
    run();

    Map<Integer, List<Double>> due = new HashMap<>();
    history.due(
        (horizon, sensor, value, halfWidth) ->
            due.computeIfAbsent(horizon, h -> new ArrayList<>()).add((double) value));

    assertThat(due).containsOnlyKeys(HORIZONS);
    for (int horizon : HORIZONS) {
      double[] made =
          forecastFor.get(horizon).get(Collections.max(forecastFor.get(horizon).keySet()));
      assertThat(due.get(horizon))
          .containsExactly((double) (float) made[0], (double) (float) made[1]);
    }
  }

  /** Both stand at the reading that the forecast is of, and ahead of the last one. */
  @Test
  void halfWidthsStandBesideTheirForecasts() {
    ErrorQuantiles errors = ErrorQuantiles.of(new double[][] {{0.1, 0.2, 0.3}, {0.2, 0.5}});
    Model.Builder expecting = model.toBuilder();
    HORIZONS.forEach(horizon -> expecting.forecastErrors(horizon, errors));
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED.withStep(STEP, 0.1))
                .horizons(HORIZONS)
                .every(1)
                .interval(OptionalDouble.of(0.9))
                .build(),
            expecting.build());
    Map<Integer, Map<Integer, double[]>> widths = new HashMap<>();
    Map<Integer, IssuedForecast> last = new HashMap<>();
    for (int t = 0; t < STATES; t++) {
      RowAssessment assessment =
          monitor.advance(Observation.state((t + 1) * STEP, data.state(0, t), "run", false));
      for (IssuedForecast issued : assessment.issued()) {
        double[] width = issued.halfWidth();
        widths
            .computeIfAbsent(issued.horizon(), h -> new HashMap<>())
            .put(t + issued.horizon(), width == null ? null : width.clone());
      }
      history.accepted(assessment, t);
      if (t == STATES - 1) {
        assessment.issued().forEach(issued -> last.put(issued.horizon(), issued));
        assertThat(last).containsOnlyKeys(HORIZONS);
        JsonNode forecasts = json().path("readings").path("forecasts");
        for (int h = 0; h < 2; h++) {
          JsonNode forecast = forecasts.get(h);
          int horizon = forecast.path("horizon").intValue();
          int known = 0;
          for (int i = 0; i < StreamHistory.READINGS; i++) {
            double[] expected = widths.get(horizon).get(STATES - StreamHistory.READINGS + i);
            for (int sensor = 0; sensor < 2; sensor++) {
              JsonNode shown = forecast.path("halfWidth").get(sensor).get(i);
              if (expected == null) {
                assertThat(shown.isNull()).isTrue();
              } else {
                assertThat(shown.floatValue()).isEqualTo((float) expected[sensor]);
                known++;
              }
            }
          }
          assertThat(known).isGreaterThan(StreamHistory.READINGS);
          assertThat(forecast.path("origin").longValue()).isEqualTo(STATES * STEP / 1_000_000);
          double[] ahead = last.get(horizon).state();
          double[] width = last.get(horizon).halfWidth();
          for (int sensor = 0; sensor < 2; sensor++) {
            assertThat(forecast.path("ahead").get(sensor).floatValue())
                .isEqualTo((float) ahead[sensor]);
            assertThat(forecast.path("halfWidthAhead").get(sensor).floatValue())
                .isEqualTo((float) width[sensor]);
          }
        }
      }
    }
  }

  @Test
  void keepsTheLastReadingsInOrderWithTheirBreaks() {
    run();

    JsonNode readings = json().path("readings");

    int first = STATES - StreamHistory.READINGS;
    assertThat(readings.path("time")).hasSize(StreamHistory.READINGS);
    for (int i = 0; i < StreamHistory.READINGS; i++) {
      assertThat(readings.path("time").get(i).longValue())
          .isEqualTo(times.get(first + i) / 1_000_000);
      assertThat(readings.path("continued").get(i).booleanValue())
          .isEqualTo((first + i) % EPISODE != 0);
      for (int sensor = 0; sensor < 2; sensor++) {
        assertThat(readings.path("state").get(sensor).get(i).floatValue())
            .isEqualTo((float) states.get(first + i)[sensor]);
      }
    }
  }

  @Test
  void keepsTheCoordinatesToOnePartIn255() {
    run();

    JsonNode readings = json().path("readings");

    byte[] bytes = Base64.getDecoder().decode(readings.path("coordinates").textValue());
    assertThat(readings.path("classes").intValue()).isEqualTo(6);
    assertThat(bytes).hasSize(StreamHistory.READINGS * 6);
    int first = STATES - StreamHistory.READINGS;
    for (int i = 0; i < bytes.length; i++) {
      assertThat((bytes[i] & 0xff) / 255.0)
          .isCloseTo(coordinates.get(first + i / 6)[i % 6], within(0.5 / 255 + 1e-12));
    }
  }

  @Test
  void keepsNoveltyAndRelationOfEveryReading() {
    run();

    JsonNode readings = json().path("readings");

    int first = STATES - StreamHistory.READINGS;
    for (int i = 0; i < StreamHistory.READINGS; i++) {
      assertThat(readings.path("novelty").get(i).floatValue())
          .isEqualTo(novelties.get(first + i).floatValue());
      double relation = relations.get(first + i);
      assertThat(readings.path("relation").get(i).isNull()).isEqualTo(Double.isNaN(relation));
    }
  }

  @Test
  void putsEveryForecastBesideTheReadingItWasMadeFor() {
    run();

    JsonNode forecasts = json().path("readings").path("forecasts");

    assertThat(forecasts).hasSize(2);
    int first = STATES - StreamHistory.READINGS;
    int compared = 0;
    for (JsonNode trace : forecasts) {
      Map<Integer, double[]> made = forecastFor.get(trace.path("horizon").intValue());
      for (int i = 0; i < StreamHistory.READINGS; i++) {
        JsonNode shown = trace.path("state").get(1).get(i);
        double[] expected = made.get(first + i);
        assertThat(shown.isNull()).isEqualTo(expected == null);
        if (expected != null) {
          assertThat(shown.floatValue()).isEqualTo((float) expected[1]);
          compared++;
        }
      }
      assertThat(trace.path("ahead")).hasSize(2);
      assertThat(trace.path("origin").longValue()).isPositive();
    }
    assertThat(compared).isGreaterThan(100);
  }

  @Test
  void keepsWindowsAndTheEigenvaluesOfTheLastOne() {
    StreamMonitor monitor = run();

    JsonNode json = json();

    assertThat(certificates).hasSizeGreaterThan(1);
    assertThat(json.path("windows")).hasSameSizeAs(certificates);
    WindowCertificate last = certificates.get(certificates.size() - 1);
    JsonNode shown = json.path("windows").get(certificates.size() - 1);
    assertThat(shown.path("window").longValue()).isEqualTo(last.extent().index());
    assertThat(shown.path("upper").doubleValue()).isEqualTo(last.alarm().upper());
    assertThat(shown.path("verdict").textValue()).isEqualTo(last.verdict().label());
    assertThat(json.path("eigenvalues")).hasSize(6);
    double[] values = new double[12];
    for (int i = 0; i < values.length; i++) {
      values[i] = json.path("eigenvalues").get(i / 2).get(i % 2).doubleValue();
    }
    assertThat(MatrixNorms.largestModulus(values))
        .isCloseTo(monitor.status().closure().radius().orElseThrow(), within(1e-6));
  }

  @Test
  void keepsTheHighestNoveltyAndRelationBetweenTwoViews() {
    run();

    JsonNode views = json().path("views");

    assertThat(views.path("time")).hasSize(STATES / 100);
    for (int view = 0; view < STATES / 100; view++) {
      assertThat(views.path("novelty").get(view).floatValue())
          .isEqualTo(Collections.max(novelties.subList(100 * view, 100 * view + 100)).floatValue());
      double highest =
          relations.subList(100 * view, 100 * view + 100).stream()
              .filter(value -> !value.isNaN())
              .max(Double::compare)
              .orElseThrow();
      assertThat(views.path("relation").get(view).floatValue()).isEqualTo((float) highest);
      assertThat(views.path("fHat").get(view).floatValue()).isBetween(0f, 1f);
      assertThat(views.path("sHat").get(view).floatValue()).isBetween(0f, 1f);
    }
  }

  @Test
  void keepsHowForecastsFaredViewByView() {
    history.status(Scenario.healthy());
    history.status(Scenario.healthy());

    JsonNode horizons = json().path("views").path("horizons");

    assertThat(horizons).hasSize(2);
    JsonNode one = horizons.get(0);
    assertThat(one.path("horizon").intValue()).isEqualTo(1);
    assertThat(one.path("rmse")).hasSize(2);
    assertThat(one.path("rmse").get(1).floatValue()).isEqualTo(0.1875f);
    assertThat(one.path("skill").get(1).floatValue()).isEqualTo(0.625f);
    assertThat(one.path("coverage").get(1).floatValue()).isEqualTo(0.90625f);
    assertThat(horizons.get(1).path("horizon").intValue()).isEqualTo(50);
    assertThat(horizons.get(1).path("rmse").get(1).floatValue()).isEqualTo(0.3125f);
    assertThat(horizons.get(1).path("skill").get(1).isNull()).isTrue();
    assertThat(horizons.get(1).path("coverage").get(1).isNull()).isTrue();
  }

  @Test
  void knowsTheLastWindowAfterARestart() {
    history.status(Scenario.healthy());

    assertThat(json().path("windows")).hasSize(1);
    assertThat(json().path("windows").get(0).path("verdict").textValue()).isEqualTo("ATTAINABLE");
    assertThat(json().has("eigenvalues")).isFalse();
  }

  @Test
  void staysWithinItsBoundForTheDefaultLimits() {
    assertThat(StreamHistory.largestBytes(8, 25, Scenario.WEEK)).isBetween(288_000L, 291_000L);
  }
}
