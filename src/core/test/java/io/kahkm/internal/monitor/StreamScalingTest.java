package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamScalingTest {
  private static StreamScaling learned(int rows, IntToDoubleFunction value, int seen) {
    StreamScaling scaling = new StreamScaling(2, rows);
    for (int t = 0; t < seen; t++) {
      scaling.add(new double[] {value.applyAsDouble(t), 7});
    }
    return scaling;
  }

  /** After one, everything later would be next to the mean. */
  @ParameterizedTest
  @CsvSource({"0,1", "1,1", "30,1", "59,1", "0,3", "20,3", "57,3"})
  void readingsFarOffAreNoScale(int first, int count) {
    for (double spike : new double[] {1e3, -9999, 1e9, 1e200, Double.MAX_VALUE}) {
      IntToDoubleFunction value = t -> t >= first && t < first + count ? spike : Math.sin(0.3 * t);

      assertThat(learned(60, value, 60).frozen()).isFalse();

      StreamScaling again = learned(60, value, 120);
      assertThat(again.frozen()).isTrue();
      assertThat(again.deviation(0)).isCloseTo(Math.sqrt(0.5), within(0.05));
      assertThat(again.deviation(1)).isZero();
    }
  }

  @Test
  void whatMovesInTheUsualWaysIsAScale() {
    assertThat(learned(60, t -> t, 60).frozen()).isTrue();
    assertThat(learned(60, t -> t * (double) t, 60).frozen()).isTrue();
    assertThat(learned(60, t -> Math.cos(0.01 * t), 60).frozen()).isTrue();
    assertThat(learned(60, t -> t < 50 ? 0 : 1, 60).frozen()).isTrue();
    assertThat(learned(60, t -> 5, 60).frozen()).isTrue();
    // The rounding of a constant is none of its readings.
    assertThat(learned(60, t -> t == 30 ? Math.nextUp(5.0) : 5, 60).frozen()).isTrue();
  }

  /** Rows must not be lost to noise: of 1,000 streams, those that begin again. */
  @ParameterizedTest
  @CsvSource({"20,20", "60,5", "200,1"})
  void noiseIsAScale(int rows, int most) {
    RandomSource random = new RandomSource(11);
    int again = 0;
    for (int i = 0; i < 1_000; i++) {
      again += learned(rows, t -> random.nextGaussian(), rows).frozen() ? 0 : 1;
    }
    assertThat(again).isLessThanOrEqualTo(most);
  }

  @Test
  void keepsWhatTheLargestAddedAndReadsStateWithoutIt() {
    IntToDoubleFunction value = t -> t == 3 ? 1e6 : Math.sin(0.3 * t);
    StateWriter writer = new StateWriter();
    learned(60, value, 30).transfer(writer, SnapshotOrigin.VERSION);
    StreamScaling restored = new StreamScaling(2, 60);
    StateReader reader = new StateReader(writer.toByteArray());
    restored.transfer(reader, SnapshotOrigin.VERSION);
    reader.finish();
    for (int t = 30; t < 60; t++) {
      restored.add(new double[] {value.applyAsDouble(t), 7});
    }
    assertThat(restored.frozen()).isFalse();

    StreamScaling earlier = new StreamScaling(2, 60);
    earlier.transfer(new StateReader(writer.toByteArray()), SnapshotOrigin.BELIEVED_SCALES - 1);
    assertThat(earlier.mean(1)).isEqualTo(7);
  }
}
