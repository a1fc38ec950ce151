package io.kahkm.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {
  /** Columns: text; what it is where the mark is unknown, a point, a comma; x for no number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12          | 12        | 12        | 12",
        "-1.5e-3     | -1.5e-3   | -1.5e-3   | -1.5e-3",
        "1.234       | 1.234     | 1.234     | 1234",
        "0.234       | 0.234     | 0.234     | 0.234",
        "1,5         | 1.5       | x         | 1.5",
        "-,5         | -0.5      | x         | -0.5",
        "0,125       | 0.125     | x         | 0.125",
        "1234,567    | 1234.567  | x         | 1234.567",
        "1,5e3       | 1500      | x         | 1500",
        "1,234       | x         | 1234      | 1.234",
        "-12,345     | x         | -12345    | -12.345",
        "1.234,5     | 1234.5    | x         | 1234.5",
        "1,234.5     | 1234.5    | 1234.5    | x",
        "1,234,567   | 1234567   | 1234567   | x",
        "1.234.567   | 1234567   | x         | 1234567",
        "1'234.5     | 1234.5    | 1234.5    | x",
        "1\u00a0234,5     | 1234.5    | x         | 1234.5",
        "1'234       | 1234      | 1234      | 1234",
        "12,34,567   | x         | x         | x",
        "1,23.5      | x         | x         | x",
        "1.5,234.5   | x         | x         | x",
        "1 234       | x         | x         | x",
        "1,          | 1         | x         | 1",
        ",           | x         | x         | x",
        ".           | x         | x         | x",
        "Inp OutRange| x         | x         | x",
        "12 bar      | x         | x         | x",
        "0x10        | x         | x         | x",
        "1d          | x         | x         | x",
        "2013-12-02  | x         | x         | x",
        "21:15:00,5  | x         | x         | x",
      })
  void readsWhatCanMeanOneThingOnly(String text, String unknown, String point, String comma) {
    assertThat(NumberText.parse(text, DecimalMark.UNKNOWN)).as("unknown").isEqualTo(of(unknown));
    assertThat(NumberText.parse(text, DecimalMark.POINT)).as("point").isEqualTo(of(point));
    assertThat(NumberText.parse(text, DecimalMark.COMMA)).as("comma").isEqualTo(of(comma));
  }

  private static OptionalDouble of(String expected) {
    return expected.equals("x")
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.5     | POINT",
        "0.123   | POINT",
        "1,234.5 | POINT",
        "1,5     | COMMA",
        "0,123   | COMMA",
        "1.234,5 | COMMA",
        "1,234   | UNKNOWN",
        "1.234   | UNKNOWN",
        "12      | UNKNOWN",
        "x,5     | UNKNOWN",
        "'a, b'  | UNKNOWN",
      })
  void aNumberShowsTheDecimalMarkOnlyIfTheOtherIsImpossible(String text, DecimalMark mark) {
    assertThat(NumberText.evidence(text)).isEqualTo(mark);
  }

  @Test
  void aNumberWrittenWithACommaIsTheSameNumberToTheBit() {
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        String text = Double.toString(value).replace('.', ',');

        OptionalDouble read = NumberText.parse(text, DecimalMark.COMMA);

        assertThat(read).as(text).hasValue(value);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nan", "NaN", "-NAN"})
  void nanIsNeitherANumberNorInfinite(String text) {
    assertThat(NumberText.isNan(text)).isTrue();
    assertThat(NumberText.isInfinite(text)).isFalse();
    assertThat(NumberText.parse(text, DecimalMark.POINT)).isEmpty();
  }
}
