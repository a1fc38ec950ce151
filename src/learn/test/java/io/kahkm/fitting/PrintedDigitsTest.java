package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedDigitsTest {
  private static final int[] HORIZONS = {1, 50, 200};

  @ParameterizedTest
  @CsvSource({
    "duffing, duffing_C10_w2__authors.json, 0.9835, 0.5056, -0.3155",
    "vanderpol, vanderpol_C25_w4__authors.json, 0.9963, 0.9020, 0.7724"
  })
  void fitsTheModelsBehindThePapersTables(
      String system, String golden, double first, double middle, double last) {
    JsonNode json = Golden.json(golden);
    Episodes train = Episodes.of(Golden.trajectories(system + "_train_seeds_0_1_2.csv", "q", "p"));

    Model model = ModelFitter.fit(settings(json), train, Progress.NONE).model();

    double[][] expected = Golden.rows(json.get("B_after_20_epochs"));
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected.length; j++) {
        assertThat(model.closure().get(i, j)).isCloseTo(expected[i][j], within(1e-10));
      }
    }
    double[] r2 = meanR2(model, system);
    assertThat(r2[0]).isCloseTo(first, within(5e-5));
    assertThat(r2[1]).isCloseTo(middle, within(5e-5));
    assertThat(r2[2]).isCloseTo(last, within(5e-5));
  }

  private static FitSettings settings(JsonNode json) {
    return new FitSettings(
        new MapSettings(
            List.of("q", "p"),
            json.get("C").asInt(),
            json.get("omega").asDouble(),
            1e-6,
            new MapSettings.Reconstruction(100, FarField.PAPER, Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE)),
        new Partition.GivenCentroids(Matrix.ofRows(Golden.rows(json.get("kmeans_centers")))),
        ClosureMethod.NLMS,
        0.1,
        20,
        0,
        FitSettings.DEFAULT_QUANTILE,
        List.of(),
        Map.of());
  }

  private static double[] meanR2(Model model, String system) {
    List<double[][]> trajectories =
        Golden.trajectories(system + "_eval_seeds_100_101_102.csv", "q", "p");
    int classes = model.map().classes();
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(classes);
    Rollout rollout = new Rollout(classes, HORIZONS, Projection.NONE);
    Closure closure = Closure.of(model.closure());
    double[] mean = new double[HORIZONS.length];
    double[][] predictions = new double[HORIZONS.length][classes];
    for (double[][] trajectory : trajectories) {
      double[][] phi = new double[trajectory.length][];
      for (int t = 0; t < phi.length; t++) {
        encoder.encode(trajectory[t], encoding);
        phi[t] = encoding.coordinates().clone();
      }
      ForecastScorer[] scores = new ForecastScorer[HORIZONS.length];
      for (int h = 0; h < HORIZONS.length; h++) {
        scores[h] = new ForecastScorer(classes, 0);
      }
      for (int t = 0; t < phi.length; t++) {
        rollout.roll(closure, phi[t], predictions);
        for (int h = 0; h < HORIZONS.length; h++) {
          if (t + HORIZONS[h] < phi.length) {
            scores[h].add(predictions[h], phi[t + HORIZONS[h]], phi[t], 0);
          }
        }
      }
      for (int h = 0; h < HORIZONS.length; h++) {
        mean[h] += scores[h].r2().orElseThrow() / trajectories.size();
      }
    }
    return mean;
  }
}
