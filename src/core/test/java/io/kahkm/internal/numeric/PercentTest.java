package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PercentTest {
  @Test
  void wholePercentAreRounded() {
    assertThat(Percent.whole(0.354)).isEqualTo("35 %");
    assertThat(Percent.whole(0.356)).isEqualTo("36 %");
    assertThat(Percent.whole(0.005)).isEqualTo("1 %");
    assertThat(Percent.whole(0.994)).isEqualTo("99 %");
    assertThat(Percent.whole(-0.104)).isEqualTo("-10 %");
    assertThat(Percent.whole(-1)).isEqualTo("-100 %");
    assertThat(Percent.whole(-0.998)).isEqualTo("-100 %");
    assertThat(Percent.whole(-0.004)).isEqualTo("0 %");
  }

  @Test
  void tenthsHaveOneDigitAfterThePoint() {
    assertThat(Percent.tenths(0.995)).isEqualTo("99.5 %");
    assertThat(Percent.tenths(0.21849)).isEqualTo("21.8 %");
    assertThat(Percent.tenths(0.04)).isEqualTo("4.0 %");
    assertThat(Percent.tenths(0.0005)).isEqualTo("0.1 %");
  }

  @Test
  void onlyNoneIsToldAsNoneAndOnlyAllAsAll() {
    assertThat(Percent.whole(0)).isEqualTo("0 %");
    assertThat(Percent.whole(1)).isEqualTo("100 %");
    assertThat(Percent.whole(0.0049)).isEqualTo("less than 1 %");
    assertThat(Percent.whole(0.9951)).isEqualTo("more than 99 %");
    assertThat(Percent.tenths(0)).isEqualTo("0.0 %");
    assertThat(Percent.tenths(1)).isEqualTo("100.0 %");
    assertThat(Percent.tenths(0.0004)).isEqualTo("less than 0.1 %");
    assertThat(Percent.tenths(0.9996)).isEqualTo("more than 99.9 %");
    assertThat(Percent.tenths(0.9994)).isEqualTo("99.9 %");
  }
}
