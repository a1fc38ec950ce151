package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.kahkm.kahm.Model;
import io.kahkm.kahm.ScalingKind;
import io.kahkm.testing.TestModels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpTest {
  @ParameterizedTest
  @CsvSource({"STANDARD, 1", "STANDARD, 3", "PER_STREAM, 1", "PER_STREAM, 2"})
  void runsWithEveryPreparationOfTheStates(ScalingKind scaling, int delays) throws Exception {
    Model model = TestModels.ofFleet(scaling, delays);
    MonitorBlueprint blueprint = MonitorBlueprint.of(TestTopology.config("warm"), model);

    assertThat(model.map().dimension()).isEqualTo(2 * delays);
    assertThatCode(() -> WarmUp.run(blueprint)).doesNotThrowAnyException();
  }
}
