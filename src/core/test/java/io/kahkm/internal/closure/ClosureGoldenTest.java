package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Closures, forecasts and variation of the reference configurations, both lambda rules. */
class ClosureGoldenTest {
  private static final double MATRIX_TOLERANCE = 1e-10;
  private static final double RELATIVE_ERROR_TOLERANCE = 1e-9;
  private static final double R2_TOLERANCE = 1e-8;

  /** Squared distance from the simplex that 200 steps of rounding, each up to 2^-52, can make. */
  private static final double ROUNDING_DISTANCE = 1e-26;

  private static final Map<GoldenRun, Matrix> FITTED = new ConcurrentHashMap<>();

  private static final Map<Projection, String> PROJECTIONS =
      Map.of(
          Projection.NONE, "free",
          Projection.VECTOR, "vector_projected",
          Projection.ROW, "row_stochastic");

  static Stream<String> configurations() {
    return Stream.of(
            "duffing_C10_w2",
            "vanderpol_C25_w4",
            "vanderpol_C25_w128",
            "duffing_single_seed0_C15_w12",
            "duffing_singletons_C40_w4")
        .flatMap(name -> Stream.of(name + "__authors", name + "__paper"));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void firstUpdateOfStoredCoordinatesGivesTheReferenceMatrix(String name) {
    JsonNode golden = Golden.json(name + ".json");
    double[] phi = Golden.vector(golden.get("Phi_train_first20").get(0));
    double[] z = Golden.vector(golden.get("Z_train_first20").get(0));
    Closure closure = Closure.of(Matrix.identity(phi.length));

    closure.update(phi, z, golden.get("beta").doubleValue());

    assertClose(closure.matrix(), golden.get("B_after_1_update"), 1e-14);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void normAndRowProjectionOfTheStoredMatrixAreTheReferenceOnes(String name) {
    JsonNode golden = Golden.json(name + ".json");
    Matrix b = Matrix.ofRows(Golden.rows(golden.get("B_after_20_epochs")));

    assertThat(MatrixNorms.spectralNorm(b))
        .isCloseTo(golden.get("B_spectral_norm").doubleValue(), within(1e-13));
    assertClose(SimplexProjection.rowStochastic(b), golden.get("B_row_stochastic"), 1e-14);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void updatesOfTheTrainingPairsGiveTheReferenceMatrices(String name) {
    GoldenRun run = GoldenRun.of(name);
    JsonNode golden = run.golden();
    double[][] phi = run.trainingCurrent();
    double[][] z = run.trainingSuccessors();
    double beta = golden.get("beta").doubleValue();
    Matrix identity = Matrix.identity(run.classes());
    Closure closure = Closure.of(identity);

    closure.update(phi[0], z[0], beta);
    Matrix oneEpoch = ClosureFit.nlms(identity, phi, z, beta, 1, Progress.NONE);
    Matrix fitted = fitted(run);

    assertThat(phi).hasNumberOfRows(golden.get("n_train").intValue());
    assertClose(closure.matrix(), golden.get("B_after_1_update"), MATRIX_TOLERANCE);
    assertClose(oneEpoch, golden.get("B_after_1_epoch"), MATRIX_TOLERANCE);
    assertClose(fitted, golden.get("B_after_20_epochs"), MATRIX_TOLERANCE);
    assertThat(MatrixNorms.spectralNorm(fitted))
        .isCloseTo(golden.get("B_spectral_norm").doubleValue(), within(1e-9));
    assertClose(SimplexProjection.rowStochastic(fitted), golden.get("B_row_stochastic"), 1e-9);
    ForecastScorer training = new ForecastScorer(run.classes(), 0);
    double[] predicted = new double[run.classes()];
    Closure learned = Closure.of(fitted);
    for (int i = 0; i < phi.length; i++) {
      learned.predict(phi[i], predicted);
      training.add(predicted, z[i], phi[i], 0);
    }
    assertThat(training.relativeError())
        .isCloseTo(golden.get("train_E1").doubleValue(), relative(golden.get("train_E1")));
    assertThat(training.r2().orElseThrow())
        .isCloseTo(golden.get("train_R2_1").doubleValue(), within(R2_TOLERANCE));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void spectralRadiiOfNlmsAndRidgeAreTheReferenceOnes(String name) {
    GoldenRun run = GoldenRun.of(name);
    JsonNode spectral = run.golden().get("spectral");

    Matrix ridge = ClosureFit.ridge(run.trainingCurrent(), run.trainingSuccessors(), 1e-8);

    assertThat(MatrixNorms.spectralRadius(fitted(run)))
        .isCloseTo(spectral.get("nlms").get("spr").doubleValue(), within(1e-10));
    assertThat(MatrixNorms.spectralRadius(ridge))
        .isCloseTo(spectral.get("ridge_1em8").get("spr").doubleValue(), within(1e-9));
  }

  /** Fitted once for all tests. */
  private static Matrix fitted(GoldenRun run) {
    return FITTED.computeIfAbsent(run, ClosureGoldenTest::fit);
  }

  private static Matrix fit(GoldenRun run) {
    JsonNode golden = run.golden();
    return ClosureFit.nlms(
        Matrix.identity(run.classes()),
        run.trainingCurrent(),
        run.trainingSuccessors(),
        golden.get("beta").doubleValue(),
        golden.get("epochs").intValue(),
        Progress.NONE);
  }

  private static void assertClose(Matrix actual, JsonNode expected, double tolerance) {
    double[][] rows = Golden.rows(expected);
    assertThat(actual.rows()).isEqualTo(rows.length);
    for (int row = 0; row < rows.length; row++) {
      assertThat(actual.row(row)).as("row %d", row).containsExactly(rows[row], within(tolerance));
    }
  }

  private static Offset<Double> relative(JsonNode expected) {
    return within(RELATIVE_ERROR_TOLERANCE * Math.abs(expected.doubleValue()));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void forecastsToAllHorizonsHaveTheReferenceScores(String name) {
    GoldenRun run = GoldenRun.of(name);
    JsonNode rollouts = run.golden().get("rollouts");
    Closure closure = Closure.of(fitted(run));
    int[] horizons = new int[rollouts.size()];
    for (int i = 0; i < horizons.length; i++) {
      horizons[i] = rollouts.get(i).get("h").intValue();
    }

    for (Projection projection : PROJECTIONS.keySet()) {
      List<ForecastScorer[]> scores = new ArrayList<>();
      for (double[][] trajectory : run.evaluation()) {
        scores.add(score(new Rollout(run.classes(), horizons, projection), closure, trajectory));
      }
      for (int i = 0; i < horizons.length; i++) {
        int position = i;
        assertScores(
            scores.stream().map(each -> each[position]).toList(),
            rollouts.get(i).get(PROJECTIONS.get(projection)),
            projection + " h=" + horizons[i],
            run.classes());
      }
    }
  }

  /** Scores every state t of a trajectory as a start for every horizon h with t + h in it. */
  private static ForecastScorer[] score(Rollout rollout, Closure closure, double[][] trajectory) {
    int classes = closure.classes();
    int[] horizons = rollout.horizons();
    ForecastScorer[] scores = new ForecastScorer[horizons.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = new ForecastScorer(classes, 0);
    }
    double[][] predictions = new double[horizons.length][classes];
    for (int t = 0; t < trajectory.length; t++) {
      rollout.roll(closure, trajectory[t], predictions);
      for (int i = 0; i < horizons.length; i++) {
        if (t + horizons[i] < trajectory.length) {
          scores[i].add(
              predictions[i],
              trajectory[t + horizons[i]],
              trajectory[t],
              SimplexProjection.squaredDistance(predictions[i]));
        }
      }
    }
    return scores;
  }

  private static void assertScores(
      List<ForecastScorer> scores, JsonNode expected, String what, int classes) {
    ForecastScorer pooled = new ForecastScorer(classes, 0);
    double errorMean = 0;
    double r2Mean = 0;
    for (int e = 0; e < scores.size(); e++) {
      ForecastScorer score = scores.get(e);
      double r2 = score.r2().orElseThrow();
      assertThat(score.starts()).as(what).isEqualTo(expected.get("n_starts").get(e).longValue());
      assertRelative(score.relativeError(), expected.get("E").get(e), what);
      assertR2(r2, expected.get("R2").get(e), what);
      errorMean += score.relativeError() / scores.size();
      r2Mean += r2 / scores.size();
      pooled.merge(score);
    }
    assertRelative(errorMean, expected.get("E_mean"), what);
    assertR2(r2Mean, expected.get("R2_mean"), what);
    assertRelative(pooled.relativeError(), expected.get("E_pooled"), what);
    assertR2(pooled.r2().orElseThrow(), expected.get("R2_pooled"), what);
    double distance = expected.get("nu_pooled").doubleValue();
    assertThat(pooled.meanSquaredSimplexDistance())
        .as(what)
        .isCloseTo(distance, within(Math.max(1e-9 * distance, ROUNDING_DISTANCE)));
  }

  private static void assertRelative(double actual, JsonNode expected, String what) {
    assertThat(actual).as(what).isCloseTo(expected.doubleValue(), relative(expected));
  }

  /** Scores of nearly constant targets are large; their error is measured relative to them. */
  private static void assertR2(double actual, JsonNode expected, String what) {
    double reference = expected.doubleValue();
    assertThat(actual)
        .as(what)
        .isCloseTo(reference, within(R2_TOLERANCE * Math.max(1, Math.abs(reference))));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void variationOfTheEvaluationSuccessorsIsTheReferenceOne(String name) {
    GoldenRun run = GoldenRun.of(name);
    JsonNode expected = run.golden().get("retained_variation_pooled_targets");
    CoordinateVariation variation = new CoordinateVariation(run.classes());

    for (double[] phi : run.evaluationSuccessors()) {
      variation.add(phi);
    }

    CoordinateVariation.Summary summary = variation.summary();
    assertRelative(summary.vCoord(), expected.get("V_coord"), "V_coord");
    assertRelative(summary.rhoVar(), expected.get("rho_var"), "rho_var");
    assertRelative(summary.rEff(), expected.get("r_eff"), "r_eff");
    assertRelative(summary.rhoRank(), expected.get("rho_rank"), "rho_rank");
  }
}
