package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldOutSplitTest {
  @Test
  void holdsOutTheLastShareOfEveryEpisode() {
    Episodes data = Episodes.of(List.of(rows(0, 10), rows(100, 5)));

    HeldOutSplit split = HeldOutSplit.of(data, 0.2);

    assertThat(split.fitting().count()).isEqualTo(2);
    assertThat(split.fitting().length(0)).isEqualTo(8);
    assertThat(split.fitting().length(1)).isEqualTo(4);
    Episodes heldOut = split.heldOut().orElseThrow();
    assertThat(heldOut.count()).isEqualTo(2);
    assertThat(values(heldOut)).containsExactly(8.0, 9.0, 104.0);
  }

  @Test
  void keepsEverythingWithoutAShare() {
    Episodes data = Episodes.of(List.of(rows(0, 10), rows(100, 5)));

    HeldOutSplit split = HeldOutSplit.of(data, 0);

    assertThat(split.heldOut()).isEmpty();
    assertThat(split.fitting().transitions()).isEqualTo(13);
  }

  @Test
  void keepsTwoStatesOfAShortEpisode() {
    HeldOutSplit split = HeldOutSplit.of(Episodes.of(List.of(rows(0, 3), rows(10, 2))), 0.9);

    assertThat(split.fitting().length(0)).isEqualTo(2);
    assertThat(split.fitting().length(1)).isEqualTo(2);
    assertThat(values(split.heldOut().orElseThrow())).containsExactly(2.0);
  }

  @Test
  void holdsOutWholePairs() {
    List<double[][]> pairs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      pairs.add(rows(10 * i, 2));
    }

    HeldOutSplit split = HeldOutSplit.of(Episodes.of(pairs), 0.25);

    assertThat(split.fitting().count()).isEqualTo(8);
    assertThat(values(split.heldOut().orElseThrow())).containsExactly(80.0, 81.0, 90.0, 91.0);
    assertThat(split.cutsEpisodes()).isFalse();
  }

  @Test
  void holdsOutTheEndOfAnEpisodeNotOfItsRuns() {
    Episodes data =
        Episodes.ofRuns(
            List.of(rows(0, 4), rows(10, 2), rows(20, 4), rows(100, 5)),
            List.of(
                new Episodes.Place(0, 0, 0),
                new Episodes.Place(0, 0, 5),
                new Episodes.Place(0, 0, 8),
                new Episodes.Place(0, 1, 0)));

    HeldOutSplit split = HeldOutSplit.of(data, 0.2);

    assertThat(split.cutsEpisodes()).isTrue();
    assertThat(split.fitting().count()).isEqualTo(4);
    assertThat(split.fitting().declared()).isEqualTo(2);
    Episodes heldOut = split.heldOut().orElseThrow();
    assertThat(values(heldOut)).containsExactly(22.0, 23.0, 104.0);
    assertThat(heldOut.place(0)).isEqualTo(new Episodes.Place(0, 0, 10));
  }

  @Test
  void picksTheLabelsOfFittingTransitions() {
    Episodes data = Episodes.of(List.of(rows(0, 5), rows(100, 5)));

    HeldOutSplit split = HeldOutSplit.of(data, 0.4);

    // Three states are kept of each episode: two transitions; the others are held out or cut.
    assertThat(split.fittingOnly(List.of(0, 1, 2, 3, 4, 5, 6, 7))).containsExactly(0, 1, 4, 5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> split.fittingOnly(List.of(1, 2)))
        .withMessageContaining("8 transitions");
  }

  private static List<Double> values(Episodes episodes) {
    List<Double> values = new ArrayList<>();
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t < episodes.length(e); t++) {
        values.add(episodes.state(e, t)[0]);
      }
    }
    return values;
  }

  private static double[][] rows(int first, int count) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = new double[] {first + i};
    }
    return rows;
  }
}
