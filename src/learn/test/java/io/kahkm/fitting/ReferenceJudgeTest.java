package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a map is judged by, computed a second time from the rows. */
class ReferenceJudgeTest {
  private static final KahmMap MAP = TestModels.vanDerPol(3, 1).map();
  private static final int PARTS = 20;

  private static List<double[][]> runs(long seed, int count, int length) {
    Episodes episodes =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), seed, count, length - 1);
    List<double[][]> runs = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      runs.add(episodes.run(e));
    }
    return runs;
  }

  private static Encoding encoded(double[] state) {
    Encoder encoder = MAP.newEncoder();
    Encoding encoding = new Encoding(MAP.classes());
    encoder.encode(state, encoding);
    return encoding;
  }

  /** Mean and standard error over twenty successive parts. */
  private static double[] estimate(List<Double> values) {
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double squares = 0;
    for (int p = 0; p < PARTS; p++) {
      List<Double> part =
          values.subList(p * values.size() / PARTS, (p + 1) * values.size() / PARTS);
      double own = part.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      squares += (own - mean) * (own - mean);
    }
    return new double[] {mean, Math.sqrt(squares / 19 / 20)};
  }

  private static void same(
      ReferenceJudge.Estimate actual, List<Double> values, double small, double tolerance) {
    double[] expected = estimate(values);
    double margin = Math.max(expected[1], small);
    assertThat(actual.value()).isCloseTo(expected[0], within(tolerance * expected[0]));
    assertThat(actual.margin()).isCloseTo(margin, within(tolerance * margin));
  }

  /** Solves a small symmetric system by elimination with pivots. */
  private static double[][] solved(double[][] left, double[][] right) {
    int n = left.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k; i < n; i++) {
        pivot = Math.abs(left[i][k]) > Math.abs(left[pivot][k]) ? i : pivot;
      }
      double[] swapped = left[k];
      left[k] = left[pivot];
      left[pivot] = swapped;
      swapped = right[k];
      right[k] = right[pivot];
      right[pivot] = swapped;
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 0 : left[i][k] / left[k][k];
        for (int j = 0; j < n; j++) {
          left[i][j] -= factor * left[k][j];
        }
        for (int j = 0; j < right[i].length; j++) {
          right[i][j] -= factor * right[k][j];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < right[i].length; j++) {
        right[i][j] /= left[i][i];
      }
    }
    return right;
  }

  private static double[] standard(double[] state, double[] mean, double[] deviation) {
    return new double[] {(state[0] - mean[0]) / deviation[0], (state[1] - mean[1]) / deviation[1]};
  }

  /** Coordinates, then the present readings. */
  private static double[] features(double[] state, double[] mean, double[] deviation) {
    double[] coordinates = encoded(state).coordinates();
    double[] features = Arrays.copyOf(coordinates, coordinates.length + 2);
    System.arraycopy(standard(state, mean, deviation), 0, features, coordinates.length, 2);
    return features;
  }

  private static List<Double> losses(
      List<double[][]> fitting,
      List<double[][]> held,
      int horizon,
      double[][] moments,
      Function<double[], double[]> told) {
    double[] mean = moments[0];
    double[] deviation = moments[1];
    int size = told.apply(held.get(0)[0]).length;
    double[][] left = new double[size][size];
    double[][] right = new double[size][2];
    int pairs = 0;
    for (double[][] run : fitting) {
      for (int t = 0; t + horizon < run.length; t++, pairs++) {
        double[] row = told.apply(run[t]);
        double[] later = standard(run[t + horizon], mean, deviation);
        for (int i = 0; i < size; i++) {
          for (int j = 0; j < size; j++) {
            left[i][j] += row[i] * row[j];
          }
          right[i][0] += row[i] * later[0];
          right[i][1] += row[i] * later[1];
        }
      }
    }
    for (int i = 0; i < size; i++) {
      left[i][i] += 1e-6 * pairs;
    }
    double[][] weights = solved(left, right);
    List<Double> losses = new ArrayList<>();
    for (double[][] run : held) {
      for (int t = 0; t + horizon < run.length; t++) {
        double[] row = told.apply(run[t]);
        double[] later = standard(run[t + horizon], mean, deviation);
        double loss = 0;
        for (int j = 0; j < 2; j++) {
          double forecast = 0;
          for (int i = 0; i < size; i++) {
            forecast += weights[i][j] * row[i];
          }
          loss += (later[j] - forecast) * (later[j] - forecast) / 2;
        }
        losses.add(loss);
      }
    }
    return losses;
  }

  private static double[][] moments(List<double[][]> runs) {
    double[][] all = runs.stream().flatMap(Arrays::stream).toArray(double[][]::new);
    double[][] moments = new double[2][2];
    for (int j = 0; j < 2; j++) {
      for (double[] state : all) {
        moments[0][j] += state[j] / all.length;
      }
      for (double[] state : all) {
        moments[1][j] += Math.pow(state[j] - moments[0][j], 2) / all.length;
      }
      moments[1][j] = Math.sqrt(moments[1][j]);
    }
    return moments;
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 6, 8})
  void forecastsWrongReadingsAndVariationAreThoseOfTheRows(long seed) {
    List<double[][]> fitting = runs(3, 2, 160);
    List<double[][]> held = runs(seed, 2, 130);
    double[][] moments = moments(fitting);
    ReferenceJudge judge = new ReferenceJudge(List.of(1, 5), 2, fitting, held);

    ReferenceJudge.Verdict verdict = judge.judge(MAP);

    assertThat(judge.horizons()).containsExactly(1, 5);
    int[] horizons = {1, 5};
    for (int h = 0; h < 2; h++) {
      List<Double> losses =
          losses(
              fitting,
              held,
              horizons[h],
              moments,
              state -> features(state, moments[0], moments[1]));
      List<Double> linear =
          losses(fitting, held, horizons[h], moments, state -> readings(state, moments));
      same(verdict.losses().get(h), losses, 0.01 * estimate(linear)[0], 1e-5);
    }
    assertThat(verdict.loss())
        .isEqualTo(verdict.losses().get(0).value() + verdict.losses().get(1).value());
    double[][] states = held.stream().flatMap(Arrays::stream).toArray(double[][]::new);
    double[] novelties =
        Arrays.stream(states).mapToDouble(state -> encoded(state).novelty()).sorted().toArray();
    double limit = novelties[(int) (0.99 * (novelties.length - 1))];
    List<Double> found = new ArrayList<>();
    double[] center = new double[MAP.classes()];
    for (int i = 0; i < states.length; i++) {
      double[] wrong = states[i].clone();
      int sensor = i % 4 < 2 ? 0 : 1;
      wrong[sensor] += (i % 2 == 0 ? 1.5 : -1.5) * moments[1][sensor];
      found.add(encoded(wrong).novelty() > limit ? 1.0 : 0.0);
      for (int c = 0; c < center.length; c++) {
        center[c] += encoded(states[i]).coordinates()[c] / states.length;
      }
    }
    same(verdict.found(), found, 0.01, 1e-9);
    assertThat(verdict.found().value()).as("some of them are").isBetween(0.05, 0.95);
    List<Double> distances = new ArrayList<>();
    for (double[] state : states) {
      double[] coordinates = encoded(state).coordinates();
      double distance = 0;
      for (int c = 0; c < center.length; c++) {
        distance += Math.pow(coordinates[c] - center[c], 2);
      }
      distances.add(distance);
    }
    same(verdict.retained(), distances, 0, 1e-9);
  }

  /** Rows that are all alike have no standard error. */
  @Test
  void whatIsTooLittleToCountIsAdmittedWhereThereIsNoStandardError() {
    List<double[][]> fitting = runs(3, 2, 160);
    double[][] alike = new double[301][];
    Arrays.fill(alike, fitting.get(0)[40]);
    List<double[][]> held = List.<double[][]>of(alike);
    double[][] moments = moments(fitting);

    ReferenceJudge.Verdict verdict = new ReferenceJudge(List.of(1), 2, fitting, held).judge(MAP);

    List<Double> linear = losses(fitting, held, 1, moments, state -> readings(state, moments));
    same(
        verdict.losses().get(0),
        losses(fitting, held, 1, moments, state -> features(state, moments[0], moments[1])),
        0.01 * linear.get(0),
        1e-5);
    assertThat(verdict.losses().get(0).margin()).isPositive();
    assertThat(verdict.retained().margin()).isZero();
  }

  /** The present readings and a one. */
  private static double[] readings(double[] state, double[][] moments) {
    double[] readings = standard(state, moments[0], moments[1]);
    return new double[] {readings[0], readings[1], 1};
  }

  /** Ten rows in each of twenty parts are needed of either kind. */
  @Test
  void horizonsWithFewerThanTwoHundredPairsAreNotJudged() {
    List<double[][]> long1 = runs(3, 1, 300);

    assertThat(new ReferenceJudge(List.of(1, 2), 2, long1, runs(4, 1, 201)).horizons())
        .containsExactly(1);
    assertThat(new ReferenceJudge(List.of(1, 2), 2, runs(4, 1, 202), long1).horizons())
        .containsExactly(1, 2);
    assertThat(new ReferenceJudge(List.of(1), 2, runs(4, 1, 200), long1).horizons()).isEmpty();
  }

  /** Of 5,000 rows those at every 2.5th place are judged. */
  @Test
  void ofManyRowsTwoThousandEvenlySpreadOnesAreJudged() {
    double[][] many = runs(5, 1, 5_000).get(0);
    List<double[][]> fitting = runs(3, 1, 300);
    double[][] states = new double[2_000][];
    Arrays.setAll(states, i -> many[5 * i / 2]);
    double[] center = new double[MAP.classes()];
    List<double[]> coordinates = new ArrayList<>();
    for (double[] state : states) {
      coordinates.add(encoded(state).coordinates().clone());
    }
    coordinates.forEach(row -> Arrays.setAll(center, c -> center[c] + row[c] / states.length));
    List<Double> distances = new ArrayList<>();
    for (double[] row : coordinates) {
      double distance = 0;
      for (int c = 0; c < center.length; c++) {
        distance += Math.pow(row[c] - center[c], 2);
      }
      distances.add(distance);
    }

    same(
        new ReferenceJudge(List.of(1), 2, fitting, List.<double[][]>of(many)).judge(MAP).retained(),
        distances,
        0,
        1e-9);
  }

  @Test
  void aVerdictAdmitsWhatIsWithinItsMarginInEverything() {
    ReferenceJudge.Verdict all = verdict(1, 2, 0.5, 0.25);

    assertThat(all.admits(all)).isTrue();
    assertThat(all.admits(verdict(1.125, 2.125, 0.375, 0.125))).as("at the edge").isTrue();
    assertThat(all.admits(verdict(1.126, 2, 0.5, 0.25))).isFalse();
    assertThat(all.admits(verdict(1, 2.126, 0.5, 0.25))).isFalse();
    assertThat(all.admits(verdict(1, 2, 0.374, 0.25))).isFalse();
    assertThat(all.admits(verdict(1, 2, 0.5, 0.124))).isFalse();
    assertThat(all.admits(verdict(0, 0, 1, 1))).as("better").isTrue();
  }

  private static ReferenceJudge.Verdict verdict(
      double one, double five, double found, double retained) {
    return new ReferenceJudge.Verdict(List.of(of(one), of(five)), of(found), of(retained));
  }

  private static ReferenceJudge.Estimate of(double value) {
    return new ReferenceJudge.Estimate(value, 0.125);
  }
}
