package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.Episodes.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is an episode, and what is only a run of one, decides how many rows a fit may believe. */
class EpisodesTest {
  private static double[][] run(int length, double from) {
    double[][] run = new double[length][];
    for (int t = 0; t < length; t++) {
      run[t] = new double[] {from + t, -from};
    }
    return run;
  }

  private static final List<double[][]> RUNS = List.of(run(3, 10), run(1, 20), run(4, 30));

  @Test
  void runsOfOneEpisodeAreCountedOnce() {
    Episodes episodes =
        Episodes.ofRuns(RUNS, List.of(new Place(0, 0, 0), new Place(0, 0, 4), new Place(1, 1, 0)));
    assertThat(episodes.count()).isEqualTo(3);
    assertThat(episodes.declared()).isEqualTo(2);
    assertThat(episodes.transitions()).isEqualTo(2 + 0 + 3);
    assertThat(episodes.dimension()).isEqualTo(2);
    assertThat(episodes.length(2)).isEqualTo(4);
    assertThat(episodes.stream(1)).isZero();
    assertThat(episodes.stream(2)).isEqualTo(1);
    assertThat(episodes.place(1)).isEqualTo(new Place(0, 0, 4));
    assertThat(episodes.state(2, 3)).containsExactly(33, -30);
    assertThat(episodes.currentStates())
        .isDeepEqualTo(new double[][] {{10, -10}, {11, -10}, {30, -30}, {31, -30}, {32, -30}});
  }

  @Test
  void episodesWithoutGapsAreRunsOfTheirOwn() {
    Episodes episodes = Episodes.of(RUNS, List.of(0, 0, 3));
    assertThat(episodes.declared()).isEqualTo(3);
    assertThat(episodes.place(2)).isEqualTo(new Place(3, 2, 0));
    assertThat(Episodes.of(RUNS).stream(2)).isZero();
    Episodes other = episodes.withStates(List.of(run(3, 1), run(1, 2), run(4, 3)));
    assertThat(other.state(0, 0)).containsExactly(1, -1);
    assertThat(other.stream(2)).isEqualTo(3);
  }

  @Test
  void pairsAreEpisodesOfTwoStates() {
    Episodes pairs = Episodes.ofPairs(run(3, 0), run(3, 50));
    assertThat(pairs.count()).isEqualTo(3);
    assertThat(pairs.transitions()).isEqualTo(3);
    assertThat(pairs.state(1, 1)).containsExactly(51, -50);
    assertThatThrownBy(() -> Episodes.ofPairs(run(3, 0), run(2, 0)))
        .hasMessage("3 current states but 2 successors");
  }

  @Test
  void placesAscendWithAMissingStepBetweenRuns() {
    // Three states from step 0 on: step 3 is missing.
    refuses(new Place(0, 0, 0), new Place(0, 0, 3));
    refuses(new Place(0, 0, 0), new Place(1, 0, 9));
    refuses(new Place(0, 1, 0), new Place(0, 0, 0));
    refuses(new Place(1, 0, 0), new Place(0, 1, 0));
    refuses(new Place(-1, 0, 0), new Place(0, 1, 0));
    Episodes.ofRuns(RUNS.subList(0, 2), List.of(new Place(0, 0, 0), new Place(0, 0, 4)));
    Episodes.ofRuns(RUNS.subList(0, 2), List.of(new Place(0, 0, 0), new Place(0, 7, 0)));
  }

  private static void refuses(Place first, Place second) {
    assertThatThrownBy(() -> Episodes.ofRuns(RUNS.subList(0, 2), List.of(first, second)))
        .hasMessageContaining("must ascend");
  }

  @Test
  void whatHasNoStatesIsRefused() {
    assertThatThrownBy(() -> Episodes.of(List.of())).hasMessageContaining("episodes is empty");
    assertThatThrownBy(() -> Episodes.of(List.of(run(1, 0), new double[0][])))
        .hasMessage("episode 1 has no state");
    assertThatThrownBy(() -> Episodes.of(List.<double[][]>of(new double[][] {{1, 2}, {1}})))
        .hasMessage("episode 0 has a state of 1 values, the first state has 2");
    assertThatThrownBy(() -> Episodes.ofRuns(RUNS, List.of())).hasMessage("0 places for 3 runs");
  }
}
