package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LowLimitTest {
  /**
   * Values whose logarithms alternate about 0: what one says is taken back by the next, so that
   * they are worth as many independent ones as they are.
   */
  private static double[] alternating(int count, double growth) {
    return IntStream.range(0, count)
        .mapToDouble(
            i -> {
              int pair = i / 2;
              return StrictMath.exp((i % 2 == 0 ? 1 : -1) * (1 + growth * pair));
            })
        .toArray();
  }

  @Test
  void ofFewValuesItIsThePredictionLimitOfANormalLaw() {
    double[] values = alternating(8, 0);
    // Mean 0, variance 8 / 7 of the eight logarithms; Student's t at 7 degrees, 99 %: 2.99795.
    double expected = StrictMath.exp(-2.9979516 * Math.sqrt(8.0 / 7) * Math.sqrt(1 + 1.0 / 8));

    assertThat(EffectiveRows.of(List.of(logarithms(values)))).isCloseTo(8, within(1e-9));
    assertThat(LowLimit.of(List.of(values), 0.01).orElseThrow())
        .isCloseTo(expected, within(1e-7 * expected));
  }

  private static double[] logarithms(double[] values) {
    return Arrays.stream(values).map(StrictMath::log).toArray();
  }

  /** A normal law may say more than was ever seen; the smallest value seen is the least. */
  @Test
  void ofFewValuesItIsNeverAboveTheSmallest() {
    double[] values = alternating(8, 0);
    values[0] = 1e-9;

    assertThat(LowLimit.of(List.of(values), 0.12).orElseThrow()).isEqualTo(1e-9);
  }

  @Test
  void ofManyValuesItIsTheOrderStatisticOfTheLevel() {
    double[] values = alternating(400, 1e-3);
    double[] sorted = values.clone();
    Arrays.sort(sorted);

    assertThat(EffectiveRows.of(List.of(logarithms(values)))).isCloseTo(400, within(1e-9));
    // Rank 4 of 401: .01 * 401 = 4.01.
    assertThat(LowLimit.of(List.of(values), 0.01).orElseThrow()).isEqualTo(sorted[3]);
    // The level of exactly one rank.
    assertThat(LowLimit.of(List.of(values), 1.0 / 401).orElseThrow()).isEqualTo(sorted[0]);
  }

  /** Values that repeat each other tell no more than one of them: the rank is among the others. */
  @Test
  void dependentValuesCountForFewer() {
    double[] once = alternating(400, 1e-3);
    double[] tenTimes = new double[4000];
    Arrays.setAll(tenTimes, i -> once[i / 10]);
    double[] sorted = tenTimes.clone();
    Arrays.sort(sorted);
    double effective = EffectiveRows.of(List.of(logarithms(tenTimes)));
    int rank = (int) (0.01 * (effective + 1));
    int scaled = (int) (rank * 4001 / (effective + 1));

    assertThat(effective).isLessThan(2000);
    assertThat(LowLimit.of(List.of(tenTimes), 0.01).orElseThrow()).isEqualTo(sorted[scaled - 1]);
  }

  @Test
  void thereIsNoneOfTooFewValuesHoweverMany() {
    assertThat(LowLimit.of(List.of(alternating(3, 0)), 0.01)).isEmpty();
    assertThat(LowLimit.of(List.of(alternating(4, 0)), 0.01)).isPresent();
    double[] constant = new double[400];
    Arrays.fill(constant, 2);
    assertThat(LowLimit.of(List.of(constant), 0.01)).isEmpty();
  }

  /** The logarithm of 0 would outweigh everything else. */
  @Test
  void zeroIsAVerySmallValueAndNoOtherLeavesTheFigureAlone() {
    double[] zero = alternating(8, 0);
    zero[1] = 0;
    double[] tiny = alternating(8, 0);
    tiny[1] = 1e-12;

    assertThat(LowLimit.of(List.of(zero), 0.01).orElseThrow()).isNotNegative().isFinite();
    assertThat(LowLimit.of(List.of(tiny), 0.01).orElseThrow()).isLessThan(1e-12).isGreaterThan(0);
  }
}
