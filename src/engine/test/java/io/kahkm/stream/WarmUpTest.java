package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
