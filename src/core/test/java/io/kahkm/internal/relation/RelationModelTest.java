package io.kahkm.internal.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.Matrix;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a file may say of relations: everything else is refused by its name. */
class RelationModelTest {
  private static final Matrix TWO = Matrix.identity(2);
  private static final double NAN = Double.NaN;

  private static double[] row(double... values) {
    return values;
  }

  private static RelationModel of(
      int[] watched,
      double[] centre,
      double[] offset,
      Matrix weights,
      Matrix factor,
      double[] usual,
      double floor) {
    return RelationModel.of(3, watched, centre, offset, weights, factor, usual, floor);
  }

  private static Matrix matrix(int rows, int columns, double... values) {
    return Matrix.of(rows, columns, values);
  }

  static Stream<Arguments> refused() {
    int[] both = {0, 2};
    double[] ok = {1, 1};
    Matrix wide = matrix(2, 3, 1, 0, 0, 0, 1, 0);
    Matrix tall = matrix(3, 2, 1, 0, 0, 1, 0, 0);
    Matrix unknown = matrix(2, 2, 1, 0, NAN, 1);
    Matrix flat = matrix(2, 2, 1, 0, 0, 0);
    return Stream.of(
        Arguments.of(new int[0], row(), row(), TWO, TWO, row(), 0.1, "watched is empty"),
        Arguments.of(new int[] {2, 2}, ok, ok, TWO, TWO, ok, 0.1, "watched is [2, 2]"),
        Arguments.of(new int[] {-1, 2}, ok, ok, TWO, TWO, ok, 0.1, "watched is [-1, 2]"),
        Arguments.of(new int[] {0, 3}, ok, ok, TWO, TWO, ok, 0.1, "to at most 2"),
        Arguments.of(both, row(1), ok, TWO, TWO, ok, 0.1, "centre has 1 values, must have 2"),
        Arguments.of(both, ok, row(1), TWO, TWO, ok, 0.1, "offset has 1 values, must have 2"),
        Arguments.of(both, ok, ok, TWO, TWO, row(1), 0.1, "usual has 1 values, must have 2"),
        Arguments.of(both, ok, ok, tall, TWO, ok, 0.1, "weights has 3 values"),
        Arguments.of(both, ok, ok, wide, TWO, ok, 0.1, "weights of a row has 3 values"),
        Arguments.of(both, ok, ok, TWO, tall, ok, 0.1, "factor has 3 values"),
        Arguments.of(both, ok, ok, TWO, wide, ok, 0.1, "factor of a row has 3 values"),
        Arguments.of(both, row(1, NAN), ok, TWO, TWO, ok, 0.1, "centre holds NaN"),
        Arguments.of(both, ok, row(NAN, 1), TWO, TWO, ok, 0.1, "offset holds NaN"),
        Arguments.of(both, ok, ok, TWO, TWO, row(1, 1 / 0.0), 0.1, "usual holds Infinity"),
        Arguments.of(both, ok, ok, unknown, TWO, ok, 0.1, "weights holds NaN"),
        Arguments.of(both, ok, ok, TWO, unknown, ok, 0.1, "factor holds NaN"),
        Arguments.of(both, ok, ok, TWO, flat, ok, 0.1, "factor has 0.0 on its diagonal"),
        Arguments.of(both, ok, ok, TWO, TWO, row(0, 1), 0.1, "usual holds 0.0"),
        Arguments.of(both, ok, ok, TWO, TWO, ok, 0.0, "floor is 0.0"),
        Arguments.of(both, ok, ok, TWO, TWO, ok, 1.0, "floor is 1.0"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesByName(
      int[] watched,
      double[] centre,
      double[] offset,
      Matrix weights,
      Matrix factor,
      double[] usual,
      double floor,
      String message) {
    assertThatThrownBy(() -> of(watched, centre, offset, weights, factor, usual, floor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void takesTheFirstAndTheLastSensor() {
    RelationModel model =
        of(new int[] {0, 2}, row(1, 1), row(0, 0), TWO, TWO, row(1, 1), Math.nextUp(0.0));

    assertThat(model.sensors()).isEqualTo(3);
    assertThat(model.size()).isEqualTo(2);
  }

  /** Ten independent rows of the slowest combination make limits hold. */
  @ParameterizedTest
  @CsvSource({
    "1000, 50, 5, 2000, true",
    "1000, 50, 10, 1000, false",
    "999, 9.99, 9.99, 1000, true"
  })
  void aRecordingNeedsTenIndependentRows(
      int rows, double independent, double combined, long needed, boolean provisional) {
    Coverage coverage = new Coverage("slow", rows, independent, combined);

    assertThat(coverage.neededRows()).isEqualTo(needed);
    assertThat(coverage.provisional()).isEqualTo(provisional);
  }

  @Test
  void coverageIsAtMostItsRows() {
    assertThat(new Coverage("s", 1, 1, 1).independent()).isEqualTo(1);
    assertThatThrownBy(() -> new Coverage("s", 0, 1, 1)).hasMessageContaining("rows is 0");
    assertThatThrownBy(() -> new Coverage("s", 5, Math.nextUp(5.0), 1))
        .hasMessageContaining("independent is 5.0000");
    assertThatThrownBy(() -> new Coverage("s", 5, 0, 1)).hasMessageContaining("independent is 0");
    assertThatThrownBy(() -> new Coverage("s", 5, 3, Math.nextUp(3.0)))
        .hasMessageContaining("combined is 3.0000");
    assertThatThrownBy(() -> new Coverage("s", 5, 3, 0)).hasMessageContaining("combined is 0");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 0, 1, blocks is 1",
    "2, -1, 0, 0, 1, mean is -1",
    "2, 0, -1, 0, 1, within is -1",
    "2, 0, 0, -1, 1, between is -1",
    "2, 0, 0, 0, 0.5, memory is 0.5",
    "2, NaN, 0, 0, 1, mean is NaN",
  })
  void momentsAreRefusedByName(
      int blocks, double mean, double within, double between, double memory, String message) {
    assertThatThrownBy(() -> new CrossFittedNull.Moments(blocks, mean, within, between, memory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void momentsMayBeAtTheirLeast() {
    CrossFittedNull.Moments least = new CrossFittedNull.Moments(2, 0, 0, 0, 1);

    assertThat(least.memory()).isEqualTo(1);
    assertThat(CrossFittedNull.of(row(0, 0, 0), least, 0.9).pValue(0)).isEqualTo(1);
    assertThat(CrossFittedNull.of(row(0, 0, 0), least, 0.9).pValue(1)).isEqualTo(0.25);
    assertThatThrownBy(() -> CrossFittedNull.of(row(0, 0), least, 0.9))
        .hasMessageContaining("2 values in 2 blocks, more are needed");
  }
}
