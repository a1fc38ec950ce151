package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sensor 2 follows 0 and 1 with noise, 3 follows nobody; both were exchanged. 4 is constant. */
class RecalibrationTest {
  private static Episodes rows(long seed, int count, double offset, double gain) {
    Random random = new Random(seed);
    List<double[][]> episodes = new ArrayList<>();
    double slow = 0;
    for (int e = 0; e < 2; e++) {
      double[][] rows = new double[count / 2][];
      for (int t = 0; t < rows.length; t++) {
        slow = 0.9 * slow + random.nextGaussian();
        double other = random.nextGaussian();
        double old = 100 + 3 * (slow + other) + 0.5 * random.nextGaussian();
        rows[t] =
            new double[] {
              slow, 20 - 2 * other, offset + gain * old, offset + gain * random.nextGaussian(), 7
            };
      }
      episodes.add(rows);
    }
    return Episodes.of(episodes);
  }

  private static Recalibration of(double offset, double gain, int sensor, Set<Integer> exchanged) {
    return Recalibration.of(rows(1, 2000, 0, 1), rows(2, 400, offset, gain), sensor, exchanged);
  }

  @Test
  void aNewZeroIsFoundAndNoGainIsMadeUp() {
    for (double offset : new double[] {-8, 0.3, 0, 50}) {
      Recalibration now = of(offset, 1, 2, Set.of(2, 3));
      assertThat(now.gain()).isEqualTo(1);
      assertThat(now.offset()).isCloseTo(offset, within(0.1));
    }
  }

  @Test
  void aNewSpanIsFoundWhateverItsSign() {
    for (double gain : new double[] {0.5, 1.2, -1, 1.8}) {
      Recalibration now = of(5, gain, 2, Set.of(2, 3));
      assertThat(now.gain()).isCloseTo(gain, within(0.02));
      assertThat(now.of(103)).isCloseTo(5 + gain * 103, within(0.2));
    }
  }

  /** The old readings say nothing of a sensor that was exchanged at the same time. */
  @Test
  void sensorsExchangedTogetherTellNothingOfEachOther() {
    List<double[][]> accepted = new ArrayList<>();
    Episodes rows = rows(2, 400, 5, 1);
    for (int e = 0; e < rows.count(); e++) {
      double[][] run = new double[rows.length(e)][];
      for (int t = 0; t < run.length; t++) {
        run[t] = rows.state(e, t).clone();
        run[t][1] += 30;
      }
      accepted.add(run);
    }
    Recalibration alone =
        Recalibration.of(rows(1, 2000, 0, 1), Episodes.of(accepted), 2, Set.of(1, 2, 3));
    assertThat(alone.gain()).isEqualTo(1);
    assertThat(alone.offset()).isCloseTo(5, within(0.6));
    Recalibration none = of(5, 1, 2, Set.of(0, 1, 2, 3));
    assertThat(none.gain()).isEqualTo(1);
    // By its means alone: the slow swing of the two recordings is in them.
    assertThat(none.offset()).isCloseTo(5, within(4.0));
  }

  @Test
  void whatFollowsNobodyHasAnOffsetAlone() {
    Recalibration now = of(40, 1, 3, Set.of(2, 3));
    assertThat(now.gain()).isEqualTo(1);
    assertThat(now.offset()).isCloseTo(40, within(0.2));
    Recalibration constant = of(0, 1, 4, Set.of(2, 3, 4));
    assertThat(constant.of(7)).isEqualTo(7);
  }

  @Test
  void aSensorThatHasStoppedFollowingIsRefused() {
    assertThatThrownBy(() -> of(40, 0.001, 2, Set.of(2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not follow the others (gain");
  }
}
