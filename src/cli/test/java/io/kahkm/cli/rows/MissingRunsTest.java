package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MissingRunsTest {
  private static final double NONE = Double.NaN;

  private static List<List<Integer>> of(double[][] read, double[][] filled) {
    MissingRuns runs = new MissingRuns(2);
    for (int t = 0; t < read.length; t++) {
      runs.take(read[t], filled[t]);
    }
    runs.finish();
    return runs.lengths();
  }

  @Test
  void eachRunIsCountedOnceWithItsLength() {
    double[][] read = {{1, NONE}, {1, NONE}, {1, 2}, {NONE, 2}, {1, 2}, {1, NONE}};
    assertThat(of(read, read)).containsExactly(List.of(1), List.of(2, 1));
  }

  @Test
  void aHeldValueIsNotMissed() {
    double[][] read = {{1, 2}, {1, NONE}, {1, NONE}, {1, NONE}, {1, 2}};
    double[][] filled = {{1, 2}, {1, 2}, {1, NONE}, {1, NONE}, {1, 2}};
    assertThat(of(read, filled)).containsExactly(List.of(), List.of(2));
  }

  @Test
  void aRowWithoutAnyValueSaysNothing() {
    double[][] read = {{1, NONE}, {NONE, NONE}, {1, NONE}, {1, 2}};
    assertThat(of(read, read)).containsExactly(List.of(), List.of(2));
  }
}
