package io.kahkm.reproduce.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlantResultTest {
  @Test
  void aFastPlantKeepsItsLimitAndTheControlPages() {
    PlantResult fast = PlantResult.of(1, SwingingPlant.Noise.NORMAL, 0.3, 400, 10_000);
    assertThat(fast.coverage().provisional()).isFalse();
    assertThat(fast.above()).isLessThanOrEqualTo(50);
    assertThat(fast.pages()).isLessThanOrEqualTo(1);
    assertThat(fast.broken()).isGreaterThan(fast.pages());
  }

  @Test
  void aSlowPlantIsProvisional() {
    PlantResult slow = PlantResult.of(1, SwingingPlant.Noise.NORMAL, 0.99, 100, 10);
    assertThat(slow.coverage().provisional()).isTrue();
  }

  @Test
  void equalSeedsGiveEqualResults() {
    assertThat(PlantResult.of(5, SwingingPlant.Noise.HEAVY, 0.9, 100, 500))
        .isEqualTo(PlantResult.of(5, SwingingPlant.Noise.HEAVY, 0.9, 100, 500))
        .isNotEqualTo(PlantResult.of(6, SwingingPlant.Noise.HEAVY, 0.9, 100, 500));
  }
}
