package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BinomialTailTest {
  @Test
  void tailsOfFourThrows() {
    assertThat(BinomialTail.atLeast(4, 0.5, 0)).isEqualTo(1);
    assertThat(BinomialTail.atLeast(4, 0.5, 3)).isCloseTo(5.0 / 16, within(1e-14));
    assertThat(BinomialTail.atLeast(4, 0.5, 4)).isCloseTo(1.0 / 16, within(1e-14));
    assertThat(BinomialTail.atLeast(4, 0.5, 5)).isZero();
    assertThat(BinomialTail.atLeast(3, 0.1, 1)).isCloseTo(1 - 0.729, within(1e-14));
  }

  @Test
  void theLimitIsTheSmallestThatIsExceededRarelyEnough() {
    int limit = BinomialTail.limit(2000, 0.05, 1e-6);

    assertThat(BinomialTail.atLeast(2000, 0.05, limit + 1)).isLessThanOrEqualTo(1e-6);
    assertThat(BinomialTail.atLeast(2000, 0.05, limit)).isGreaterThan(1e-6);
    assertThat(BinomialTail.limit(3, 0.9, 1e-9)).isEqualTo(3);
  }

  @Test
  void aRateIsNoticedWithItsPower() {
    double rate = BinomialTail.noticed(500, 50, 0.9);

    assertThat(BinomialTail.atLeast(500, rate, 51)).isCloseTo(0.9, within(1e-4));
    assertThat(rate).isBetween(0.1, 0.15);
  }

  @Test
  void hopsThatOverlapGetAWiderLimit() {
    int independent = Promise.EACH_WINDOW.limit(8000, 1, 0.05, 1e-6);
    int overlapping = Promise.EXPECTED_HOPS.limit(1000, 8, 0.05, 1e-6);

    assertThat(overlapping).isGreaterThan(independent).isLessThan(3 * independent);
  }
}
