package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.selection.HorizonScore;
import io.kahkm.selection.RunScore;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a candidate of the grid scores, computed a second time on the rows that are left for it. */
class GridTrialTest {
  private static final Episodes DATA =
      Simulation.episodes(DynamicalSystems.named("vanderpol"), 3, 2, 199);
  private static final FitSettings SETTINGS = FitSettings.plain(List.of("q", "p"), 3, List.of(1));

  private static GridTrial trial(double share, List<Integer> needed, List<Integer> wished) {
    return new GridTrial(SETTINGS, DATA, share, needed, wished, 7);
  }

  private static double[][] coordinates(KahmMap map, double[][] states) {
    Encoder encoder = map.newEncoder();
    double[][] coordinates = new double[states.length][];
    for (int t = 0; t < states.length; t++) {
      Encoding encoding = new Encoding(map.classes());
      encoder.encode(states[t], encoding);
      coordinates[t] = encoding.coordinates().clone();
    }
    return coordinates;
  }

  private static double[] next(Matrix closure, double[] phi) {
    double[] next = new double[phi.length];
    for (int j = 0; j < phi.length; j++) {
      for (int i = 0; i < phi.length; i++) {
        next[j] += closure.get(i, j) * phi[i];
      }
    }
    return next;
  }

  private static double squared(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return sum;
  }

  private static double[] mean(List<double[]> rows) {
    double[] mean = new double[rows.get(0).length];
    rows.forEach(row -> Arrays.setAll(mean, c -> mean[c] + row[c] / rows.size()));
    return mean;
  }

  /** Of 200 rows the last 50 of either episode; the seed of k-means is 7, and 8 the next time. */
  @Test
  void aCandidateIsFittedOnTheFirstRowsAndScoredOnTheLast() {
    double omega = 4;
    MapSettings wanted = SETTINGS.withGridCell(5, omega, SETTINGS.partition()).map();
    List<double[][]> first = List.of(DATA.run(0, 0, 150), DATA.run(1, 0, 150));
    double[][] states = Episodes.of(first).currentStates();
    KahmMap map = MapFitter.fit(wanted, states, new Partition.KMeansStart(8), Progress.NONE);
    List<double[]> current = new ArrayList<>();
    List<double[]> successors = new ArrayList<>();
    for (double[][] run : first) {
      List<double[]> phi = List.of(coordinates(map, run));
      current.addAll(phi.subList(0, 149));
      successors.addAll(phi.subList(1, 150));
    }
    Matrix closure =
        ClosureFit.ridge(
            current.toArray(double[][]::new), successors.toArray(double[][]::new), 1e-8);

    RunScore score =
        trial(0.25, List.of(1, 5), List.of(49, 50)).run(5, List.of(9.0, omega), 1, 0).get(1);

    assertThat(score.failure()).isEmpty();
    assertThat(score.horizons()).extracting(HorizonScore::horizon).containsExactly(1, 5, 49);
    List<double[]> targets = new ArrayList<>();
    for (int horizon : new int[] {1, 5}) {
      double error = 0;
      double size = 0;
      List<double[]> came = new ArrayList<>();
      for (int e = 0; e < 2; e++) {
        double[][] phi = coordinates(map, DATA.run(e, 150, 200));
        for (int t = 0; t + horizon < phi.length; t++) {
          double[] forecast = phi[t];
          for (int h = 0; h < horizon; h++) {
            forecast = next(closure, forecast);
          }
          error += squared(forecast, phi[t + horizon]);
          size += squared(new double[5], phi[t + horizon]);
          came.add(phi[t + horizon]);
        }
      }
      double variation = came.stream().mapToDouble(phi -> squared(phi, mean(came))).sum();
      assertThat(score.relativeError(horizon)).isCloseTo(error / size, within(1e-6 * error / size));
      HorizonScore own =
          score.horizons().stream().filter(h -> h.horizon() == horizon).findFirst().orElseThrow();
      assertThat(own.r2().orElseThrow()).isCloseTo(1 - error / variation, within(1e-6));
      if (horizon == 1) {
        targets.addAll(came);
      }
    }
    double[] mean = mean(targets);
    double variance =
        targets.stream().mapToDouble(phi -> squared(phi, mean)).average().orElseThrow();
    assertThat(score.rhoVar())
        .isCloseTo(variance / (1 - squared(mean, new double[5])), within(1e-9));
  }

  @Test
  void horizonsThatAreNeededMustFitIntoARunAndWishedOnesMay() {
    assertThat(trial(0.25, List.of(5, 1), List.of(49, 50, 1)).horizons()).containsExactly(1, 5, 49);
    assertThat(trial(0.25, List.of(49), List.of()).horizons()).containsExactly(49);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial(0.25, List.of(50), List.of()))
        .withMessage(
            "horizon 50 cannot be scored: the longest run of model-selection states has 49"
                + " transitions");
    for (double share : new double[] {0, 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> trial(share, List.of(1), List.of()))
          .withMessage("validation is " + share + ", must be between 0 and 1");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial(0.001, List.of(1), List.of()))
        .withMessage("no row is left for model selection, raise validation");
    double[][] two = {{1, 2}};
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new GridTrial(
                    SETTINGS, Episodes.of(List.<double[][]>of(two)), 0.5, List.of(1), List.of(), 7))
        .withMessage("no transition is left for fitting, reduce validation");
  }

  /** Rows that leave what was fitted have no class near; and two rows make no five classes. */
  @Test
  void aCandidateThatCannotBeScoredSaysWhy() {
    double[][] away = new double[200][];
    for (int t = 0; t < 200; t++) {
      away[t] = DATA.state(0, t).clone();
      away[t][0] += t < 150 ? 0 : 1_000 * (t - 100);
    }
    GridTrial left =
        new GridTrial(
            SETTINGS, Episodes.of(List.<double[][]>of(away)), 0.25, List.of(1), List.of(), 7);
    assertThat(left.run(3, List.of(256.0), 0, 0))
        .singleElement()
        .extracting(RunScore::failure)
        .asString()
        .isEqualTo("100.0 % of the model-selection states get uniform coordinates");
    for (int t = 151; t < 200; t++) {
      away[t] = DATA.state(0, t);
    }
    GridTrial one =
        new GridTrial(
            SETTINGS, Episodes.of(List.<double[][]>of(away)), 0.25, List.of(1), List.of(), 7);
    Partition partition = new Partition.KMeansStart(7);
    KahmMap map =
        MapFitter.fit(
            SETTINGS.withGridCell(3, 32, partition).map(),
            Episodes.of(List.<double[][]>of(Arrays.copyOf(away, 150))).currentStates(),
            partition,
            Progress.NONE);
    int uniform = 0;
    for (int t = 150; t < 200; t++) {
      Encoding encoding = new Encoding(3);
      map.newEncoder().encode(away[t], encoding);
      uniform += encoding.uniform() ? 1 : 0;
    }
    assertThat(uniform).isBetween(2, 48);
    assertThat(one.run(3, List.of(32.0), 0, 0).get(0).failure())
        .isEqualTo(2 * uniform + ".0 % of the model-selection states get uniform coordinates");
    List<RunScore> many = trial(0.25, List.of(1), List.of()).run(299, List.of(1.0, 2.0), 0, 0);
    assertThat(many).hasSize(2).allMatch(score -> !score.failure().isEmpty());
  }

  /** Rows held out for calibration take no part. */
  @Test
  void rowsThatAreHeldOutForCalibrationAreNotScored() {
    FitSettings holding =
        new FitSettings(
            SETTINGS.map(),
            SETTINGS.partition(),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.5,
            0.9,
            List.of(1),
            Map.of());
    GridTrial trial = new GridTrial(holding, DATA, 0.25, List.of(1), List.of(24, 25, 49), 7);

    assertThat(trial.horizons()).as("a quarter of 100 rows").containsExactly(1, 24);
  }
}
