package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's four-state example, whose coordinates are known in closed form. */
class FourStateTest {
  private static final double TOLERANCE = 1e-13;

  @ParameterizedTest
  @ValueSource(strings = {"paper", "authors"})
  void lambdaScoresAndCoordinatesAreTheKnownOnes(String rule) {
    JsonNode json = Golden.json("four_state.json");
    JsonNode expected = json.get(rule);
    double[][] states = Golden.rows(json.get("states"));
    MapSettings settings =
        new MapSettings(
            List.of("x", "y"),
            2,
            expected.get("omega").doubleValue(),
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK,
                FarField.PAPER,
                rule.equals("paper") ? Regularization.FIXED_POINT : Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    KahmMap map =
        MapFitter.fit(
            settings, states, new Partition.GivenLabels(List.of(0, 0, 1, 1)), Progress.NONE);
    assertThat(map.submodels())
        .allSatisfy(
            s -> {
              assertThat(s.lambda())
                  .isCloseTo(expected.get("lambda_used").doubleValue(), within(TOLERANCE));
              assertThat(s.encodingDimension()).isEqualTo(1);
            });
    double[][] scores = Golden.rows(expected.get("T"));
    Encoding result = new Encoding(2);
    for (Encoder encoder : List.of(map.newReferenceEncoder(), map.newEncoder())) {
      for (int i = 0; i < states.length; i++) {
        encoder.encode(states[i], result);
        int own = i < 2 ? 0 : 1;
        assertThat(result.coordinates()[own]).isCloseTo(31.0 / 32, within(TOLERANCE));
        assertThat(result.coordinates()[1 - own]).isCloseTo(1.0 / 32, within(TOLERANCE));
        assertThat(result.scores()[0]).isCloseTo(scores[i][0], within(TOLERANCE));
        assertThat(result.scores()[1]).isCloseTo(scores[i][1], within(TOLERANCE));
        assertThat(result.nearestClass()).isEqualTo(own);
        assertThat(result.dominant()).isEqualTo(own);
        assertThat(result.novelty()).isEqualTo(result.scores()[own]);
      }
    }
  }
}
