package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffectiveRowsTest {
  @Test
  void independentRowsCountFully() {
    SplittableRandom random = new SplittableRandom(1);

    assertThat(EffectiveRows.of(List.of(random.doubles(5000).toArray()))).isBetween(4300.0, 5000.0);
  }

  @Test
  void dependentRowsCountForFewer() {
    // An AR(1) series with coefficient .8 is worth (1 - .8) / (1 + .8) = 1/9 of its rows.
    double effective = EffectiveRows.of(List.of(series(3, 20_000, 0.8)));

    assertThat(effective / 20_000).isCloseTo(1.0 / 9, within(0.03));
  }

  /** By the sums of the definition, each written out; of lags that many rows have a partner at. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void theNumberIsTheOneOfItsDefinition(int seed) {
    double[] first = series(seed, 30 + seed, 0.7);
    double[] second = series(100 + seed, 17, 0.7);
    if (seed % 2 == 1) {
      first[4] = Double.NaN;
      first[11] = Double.NaN;
    }
    assertThat(EffectiveRows.of(List.of(first, second)))
        .isCloseTo(defined(List.of(first, second)), within(1e-9));
  }

  private static double defined(List<double[]> all) {
    double[] present =
        all.stream()
            .flatMapToDouble(Arrays::stream)
            .filter(value -> !Double.isNaN(value))
            .toArray();
    int rows = present.length;
    double mean = Arrays.stream(present).average().orElseThrow();
    double variance = Arrays.stream(present).map(x -> (x - mean) * (x - mean)).sum();
    int longest = all.stream().mapToInt(values -> values.length).max().orElseThrow();
    double[] share = new double[longest];
    long[] pairs = new long[longest];
    for (double[] values : all) {
      for (int from = 0; from < values.length; from++) {
        for (int to = from; to < values.length; to++) {
          if (!Double.isNaN(values[from] + values[to])) {
            share[to - from] += (values[from] - mean) * (values[to] - mean) / variance;
            pairs[to - from]++;
          }
        }
      }
    }
    double worth = 1;
    int lag = 0;
    double sum = share[0] + share[1];
    int next = 2;
    long partners = pairs[0] + pairs[1];
    while (next < longest && partners < 0.1 * rows) {
      sum += share[next];
      partners += pairs[next++];
    }
    while (sum > 0) {
      worth += 2 * (lag == 0 ? sum - 1 : sum);
      lag = next;
      if (lag + 1 >= longest) {
        break;
      }
      sum = 0;
      partners = 0;
      while (next < longest && (next < lag + 2 || partners < 0.1 * rows)) {
        sum += share[next];
        partners += pairs[next++];
      }
    }
    return Math.max(1, rows / Math.max(1, worth));
  }

  @Test
  void seriesThatDifferFromEachOtherCountAsFewRows() {
    SplittableRandom random = new SplittableRandom(4);
    List<double[]> apart =
        random
            .doubles(20)
            .mapToObj(level -> random.doubles(50).map(noise -> level + 0.01 * noise).toArray())
            .toList();

    assertThat(EffectiveRows.of(apart)).isLessThan(60);
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
    double expected = EffectiveRows.of(List.of(whole));

    assertThat(EffectiveRows.of(List.of(holed))).isBetween(0.9 * expected, 1.1 * expected);
  }

  @Test
  void fewRowsFarApartAreSummedOverMoreLags() {
    // Runs of ten rows, sixty missing between them: at most lags hardly any row has a partner.
    double[] runs = series(6, 70_000, 0.98);
    for (int t = 0; t < runs.length; t++) {
      runs[t] = t % 70 < 10 ? runs[t] : Double.NaN;
    }
    // The mean of the runs varies as that of their middles: (1 - .98^70) / (1 + .98^70) of 1,000.
    assertThat(EffectiveRows.of(List.of(runs))).isBetween(500.0, 800.0);
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
}
