package io.kahkm.fitting.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The regression of one sensor on its past and on the others, computed again row by row. */
class RegressionTest {
  private static final int SIZE = 3;
  private static final int[] LAGS = {1, 3};
  private static final double[] PENALTIES = {1, 10, 100, 1000, 10000};
  private static final double ROUNDING = 1e-8;

  private static double[][] rows(int count, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[count][SIZE];
    for (int t = 1; t < count; t++) {
      rows[t][0] = 0.8 * rows[t - 1][0] + random.nextGaussian();
      rows[t][1] = rows[t][0] + 0.5 * rows[Math.max(0, t - 4)][1] + 0.1 * random.nextGaussian();
      rows[t][2] = 0.2 * rows[t - 1][1] + random.nextGaussian();
    }
    return rows;
  }

  private static Episodes runs(double[][] rows, int... lengths) {
    List<double[][]> runs = new ArrayList<>();
    int from = 0;
    for (int length : lengths) {
      runs.add(Arrays.copyOfRange(rows, from, from + length));
      from += length;
    }
    return Episodes.of(runs);
  }

  /** Features of a row without the sensor's own change: past, other changes, levels, one. */
  private static double[] features(double[][] rows, int row, int j, boolean levels) {
    List<Double> features = new ArrayList<>();
    double[] before = rows[row - 1];
    for (int lag : LAGS) {
      features.add(rows[row - 1 - lag][j] - before[j]);
    }
    for (int o = 0; o < SIZE; o++) {
      if (o != j) {
        features.add(rows[row][o] - before[o]);
      }
    }
    for (int o = 0; levels && o < SIZE; o++) {
      features.add(before[o]);
    }
    features.add(1.0);
    return features.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** With levels the reading itself is predicted, without them its change. */
  private static double target(double[][] rows, int row, int j, boolean levels) {
    return levels ? rows[row][j] : rows[row][j] - rows[row - 1][j];
  }

  private static double[] solved(
      double[][] rows, int[] usable, Blocks blocks, int left, int j, boolean levels, double ridge) {
    int size = features(rows, usable[0], j, levels).length;
    double[][] a = new double[size][size + 1];
    for (int row : usable) {
      if (blocks.fold(row) != left) {
        double[] z = features(rows, row, j, levels);
        for (int f = 0; f < size; f++) {
          for (int g = 0; g < size; g++) {
            a[f][g] += z[f] * z[g];
          }
          a[f][size] += z[f] * target(rows, row, j, levels);
        }
      }
    }
    for (int f = 0; f < size; f++) {
      // The constant is hardly drawn to zero.
      a[f][f] += f == size - 1 ? 1e-6 * ridge : ridge;
    }
    for (int k = 0; k < size; k++) {
      for (int i = 0; i < size; i++) {
        double factor = i == k ? 0 : a[i][k] / a[k][k];
        for (int g = k; g <= size; g++) {
          a[i][g] -= factor * a[k][g];
        }
      }
    }
    double[] weights = new double[size];
    for (int f = 0; f < size; f++) {
      weights[f] = a[f][size] / a[f][f];
    }
    return weights;
  }

  private static double residual(double[][] rows, int row, int j, boolean levels, double[] w) {
    double[] z = features(rows, row, j, levels);
    double residual = target(rows, row, j, levels);
    for (int f = 0; f < z.length; f++) {
      residual -= w[f] * z[f];
    }
    return residual;
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "2, true", "0, false", "1, false", "2, false"})
  void weightsAndResidualsAreThoseOfTheRows(int j, boolean levels) {
    double[][] rows = rows(240, 7 + j);
    Episodes episodes = runs(rows, 100, 20, 120);
    RecordedRows recorded = new RecordedRows(episodes, rows);
    recorded.leaveOut(40, 44);
    Blocks blocks = Blocks.of(episodes, 5);
    FoldSums sums = new FoldSums(recorded, blocks, LAGS);
    int[] usable = recorded.usable(4);

    Regression regression = Regression.fit(sums, LAGS.length, j, SIZE, levels);

    double best = Double.POSITIVE_INFINITY;
    double chosen = 0;
    for (double penalty : PENALTIES) {
      double squares = 0;
      for (int fold = 0; fold < blocks.folds(); fold++) {
        double[] weights = solved(rows, usable, blocks, fold, j, levels, penalty);
        for (int row : usable) {
          double off = blocks.fold(row) == fold ? residual(rows, row, j, levels, weights) : 0;
          squares += off * off;
        }
      }
      chosen = squares < best ? penalty : chosen;
      best = Math.min(best, squares);
    }
    assertThat(regression.levels()).isEqualTo(levels);
    double[] residuals = regression.residuals();
    assertThat(residuals).hasSameSizeAs(usable);
    for (int i = 0; i < usable.length; i++) {
      double[] weights = solved(rows, usable, blocks, blocks.fold(usable[i]), j, levels, chosen);
      assertThat(residuals[i])
          .isCloseTo(residual(rows, usable[i], j, levels, weights), within(ROUNDING));
    }
    double[] all = solved(rows, usable, blocks, -1, j, levels, chosen);
    assertThat(regression.past(LAGS.length))
        .containsExactly(Arrays.copyOf(all, LAGS.length), within(ROUNDING));
    int at = LAGS.length;
    for (int o = 0; o < SIZE; o++) {
      double change = o == j ? 0 : all[at++];
      assertThat(regression.weights()[LAGS.length + o]).isCloseTo(change, within(ROUNDING));
    }
    for (int o = 0; o < SIZE; o++) {
      double level = levels ? all[at++] : o == j ? 1 : 0;
      assertThat(regression.level(LAGS.length, SIZE, o)).isCloseTo(level, within(ROUNDING));
    }
    assertThat(regression.weights()[LAGS.length + 2 * SIZE]).isCloseTo(all[at], within(ROUNDING));
  }

  @Test
  void rowsWithoutAHistoryOrLeftOutAreNotUsed() {
    RecordedRows recorded = new RecordedRows(runs(rows(20, 1), 8, 12), rows(20, 1));
    recorded.leaveOut(6, 6);
    recorded.leaveOut(12, 14);
    assertThat(recorded.usable(4)).containsExactly(4, 5, 7, 15, 16, 17, 18, 19);
    assertThat(recorded.follows(8)).isFalse();
    assertThat(recorded.follows(9)).isTrue();
    assertThat(recorded.isLeftOut(11)).isFalse();
    assertThat(recorded.isLeftOut(14)).isTrue();
    assertThat(recorded.count()).isEqualTo(20);
  }

  /** A range is as wide as the largest step, and three times what a fold was beyond the others. */
  @Test
  void rangesAndRunsOfASensor() {
    double[][] rows = new double[100][1];
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = i % 4 < 2 ? 1 : 2;
    }
    rows[37][0] = 5;
    rows[3][0] = -1.5;
    rows[60][0] = 50;
    Episodes episodes = runs(rows, 40, 60);
    RecordedRows recorded = new RecordedRows(episodes, rows);
    recorded.leaveOut(60, 60);
    Blocks blocks = Blocks.of(episodes, 5);
    // The lowest and the highest are of two folds.
    assertThat(blocks.fold(3)).isNotEqualTo(blocks.fold(37));
    // Steps: from 1 to 5, then to 2; 2.5 below. Beyond the next fold: 3 above, 2.5 below.
    double margin = Math.max(4, 3.5) + 3 * 3;
    NormFit.Readings readings = ReadingNorms.of(recorded, blocks, 0, 10, 2);
    assertThat(readings.low()).isEqualTo(10 + 2 * (-1.5 - margin));
    assertThat(readings.high()).isEqualTo(10 + 2 * (5 + margin));
    // Upside down, the lowest fold is the outermost.
    double[][] mirrored = new double[rows.length][];
    Arrays.setAll(mirrored, i -> new double[] {-rows[i][0]});
    RecordedRows below = new RecordedRows(episodes, mirrored);
    below.leaveOut(60, 60);
    assertThat(ReadingNorms.of(below, blocks, 0, -10, 2))
        .extracting(NormFit.Readings::low, NormFit.Readings::high)
        .containsExactly(-readings.high(), -readings.low());
    // Nearly all runs last two rows.
    assertThat(readings.standing().continues(1)).isBetween(0.4, 1.0);
    assertThat(readings.standing().continues(2)).isLessThan(0.3);
  }

  @Test
  void aRunThatAllOthersMakeImprobableIsSuspect() {
    double[][] rows = rows(3_000, 5);
    for (int i = 200; i < 225; i++) {
      rows[i][1] = rows[200][1];
    }
    for (int i = 900; i < 930; i++) {
      rows[i][1] = rows[900][1];
    }
    RecordedRows recorded = new RecordedRows(runs(rows, 1_000, 2_000), rows);
    assertThat(ReadingNorms.suspectRuns(recorded, 0)).isEmpty();
    assertThat(ReadingNorms.suspectRuns(recorded, 1))
        .containsExactly(new int[] {900, 929}, new int[] {200, 224});
    for (int i = 2_000; i < 2_750; i++) {
      rows[i][1] = rows[2_000][1];
    }
    assertThat(ReadingNorms.suspectRuns(recorded, 1))
        .as("a quarter of the rows, too")
        .containsExactly(new int[] {2_000, 2_749}, new int[] {900, 929}, new int[] {200, 224});
    // A sensor that stands still in more than half of the rows does so.
    for (int i = 1_000; i < 3_000; i++) {
      rows[i][1] = 3;
    }
    assertThat(ReadingNorms.suspectRuns(recorded, 1)).isEmpty();
  }

  /** Where values stay away now and then, one long gap is left out. */
  @Test
  void gapsOfASensor() {
    int[] often = new int[60];
    Arrays.fill(often, 2);
    int[] withOneLong = Arrays.copyOf(often, 61);
    withOneLong[60] = 400;
    assertThat(ReadingNorms.missing(withOneLong, 10_000))
        .isEqualTo(ReadingNorms.missing(often, 10_000));
    int[] several = Arrays.copyOf(often, 80);
    Arrays.fill(several, 60, 80, 40);
    assertThat(ReadingNorms.missing(several, 10_000))
        .isNotEqualTo(ReadingNorms.missing(often, 10_000));
    assertThat(ReadingNorms.ofConstant(3, 4).range().low()).isEqualTo(3);
    assertThat(ReadingNorms.ofConstant(3, 4).range().high()).isEqualTo(4);
  }
}
