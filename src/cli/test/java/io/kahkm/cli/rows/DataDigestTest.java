package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What makes two recordings the same, so that the trials of one are not taken for the other's. */
class DataDigestTest {
  private static final double[][] RUN = {{0, 1}, {2, 3}, {4, 5}};

  private static String digest(double[][] run, int stream, int episode, long start) {
    return DataDigest.of(
        Episodes.ofRuns(
            List.<double[][]>of(run), List.of(new Episodes.Place(stream, episode, start))));
  }

  @Test
  void valuesAndTheirPlacesCount() {
    Set<String> digests = new LinkedHashSet<>();
    digests.add(digest(RUN, 0, 0, 0));
    digests.add(digest(new double[][] {{0, 1}, {2, 3}, {4, 6}}, 0, 0, 0));
    digests.add(digest(new double[][] {{2, 3}, {0, 1}, {4, 5}}, 0, 0, 0));
    digests.add(digest(new double[][] {{0, 1}, {2, 3}}, 0, 0, 0));
    digests.add(digest(RUN, 1, 0, 0));
    digests.add(digest(RUN, 0, 1, 0));
    digests.add(digest(RUN, 0, 0, 1));

    assertThat(digests).hasSize(7).allMatch(digest -> digest.matches("[0-9a-f]{64}"));
  }

  @Test
  void aZeroIsOneWhateverItsSign() {
    assertThat(digest(new double[][] {{-0.0, 1}, {2, 3}, {4, 5}}, 0, 0, 0))
        .isEqualTo(digest(RUN, 0, 0, 0));
  }
}
