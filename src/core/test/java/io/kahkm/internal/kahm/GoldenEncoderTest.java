package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.testing.Golden;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both encoders against the reference files. */
class GoldenEncoderTest {
  private static final double COORDINATES = 1e-10;

  /** The issue asks for 1e-9 where subnormal rounding decides; the literal path gives far less. */
  private static final double COORDINATES_IN_BAND = 1e-9;

  private static final double SCORES = 1e-11;
  private static final double FITTED = 1e-12;

  private static List<Encoder> encoders(KahmMap map) {
    return List.of(map.newReferenceEncoder(), map.newEncoder());
  }

  private static void assertClose(double[] actual, double[] expected, double tolerance, int state) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int c = 0; c < expected.length; c++) {
      assertThat(actual[c]).as("state %d, %d", state, c).isCloseTo(expected[c], within(tolerance));
    }
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#names")
  void coordinatesAgreeInsideAndOutsideTheUnderflowBand(String name) {
    JsonNode json = GoldenMaps.json(name);
    KahmMap map = GoldenMaps.map(name, FarField.PAPER);
    double[][] states = Golden.rows(json.get("eval_states"));
    double[][] expected = Golden.rows(json.get("Phi"));
    Encoding result = new Encoding(map.classes());
    for (Encoder encoder : encoders(map)) {
      for (int i = 0; i < states.length; i++) {
        boolean band = json.get("Phi_state_in_underflow_band").get(i).booleanValue();
        encoder.encode(states[i], result);
        assertClose(result.coordinates(), expected[i], band ? COORDINATES_IN_BAND : COORDINATES, i);
        assertThat(result.uniform()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#names")
  void scoresAndNearestClassesAgree(String name) {
    JsonNode json = GoldenMaps.json(name);
    KahmMap map = GoldenMaps.map(name, FarField.PAPER);
    double[][] states = Golden.rows(json.get("eval_states"));
    double[][] expected = Golden.rows(json.get("T_first"));
    double[] classes = Golden.vector(json.get("eval_labels"));
    Encoding result = new Encoding(map.classes());
    for (Encoder encoder : encoders(map)) {
      for (int i = 0; i < states.length; i++) {
        encoder.encode(states[i], result);
        assertThat(result.nearestClass()).isEqualTo((int) classes[i]);
        assertThat(map.nearestClass(states[i])).isEqualTo((int) classes[i]);
        if (i < expected.length) {
          assertClose(result.scores(), expected[i], SCORES, i);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#names")
  void coordinatesOfTrainingStatesAgree(String name) {
    KahmMap map = GoldenMaps.map(name, FarField.PAPER);
    double[][] states = GoldenMaps.trainingStates(name);
    double[][] expected = Golden.rows(GoldenMaps.json(name).get("Phi_train_first20"));
    Encoding result = new Encoding(map.classes());
    for (Encoder encoder : encoders(map)) {
      for (int i = 0; i < expected.length; i++) {
        encoder.encode(states[i], result);
        assertClose(result.coordinates(), expected[i], COORDINATES, i);
      }
    }
  }

  /** What makes it right to fit a map once for all far fields. */
  @ParameterizedTest
  @EnumSource(FarField.class)
  void theFarFieldChangesNothingOfTheFit(FarField farField) {
    String name = "duffing_C10_w2__paper";

    KahmMap fitted = GoldenMaps.fit(name, farField);

    assertThat(fitted.farField()).isEqualTo(farField);
    assertThat(fitted.fingerprint()).isEqualTo(GoldenMaps.map(name, farField).fingerprint());
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#paperNames")
  void exactFarFieldAgrees(String name) {
    JsonNode json = GoldenMaps.json(name);
    KahmMap map = GoldenMaps.map(name, FarField.EXACT);
    double[][] states = Golden.rows(json.get("eval_states"));
    double[][] coordinates = Golden.rows(json.get("Phi_no_underflow_variant"));
    double[][] scores = Golden.rows(json.get("T_no_underflow_variant_first"));
    Encoding result = new Encoding(map.classes());
    for (Encoder encoder : encoders(map)) {
      for (int i = 0; i < states.length; i++) {
        encoder.encode(states[i], result);
        assertClose(result.coordinates(), coordinates[i], COORDINATES, i);
        if (i < scores.length) {
          assertClose(result.scores(), scores[i], SCORES, i);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#names")
  void submodelsAgree(String name) {
    JsonNode expected = GoldenMaps.json(name).get("submodels");
    KahmMap map = GoldenMaps.map(name, FarField.PAPER);
    assertThat(map.submodels()).hasSize(expected.size());
    for (int s = 0; s < expected.size(); s++) {
      SubmodelSummary submodel = map.submodels().get(s);
      JsonNode other = expected.get(s);
      assertThat(submodel.classIndex()).isEqualTo(other.get("cls").intValue());
      assertThat(submodel.block()).isEqualTo(other.get("block").intValue());
      assertThat(submodel.start()).isEqualTo(other.get("start").intValue());
      assertThat(submodel.stop()).isEqualTo(other.get("stop").intValue());
      assertThat(submodel.references()).isEqualTo(other.get("n_ref").intValue());
      assertThat(submodel.encodingDimension()).isEqualTo(other.get("n_enc").intValue());
      assertThat(submodel.meanSquare())
          .isCloseTo(other.get("mean_sq").doubleValue(), within(FITTED));
      assertThat(submodel.lambda())
          .isCloseTo(other.get("lambda_used").doubleValue(), within(FITTED));
      float[] references = map.tensors().get(s).storedReferences();
      double[] first = Golden.vector(other.get("first_ref"));
      double[] last = Golden.vector(other.get("last_ref"));
      for (int j = 0; j < first.length; j++) {
        assertThat(references[j]).isEqualTo((float) first[j]);
        assertThat(references[references.length - first.length + j]).isEqualTo((float) last[j]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#names")
  void centroidsAndClassCountsAgree(String name) {
    JsonNode json = GoldenMaps.json(name);
    KahmMap map = GoldenMaps.map(name, FarField.PAPER);
    double[][] centroids = Golden.rows(json.get("centroids"));
    double[] counts = Golden.vector(json.get("class_counts"));
    for (int c = 0; c < centroids.length; c++) {
      assertThat(map.classCounts().get(c)).isEqualTo((int) counts[c]);
      assertClose(map.centroids().row(c), centroids[c], FITTED, c);
    }
  }
}
