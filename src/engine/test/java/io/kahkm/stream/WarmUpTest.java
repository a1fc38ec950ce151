package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.testing.TestModels;
import io.kahkm.text.TimeFormat;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WarmUpTest {
  /** A fortieth of what an engine takes: enough for every kind of output in both rounds. */
  private static final int STEPS = 1_000;

  /**
   * Forecasts are due at every third state, in episodes of five readings, of which three are states
   * where one takes three: so many in the first round, and in the second windows close besides.
   */
  private static final int MANY = STEPS / 5;

  @ParameterizedTest
  @CsvSource({"STANDARD, 1", "STANDARD, 3", "PER_STREAM, 1", "PER_STREAM, 2"})
  void runsWithEveryPreparationOfTheStates(ScalingKind scaling, int delays) throws Exception {
    Model model = TestModels.ofFleet(scaling, delays);
    TopologyConfig config = TestTopology.config("warm");
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, model);

    assertThat(model.map().dimension()).isEqualTo(2 * delays);
    WarmUp warmUp = new WarmUp(config, blueprint, STEPS);
    assertThat(warmUp.records() + warmUp.windows()).isGreaterThan(MANY);
  }

  /** A record whose time cannot be read makes nothing warm. */
  @ParameterizedTest
  @EnumSource(TimeFormat.class)
  void writesTimesAsTheFileSays(TimeFormat format) throws Exception {
    String yaml =
        """
        name: warm
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: %s, step: 20ms, episode: run, end: done}
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}}
        """
            .formatted(format.label());
    TopologyConfig config = TopologyConfig.parse(yaml, "warm", Map.of());
    WarmUp warmUp = new WarmUp(config, MonitorBlueprint.of(config, TestTopology.MODEL), STEPS);
    assertThat(warmUp.records() + warmUp.windows()).isGreaterThan(MANY);
  }
}
