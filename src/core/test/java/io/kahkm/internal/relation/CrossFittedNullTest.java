package io.kahkm.internal.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CrossFittedNullTest {
  private static final double[] ROOTS = {0.5, 0.8, 0.9, 1, 1, 1, 1.1, 1.2, 1.3, 1.5};

  private static CrossFittedNull of(double within, double between) {
    return CrossFittedNull.of(ROOTS, new CrossFittedNull.Moments(2, 1.03, within, between, 1), 0.9);
  }

  @Test
  void aWeakTailLeavesTheRanks() {
    CrossFittedNull normal = of(1e-3, 0);
    assertThat(normal.pValue(0)).isEqualTo(1);
    assertThat(normal.pValue(1.09 * 1.09 * 1.09)).isEqualTo(5 / 11.0);
    assertThat(normal.pValue(1.52 * 1.52 * 1.52)).isEqualTo(1 / 11.0);
    assertThat(normal.pValue(1.49 * 1.49 * 1.49)).isEqualTo(2 / 11.0);
    assertThat(normal.pValue(Double.POSITIVE_INFINITY)).isEqualTo(1 / 11.0);
  }

  @Test
  void aHeavyTailCountsMoreThanTheRanks() {
    CrossFittedNull normal = of(10, 0);
    assertThat(normal.pValue(8)).isGreaterThan(0.4);
  }

  @Test
  void theLimitIsTheLargerOfRankAndTailAndAlwaysFinite() {
    // k = min(10, ceil(0.9 x 11)) = 10; t(0.9; 8) = 1.396815309
    assertThat(of(1e-3, 0).limit()).isCloseTo(1.5 * 1.5 * 1.5, within(1e-12));
    double root = 1.03 + 1.3968153097438 * 2;
    assertThat(of(2, 0).limit()).isCloseTo(root * root * root, within(1e-9));
  }

  @Test
  void blocksThatDifferShiftEverything() {
    CrossFittedNull normal = of(0.2, 0.1);
    // t(0.9; 1) = 3.0776835371752534
    double shift = 3.0776835371752536 * 0.1 * Math.sqrt(1.5);
    assertThat(normal.shift()).isCloseTo(shift, within(1e-12));
    assertThat(normal.pValue(2)).isGreaterThan(of(0.2, 0).pValue(2));
  }

  @Test
  void valuesThatDoNotVaryHaveAllOrNothingBeyondThem() {
    double[] equal = new double[20];
    Arrays.fill(equal, 0.5);
    CrossFittedNull normal =
        CrossFittedNull.of(equal, new CrossFittedNull.Moments(4, 0.5, 0, 0, 1), 0.995);
    assertThat(normal.limit()).isEqualTo(0.125);
    assertThat(normal.pValue(0.125)).isEqualTo(1);
    assertThat(normal.pValue(0.2)).isEqualTo(1 / 21.0);
  }

  @Test
  void memoryTakesDegreesButNotAll() {
    CrossFittedNull.Moments moments = new CrossFittedNull.Moments(2, 1, 0.2, 0, 1000);
    assertThat(CrossFittedNull.of(ROOTS, moments, 0.9).degrees()).isEqualTo(5);
    assertThat(of(0.2, 0).degrees()).isEqualTo(8);
  }

  @Test
  void impossiblePartsAreRefused() {
    assertThatThrownBy(() -> new CrossFittedNull.Moments(1, 1, 1, 1, 1))
        .hasMessageContaining("blocks is 1");
    assertThatThrownBy(() -> new CrossFittedNull.Moments(2, 1, Double.NaN, 1, 1))
        .hasMessageContaining("within is NaN");
    CrossFittedNull.Moments moments = new CrossFittedNull.Moments(2, 1, 1, 1, 1);
    assertThatThrownBy(() -> CrossFittedNull.of(new double[] {2, 1, 3}, moments, 0.9))
        .hasMessageContaining("1.0 after 2.0");
    assertThatThrownBy(() -> CrossFittedNull.of(new double[] {1, 2}, moments, 0.9))
        .hasMessageContaining("2 values in 2 blocks");
    assertThatThrownBy(() -> CrossFittedNull.of(ROOTS, moments, 1))
        .hasMessageContaining("quantile is 1.0");
  }
}
