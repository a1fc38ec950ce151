package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against closed forms and printed tables. */
class DistributionsTest {
  @ParameterizedTest
  @CsvSource({
    "0.5, 0",
    "0.975, 1.959963984540054",
    "0.995, 2.5758293035489",
    "0.95, 1.644853626951472"
  })
  void normalQuantilesAreThoseOfTheTables(double p, double z) {
    assertThat(Distributions.normalQuantile(p)).isCloseTo(z, within(1e-12));
    assertThat(Distributions.normalQuantile(1 - p)).isCloseTo(-z, within(1e-12));
  }

  @Test
  void normalTailsMeetWhereTheMethodChanges() {
    assertThat(Distributions.normalTail(3)).isCloseTo(1.349898031630094e-3, within(1e-16));
    assertThat(Distributions.normalTail(Math.nextDown(3.0)))
        .isCloseTo(1.349898031630094e-3, within(1e-15));
    assertThat(Distributions.normalTail(8)).isCloseTo(6.22096057427178e-16, within(1e-28));
  }

  @Test
  void incompleteBetaIsTheBinomialTail() {
    // P(at least 3 of 10 with p = .2), summed by hand.
    double sum = 0;
    double[] choose = {1, 10, 45};
    for (int k = 0; k < 3; k++) {
      sum += choose[k] * StrictMath.pow(0.2, k) * StrictMath.pow(0.8, 10 - k);
    }
    assertThat(Distributions.incompleteBeta(3, 8, 0.2)).isCloseTo(1 - sum, within(1e-13));
    assertThat(Distributions.incompleteBeta(3, 8, 0)).isZero();
    assertThat(Distributions.incompleteBeta(3, 8, 1)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1, 6.313751514675, 0.05", "10, 1.812461122811676, 0.05", "4.5, 0, 0.5"})
  void studentTailsAreThoseOfTheTables(double degrees, double t, double tail) {
    assertThat(Distributions.studentTail(t, degrees)).isCloseTo(tail, within(1e-12));
  }
}
