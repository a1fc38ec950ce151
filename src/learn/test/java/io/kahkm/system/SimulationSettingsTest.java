package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a fleet to simulate may be. */
class SimulationSettingsTest {
  @Test
  void aFleetHasStreamsARateAndEpisodes() {
    SimulationSettings settings = new SimulationSettings(120, 0.1, 1, 0, 1, List.of());
    assertThat(settings.streamNames()).startsWith("sensor-001").endsWith("sensor-120");
    assertThat(new SimulationSettings(1, 1, 1, 0, 1, List.of()).streamNames())
        .containsExactly("sensor-01");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(0, 1, 1, 0, 1, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, 0, 1, 0, 1, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, Double.POSITIVE_INFINITY, 1, 0, 1, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, 1, 0, 0, 1, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, 1, 1, -1, 1, List.of()));
    for (String wrong : List.of("sensor-1", "sensor-00", "sensor-04", "pump-01", "sensor-x")) {
      Fault fault =
          new Fault(
              wrong,
              FaultKind.DYNAMICS,
              Optional.empty(),
              Optional.empty(),
              Duration.ZERO,
              Duration.ofSeconds(1),
              1);
      assertThatIllegalArgumentException()
          .as(wrong)
          .isThrownBy(() -> new SimulationSettings(3, 1, 1, 0, 1, List.of(fault)))
          .withMessageContaining("must be one of sensor-01 to sensor-03");
    }
    for (String right : List.of("sensor-01", "sensor-03")) {
      Fault fault =
          new Fault(
              right,
              FaultKind.DYNAMICS,
              Optional.empty(),
              Optional.empty(),
              Duration.ZERO,
              Duration.ofSeconds(1),
              1);
      assertThat(new SimulationSettings(3, 1, 1, 0, 1, List.of(fault)).faultsOf(right))
          .containsExactly(fault);
    }
  }
}
