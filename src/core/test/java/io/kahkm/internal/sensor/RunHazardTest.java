package io.kahkm.internal.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RunHazardTest {
  /** Evidence that makes an alert of seven sensors, seven kinds and three channels. */
  private static final double ALERT = 1e5 * 3 * 7 * 7;

  @Test
  void aShareOfEachBinWithTwoImaginedSteps() {
    // Bin 0: three steps out of first rows, one of which continued; bin 1: rows 2 and 3 of one run.
    RunHazard hazard = RunHazard.estimate(new int[] {1, 1, 3});
    assertThat(hazard.continues(1)).isCloseTo((1 + 2 * 0.5) / (3 + 2), within(1e-15));
    assertThat(hazard.continues(2)).isCloseTo((1 + 2 * 0.5) / (2 + 2), within(1e-15));
    assertThat(hazard.continues(3)).isEqualTo(hazard.continues(2));
    assertThat(hazard.continues(4)).isEqualTo(0.5);
    assertThat(hazard.continues(1000)).isEqualTo(0.5);
  }

  @Test
  void valuesThatNeverRepeatAreAccusedSoon() {
    int[] runs = new int[1000];
    Arrays.fill(runs, 1);
    assertThat(RunHazard.estimate(runs).evidence(8)).isLessThan(ALERT);
    assertThat(RunHazard.estimate(runs).evidence(20)).isGreaterThan(ALERT);
  }

  /** Length by length, eleven of twelve runs of a switch would continue, which accuses it soon. */
  @Test
  void aSwitchThatStandsForLongIsHardlyEverAccused() {
    int[] runs = new int[10];
    for (int i = 0; i < runs.length; i++) {
      runs[i] = 800 + 50 * i;
    }
    RunHazard hazard = RunHazard.estimate(runs);
    assertThat(hazard.evidence(1250)).isLessThan(1000);
    assertThat(hazard.evidence(2500)).isLessThan(ALERT);
    assertThat(Math.pow(12.0 / 11, 800)).as("length by length").isGreaterThan(ALERT);
    assertThat(hazard.evidence(20_000)).as("a stuck switch").isGreaterThan(ALERT);
  }

  @Test
  void whereRunsUsuallyContinueTheShareHasItsError() {
    int[] runs = new int[100];
    Arrays.fill(runs, 20);
    RunHazard hazard = RunHazard.estimate(runs);
    double share = (100 + 2 * 0.5) / (100 + 2);
    assertThat(hazard.continues(1)).as("no further than half way to 1").isEqualTo((1 + share) / 2);
    double last = last(runs);
    assertThat(hazard.continues(16))
        .isCloseTo(last + Math.sqrt(last * (1 - last) / 502), within(1e-12));
    assertThat(RunHazard.UNKNOWN.continues(1)).isEqualTo(0.5);
  }

  /** Share of the steps from rows 16 to 20 that continued, with two imagined ones. */
  private static double last(int[] runs) {
    double before = 0.5;
    for (int b = 0; b < 4; b++) {
      int steps = runs.length << b;
      before = (steps + 2 * before) / (steps + 2);
    }
    return (runs.length * 4 + 2 * before) / (runs.length * 5 + 2);
  }

  @Test
  void refusesWhatIsNoProbability() {
    assertThatThrownBy(() -> RunHazard.of(new double[] {0.5, 1}))
        .hasMessage("bins holds 1.0, must be between 0 and 1");
    assertThatThrownBy(() -> RunHazard.of(new double[0])).hasMessageContaining("bins has 0 values");
    assertThat(RunHazard.of(new double[] {0.25, 0.5}))
        .isEqualTo(RunHazard.of(new double[] {.25, .5}));
  }
}
