package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class FirstReadingTest {
  private static final long NOW = Instant.parse("2026-11-26T11:00:00Z").toEpochMilli();

  @Test
  void pumpsBeginBeforeAMonday() {
    var pumps = DynamicalSystems.named("pumps");
    assertThat(Instant.ofEpochMilli(FirstReading.live(pumps, NOW)))
        .isEqualTo("2025-11-24T00:00:00Z");
    assertThat(Instant.ofEpochMilli(FirstReading.ofFile(pumps))).isEqualTo("2024-01-01T00:00:00Z");
  }

  @Test
  void oscillatorsBeginNow() {
    var oscillator = DynamicalSystems.named("duffing");
    assertThat(FirstReading.live(oscillator, NOW)).isEqualTo(NOW);
    assertThat(FirstReading.ofFile(oscillator)).isZero();
  }
}
