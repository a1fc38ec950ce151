package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The bound of the norm is a proof: it may not lie below the norm by the last bit, or a certificate
 * would not hold. Against forty digits, where the norm has a closed form.
 */
class SpectralNormTest {
  private static final MathContext DIGITS = new MathContext(40);

  /** A few units in the last place for every row: more would be given away. */
  private static final double TIGHT = 2e-13;

  private static void requireBound(double bound, BigDecimal norm) {
    assertThat(new BigDecimal(bound)).isGreaterThanOrEqualTo(norm);
    assertThat(bound).isLessThanOrEqualTo(norm.doubleValue() * (1 + TIGHT));
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }

  @Test
  void ofTwoRowsItIsNotBelowTheNorm() {
    Random random = new Random(3);
    for (int trial = 0; trial < 3_000; trial++) {
      double[] b = new double[4];
      for (int i = 0; i < 4; i++) {
        b[i] = random.nextGaussian() * (trial % 3 == 0 ? 1 : Math.pow(10, random.nextInt(9) - 4));
      }
      // The larger root of s^2 - t s + d^2, s the squared norm.
      BigDecimal t = BigDecimal.ZERO;
      for (double value : b) {
        t = t.add(exact(value).pow(2));
      }
      BigDecimal d = exact(b[0]).multiply(exact(b[3])).subtract(exact(b[1]).multiply(exact(b[2])));
      BigDecimal root = t.pow(2).subtract(d.pow(2).multiply(BigDecimal.valueOf(4))).sqrt(DIGITS);
      BigDecimal norm = t.add(root).divide(BigDecimal.valueOf(2)).sqrt(DIGITS);
      requireBound(SpectralNorm.bound(Matrix.of(2, 2, b)), norm);
    }
  }

  @Test
  void ofOneRowOrColumnItIsNotBelowItsLength() {
    Random random = new Random(4);
    for (int trial = 0; trial < 500; trial++) {
      int size = 1 + random.nextInt(12);
      double[] row = new double[size];
      BigDecimal square = BigDecimal.ZERO;
      for (int i = 0; i < size; i++) {
        row[i] = random.nextGaussian();
        square = square.add(exact(row[i]).pow(2));
      }
      BigDecimal norm = square.sqrt(DIGITS);
      requireBound(SpectralNorm.bound(Matrix.of(1, size, row)), norm);
      requireBound(SpectralNorm.bound(Matrix.of(size, 1, row)), norm);
    }
  }

  @Test
  void ofSmallAndLargeValuesItIsTheSameMultiple() {
    double[] b = {0.3, -0.2, 0.7, 0.11, 0.5, -0.6, 0.2, 0.9, 0.4};
    double bound = SpectralNorm.bound(Matrix.of(3, 3, b));
    for (int exponent : new int[] {-900, -1, 1, 900}) {
      double[] scaled = new double[9];
      for (int i = 0; i < 9; i++) {
        scaled[i] = Math.scalb(b[i], exponent);
      }
      assertThat(SpectralNorm.bound(Matrix.of(3, 3, scaled)))
          .isEqualTo(Math.scalb(bound, exponent));
    }
    assertThat(SpectralNorm.bound(Matrix.zero(3, 3))).isZero();
    assertThat(SpectralNorm.bound(Matrix.identity(5))).isBetween(1.0, 1 + TIGHT);
  }
}
