package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WarmStartTest {
  /** The engine joins its group half way; the first record must not meet cold code all the same. */
  @Test
  @Timeout(60)
  void processorsGetTheirBlueprintWhenTheCodeIsWarmAndNotBefore() throws Exception {
    TopologyConfig config = TestTopology.config("warm");
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(config, TestModels.ofFleet(ScalingKind.STANDARD, 1));
    WarmStart start = new WarmStart(config, blueprint);
    CompletableFuture<MonitorBlueprint> processor =
        CompletableFuture.supplyAsync(start.blueprint(), command -> new Thread(command).start());

    assertThat(start.begin().get(30, TimeUnit.SECONDS)).isPositive();
    assertThat(start.warm()).isFalse();
    assertThat(processor).isNotDone();
    start.finish();

    assertThat(start.warm()).isTrue();
    assertThat(processor.get(30, TimeUnit.SECONDS)).isSameAs(blueprint);
  }
}
