package io.kahkm.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LagsTest {
  private static Episodes runs(int count, int rows) {
    return Episodes.of(Collections.nCopies(count, new double[rows][1]));
  }

  @Test
  void reachesATwentiethOfOneRecordingAndASeasonAnEighth() {
    assertThat(Lags.of(runs(1, 11_520), List.of(24)))
        .containsExactly(
            1, 2, 3, 4, 6, 8, 12, 16, 23, 24, 25, 32, 47, 48, 49, 64, 96, 128, 167, 168, 169, 192);
    assertThat(Lags.of(runs(1, 500), List.of())).containsExactly(1, 2, 3, 4, 6, 8, 12, 16, 24);
    assertThat(Lags.of(runs(1, 500), List.of(30)))
        .containsExactly(1, 2, 3, 4, 6, 8, 12, 16, 24, 29, 30, 31, 59, 60, 61);
  }

  @Test
  void reachesAQuarterOfAMedianEpisode() {
    assertThat(Lags.of(runs(20, 41), List.of(5))).containsExactly(1, 2, 3, 4, 5, 6, 8, 9, 10);
    assertThat(Lags.of(runs(20, 3), List.of())).isEmpty();
  }

  @Test
  void rowsThatAreExactlyEnoughCarryALag() {
    assertThat(Lags.of(runs(1, 60), List.of())).containsExactly(1, 2, 3);
    assertThat(Lags.of(runs(1, 59), List.of())).containsExactly(1, 2);
    assertThat(Lags.of(runs(1, 56), List.of(6))).containsExactly(1, 2, 5, 6, 7);
    assertThat(Lags.of(runs(1, 55), List.of(6))).containsExactly(1, 2, 5, 6);
    assertThat(Lags.of(runs(2, 8), List.of())).as("two halves are one recording").isEmpty();
    assertThat(Lags.of(runs(3, 8), List.of())).containsExactly(1, 2);
    assertThat(Lags.of(runs(1, 100), List.of(1))).containsExactly(1, 2, 3, 4, 6, 7, 8);
  }
}
