package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.relation.CrossFittedNull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums, blocks and null distributions against their definitions, written out. */
class NullFitterTest {
  private static List<double[]> series(long seed, int... lengths) {
    Random random = new Random(seed);
    List<double[]> series = new ArrayList<>();
    for (int length : lengths) {
      double[] values = new double[length];
      double last = 0;
      for (int t = 0; t < length; t++) {
        last = 0.8 * last + random.nextGaussian();
        values[t] = last;
      }
      series.add(values);
    }
    return series;
  }

  /** Products at every lag, pair by pair. */
  private static double memory(List<double[]> series) {
    double squares = 0;
    int longest = 0;
    for (double[] values : series) {
      squares += Arrays.stream(values).map(x -> x * x).sum();
      longest = Math.max(longest, values.length);
    }
    double sum = 0;
    for (int lag = 0; lag < longest; lag += 2) {
      double pair = pair(series, lag) / squares;
      if (pair <= 0) {
        break;
      }
      sum += pair;
    }
    return Math.max(1, 2 * sum - 1);
  }

  /** The standard error of Madras and Sokal, with the lags counted anew. */
  private static double memoryAtMost(List<double[]> series) {
    int count = series.stream().mapToInt(values -> values.length).sum();
    double memory = memory(series);
    int lags = 0;
    while (pair(series, lags) > 0) {
      lags += 2;
    }
    return memory * (1 + 1.645 * Math.sqrt(2 * (2.0 * lags + 1) / count));
  }

  /** The sum of the products at a lag and the next. */
  private static double pair(List<double[]> series, int lag) {
    double sum = 0;
    for (double[] values : series) {
      for (int l = lag; l < lag + 2; l++) {
        for (int t = 0; t + l < values.length; t++) {
          sum += values[t] * values[t + l];
        }
      }
    }
    return sum;
  }

  /** -log of the share of all values that are at least as large, with one more, about its mean. */
  private static List<double[]> surprises(List<double[]> deviations) {
    double[] all = deviations.stream().flatMapToDouble(Arrays::stream).toArray();
    List<double[]> logs = new ArrayList<>();
    for (double[] block : deviations) {
      logs.add(
          Arrays.stream(block)
              .map(
                  value ->
                      -Math.log(
                          (Arrays.stream(all).filter(x -> x >= value).count() + 1.0)
                              / (all.length + 1.0)))
              .toArray());
    }
    double mean = logs.stream().flatMapToDouble(Arrays::stream).average().orElseThrow();
    return logs.stream()
        .map(block -> Arrays.stream(block).map(value -> value - mean).toArray())
        .toList();
  }

  @Test
  void aMemoryIsTheSumOfItsProducts() {
    for (int[] lengths :
        new int[][] {{1}, {2}, {3}, {5}, {64}, {65}, {200}, {63, 64, 1}, {40, 0, 90}, {7, 7, 7}}) {
      List<double[]> series = series(lengths.length + lengths[0], lengths);
      assertThat(Autocovariance.memory(series))
          .as(Arrays.toString(lengths))
          .isCloseTo(memory(series), within(1e-9));
    }
    assertThat(Autocovariance.memory(List.of())).isEqualTo(1);
    assertThat(Autocovariance.memory(List.of(new double[5]))).isEqualTo(1);
    assertThat(Autocovariance.memory(series(4, 400))).isGreaterThan(4);
  }

  @Test
  void aNullIsMadeOfTheRootsOfItsBlocks() {
    List<double[]> blocks = new ArrayList<>();
    for (double[] values : series(3, 50, 40, 0, 60)) {
      blocks.add(Arrays.stream(values).map(x -> x * x * x * x + 0.1).toArray());
    }
    List<double[]> roots = new ArrayList<>();
    for (double[] block : blocks) {
      roots.add(Arrays.stream(block).map(Math::cbrt).toArray());
    }
    roots.remove(2);
    double[] means =
        roots.stream().mapToDouble(b -> Arrays.stream(b).average().orElseThrow()).toArray();
    double overall = Arrays.stream(means).average().orElseThrow();
    double squares = 0;
    double between = 0;
    List<double[]> deviations = new ArrayList<>();
    for (int b = 0; b < 3; b++) {
      double mean = means[b];
      double[] deviation = Arrays.stream(roots.get(b)).map(x -> x - mean).toArray();
      deviations.add(deviation);
      squares += Arrays.stream(deviation).map(x -> x * x).sum();
      between += (mean - overall) * (mean - overall) / 2;
    }
    CrossFittedNull fitted = NullFitter.fit(blocks, 0.99);

    CrossFittedNull.Moments moments = fitted.moments();
    assertThat(fitted.values()).isEqualTo(150);
    assertThat(moments.blocks()).as("one is empty").isEqualTo(3);
    assertThat(moments.mean())
        .as("of all values, not of the blocks")
        .isCloseTo(
            roots.stream().flatMapToDouble(Arrays::stream).average().orElseThrow(), within(1e-12));
    assertThat(moments.within()).isCloseTo(Math.sqrt(squares / 147), within(1e-12));
    assertThat(moments.between()).isCloseTo(Math.sqrt(between), within(1e-12));
    assertThat(moments.memory()).isCloseTo(memory(deviations), within(1e-9));
    assertThat(NullFitter.fitSlow(blocks, 0.99).moments().memory())
        .as("of the cube roots, or at most of -log p, and that is longer here; and half as much")
        .isGreaterThan(1.5 * memory(deviations))
        .isCloseTo(1.5 * memoryAtMost(surprises(deviations)), within(1e-9));
    assertThat(fitted.quantile()).isEqualTo(0.99);
  }

  /** Of first-order series with a known memory, the bound is below it in one of twenty. */
  @Test
  void theMemoryIsRarelyLongerThanItsBound() {
    double known = (1 + 0.8) / (1 - 0.8);
    int longer = 0;
    int longerThanEstimate = 0;
    for (int seed = 0; seed < 400; seed++) {
      List<double[]> series = series(seed, 800);
      longer += Autocovariance.memoryAtMost(series) < known ? 1 : 0;
      longerThanEstimate += Autocovariance.memory(series) < known ? 1 : 0;
    }
    assertThat(longer).as("of 400").isLessThanOrEqualTo(40);
    assertThat(longerThanEstimate).as("of 400").isGreaterThan(120);
  }

  @Test
  void valuesThatDoNotVaryRememberNothing() {
    assertThat(NullFitter.fitSlow(List.of(filled(30), filled(30)), 0.99).moments().memory())
        .isEqualTo(1.5 * (1 + 1.645 * Math.sqrt(2.0 / 60)));
  }

  private static double[] filled(int length) {
    double[] values = new double[length];
    Arrays.fill(values, 8);
    return values;
  }

  @Test
  void meansAndDeviationsOfFewValues() {
    assertThat(NullFitter.mean(new double[0])).isZero();
    assertThat(NullFitter.mean(new double[] {1, 2, 6})).isEqualTo(3);
    assertThat(NullFitter.deviation(new double[] {4})).isZero();
    assertThat(NullFitter.deviation(new double[] {1, 3})).isCloseTo(Math.sqrt(2), within(1e-15));
    assertThatThrownBy(() -> NullFitter.fit(List.of(new double[] {1, 2}), 0.99))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Episodes episodes(int[] streams, int... lengths) {
    List<double[][]> runs = new ArrayList<>();
    List<Integer> of = new ArrayList<>();
    for (int e = 0; e < lengths.length; e++) {
      runs.add(new double[lengths[e]][2]);
      of.add(streams[e]);
    }
    return Episodes.of(runs, of);
  }

  /** The first ones are a row longer, whatever the episodes. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 7})
  void rowsOfOneStreamAreCutEvenly(int most) {
    Blocks blocks = Blocks.of(episodes(new int[] {0, 0, 0}, 6, 9, 8), most);
    int[] lengths = new int[most];
    int before = 0;
    for (int row = 0; row < 23; row++) {
      lengths[blocks.block(row)]++;
      assertThat(blocks.block(row)).isBetween(before, before + 1);
      before = blocks.block(row);
      assertThat(blocks.fold(row)).isEqualTo(before);
    }

    assertThat(blocks.count()).isEqualTo(most);
    assertThat(blocks.folds()).isEqualTo(most);
    assertThat(lengths)
        .isEqualTo(
            IntStream.range(0, most).map(b -> 23 / most + (b < 23 % most ? 1 : 0)).toArray());
  }

  @Test
  void everyStreamIsABlockAndManyShareAFold() {
    Blocks blocks = Blocks.of(episodes(new int[] {0, 0, 1, 2, 2, 3}, 2, 3, 4, 2, 2, 5), 3);
    int[] stream = {0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3};

    assertThat(blocks.count()).isEqualTo(4);
    assertThat(blocks.folds()).isEqualTo(3);
    for (int row = 0; row < stream.length; row++) {
      assertThat(blocks.block(row)).isEqualTo(stream[row]);
      assertThat(blocks.fold(row)).isEqualTo(stream[row] % 3);
    }
    assertThat(Blocks.of(episodes(new int[] {0, 1}, 2, 2), 5).folds()).isEqualTo(2);
    assertThatThrownBy(() -> Blocks.of(episodes(new int[] {0}, 9), 1))
        .hasMessageContaining("most is 1");
  }

  @Test
  void pairsAreSummedAloneAndTogether() {
    Random random = new Random(6);
    ConsecutiveSums one = new ConsecutiveSums(3);
    ConsecutiveSums other = new ConsecutiveSums(3);
    ConsecutiveSums all = new ConsecutiveSums(3);
    double[] before = new double[3];
    double[][] products = new double[3][3];
    double[][] squares = new double[3][3];
    for (int n = 0; n < 20; n++) {
      double[] a = random.doubles(3).toArray();
      double[] y = random.doubles(3).toArray();
      (n % 3 == 0 ? one : other).add(a, y);
      all.add(a, y);
      for (int i = 0; i < 3; i++) {
        before[i] += a[i];
        for (int j = 0; j < 3; j++) {
          squares[i][j] += a[i] * a[j];
          products[i][j] += a[i] * y[j];
        }
      }
    }
    one.add(other);

    assertThat(one.count).isEqualTo(20);
    assertThat(one.before).containsExactly(before, within(1e-12));
    assertThat(one.after).containsExactly(all.after, within(1e-12));
    for (int i = 0; i < 3; i++) {
      assertThat(one.squares[i]).containsExactly(squares[i], within(1e-12));
      assertThat(one.products[i]).containsExactly(products[i], within(1e-12));
      assertThat(all.products[i]).containsExactly(products[i], within(1e-12));
    }
  }

  @Test
  void rowsAreStandardizedOverAllEpisodesAndConstantSensorsLeftOut() {
    double[][] one = {{1, 5, 100}, {3, 5, 300}};
    double[][] other = {{5, 5, 200}, {7, 5, 200}};
    StandardizedRows rows = StandardizedRows.of(Episodes.of(List.of(one, other)));

    assertThat(rows.watched()).containsExactly(0, 2);
    assertThat(rows.constant()).containsExactly(1);
    assertThat(rows.mean()).containsExactly(4, 5, 200);
    assertThat(rows.deviation()[0]).isCloseTo(Math.sqrt(5), within(1e-15));
    assertThat(rows.deviation()[2]).isCloseTo(Math.sqrt(5000), within(1e-12));
    assertThat(rows.rows()).hasDimensions(4, 2);
    assertThat(rows.rows()[1][1]).isCloseTo(100 / Math.sqrt(5000), within(1e-12));
    assertThat(rows.rows()[3][0]).isCloseTo(3 / Math.sqrt(5), within(1e-12));
  }
}
