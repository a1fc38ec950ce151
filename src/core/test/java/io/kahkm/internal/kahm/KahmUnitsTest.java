package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Single submodels with hard shapes: rank deficiency, dropped direction, two points, far and zero
 * queries, encoding cap, collinear samples.
 */
class KahmUnitsTest {
  private static final double TOLERANCE = 1e-11;

  static Stream<Arguments> cases() {
    JsonNode cases = Golden.json("kahm_units.json").get("cases");
    return IntStream.range(0, cases.size())
        .boxed()
        .flatMap(
            i ->
                Stream.of(
                    Arguments.of(cases.get(i).get("name").asText(), i, "authors"),
                    Arguments.of(cases.get(i).get("name").asText(), i, "paper")));
  }

  private static KahmMap map(JsonNode unit, String rule) {
    double[][] samples = Golden.rows(unit.get("X"));
    List<String> sensors = IntStream.range(0, samples[0].length).mapToObj(j -> "s" + j).toList();
    MapSettings settings =
        new MapSettings(
            sensors,
            1,
            1,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK,
                FarField.PAPER,
                rule.equals("paper") ? Regularization.FIXED_POINT : Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    return MapFitter.fit(
        settings,
        samples,
        new Partition.GivenLabels(Collections.nCopies(samples.length, 0)),
        Progress.NONE);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void encodingDimensionAndLambdaAgree(String name, int index, String rule) {
    JsonNode unit = Golden.json("kahm_units.json").get("cases").get(index);
    JsonNode expected = unit.get(rule);
    SubmodelSummary submodel = map(unit, rule).submodels().get(0);
    assertThat(submodel.encodingDimension()).isEqualTo(expected.get("n_enc").intValue());
    assertThat(submodel.meanSquare())
        .isCloseTo(expected.get("mean_sq").doubleValue(), within(TOLERANCE));
    assertThat(submodel.lambda())
        .isCloseTo(expected.get("lambda_").doubleValue(), within(TOLERANCE));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reconstructionsAndScoresAgree(String name, int index, String rule) {
    JsonNode unit = Golden.json("kahm_units.json").get("cases").get(index);
    KahmMap map = map(unit, rule);
    double[][] queries = Golden.rows(unit.get("queries"));
    double[][] reconstructions = Golden.rows(unit.get(rule).get("reconstruction"));
    double[] scores = Golden.vector(unit.get(rule).get("T"));
    LiteralReconstruction literal = new LiteralReconstruction(map.tensors(), FarField.PAPER);
    double[] reconstruction = new double[map.dimension()];
    Encoding result = new Encoding(1);
    Encoder reference = map.newReferenceEncoder();
    Encoder folded = map.newEncoder();
    for (int q = 0; q < queries.length; q++) {
      literal.reconstruct(map.tensors().get(0), queries[q], reconstruction);
      for (int j = 0; j < reconstruction.length; j++) {
        assertThat(reconstruction[j])
            .as("query %d sensor %d", q, j)
            .isCloseTo(reconstructions[q][j], within(TOLERANCE));
      }
      reference.encode(queries[q], result);
      assertThat(result.scores()[0]).as("%d", q).isCloseTo(scores[q], within(TOLERANCE));
      folded.encode(queries[q], result);
      assertThat(result.scores()[0]).as("%d", q).isCloseTo(scores[q], within(TOLERANCE));
      assertThat(result.coordinates()).containsExactly(1);
    }
  }
}
