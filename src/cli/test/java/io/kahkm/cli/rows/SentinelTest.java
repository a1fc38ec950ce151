package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.fitting.Recording;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that stand for no reading. */
class SentinelTest {
  private static StateData data(double[][] readings) {
    List<StateData.Row> rows = new ArrayList<>();
    for (int i = 0; i < readings.length; i++) {
      rows.add(
          new StateData.Row(
              i, 0, i, Observation.state(i, readings[i].clone(), "run", false), false, i));
    }
    return new StateData(
        Recording.of(Episodes.of(List.<double[][]>of(new double[][] {{0}, {0}}))),
        List.of(),
        List.of(),
        false,
        List.of(),
        rows,
        InputTiming.NONE,
        new IntakeReport("given", List.of()));
  }

  /** Values from 10 to 20, and some others. */
  private static List<Sentinel> among(double... others) {
    double[] values = new double[11 + others.length];
    Arrays.setAll(values, i -> i < 11 ? 10 + i : others[i - 11]);
    double[][] readings = new double[values.length][];
    Arrays.setAll(readings, i -> new double[] {values[i]});
    return Sentinel.find(data(readings), List.of("tank"));
  }

  @ParameterizedTest
  @CsvSource({
    "-9999, true",
    "-999, true",
    "9999.9, true",
    "999, true",
    "-99, false",
    "32767, true",
    "-32768, true",
    "65535, true",
    "2147483647, true",
    "-2147483648, true",
    "4294967295, true",
    "1e20, true",
    "-3e38, true",
    "9.9e19, false",
    "0, false",
    "32766, false"
  })
  void someNumbersSayItThemselves(double number, boolean code) {
    assertThat(new Sentinel("tank", number, 1).isCode()).isEqualTo(code);
  }

  /** A person is shown all that was found; what is taken for missing unasked are codes alone. */
  @Test
  void theOptionNamesEveryNumberOnceWhetherItIsACodeOrNot() {
    List<Sentinel> found =
        List.of(
            new Sentinel("tank", -500, 3),
            new Sentinel("pump", -9999, 1),
            new Sentinel("valve", -500, 4));

    assertThat(Sentinel.option(found)).isEqualTo("--missing -500,-9999");
    assertThat(Sentinel.codes(found)).containsExactly(-9999.0);
  }

  @Test
  void oneCodeIsEnoughAndThreeOfAnotherNumber() {
    assertThat(among(-9999)).containsExactly(new Sentinel("tank", -9999, 1));
    assertThat(among(-500)).isEmpty();
    assertThat(among(-500, -500)).isEmpty();
    assertThat(among(-500, -500, -500)).containsExactly(new Sentinel("tank", -500, 3));
    assertThat(among(700, 700, 700, -9999))
        .as("the range of all others holds the other one")
        .containsExactly(new Sentinel("tank", -9999, 1));
    assertThat(among(32767, -9999, 999, Double.NaN)).as("two codes on one side").isEmpty();
  }

  /** Five ranges of all others away: 50 here. */
  @Test
  void whatIsNearIsAReading() {
    assertThat(among(70, 70, 70)).isEmpty();
    assertThat(among(70.1, 70.1, 70.1)).hasSize(1);
    assertThat(among(-40, -40, -40)).isEmpty();
    assertThat(among(-40.1, -40.1, -40.1)).hasSize(1);
  }

  @Test
  void ofASensorThatReadsNothingElseThereIsNone() {
    assertThat(Sentinel.find(data(new double[][] {{-9999}, {-9999}}), List.of("tank"))).isEmpty();
    assertThat(Sentinel.find(data(new double[][] {{-9999}, {3}, {3}}), List.of("tank"))).isEmpty();
    assertThat(Sentinel.find(data(new double[][] {{Double.NaN}}), List.of("tank"))).isEmpty();
    assertThat(Sentinel.find(data(new double[0][]), List.of("tank"))).isEmpty();
  }

  @Test
  void eachSensorIsLookedAtAndEachNumberNamedOnce() {
    double[][] readings = new double[14][];
    Arrays.setAll(readings, i -> new double[] {i, 2 * i, 5 + i});
    readings[3] = new double[] {-9999, 32767, -777};
    readings[4] = new double[] {-9999, -9999, -777};
    readings[5] = new double[] {4, 32767, -777};
    List<Sentinel> found = Sentinel.find(data(readings), List.of("a", "b", "c"));
    assertThat(found)
        .contains(new Sentinel("a", -9999, 2), new Sentinel("c", -777, 3))
        .extracting(Sentinel::sensor)
        .doesNotContain("d");
    assertThat(Sentinel.codes(found)).startsWith(-9999.0).doesNotContain(-777.0);
    assertThat(
            Sentinel.codes(
                List.of(
                    new Sentinel("b", 32767, 1),
                    new Sentinel("a", -9999, 2),
                    new Sentinel("c", -9999, 1),
                    new Sentinel("c", 7, 9))))
        .containsExactly(-9999.0, 32767.0);
  }

  @Test
  void isNamedInWords() {
    assertThat(new Sentinel("tank", -9999, 1).words()).isEqualTo("tank is -9999 in 1 row");
    assertThat(new Sentinel("tank", 999.9, 12_345).words())
        .isEqualTo("tank is 999.9 in 12,345 rows");
    assertThat(Sentinel.text(1e15)).isEqualTo("1.0E15");
    assertThat(Sentinel.text(-3)).isEqualTo("-3");
  }
}
