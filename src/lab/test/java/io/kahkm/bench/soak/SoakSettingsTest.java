package io.kahkm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SoakSettingsTest {
  private static Iterator<EngineFault> plan(List<EngineFault> faults) {
    return new SoakSettings(
            Load.ROWS,
            faults,
            Optional.of(Duration.ofHours(1)),
            1,
            10,
            BrokerPlan.one(Map.of()),
            Map.of())
        .plan(new Random(1));
  }

  private static List<String> next(Iterator<EngineFault> plan, int count) {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      labels.add(plan.next().label());
    }
    return labels;
  }

  @Test
  void aRollComesFirstAndOnceAndEveryOtherFaultInEveryRound() {
    Iterator<EngineFault> plan =
        plan(
            List.of(
                new PromotionFault(),
                BrokerFault.KILL,
                InstanceFault.ZOMBIE,
                new ReleaseRoll(Optional.of("old.jar"))));

    assertThat(next(plan, 1)).containsExactly("release-roll");
    List<List<String>> rounds = List.of(next(plan, 3), next(plan, 3), next(plan, 3));
    assertThat(rounds)
        .allSatisfy(
            round ->
                assertThat(round).containsExactlyInAnyOrder("promotion", "broker-kill", "zombie"));
    assertThat(rounds.stream().distinct().count()).isGreaterThan(1);
  }

  @Test
  void aRollAloneComesAgain() {
    Iterator<EngineFault> plan = plan(List.of(new ReleaseRoll(Optional.of("old.jar"))));

    assertThat(next(plan, 2)).containsExactly("release-roll", "release-roll");
  }
}
