package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A start and a stop are no part of normal operation; what comes back is. */
class OtherRegimeTest {
  private static final int ROWS = 1000;
  private static final List<String> NAMES = List.of("a", "b", "c");

  private static double[][] rows(double tails) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[ROWS][];
    double swing = 0;
    for (int t = 0; t < ROWS; t++) {
      swing = 0.7 * swing + random.nextGaussian();
      double scale = tails == 0 ? 1 : 1 / Math.sqrt(-Math.log(1 - random.nextDouble()));
      rows[t] =
          new double[] {
            10 + swing + 0.3 * scale * random.nextGaussian(),
            5 - 2 * swing + 0.3 * scale * random.nextGaussian(),
            swing + 0.3 * scale * random.nextGaussian()
          };
    }
    return rows;
  }

  private static OtherRegime find(double[][] rows) {
    return OtherRegime.of(Episodes.of(List.<double[][]>of(rows)), NAMES, 0.995, Progress.NONE);
  }

  /** The machine stands: two of three sensors far from where they ever are, none moves. */
  private static void stop(double[][] rows, int from, int to) {
    for (int t = from; t < to; t++) {
      rows[t][0] = -20;
      rows[t][1] = 40;
    }
  }

  @Test
  void aStartAndAStopAreNamedAndLeftOut() {
    double[][] rows = rows(0);
    stop(rows, 0, 12);
    stop(rows, ROWS - 20, ROWS);
    OtherRegime other = find(rows);
    assertThat(other.isEmpty()).isFalse();
    assertThat(other.words()).contains("rows 1 to 1").contains("981 to 1,000");
    Episodes rest = other.without(Episodes.of(List.<double[][]>of(rows)));
    for (int t = 0; t < rest.length(0); t++) {
      assertThat(rest.state(0, t)[1]).isLessThan(30);
    }
    assertThat(rest.transitions()).isBetween(960, 970);
  }

  @Test
  void normalRowsAndHeavyTailsAreOneRegime() {
    assertThat(find(rows(0)).isEmpty()).isTrue();
    assertThat(find(rows(2)).isEmpty()).isTrue();
  }

  @Test
  void whatComesBackIsAPartOfNormalOperation() {
    double[][] rows = rows(0);
    for (int t = 50; t < ROWS; t += 100) {
      stop(rows, t, t + 6);
    }
    assertThat(find(rows).isEmpty()).isTrue();
  }
}
