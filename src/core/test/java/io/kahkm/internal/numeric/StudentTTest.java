package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Against values computed with forty digits. The exponent -(degrees / 2) ln(1 + t^2 / degrees) is
 * the largest source of error: the roundings of t^2 / degrees grow with the degrees.
 */
class StudentTTest {
  private static final double RELATIVE = 1e-12;

  @ParameterizedTest
  @CsvSource({
    "1, 0.9, 3.0776835371752534",
    "1, 0.995, 63.656741162871581",
    "2, 0.9, 1.88561808316412673",
    "2, 0.995, 9.92484320091829311",
    "4, 0.9, 1.53320627405894391",
    "4, 0.995, 4.60409487134999323",
    "5, 0.995, 4.03214298355522808",
    "9, 0.9, 1.38302873839663231",
    "9, 0.995, 3.24983554159212628",
    "70.46064178261497, 0.9, 1.29368229892185194",
    "70.46064178261497, 0.995, 2.64742124735439907",
    "289, 0.9, 1.28448777061284836",
    "289, 0.995, 2.59294786276804136"
  })
  void quantilesAreThoseOfTheTables(double degrees, double p, double t) {
    assertThat(new StudentT(degrees).quantile(p)).isCloseTo(t, within(RELATIVE * t));
    assertThat(new StudentT(degrees).quantile(1 - p)).isCloseTo(-t, within(RELATIVE * t));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.01, 0.496817007235091745",
    "1, 1, 0.25",
    "1, 8, 0.039583424160565542",
    "4.5, 0.5, 0.320274751037023574",
    "4.5, 1.75, 0.0735016434067154582",
    "4.5, 8, 0.00039804739408227024",
    "70.25, 1, 0.160371322143444583",
    "70.25, 3, 0.00186685852814051053",
    "70.25, 8, 8.93305843353943216e-12",
    "289, 0.01, 0.496014093416401021",
    "289, 1.75, 0.0405897977351810749",
    "289, 5, 4.97933662430352531e-7",
    "289, 8, 1.51592800767737867e-14",
    "12345.5, 0.5, 0.308541994561553743",
    "12345.5, 3, 0.00135259184700101093",
    "12345.5, 8, 6.77440354723529721e-16",
    "1000000, 1, 0.158655374916789065",
    "1000000, 1.75, 0.0400593102082739395",
    "1000000, 5, 2.86699893544537078e-7",
    "1000000, 8, 6.2275317166012598e-16"
  })
  void tailsAreThoseOfTheTables(double degrees, double t, double tail) {
    StudentT distribution = new StudentT(degrees);
    double relative = RELATIVE + degrees * 1e-16;
    assertThat(distribution.tail(t)).isCloseTo(tail, within(relative * tail));
    assertThat(distribution.tail(-t)).isCloseTo(1 - tail, within(relative));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 3, 20, 289, 1e5})
  void tailsFallWithoutAJumpWhereTheSideOfTheFractionChanges(double degrees) {
    StudentT distribution = new StudentT(degrees);
    double before = 0.5;
    for (double t = 0.001; t < 6; t += 0.001) {
      double tail = distribution.tail(t);
      assertThat(tail).isLessThan(before).isGreaterThan(before - 0.0005);
      before = tail;
    }
  }

  @Test
  void infinitiesAndTheMiddleAreExact() {
    StudentT distribution = new StudentT(7);
    assertThat(distribution.tail(0)).isEqualTo(0.5);
    assertThat(distribution.tail(Double.POSITIVE_INFINITY)).isZero();
    assertThat(distribution.tail(1e200)).isZero();
    assertThat(distribution.tail(Double.NEGATIVE_INFINITY)).isEqualTo(1);
    assertThat(distribution.tail(Double.NaN)).isNaN();
    assertThat(distribution.quantile(0.5)).isCloseTo(0, within(1e-300));
  }

  @Test
  void impossibleArgumentsAreRefused() {
    assertThatThrownBy(() -> new StudentT(0)).hasMessageContaining("degrees is 0.0");
    assertThatThrownBy(() -> new StudentT(Double.NaN)).hasMessageContaining("degrees is NaN");
    assertThatThrownBy(() -> new StudentT(3).quantile(1)).hasMessageContaining("p is 1.0");
  }
}
