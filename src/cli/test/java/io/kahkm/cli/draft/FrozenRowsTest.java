package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which repeated rows and which stuck sensors are told, and what is proposed to leave out. */
class FrozenRowsTest {
  private static final int ROWS = 1_000;
  private static final int STUCK = 2;
  private final double[][] states = new double[ROWS][3];

  @BeforeEach
  void moving() {
    SplittableRandom random = new SplittableRandom(4);
    for (double[] state : states) {
      for (int j = 0; j < state.length; j++) {
        state[j] = random.nextDouble();
      }
    }
  }

  private void stuck(int from, int rows, double value) {
    for (int t = from; t < from + rows; t++) {
      states[t][STUCK] = value;
    }
  }

  private void repeated(int from, int rows) {
    for (int t = from + 1; t < from + rows; t++) {
      states[t] = states[from].clone();
    }
  }

  private StateData data() {
    return GivenRows.of(new int[ROWS], states, false);
  }

  private FrozenRows found() {
    return FrozenRows.of(data(), List.of("a", "b", "c"));
  }

  private List<Long> told(boolean single) {
    return found().ofSensors(single).stream().map(FrozenRows.Stretch::rows).toList();
  }

  @Test
  void whatIsMovingIsNotTold() {
    assertThat(found().stretches()).isEmpty();
  }

  @Test
  void aSensorThatIsStuckForMuchLongerThanTheRowsIsToldToo() {
    stuck(100, 200, 7);
    repeated(150, 30);
    assertThat(told(false)).containsExactly(30L);
    assertThat(told(true)).containsExactly(200L);
    assertThat(found().exclusion(data())).as("one stretch").isEqualTo("101/300");
  }

  @Test
  void aSensorThatIsStuckBecauseTheRowsAreIsNotToldAgain() {
    stuck(140, 60, 7);
    repeated(150, 30);
    assertThat(told(false)).containsExactly(30L);
    assertThat(told(true)).isEmpty();
  }

  @Test
  void stretchesThatOverlapAreLeftOutAsOne() {
    stuck(100, 200, 7);
    stuck(500, 30, 9);
    for (int t = 250; t < 380; t++) {
      states[t][0] = 3;
    }
    assertThat(told(true)).containsExactly(200L, 130L, 30L);
    assertThat(found().exclusion(data())).isEqualTo("101/380,501/530");
  }

  @Test
  void aSensorThatStandsAtManyValuesIsNotStuck() {
    stuck(100, 20, 7);
    stuck(200, 21, 8);
    stuck(300, 22, 9);
    assertThat(told(true)).containsExactly(22L, 21L, 20L);
    stuck(400, 23, 10);
    assertThat(told(true)).isEmpty();
  }

  @Test
  void aSensorThatReturnsToAValueRestsThere() {
    stuck(100, 40, 0);
    stuck(200, 30, 9);
    assertThat(told(true)).containsExactly(40L, 30L);
    stuck(300, 25, 0);
    assertThat(told(true)).containsExactly(30L);
  }
}
