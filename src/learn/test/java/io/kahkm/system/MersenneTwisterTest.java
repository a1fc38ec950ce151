package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MersenneTwisterTest {
  @Test
  void givesTheNumbersOfTheLibrary() {
    MersenneTwister zero = new MersenneTwister(0);
    MersenneTwister answer = new MersenneTwister(42);

    // numpy.random.RandomState(seed).random_sample()
    assertThat(zero.nextUniform()).isEqualTo(0.5488135039273248);
    assertThat(zero.nextUniform()).isEqualTo(0.7151893663724195);
    assertThat(zero.nextUniform()).isEqualTo(0.6027633760716439);
    assertThat(answer.nextUniform()).isEqualTo(0.3745401188473625);
    assertThat(answer.nextUniform()).isEqualTo(0.9507143064099162);
  }

  @Test
  void refusesSeedsTheLibraryRefuses() {
    assertThatThrownBy(() -> new MersenneTwister(-1)).hasMessageContaining("seed is -1");
    assertThatThrownBy(() -> new MersenneTwister(1L << 32)).hasMessageContaining("4294967295");
  }
}
