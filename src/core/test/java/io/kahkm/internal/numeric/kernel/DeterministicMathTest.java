package io.kahkm.internal.numeric.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeterministicMathTest {
  /** StrictMath itself errs by up to one unit. */
  private static final double UNITS = 2;

  private static final int SAMPLES = 200_000;

  private static void assertClose(
      DoubleUnaryOperator own, DoubleUnaryOperator strict, double low, double high) {
    Random random = new Random(7);
    for (int i = 0; i < SAMPLES; i++) {
      double x = low + (high - low) * random.nextDouble();
      double expected = strict.applyAsDouble(x);
      double error = Math.abs(own.applyAsDouble(x) - expected);
      assertThat(error).as("at %s", x).isLessThanOrEqualTo(UNITS * Math.ulp(expected));
    }
  }

  @Test
  void exponentialAgreesWithStrictMathOverTheWholeRange() {
    assertClose(DeterministicMath::exp, StrictMath::exp, -745.2, 709.7);
    assertClose(DeterministicMath::exp, StrictMath::exp, -1, 1);
    assertClose(DeterministicMath::exp, StrictMath::exp, -1e-9, 1e-9);
  }

  @Test
  void powersOfTwoAgreeWithStrictMathOverTheWholeRange() {
    assertClose(DeterministicMath::exp2, x -> StrictMath.pow(2, x), -1074, 1023.9);
    assertClose(DeterministicMath::exp2, x -> StrictMath.pow(2, x), -1, 1);
  }

  @Test
  void powersOfTwoWithWholeExponentsAreExact() {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      assertThat(DeterministicMath.exp2(exponent)).isEqualTo(Math.scalb(1.0, exponent));
    }
  }

  @Test
  void logarithmsAgreeWithStrictMath() {
    assertClose(DeterministicMath::log, StrictMath::log, 0, 10);
    assertClose(DeterministicMath::log, StrictMath::log, 0.9, 1.1);
    assertClose(DeterministicMath::log, StrictMath::log, 0, 1e300);
    assertClose(DeterministicMath::log, StrictMath::log, 0, 1e-310);
    assertClose(DeterministicMath::log2, x -> StrictMath.log(x) / StrictMath.log(2), 0.0, 1e-3);
    assertClose(DeterministicMath::log2, x -> StrictMath.log(x) / StrictMath.log(2), 3, 1e5);
  }

  @Test
  void binaryLogarithmOfPowersOfTwoIsExact() {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      assertThat(DeterministicMath.log2(Math.scalb(1.0, exponent))).isEqualTo(exponent);
    }
  }

  @Test
  void arcCosineAgreesWithStrictMath() {
    assertClose(DeterministicMath::acos, StrictMath::acos, -1, 1);
    assertClose(DeterministicMath::acos, StrictMath::acos, 1 - 1e-9, 1);
    assertClose(DeterministicMath::acos, StrictMath::acos, -1, -1 + 1e-9);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        1024,
        -1075,
        -1074.5,
        -745.2,
        709.9
      })
  void specialValuesAgreeWithStrictMath(double x) {
    assertSame(DeterministicMath.exp(x), StrictMath.exp(x));
    assertSame(DeterministicMath.exp2(x), StrictMath.pow(2, x));
    assertSame(DeterministicMath.log(x), StrictMath.log(x));
    assertSame(DeterministicMath.acos(x), StrictMath.acos(x));
    assertThat(Double.isNaN(DeterministicMath.log2(x))).isEqualTo(Double.isNaN(StrictMath.log(x)));
  }

  /** Equal where the function is exact or undefined, within rounding elsewhere. */
  private static void assertSame(double actual, double expected) {
    if (Double.isFinite(expected) && expected != 0) {
      assertThat(Math.abs(actual - expected)).isLessThanOrEqualTo(Math.ulp(expected));
    } else {
      assertThat(Double.compare(actual, expected)).isZero();
    }
  }
}
