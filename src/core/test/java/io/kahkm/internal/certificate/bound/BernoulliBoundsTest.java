package io.kahkm.internal.certificate.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BernoulliBoundsTest {
  private static final MathContext DIGITS = new MathContext(60);

  @Test
  void closedFormsAtTheEdges() {
    assertThat(BernoulliBounds.lower(0, 0.3)).isZero();
    assertThat(BernoulliBounds.upper(1, 0.3)).isEqualTo(1);
    assertThat(BernoulliBounds.upper(0, 0.3)).isCloseTo(-StrictMath.expm1(-0.3), within(1e-15));
    assertThat(BernoulliBounds.lower(1, 0.3)).isCloseTo(StrictMath.exp(-0.3), within(1e-15));
    assertThat(BernoulliBounds.lower(0.4, 0)).isEqualTo(0.4);
    assertThat(BernoulliBounds.upper(0.4, 0)).isEqualTo(0.4);
    assertThat(BernoulliBounds.lower(0.4, Double.POSITIVE_INFINITY)).isZero();
    assertThat(BernoulliBounds.upper(0.4, Double.POSITIVE_INFINITY)).isEqualTo(1);
  }

  @Test
  void theReturnedPointIsExcludedInExactArithmeticAndClose() {
    SplittableRandom random = new SplittableRandom(20260701);
    for (int i = 0; i < 300; i++) {
      double q =
          random.nextInt(3) == 0 ? Math.scalb(random.nextDouble(), -20) : random.nextDouble();
      double r = Math.scalb(random.nextDouble(), -random.nextInt(30));
      double low = BernoulliBounds.lower(q, r);
      double high = BernoulliBounds.upper(q, r);
      BigDecimal exactRadius = new BigDecimal(r);
      if (low > 0) {
        assertThat(divergence(q, low)).as("lower %s %s", q, r).isGreaterThanOrEqualTo(exactRadius);
        assertThat(divergence(q, low + 1e-9 * (q - low))).isLessThan(exactRadius);
      }
      if (high < 1) {
        assertThat(divergence(q, high)).as("upper %s %s", q, r).isGreaterThanOrEqualTo(exactRadius);
        assertThat(divergence(q, high - 1e-9 * (high - q))).isLessThan(exactRadius);
      }
    }
  }

  @Test
  void argumentsOutsideTheirRangeAreNamed() {
    assertThatThrownBy(() -> BernoulliBounds.lower(1.5, 0.1)).hasMessageContaining("q is 1.5");
    assertThatThrownBy(() -> BernoulliBounds.upper(0.5, Double.NaN))
        .hasMessageContaining("r is NaN");
  }

  private static BigDecimal divergence(double q, double p) {
    BigDecimal a = new BigDecimal(q);
    BigDecimal b = new BigDecimal(p);
    BigDecimal one = BigDecimal.ONE;
    BigDecimal hit = a.signum() == 0 ? a : a.multiply(log(a.divide(b, DIGITS)));
    BigDecimal missed = one.subtract(a);
    return hit.add(missed.multiply(log(missed.divide(one.subtract(b), DIGITS)), DIGITS), DIGITS);
  }

  /** Natural logarithm to about 50 digits: a double's estimate, corrected by a series. */
  private static BigDecimal log(BigDecimal x) {
    BigDecimal estimate = new BigDecimal(StrictMath.log(x.doubleValue()));
    BigDecimal ratio = x.divide(exp(estimate), DIGITS);
    BigDecimal t = ratio.subtract(BigDecimal.ONE).divide(ratio.add(BigDecimal.ONE), DIGITS);
    BigDecimal power = t;
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 1; k < 12; k += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(k), DIGITS));
      power = power.multiply(t).multiply(t, DIGITS);
    }
    return estimate.add(sum.multiply(BigDecimal.valueOf(2)));
  }

  private static BigDecimal exp(BigDecimal x) {
    int halvings = 20;
    BigDecimal small = x.divide(BigDecimal.valueOf(1L << halvings), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; k < 30; k++) {
      term = term.multiply(small).divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }
}
