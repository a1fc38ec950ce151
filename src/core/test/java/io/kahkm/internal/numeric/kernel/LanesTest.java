package io.kahkm.internal.numeric.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sums in eight lanes: value i goes to lane i modulo eight, and the lanes are halved. Every machine
 * has to add in that order, or streams would have other bits after a move.
 */
class LanesTest {
  private static double[] values(int count) {
    Random random = new Random(count);
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextGaussian() * Math.pow(10, random.nextInt(6));
    }
    return values;
  }

  /** By the definition, for any number of values. */
  private static double lanes(double[] values, int from, int count, DoubleBinaryOperator add) {
    double[] lanes = new double[8];
    for (int i = 0; i < count; i++) {
      lanes[i % 8] = add.applyAsDouble(lanes[i % 8], values[from + i]);
    }
    return halved(lanes, 0);
  }

  private static double halved(double[] v, int at) {
    double[] four = new double[4];
    for (int i = 0; i < 4; i++) {
      four[i] = v[at + i] + v[at + i + 4];
    }
    return (four[0] + four[2]) + (four[1] + four[3]);
  }

  static int[] counts() {
    int[] counts = new int[42];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = i;
    }
    return counts;
  }

  @ParameterizedTest
  @MethodSource("counts")
  void squaresAreAddedInTheirLanes(int count) {
    double[] v = values(count);
    assertThat(Lanes.squaredNorm(v)).isEqualTo(lanes(v, 0, count, (sum, x) -> Math.fma(x, x, sum)));
  }

  @ParameterizedTest
  @MethodSource("counts")
  void whatLiesAboveIsAddedInItsLane(int count) {
    double[] v = values(count + 10);
    double shift = 0.75;
    for (int start : new int[] {0, 1, 8, 9}) {
      for (double threshold : new double[] {0, 3, v[start] - shift}) {
        assertThat(Lanes.sumAbove(v, start, count, shift, threshold))
            .isEqualTo(
                lanes(v, start, count, (sum, x) -> sum + (x - shift > threshold ? x - shift : 0)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 40})
  void wholeGroupsAreAddedInTheirLanes(int count) {
    double[] v = values(count + 3);
    assertThat(Lanes.sum(v, count)).isEqualTo(lanes(v, 0, count, Double::sum));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void everySumHasEightLanesOfItsOwn(int sums) {
    double[] v = values(sums * 8 + 8);
    double[] totals = new double[sums + 1];
    totals[sums] = 5;
    Lanes.totals(v, sums, totals);
    for (int j = 0; j < sums; j++) {
      assertThat(totals[j]).isEqualTo(halved(v, 8 * j));
    }
    assertThat(totals[sums]).isEqualTo(5);
    assertThat(Lanes.total(v, 5)).isEqualTo(halved(v, 5));
  }

  @ParameterizedTest
  @MethodSource("counts")
  void roomIsFilledUpToWholeGroups(int count) {
    int padded = Lanes.padded(count);
    assertThat(padded % 8).isZero();
    assertThat(padded).isBetween(count, count + 7);
    assertThat(Lanes.aligned(count)).hasSize(Lanes.FIRST + padded).containsOnly(0);
  }
}
