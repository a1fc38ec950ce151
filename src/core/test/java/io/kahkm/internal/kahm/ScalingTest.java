package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScalingTest {
  @Test
  void standardScalingHasTheKnownValues() {
    // Given means 3 and 20, population deviations 2 and 10, two sensors
    Scaling scaling = Scaling.standard(new double[][] {{1, 10}, {5, 30}}, 1);
    double[] scaled = new double[2];
    scaling.apply(new double[] {7, 10}, scaled);
    assertThat(scaled[0]).isCloseTo(2 / Math.sqrt(2), within(1e-15));
    assertThat(scaled[1]).isCloseTo(-1 / Math.sqrt(2), within(1e-15));
    assertThat(scaling.kind()).isEqualTo(ScalingKind.STANDARD);
    assertThat(scaling.mean()).containsExactly(3, 20);
  }

  @Test
  void scaledTrainingRowsHaveMeanSquareNormOne() {
    double[][] rows = RandomMaps.states(7, 400, new Random(1));
    Scaling scaling = Scaling.standard(rows, 1);
    double sum = 0;
    double[] scaled = new double[7];
    for (double[] row : rows) {
      scaling.apply(row, scaled);
      for (double value : scaled) {
        sum += value * value;
      }
    }
    assertThat(sum / rows.length).isCloseTo(1, within(1e-12));
  }

  @Test
  void noScalingLeavesEveryBitAlone() {
    double[] state = {0.1, -3e300, 1e-310};
    double[] scaled = new double[3];
    Scaling.none(3).apply(state, scaled);
    assertThat(scaled).isEqualTo(state);
  }

  /** Its own size is the unit, one where that is none, so that nothing is divided by zero. */
  @Test
  void aConstantColumnHasItsSizeForADeviation() {
    double[][] rows = {{1, -0.1, 0, 1e-310, 1e300}, {3, -0.1, 0, 1e-310, 1e300}};
    Scaling scaling = Scaling.standard(rows, 1);
    double[] scaled = new double[5];
    scaling.apply(new double[] {2, -0.3, 1, 1, 0}, scaled);
    double root = Math.sqrt(5);
    assertThat(scaled[0]).isEqualTo(0);
    assertThat(scaled[1] * root).isCloseTo(-2, within(1e-15));
    assertThat(scaled[2] * root).isCloseTo(1, within(1e-15));
    assertThat(scaled[3] * root).isCloseTo(1, within(1e-15));
    assertThat(scaled[4]).isFinite().isNotZero();
    scaling.apply(rows[0], scaled);
    assertThat(Arrays.copyOfRange(scaled, 1, 5)).containsOnly(0);
  }

  @Test
  void columnsOfWhichNoneVariesAreRefused() {
    assertThatThrownBy(() -> Scaling.standard(new double[][] {{5, 0.1}, {5, 0.1}, {5, 0.1}}, 1))
        .isInstanceOf(MapFitException.class)
        .hasMessage("no sensor varies over the 3 rows, at least one must");
  }

  @Test
  void inputAndOutputMayBeTheSameArray() {
    Scaling scaling = Scaling.standard(new double[][] {{1, 10}, {5, 30}}, 1);
    double[] state = {3, 20};
    scaling.apply(state, state);
    assertThat(state).containsExactly(0, 0);
  }
}
