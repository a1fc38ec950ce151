package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadoutTest {
  private static final double[] PREDICTED = {0.25, 0.75};
  private static final Matrix FAR = rows(new double[] {1e9}, new double[] {1e9});

  private static double[][] apply(Readout readout, double[] history, double[] predicted) {
    double[] linear = new double[readout.sensors()];
    double[] out = new double[readout.sensors()];
    readout.apply(history, predicted, new double[readout.classes()], linear, out);
    return new double[][] {linear, out};
  }

  private static Matrix rows(double[]... rows) {
    return Matrix.ofRows(rows);
  }

  @Test
  void zeroWeightsArePersistenceToTheBit() {
    StackedReadout readout = StackedReadout.of(2, Matrix.zero(2, 5), Optional.empty(), FAR);

    double[][] forecast = apply(readout, new double[] {0.1, 1e300, 7, 8}, PREDICTED);

    assertThat(readout.lookback()).isEqualTo(2);
    assertThat(forecast[1]).containsExactly(0.1, 1e300);
    assertThat(forecast[0]).containsExactly(0.1, 1e300);
  }

  @Test
  void coordinatesEnterWithWhatReadingsDoNotExplain() {
    StackedReadout readout =
        StackedReadout.of(
            2,
            rows(new double[] {1, 0.5, 0}, new double[] {0, 0, -1}),
            Optional.of(
                new StackedReadout.Correction(
                    rows(new double[] {0.125, 0, 0}, new double[] {0, 0.25, 0}),
                    rows(new double[] {8, 4}, new double[] {0, 0}))),
            FAR);

    double[][] forecast = apply(readout, new double[] {2, 3}, PREDICTED);

    // 2 + 1 + .5 * 2 = 4, and 8 (.25 - .125) + 4 (.75 - .25 * 2) = 2 on top.
    assertThat(forecast[0]).containsExactly(4, 0);
    assertThat(forecast[1]).containsExactly(6, 0);
    assertThat(readout.isCorrected(0)).isTrue();
    assertThat(readout.isCorrected(1)).isFalse();
  }

  @Test
  void aSensorWithoutWeightsIsTheLinearModelWhateverCoordinatesAre() {
    StackedReadout readout =
        StackedReadout.of(
            2,
            rows(new double[] {1, 0.5, 0}, new double[] {0, 0, -1}),
            Optional.of(
                new StackedReadout.Correction(
                    Matrix.zero(2, 3), rows(new double[] {1, 1}, new double[] {0, 0}))),
            FAR);

    double[][] forecast =
        apply(readout, new double[] {2, 3}, new double[] {Double.POSITIVE_INFINITY, 1});

    // What is beyond all bounds goes as far as the sensor may.
    assertThat(forecast[1][0]).isEqualTo(2 + 1e9);
    assertThat(forecast[1][1]).isEqualTo(forecast[0][1]).isZero();
  }

  @Test
  void noForecastTakesASensorBeyondItsReach() {
    StackedReadout readout =
        StackedReadout.of(
            2,
            rows(new double[] {0, 100, 0}, new double[] {0, 0, 0.25}),
            Optional.empty(),
            rows(new double[] {5}, new double[] {5}));

    // A spike of the first sensor, one downwards, a reading as usual, and one that is no number.
    for (double[] spike : new double[][] {{3, 8}, {-3, -8}, {0.04, 4.04}}) {
      double[][] forecast = apply(readout, new double[] {spike[0], 8}, PREDICTED);
      assertThat(forecast[0][0]).isEqualTo(Math.fma(100, spike[0], spike[0]));
      assertThat(forecast[1]).containsExactly(spike[1], 10);
    }
    // Of a change that is no number nothing is left.
    assertThat(apply(readout, new double[] {Double.NaN, 8}, PREDICTED)[1][1]).isEqualTo(8);
    assertThatThrownBy(
            () ->
                StackedReadout.of(
                    2, Matrix.zero(1, 2), Optional.empty(), rows(new double[] {-1e-9})))
        .hasMessageContaining("reach of sensor 0 is -1.0E-9");
  }

  @Test
  void aReadoutOfEarlierReleasesIsAppliedAsItWas() {
    PresentReadout readout =
        new PresentReadout(
            rows(new double[] {0.5, 10, 20}), Optional.of(rows(new double[] {1, 0.25, 0.5})));

    double[][] forecast = apply(readout, new double[] {4, 6}, PREDICTED);

    assertThat(readout.lookback()).isEqualTo(2);
    assertThat(forecast[0]).containsExactly(4 + 1 + 0.25 * 4 + 0.5 * 6);
    assertThat(forecast[1]).containsExactly(0.5 * 4 + 10 * 0.25 + 20 * 0.75);
  }

  @Test
  void shapesThatDoNotFitAreRefusedByName() {
    assertThatThrownBy(() -> StackedReadout.of(2, Matrix.zero(2, 4), Optional.empty(), FAR))
        .hasMessageContaining("linear is");
    assertThatThrownBy(
            () ->
                StackedReadout.of(
                    2,
                    Matrix.zero(2, 3),
                    Optional.of(
                        new StackedReadout.Correction(Matrix.zero(2, 3), Matrix.zero(2, 3))),
                    FAR))
        .hasMessageContaining("weights is");
    assertThatThrownBy(
            () -> new PresentReadout(rows(new double[] {1, Double.NaN}), Optional.empty()))
        .hasMessageContaining("must be finite");
  }

  @Test
  void errorQuantilesAscendAndAreReadBetweenTheirLevels() {
    double[] absolute = new double[999];
    for (int i = 0; i < absolute.length; i++) {
      absolute[i] = 999 - i;
    }
    ErrorQuantiles errors = ErrorQuantiles.of(new double[][] {absolute, {3}});

    assertThat(errors.at(0, 0.5)).isEqualTo(500);
    assertThat(errors.at(0, 0.9)).isCloseTo(900, within(1e-9));
    assertThat(errors.at(0, 0.905)).isCloseTo(905, within(1e-9));
    assertThat(errors.at(0, 0.99)).isEqualTo(990);
    assertThat(errors.at(1, 0.7)).isEqualTo(3);
    assertThatThrownBy(() -> errors.at(0, 0.995)).hasMessageContaining("level is 0.995");
    assertThatThrownBy(() -> new ErrorQuantiles(Matrix.zero(1, 3))).hasMessageContaining("1 x 50");
    double[] falling = new double[50];
    falling[0] = 1;
    assertThatThrownBy(() -> new ErrorQuantiles(rows(falling))).hasMessageContaining("after 1.0");
  }
}
