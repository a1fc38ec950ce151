package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classic codes of OPC end at 255 and are usable from 64 on; longer ones have a top bit. */
class QualityTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "63",
        "2147483648",
        "4294967295",
        "bad",
        "Bad_NoData",
        " STALE ",
        "false",
        "Error"
      })
  void theseAreBad(String text) {
    assertThat(Quality.isBadText(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "64",
        "192",
        "255",
        "256",
        "2147483647",
        "4294967296",
        "",
        "good",
        "true",
        "not bad",
        "12345678901234567890123"
      })
  void theseAreNot(String text) {
    assertThat(Quality.isBadText(text)).isFalse();
  }
}
