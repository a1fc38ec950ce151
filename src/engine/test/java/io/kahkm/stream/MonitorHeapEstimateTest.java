package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the estimate of a monitor's heap rests on: its snapshot once all of it has begun. */
class MonitorHeapEstimateTest {
  /** Long enough for 20 outcomes of the slowest forecasts here, and what follows them. */
  private static final int LATE = 20_000;

  /**
   * What is certified of the skill of forecasts begins 20 outcomes late, which takes long where
   * forecasts are seldom. A horizon of 700 steps has forecasts on their way for as long.
   */
  @ParameterizedTest
  @ValueSource(strings = {"[1, 5], every: 3", "[1, 5], every: 80", "[1, 700], every: 7"})
  void thereIsNothingLeftToBegin(String forecasts) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: %s}
            """
                .formatted(forecasts),
            "pump",
            Map.of());
    MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MIXED_MODEL);
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
    int grown = MonitorHeap.untilGrown(blueprint.settings());
    int bytes = 0;
    for (int t = 0; t < LATE; t++) {
      monitor.advance(CentroidObservations.of(blueprint.settings(), blueprint.model().map(), t));
      if (t + 1 == grown) {
        bytes = monitor.snapshot().length;
        assertThat(MonitorHeap.of(blueprint.settings(), 0, 0, bytes).grown())
            .isEqualTo(blueprint.heap().grown());
      }
    }
    // How many classes the newest pairs have, and how many forecasts are on their way, varies.
    assertThat(monitor.snapshot().length).isBetween(bytes * 95 / 100, bytes * 105 / 100);
  }
}
