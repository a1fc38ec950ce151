package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.stream.output.ResultOutput;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import io.kahkm.text.StreamNames;
import io.kahkm.topology.TopologyConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readings that are numbers and no more than that. Neither they nor the sound ones after them may
 * stop anything that puts into words what is wrong.
 */
class WildReadingsTest {
  private static final long STEP = 1_000_000_000;
  private static final int ROWS = 700;

  @ParameterizedTest
  @ValueSource(doubles = {3.4028234663852886e38, 1e154, 1e307, 1.7e308, -1.7e308})
  void whateverASensorReadIncidentsAndForecastsAreTold(double wild) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [flow, heat, power], time: t}
            forecasts: {horizons: [1, 5]}
            """,
            "test",
            Map.of());
    ResultOutput output = new ResultOutput(config, ForecastRecordsTest.MODEL.map());
    int incidents = 0;
    for (int seed = 1; seed <= 6; seed++) {
      StreamMonitor monitor =
          StreamMonitor.create(
              MonitorSettings.builder()
                  .timing(InputTiming.TIMED.withStep(STEP, 0.1))
                  .horizons(List.of(1, 5))
                  .every(1)
                  .alarm(AlarmSettings.of(1e4))
                  .build(),
              ForecastRecordsTest.MODEL);
      IncidentComposer composer =
          IncidentComposer.ofMain(
              ForecastRecordsTest.MODEL.map(),
              Map.of(),
              new IncidentBook(),
              InstantSource.system(),
              StreamNames.NONE);
      ForecastRecordsTest.Plant plant = new ForecastRecordsTest.Plant(seed);
      for (int t = 0; t < ROWS; t++) {
        double[] row = plant.next();
        if (t >= 200 && t < 200 + seed) {
          row[seed % 3] = t % 2 == 0 || seed > 3 ? wild : -wild;
        }
        RowAssessment said = monitor.advance(Observation.state(t * STEP, row, "e", false));
        if (said.incidentChange() != IncidentChange.NONE) {
          incidents++;
          assertThat(
                  composer
                      .compose("pump", said.incident().orElseThrow(), Optional.empty())
                      .path("words")
                      .asText())
              .doesNotContain("Infinity", "NaN");
        }
        if (!said.issued().isEmpty()) {
          assertThat(new String(output.forecasts("pump", said), UTF_8))
              .doesNotContain("Infinity", "\"NaN\"");
        }
      }
    }
    assertThat(incidents).isGreaterThan(6);
  }

  /** A common code for a bad value. Forecasts go on as if it had not come. */
  @Test
  void oneReadingOfTheLargestFloatDoesNotSpoilLaterForecasts() {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 31, 1, 4_000);
    Random random = new Random(1);
    double[][] rows = new double[4_000][];
    for (int t = 0; t < rows.length; t++) {
      rows[t] = TestModels.inUnitsOf(1, data.state(0, t));
      for (int i = 0; i < rows[t].length; i++) {
        rows[t][i] += 0.01 * random.nextGaussian();
      }
    }
    double sound = error(rows, rows[1_000][0]);
    assertThat(error(rows, Float.MAX_VALUE)).isLessThan(1.02 * sound);
    assertThat(error(rows, 30)).isLessThan(1.02 * sound);
  }

  /** Of forecasts for five steps from half a hundred rows after one reading on. */
  private static double error(double[][] rows, double wild) {
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED.withStep(STEP, 0.1))
                .horizons(List.of(1, 5))
                .build(),
            TestTopology.MIXED_MODEL);
    double sum = 0;
    for (int t = 0; t < rows.length; t++) {
      double[] row = rows[t].clone();
      row[0] = t == 1_000 ? wild : row[0];
      for (ScoredForecast scored :
          monitor.advance(Observation.state(STEP * t, row, "e", false)).scored()) {
        double[] predicted = scored.predictedState();
        if (t < 1_050 || scored.horizon() != 5 || predicted == null) {
          continue;
        }
        for (int i = 0; i < row.length; i++) {
          sum += Math.pow(predicted[i] - scored.targetState()[i], 2);
        }
      }
    }
    return Math.sqrt(sum);
  }
}
