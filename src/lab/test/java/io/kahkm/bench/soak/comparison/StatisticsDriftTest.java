package io.kahkm.bench.soak.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.SequentialRun;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatisticsDriftTest {
  private static final Model MODEL = TestModels.vanDerPol(5, 1);
  private static final int READINGS = 3_000;

  private final SimulatedSensor sensor =
      new SimulatedSensor(
          "s",
          DynamicalSystems.named("vanderpol"),
          SimulatedSensor.Mode.EPISODES,
          30,
          400,
          7,
          0,
          20,
          List.of());
  private SequentialRun run;

  @BeforeEach
  void begin() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            "{name: d, model: {file: m}, input: {state: [q, p], time: t, time-unit: ms, episode: run},"
                + " forecasts: {horizons: [1]}}",
            "d",
            Map.of());
    run =
        new SequentialRun(
            config, MonitorBlueprint.of(config, MODEL), (output, stream, value) -> {});
  }

  /** Readings until then, of which the comparison does not see one. */
  private StatisticsDrift.Largest driftWithout(int hidden) {
    StatisticsDrift drift = new StatisticsDrift();
    for (int i = 0; i < READINGS; i++) {
      SimulatedReading reading = sensor.next();
      String json =
          "{\"t\":%d,\"q\":%s,\"p\":%s,\"run\":\"%s\"}"
              .formatted(
                  reading.time(),
                  reading.state().get(0),
                  reading.state().get(1),
                  reading.episode());
      int number = i;
      run.take("s", json.getBytes(StandardCharsets.UTF_8), 0)
          .filter(assessment -> number != hidden)
          .ifPresent(assessment -> drift.advanced("s", assessment));
    }
    return drift.against(run.monitors());
  }

  @Test
  void findsNoneBeyondRounding() {
    StatisticsDrift.Largest drift = driftWithout(-1);

    assertThat(drift.streams()).isOne();
    assertThat(drift.pairs()).isGreaterThan(2_800);
    // A few hundred additions of numbers of one sign, each rounded to 1.1e-16.
    assertThat(drift.assignmentLoss()).isLessThan(1e-13);
    assertThat(drift.successorVariance()).isLessThan(1e-13);
  }

  @Test
  void noticesASinglePairThatDiffers() {
    StatisticsDrift.Largest drift = driftWithout(READINGS - 50);

    assertThat(drift.assignmentLoss()).isGreaterThan(1e-9);
    assertThat(drift.successorVariance()).isGreaterThan(1e-9);
  }
}
