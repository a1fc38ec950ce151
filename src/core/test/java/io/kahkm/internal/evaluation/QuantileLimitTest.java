package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantileLimitTest {
  private static final double QUANTILE = 0.995;
  private static final double CONFIDENCE = 0.95;
  private static final int SAMPLES = 1000;

  /**
   * Of 1,000 samples 50 may miss at 95 %; more than 75 happens with probability 3e-4 if the promise
   * holds exactly.
   */
  private static final int MOST_MISSES = 75;

  @Test
  void ranksAreThoseOfTheBinomialLaw() {
    // .995^598 = .0499: the largest of 598 is the first order statistic with 95 % confidence.
    assertThat(QuantileLimit.confidentRank(597, QUANTILE, CONFIDENCE)).isZero();
    assertThat(QuantileLimit.confidentRank(598, QUANTILE, CONFIDENCE)).isEqualTo(598);
    // P(at most 93 of 100 below the .9 quantile) = .8828, at most 94: .9424, at most 95: .9763.
    assertThat(QuantileLimit.confidentRank(100, 0.9, CONFIDENCE)).isEqualTo(96);
  }

  @ParameterizedTest
  @CsvSource({"10, 0.95, 2.911", "30, 0.95, 2.220", "100, 0.99, 2.684"})
  void toleranceFactorsAreThoseOfTheTables(double rows, double quantile, double exact) {
    // Exact one-sided factors at 95 % (Odeh and Owen 1980); Howe's formula is within 4 % of them.
    assertThat(QuantileLimit.toleranceFactor(rows, rows - 1, quantile, CONFIDENCE))
        .isCloseTo(exact, within(0.04 * exact));
  }

  @Test
  void independentRowsCountFully() {
    SplittableRandom random = new SplittableRandom(1);
    EffectiveRows effective = EffectiveRows.of(List.of(random.doubles(5000).toArray()));

    assertThat(effective.ofVariance()).isGreaterThanOrEqualTo(effective.ofMean());
    assertThat(effective.ofMean()).isBetween(4300.0, 5000.0);
  }

  @Test
  void dependentRowsCountForFewer() {
    // An AR(1) series with coefficient .8 is worth (1 - .8) / (1 + .8) = 1/9 of its rows.
    // Its variance is worth (1 - .64) / (1 + .64) of them.
    EffectiveRows effective = EffectiveRows.of(List.of(series(3, 20_000, 0.8)));

    assertThat(effective.ofMean() / 20_000).isCloseTo(1.0 / 9, within(0.03));
    assertThat(effective.ofVariance() / 20_000).isCloseTo(0.36 / 1.64, within(0.05));
  }

  @Test
  void seriesThatDifferFromEachOtherCountAsFewRows() {
    SplittableRandom random = new SplittableRandom(4);
    List<double[]> apart =
        random
            .doubles(20)
            .mapToObj(level -> random.doubles(50).map(noise -> level + 0.01 * noise).toArray())
            .toList();

    assertThat(EffectiveRows.of(apart).ofMean()).isLessThan(60);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 60})
  void rowsThatAreMissingLeaveTheOthersAsDependentAsTheyAre(int every) {
    double[] whole = series(5, 20_000, 0.95);
    double[] holed = whole.clone();
    for (int t = 0; t < holed.length; t += every) {
      holed[t] = Double.NaN;
    }
    // Of 39 rows that are worth one, every second tells as much as all of them.
    double expected = EffectiveRows.of(List.of(whole)).ofMean();

    assertThat(EffectiveRows.of(List.of(holed)).ofMean()).isBetween(0.9 * expected, 1.1 * expected);
  }

  @Test
  void fewRowsFarApartAreSummedOverMoreLags() {
    // Runs of ten rows, sixty missing between them: at most lags hardly any row has a partner.
    double[] runs = series(6, 70_000, 0.98);
    for (int t = 0; t < runs.length; t++) {
      runs[t] = t % 70 < 10 ? runs[t] : Double.NaN;
    }
    // The mean of the runs varies as that of their middles: (1 - .98^70) / (1 + .98^70) of 1,000.
    assertThat(EffectiveRows.of(List.of(runs)).ofMean()).isBetween(500.0, 800.0);
  }

  @Test
  void manyRowsGiveAnOrderStatistic() {
    double[] rows = new SplittableRandom(2).doubles(20_000).toArray();

    QuantileLimit limit = QuantileLimit.of(List.of(rows), QUANTILE, CONFIDENCE);

    assertThat(limit.extrapolated()).isFalse();
    assertThat(limit.limit()).isBetween(QUANTILE, 0.998);
    assertThat(limit.expectedRate()).isLessThan(1 - QUANTILE);
  }

  @Test
  void tooFewRowsGiveNoLimit() {
    QuantileLimit one = QuantileLimit.of(List.of(new double[] {0.3}), QUANTILE, CONFIDENCE);

    assertThat(one.limit()).isInfinite();
    assertThat(one.expectedRate()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QuantileLimit.of(List.of(), QUANTILE, CONFIDENCE))
        .withMessageContaining("no value");
  }

  /** Squared normal deviates summed: gamma distributed with shape {@code degrees} / 2. */
  private static double[] gamma(SplittableRandom random, int rows, int degrees) {
    double[] values = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < degrees; k++) {
        double deviate = random.nextGaussian();
        values[i] += deviate * deviate;
      }
    }
    return values;
  }

  private static double[] series(long seed, int rows, double coefficient) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[rows];
    double value = 0;
    for (int i = 0; i < rows; i++) {
      value =
          coefficient * value + Math.sqrt(1 - coefficient * coefficient) * random.nextGaussian();
      values[i] = 10 + value;
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(ints = {25, 200, 700})
  void newRowsExceedTheLimitAsRarelyAsStated(int rows) {
    // Exact .995 quantile of the chi-squared distribution with 8 degrees of freedom.
    double truth = 21.954954990659534;
    SplittableRandom random = new SplittableRandom(5);
    int misses = 0;
    int plainMisses = 0;
    for (int s = 0; s < SAMPLES; s++) {
      double[] sample = gamma(random, rows, 8);
      misses += QuantileLimit.of(List.of(sample), QUANTILE, CONFIDENCE).limit() < truth ? 1 : 0;
      double largest = Arrays.stream(sample).max().orElseThrow();
      plainMisses += largest < truth ? 1 : 0;
    }

    assertThat(misses).isLessThanOrEqualTo(MOST_MISSES);
    if (rows < 598) {
      // The largest row, the highest that a plain quantile can be, breaks the same promise.
      assertThat(plainMisses).isGreaterThan(2 * MOST_MISSES);
    }
  }

  @Test
  void dependenceIsPaidFor() {
    // The upper .995 quantile of the standard normal distribution about 10.
    double truth = 10 + Distributions.normalQuantile(QUANTILE);
    int misses = 0;
    for (int s = 0; s < SAMPLES; s++) {
      double[] rows = series(100 + s, 150, 0.8);
      misses += QuantileLimit.of(List.of(rows), QUANTILE, CONFIDENCE).limit() < truth ? 1 : 0;
    }

    assertThat(misses).isLessThanOrEqualTo(MOST_MISSES);
  }

  /**
   * Few rows: a limit that divides by n instead of n - 1 is exceeded more often than announced, by
   * more the fewer rows there are.
   */
  @ParameterizedTest
  @ValueSource(ints = {12, 40})
  void theSpreadOfFewRowsIsThatOfNMinusOne(int rows) {
    double[] sample = gamma(new SplittableRandom(11), rows, 8);
    double[] logarithms = Arrays.stream(sample).map(Math::log).toArray();
    EffectiveRows effective = EffectiveRows.of(List.of(logarithms));
    double mean = Arrays.stream(logarithms).sum() / rows;
    double squares = Arrays.stream(logarithms).map(x -> (x - mean) * (x - mean)).sum();
    double n = effective.ofMean();
    double factor =
        QuantileLimit.toleranceFactor(n, effective.ofVariance() - 1, QUANTILE, CONFIDENCE);
    double expected = Math.exp(mean + factor * Math.sqrt(squares / rows * n / (n - 1)));

    QuantileLimit limit = QuantileLimit.of(List.of(sample), QUANTILE, CONFIDENCE);

    assertThat(limit.extrapolated()).isTrue();
    // Sums in another order: some units of 1e-16 each.
    assertThat(limit.limit()).isCloseTo(expected, within(1e-11 * expected));
    assertThat(n).isGreaterThan(2).isLessThanOrEqualTo(rows);
  }
}
