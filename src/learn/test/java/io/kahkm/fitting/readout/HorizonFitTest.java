package io.kahkm.fitting.readout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HorizonFitTest {
  private static final int ROWS = 400;

  /** Two sensors by a rule of the rows before, in units far from zero. */
  private interface Rule {
    double[] next(double[] now, double[] before, Random random);
  }

  private static Episodes series(long seed, Rule rule) {
    Random random = new Random(seed);
    List<double[]> rows = new ArrayList<>();
    double[] before = {100, -3};
    double[] now = {101, -3};
    for (int t = 0; t < ROWS; t++) {
      double[] next = rule.next(now, before, random);
      before = now;
      now = next;
      rows.add(now);
    }
    return Episodes.of(List.<double[][]>of(rows.toArray(double[][]::new)));
  }

  private static double[] oscillation(double[] now, double[] before, Random random) {
    return new double[] {
      100 + 1.6 * (now[0] - 100) - 0.9 * (before[0] - 100) + random.nextGaussian(),
      -3 + 0.5 * (now[1] + 3) + 0.1 * random.nextGaussian()
    };
  }

  private static double[] walk(double[] now, double[] before, Random random) {
    return new double[] {now[0] + random.nextGaussian(), now[1] + 0.1 * random.nextGaussian()};
  }

  /** What two other recordings say, without coordinates that know anything. */
  private static HorizonChoice choose(int horizon, Features features, Episodes fitted, Rule rule) {
    HorizonFit own = new HorizonFit(horizon, features, fitted);
    List<HorizonFit> left =
        List.of(
            new HorizonFit(horizon, features, series(101, rule)),
            new HorizonFit(horizon, features, series(102, rule)));
    HorizonChoice linear =
        HorizonFit.chooseLinear(horizon, left.stream().map(own::errorsOn).toList());
    HorizonFit.Predictor constant = (e, t) -> new double[] {1};
    return HorizonFit.complete(
        linear,
        features,
        left.stream().map(rows -> own.judge(linear, constant, 1, rows, constant, 1)).toList());
  }

  @Test
  void squaredErrorsFromSumsAreThoseOfTheRows() {
    Random random = new Random(1);
    RegressionSums sums = new RegressionSums(3, 2);
    double[] weights = {0.5, -1, 2, 0};
    double expected = 0;
    for (int i = 0; i < 50; i++) {
      double[] z = random.doubles(3).toArray();
      double[] y = random.doubles(2).toArray();
      sums.add(z, y);
      double error = y[1] - LinearCandidates.value(weights, z);
      expected += error * error;
    }
    assertThat(sums.squaredError(1, weights)).isCloseTo(expected, within(1e-11));
  }

  @Test
  void aLinearLawOfTwoReadingsIsRecoveredInSensorUnits() {
    Rule rule =
        (now, before, random) ->
            new double[] {
              100 + 1.6 * (now[0] - 100) - 0.9 * (before[0] - 100) + 0.2 * (now[1] + 3),
              -3 + random.nextGaussian()
            };
    Episodes rows = series(3, rule);
    Features features = Features.of(rows, 2);
    HorizonChoice choice = choose(1, features, rows, rule);
    StackedReadout readout =
        new HorizonFit(1, features, rows).fit(choice, (e, t) -> new double[] {1}, 1);
    double[] history = {104, -2.5, 101, -4};
    double[] linear = new double[2];
    double[] out = new double[2];
    readout.apply(history, new double[] {1}, new double[1], linear, out);
    // The first of 400 rows has none before it and misses the law by about 1.
    assertThat(out[0]).isCloseTo(100 + 1.6 * 4 - 0.9 + 0.2 * 0.5, within(0.05));
    assertThat(out).isEqualTo(linear);
    assertThat(choice.corrected()).isZero();
  }

  @Test
  void aSensorThatWandersIsLeftWhereItIsOneThatReturnsIsSentBack() {
    for (int horizon : new int[] {1, 20}) {
      Episodes walk = series(5, HorizonFitTest::walk);
      Features features = Features.of(walk, 2);
      HorizonChoice wandering = choose(horizon, features, walk, HorizonFitTest::walk);
      HorizonFit test = new HorizonFit(horizon, features, series(7, HorizonFitTest::walk));
      // Nothing can be learned; what is chosen costs next to nothing on rows never seen.
      assertThat(skillOverPersistence(wandering, features, walk, test)).isGreaterThan(-0.05);
      Episodes returning = series(8, HorizonFitTest::oscillation);
      Features itsFeatures = Features.of(returning, 2);
      HorizonChoice sent = choose(horizon, itsFeatures, returning, HorizonFitTest::oscillation);
      HorizonFit itsTest =
          new HorizonFit(horizon, itsFeatures, series(10, HorizonFitTest::oscillation));
      assertThat(skillOverPersistence(sent, itsFeatures, returning, itsTest)).isGreaterThan(0.3);
    }
  }

  private static double skillOverPersistence(
      HorizonChoice choice, Features features, Episodes fitted, HorizonFit test) {
    double[][] errors = new HorizonFit(choice.horizon(), features, fitted).errorsOn(test);
    double own = 0;
    double persistence = 0;
    for (int i = 0; i < errors.length; i++) {
      double variance = features.deviation(i) * features.deviation(i);
      own += errors[i][choice.linear().get(i)] / variance;
      persistence += errors[i][LinearCandidates.PERSISTENCE] / variance;
    }
    return 1 - own / persistence;
  }

  /** Noise is forecast by nothing; the second coordinate knows the next value of sensor 1. */
  private static LeftOutErrors judged(boolean knows, long seed) {
    Rule rule =
        (now, before, random) -> new double[] {random.nextGaussian(), random.nextGaussian()};
    Episodes fitted = series(seed, rule);
    Episodes left = series(seed + 1, rule);
    Features features = Features.of(fitted, 2);
    HorizonFit own = new HorizonFit(1, features, fitted);
    HorizonFit others = new HorizonFit(1, features, left);
    LeftOutErrors errors = new LeftOutErrors(2);
    HorizonChoice choice = HorizonFit.chooseLinear(1, List.<double[][]>of(own.errorsOn(others)));
    for (int fold = 0; fold < 2; fold++) {
      errors.addAll(
          own.judge(
              choice, predictor(fitted, knows, 1), 2, others, predictor(left, knows, 2 + fold), 1));
    }
    return errors;
  }

  private static HorizonFit.Predictor predictor(Episodes rows, boolean knows, long seed) {
    Random random = new Random(seed);
    double[] noise = random.doubles(ROWS).toArray();
    return (e, t) -> {
      double value = knows && t + 1 < ROWS ? 0.5 + 0.1 * rows.state(e, t + 1)[1] : noise[t];
      return new double[] {1 - value, value};
    };
  }

  @Test
  void coordinatesGetWeightOnlyForSensorsThatTheyHelp() {
    LeftOutErrors knowing = judged(true, 20);
    assertThat(knowing.choose(1)).isNotEqualTo(LeftOutErrors.NONE);
    assertThat(knowing.meanSquare(1, knowing.choose(1)))
        .isLessThan(0.1 * knowing.meanSquare(1, LeftOutErrors.NONE));
    int weighted = 0;
    for (long seed = 30; seed < 50; seed++) {
      LeftOutErrors blind = judged(false, seed);
      weighted += blind.choose(0) == LeftOutErrors.NONE ? 0 : 1;
      weighted += blind.choose(1) == LeftOutErrors.NONE ? 0 : 1;
    }
    // Two standard errors one-sided are passed by 2 to 3 in a hundred; of 40, 6 or more by 1e-4.
    assertThat(weighted).isLessThan(6);
  }

  @Test
  void theChoiceTellsItsErrorsInVariancesAndTheirQuantiles() {
    Episodes rows = series(60, HorizonFitTest::oscillation);
    Features features = Features.of(rows, 2);
    HorizonChoice choice =
        HorizonFit.complete(
            HorizonFit.chooseLinear(
                1,
                List.<double[][]>of(
                    new HorizonFit(1, features, rows).errorsOn(new HorizonFit(1, features, rows)))),
            features,
            List.of(judged(true, 20)));
    assertThat(choice.rows()).isEqualTo(2 * (ROWS - 1));
    assertThat(choice.quantiles().orElseThrow().values().rows()).isEqualTo(2);
    assertThat(choice.corrected()).isPositive();
    assertThat(choice.gain()).isBetween(0.2, 1.0);
    LeftOutErrors judged = judged(true, 20);
    double own = 0;
    double linear = 0;
    for (int i = 0; i < 2; i++) {
      double variance = features.deviation(i) * features.deviation(i);
      int chosen = judged.choose(i);
      boolean persists = chosen == LeftOutErrors.PERSISTENCE;
      HorizonChoice.Errors errors = choice.sensors().get(i);
      assertThat(errors.persistence())
          .isEqualTo(judged.meanSquare(i, LeftOutErrors.PERSISTENCE) / variance);
      assertThat(errors.linear())
          .as("of the linear model, which is persistence where that is as good")
          .isEqualTo(judged.meanSquare(i, persists ? chosen : LeftOutErrors.NONE) / variance);
      assertThat(errors.forecast()).isEqualTo(judged.meanSquare(i, chosen) / variance);
      own += errors.forecast();
      linear += errors.linear();
    }
    assertThat(choice.gain()).isCloseTo(1 - own / linear, within(1e-12));
    assertThat(choice.sensors().get(1).forecast()).isLessThan(choice.sensors().get(1).linear());
  }

  @Test
  void frozenPredictionsArePowersOfTheClosure() {
    Matrix closure = Matrix.ofRows(new double[][] {{0.5, 0.5}, {0.25, 0.75}});
    double[] once =
        HorizonFit.frozen(3, List.<double[][]>of(new double[][] {{1, 0}}), closure).predict(0, 0);
    // (.5, .5) -> (.375, .625) -> (.34375, .65625), exact in binary.
    assertThat(once).containsExactly(0.34375, 0.65625);
  }

  /**
   * From the rows, one pair after the other; the first row of a run stands in for the one before.
   */
  @Test
  void errorsReachAndPairsAreThoseOfTheRows() {
    int horizon = 3;
    double[][] first = series(21, HorizonFitTest::oscillation).run(0);
    double[][] second = series(22, HorizonFitTest::walk).run(0);
    Episodes rows = Episodes.of(List.of(first, second, Arrays.copyOf(first, horizon)));
    Features features = Features.of(rows, 2);
    HorizonFit fit = new HorizonFit(horizon, features, rows);
    HorizonChoice choice = HorizonFit.chooseLinear(horizon, List.<double[][]>of(fit.errorsOn(fit)));
    HorizonFit.Predictor constant = (e, t) -> new double[] {1};
    StackedReadout readout = fit.fit(choice, constant, 1);
    List<List<Double>> errors = List.of(new ArrayList<>(), new ArrayList<>());
    double[] largest = new double[2];
    for (double[][] run : List.of(first, second)) {
      for (int t = 0; t + horizon < run.length; t++) {
        double[] before = run[Math.max(0, t - 1)];
        double[] history = {run[t][0], run[t][1], before[0], before[1]};
        double[] out = new double[2];
        readout.apply(history, new double[] {1}, new double[1], new double[2], out);
        for (int i = 0; i < 2; i++) {
          errors.get(i).add(Math.abs(run[t + horizon][i] - out[i]));
          largest[i] = Math.max(largest[i], Math.abs(run[t + horizon][i] - run[t][i]));
        }
      }
    }
    assertThat(fit.pairs()).isEqualTo(errors.get(0).size()).isEqualTo(2L * (ROWS - horizon));
    ErrorQuantiles actual = fit.errors(readout, constant);
    ErrorQuantiles expected =
        ErrorQuantiles.of(
            new double[][] {
              errors.get(0).stream().mapToDouble(Double::doubleValue).toArray(),
              errors.get(1).stream().mapToDouble(Double::doubleValue).toArray()
            });
    for (int i = 0; i < 2; i++) {
      assertThat(readout.reach(i)).isCloseTo(1.25 * largest[i], within(1e-12 * largest[i]));
      for (double level : new double[] {0.5, 0.8, 0.9, 0.95}) {
        assertThat(actual.at(i, level)).isCloseTo(expected.at(i, level), within(1e-11));
      }
    }
  }

  @Test
  void aFrozenClosurePredictsStepByStep() {
    Matrix closure = Matrix.ofRows(new double[][] {{0.7, 0.2, 0.1}, {0, 0.5, 0.5}, {0.3, 0, 0.7}});
    List<double[][]> coordinates =
        List.of(new double[][] {{1, 0, 0}, {0.2, 0.3, 0.5}}, new double[][] {{0.1, 0.8, 0.1}});
    for (int horizon : new int[] {1, 2, 3, 6, 13}) {
      HorizonFit.Predictor predictor = HorizonFit.frozen(horizon, coordinates, closure);
      for (int[] at : new int[][] {{0, 0}, {0, 1}, {1, 0}}) {
        double[] expected = coordinates.get(at[0])[at[1]];
        for (int h = 0; h < horizon; h++) {
          double[] next = new double[3];
          for (int l = 0; l < 3; l++) {
            for (int k = 0; k < 3; k++) {
              next[k] += expected[l] * closure.get(l, k);
            }
          }
          expected = next;
        }
        assertThat(predictor.predict(at[0], at[1])).containsExactly(expected, within(1e-14));
      }
    }
  }
}
