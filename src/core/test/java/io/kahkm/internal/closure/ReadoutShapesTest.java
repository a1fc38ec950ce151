package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.closure.StackedReadout.Correction;
import io.kahkm.internal.numeric.Matrix;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A readout of another shape than its model would forecast sensors from the wrong numbers. */
class ReadoutShapesTest {
  private static final int CLASSES = 3;

  /** Two sensors, the present reading and the one before. */
  private static final Matrix LINEAR = Matrix.zero(2, 5);

  private static final Matrix REACH = Matrix.zero(2, 1);

  @Test
  void aStackedReadoutKnowsItsShape() {
    StackedReadout readout =
        StackedReadout.of(
            CLASSES,
            LINEAR,
            Optional.of(new Correction(Matrix.zero(CLASSES, 5), Matrix.zero(2, CLASSES))),
            Matrix.of(2, 1, new double[] {0.5, 0}));

    assertThat(readout.sensors()).isEqualTo(2);
    assertThat(readout.lookback()).isEqualTo(2);
    assertThat(readout.classes()).isEqualTo(CLASSES);
    assertThat(readout.hasLinear()).isTrue();
    assertThat(readout.linear()).isEqualTo(LINEAR);
    assertThat(readout.correction()).isPresent();
    assertThat(readout.reach(0)).isEqualTo(0.5);
  }

  @Test
  void aStackedReadoutOfAnotherShapeIsRefusedByName() {
    assertThatThrownBy(() -> stacked(Matrix.zero(2, 2), Optional.empty(), REACH))
        .hasMessageContaining("linear");
    assertThatThrownBy(() -> stacked(Matrix.zero(2, 4), Optional.empty(), REACH))
        .hasMessageContaining("multiple of its rows");
    assertThatThrownBy(() -> stacked(notFinite(2, 5), Optional.empty(), REACH))
        .hasMessageContaining("linear holds NaN");
    assertThatThrownBy(
            () ->
                stacked(
                    LINEAR,
                    Optional.of(new Correction(Matrix.zero(2, 5), Matrix.zero(2, CLASSES))),
                    REACH))
        .hasMessageContaining("explained");
    assertThatThrownBy(
            () ->
                stacked(
                    LINEAR,
                    Optional.of(new Correction(Matrix.zero(CLASSES, 5), Matrix.zero(2, 2))),
                    REACH))
        .hasMessageContaining("weights");
    assertThatThrownBy(() -> stacked(LINEAR, Optional.empty(), Matrix.zero(1, 1)))
        .hasMessageContaining("reach");
    assertThatThrownBy(
            () -> stacked(LINEAR, Optional.empty(), Matrix.of(2, 1, new double[] {0, -0.1})))
        .hasMessageContaining("reach of sensor 1 is -0.1");
  }

  private static StackedReadout stacked(
      Matrix linear, Optional<Correction> correction, Matrix reach) {
    return StackedReadout.of(CLASSES, linear, correction, reach);
  }

  private static Matrix notFinite(int rows, int columns) {
    double[] values = new double[rows * columns];
    values[rows * columns - 1] = Double.NaN;
    return Matrix.of(rows, columns, values);
  }

  @Test
  void aReadoutOfAnEarlierReleaseKnowsItsShape() {
    PresentReadout alone = new PresentReadout(Matrix.zero(2, 1 + CLASSES), Optional.empty());
    PresentReadout compared = new PresentReadout(Matrix.zero(2, 1 + CLASSES), Optional.of(LINEAR));

    assertThat(alone.classes()).isEqualTo(CLASSES);
    assertThat(alone.hasLinear()).isFalse();
    assertThat(alone.lookback()).isEqualTo(1);
    assertThat(compared.hasLinear()).isTrue();
    assertThat(compared.lookback()).isEqualTo(2);
  }

  @Test
  void aReadoutOfAnEarlierReleaseOfAnotherShapeIsRefusedByName() {
    Matrix weights = Matrix.zero(2, 1 + CLASSES);
    assertThatThrownBy(() -> new PresentReadout(Matrix.zero(2, 1), Optional.empty()))
        .hasMessageContaining("weights");
    assertThatThrownBy(() -> new PresentReadout(notFinite(2, 4), Optional.empty()))
        .hasMessageContaining("weights holds NaN");
    assertThatThrownBy(() -> new PresentReadout(weights, Optional.of(Matrix.zero(1, 5))))
        .hasMessageContaining("linear");
    assertThatThrownBy(() -> new PresentReadout(weights, Optional.of(notFinite(2, 5))))
        .hasMessageContaining("linear holds NaN");
  }
}
