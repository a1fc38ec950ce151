package io.kahkm.reproduce.paper.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against draws of numpy 2.4.6, {@code default_rng(seed)}. */
class NumpyRandomTest {
  @Test
  void uniformsAndIntegersShareTheSequenceAsInNumpy() {
    NumpyRandom random = new NumpyRandom(12345);

    assertThat(random.nextUniform()).isEqualTo(0.22733602246716966);
    assertThat(random.nextUniform()).isEqualTo(0.31675833970975287);
    assertThat(random.nextUniform()).isEqualTo(0.7973654573327341);
    assertThat(IntStream.range(0, 8).map(i -> random.nextInt(3)))
        .containsExactly(1, 2, 2, 1, 2, 0, 1, 1);
    assertThat(random.nextUniform()).isEqualTo(0.18673418560371335);
    assertThat(IntStream.range(0, 5).map(i -> random.nextInt(2))).containsExactly(0, 1, 1, 1, 1);
  }

  @Test
  void gaussiansOfASeedBeyondThirtyTwoBitsAreNumpys() {
    NumpyRandom random = new NumpyRandom(5_000_000_007L);

    assertThat(random.nextGaussian()).isEqualTo(0.4828047468661966);
    assertThat(random.nextGaussian()).isEqualTo(1.5833627754231323);
    assertThat(random.nextGaussian()).isEqualTo(0.20876836968097287);
  }

  @Test
  void refusesWhatNumpyRefuses() {
    assertThatThrownBy(() -> new NumpyRandom(-1)).hasMessage("seed is -1, must be at least 0");
    assertThatThrownBy(() -> new NumpyRandom(0).nextInt(0)).hasMessageContaining("bound is 0");
  }
}
