package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.closure.PresentReadout;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Small values: labels, settings, calibration, fitting rows, models. */
class ValuesTest {
  @Test
  void everyLabelIsFoundAgain() {
    for (FarField value : FarField.values()) {
      assertThat(Labels.find(FarField.class, value.label())).isEqualTo(value);
    }
    for (Regularization value : Regularization.values()) {
      assertThat(Labels.find(Regularization.class, value.label())).isEqualTo(value);
    }
    for (ScalingKind value : ScalingKind.values()) {
      assertThat(Labels.find(ScalingKind.class, value.label())).isEqualTo(value);
    }
  }

  @Test
  void unknownLabelsAreAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> Labels.find(FarField.class, "near"))
        .hasMessage("\"near\" is none of: paper, exact, smooth");
    assertThatThrownBy(() -> Labels.find(Regularization.class, ""))
        .hasMessage("\"\" is none of: fixed-point, authors");
    assertThatThrownBy(() -> Labels.find(ScalingKind.class, "STANDARD"))
        .hasMessage("\"STANDARD\" is none of: standard, per-stream, none");
  }

  private static MapSettings settings(List<String> sensors, int classes, double omega, int block) {
    return new MapSettings(
        sensors,
        classes,
        omega,
        1e-6,
        new MapSettings.Reconstruction(block, FarField.PAPER, Regularization.AUTHORS),
        MapSettings.States.of(ScalingKind.NONE));
  }

  @Test
  void impossibleSettingsAreRefusedByNameAndValue() {
    assertThatThrownBy(() -> settings(List.of(), 2, 4, 100)).hasMessageContaining("sensors");
    assertThatThrownBy(() -> settings(List.of("q", "q"), 2, 4, 100)).hasMessageContaining("'q'");
    assertThatThrownBy(() -> settings(List.of("q", " "), 2, 4, 100)).hasMessageContaining("' '");
    assertThatThrownBy(() -> settings(List.of("q"), 0, 4, 100))
        .hasMessageContaining("classes is 0");
    assertThatThrownBy(() -> settings(List.of("q"), 2, 0, 100)).hasMessageContaining("omega is 0");
    assertThatThrownBy(() -> settings(List.of("q"), 2, Double.NaN, 100))
        .hasMessageContaining("omega is NaN");
    assertThatThrownBy(() -> settings(List.of("q"), 2, 4, 1)).hasMessageContaining("block is 1");
  }

  @Test
  void impossibleCalibrationsAreRefusedByNameAndValue() {
    assertThatThrownBy(() -> calibration(1.5, 0.9, 10, 0))
        .hasMessageContaining("noveltyLimit is 1.5");
    assertThatThrownBy(() -> calibration(0.5, Double.NaN, 10, 0))
        .hasMessageContaining("quantile is NaN");
    assertThatThrownBy(() -> calibration(0.5, 0.9, 0, 0)).hasMessageContaining("rows is 0");
    assertThatThrownBy(() -> calibration(0.5, 0.9, 10, -1))
        .hasMessageContaining("retainedVariationLow is -1.0");
    assertThatThrownBy(() -> new Calibration(0.5, 0.9, 0.95, 10, 11, 0.1, 0, List.of()))
        .hasMessageContaining("effectiveRows is 11.0");
    assertThatThrownBy(() -> new Calibration(0.5, 0.9, 2, 10, 5, 0.1, 0, List.of()))
        .hasMessageContaining("confidence is 2.0");
  }

  private static Calibration calibration(double limit, double quantile, int rows, double low) {
    return new Calibration(limit, quantile, 0.95, rows, 1, 0.1, low, List.of());
  }

  @Test
  void impossibleNormalRangesAreRefusedByNameAndValue() {
    assertThatThrownBy(() -> new NormalRange("sHat", 0.2, 0.1, 5, 20))
        .hasMessageContaining("range of sHat is 0.2 to 0.1");
    assertThatThrownBy(() -> new NormalRange("sHat", 0.1, Double.NaN, 5, 20))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new NormalRange("sHat", 0.1, 0.2, 0, 20))
        .hasMessageContaining("windows is 0");
    assertThatThrownBy(() -> new NormalRange("sHat", 0.1, 0.2, 5, 0))
        .hasMessageContaining("pairs is 0");
    assertThat(new NormalRange("sHat", 0.1, 0.2, 19, 20).expectedRate()).isEqualTo(0.1);
  }

  @Test
  void fittingRowsKnowTheirTransitionsAndNoOthers() {
    double[][] first = {{1, 2}, {3, 4}, {5, -0.0}};
    double[][] second = {{7, 8}, {9, 10}};
    FittingRows rows = FittingRows.of(Episodes.of(List.of(first, second)));
    assertThat(rows.size()).isEqualTo(3);
    assertThat(rows.contains(first[0], first[1])).isTrue();
    assertThat(rows.contains(new double[] {3, 4}, new double[] {5, 0.0})).isTrue();
    assertThat(rows.contains(first[2], second[0])).isFalse();
    assertThat(rows.contains(first[1], first[0])).isFalse();
    assertThat(rows.contains(new double[] {1}, new double[] {2, 3, 4})).isFalse();
    assertThat(FittingRows.none().contains(first[0], first[1])).isFalse();
  }

  private static PresentReadout present(int sensors, int columns) {
    return new PresentReadout(Matrix.zero(sensors, columns), Optional.empty());
  }

  @Test
  void impossibleModelsAreRefusedByName() {
    KahmMap map = RandomMaps.map(2, 3, FarField.PAPER, ScalingKind.NONE, 1);
    assertThatThrownBy(() -> Model.builder(map).coordinateVariance(1).build())
        .hasMessage("classMeans is missing");
    Model.Builder builder = Model.builder(map).classMeans(Matrix.identity(3));
    assertThatThrownBy(builder::build).hasMessageContaining("coordinateVariance is NaN");
    builder.coordinateVariance(1);
    assertThat(builder.build().closure()).isEqualTo(Matrix.identity(3));
    assertThatThrownBy(() -> builder.build().readout(5)).hasMessageContaining("horizon 5");
    assertThatThrownBy(() -> builder.readout(5, present(2, 3)).build())
        .hasMessage(
            "readout of horizon 5 has 2 sensors, 2 classes and looks at 1 readings, must be 2, 3 and"
                + " at most 2");
    assertThatThrownBy(
            () ->
                Model.builder(map)
                    .closure(Matrix.identity(2))
                    .classMeans(Matrix.identity(3))
                    .build())
        .hasMessage("closure is 2 x 2, must be 3 x 3");
  }
}
