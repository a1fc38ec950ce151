package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The result of encoding one state, without an encoder. */
class EncodingTest {
  @ParameterizedTest
  @CsvSource({"1, true, false", "0, false, true"})
  void aCopyHasAllThatTheOtherHasAndKeepsIt(int nearest, boolean uniform, boolean reached) {
    Encoding one = new Encoding(2);
    one.coordinates()[0] = 0.75;
    one.coordinates()[1] = 0.25;
    one.scores()[0] = 0.5;
    one.scores()[1] = -0.0;
    one.setNearestClass(nearest);
    one.setUniform(uniform);
    one.setReached(reached);
    Encoding copy = new Encoding(2);
    copy.setNearestClass(1 - nearest);
    copy.setUniform(!uniform);
    copy.setReached(!reached);

    copy.set(one);
    one.coordinates()[0] = 0;
    one.scores()[0] = 1;

    assertThat(copy.coordinates()).containsExactly(0.75, 0.25);
    assertThat(copy.scores()).containsExactly(0.5, -0.0);
    assertThat(copy.nearestClass()).isEqualTo(nearest);
    assertThat(copy.uniform()).isEqualTo(uniform);
    assertThat(copy.reached()).isEqualTo(reached);
  }
}
