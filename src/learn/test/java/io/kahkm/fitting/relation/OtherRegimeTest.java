package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /**
   * From five rows on, the one that leads back among them, with at most five others between two of
   * them, in at most three stretches of a twentieth of the rows in all.
   */
  @ParameterizedTest
  @CsvSource({
    // rows of a stop, how many stops, rows from one to the next; what is left out, empty for none
    "3, 1, 0, ''",
    "4, 1, 0, '101 to 105'",
    "12, 3, 200, '101 to 113 and 301 to 313 and 501 to 513'",
    "6, 4, 100, ''",
    "49, 1, 0, '101 to 150'",
    "50, 1, 0, ''",
    // Of two short ones one is made where few rows lie between them.
    "3, 2, 9, '101 to 113'",
    "3, 2, 10, ''",
  })
  void howLongAndHowOftenARegimeMayBe(int rows, int stops, int apart, String leftOut) {
    double[][] recorded = rows(0);
    for (int i = 0; i < stops; i++) {
      stop(recorded, 100 + i * apart, 100 + i * apart + rows);
    }
    OtherRegime other = find(recorded);
    assertThat(other.isEmpty()).isEqualTo(leftOut.isEmpty());
    if (!leftOut.isEmpty()) {
      assertThat(words(other)).isEqualTo(leftOut);
    }
  }

  /** The rows that it names. */
  private static String words(OtherRegime other) {
    String words = other.words();
    return words.substring("rows ".length(), words.indexOf(" (")).replace(",", "");
  }

  @Test
  void theWordsNameRowsAndTheirShareAndTheRestIsCutThere() {
    double[][] recorded = rows(0);
    stop(recorded, 200, 240);
    List<double[][]> runs =
        List.of(Arrays.copyOfRange(recorded, 0, 150), Arrays.copyOfRange(recorded, 150, ROWS));
    List<Episodes.Place> places =
        List.of(new Episodes.Place(0, 0, 0), new Episodes.Place(0, 0, 170));
    Episodes episodes = Episodes.ofRuns(runs, places);
    OtherRegime other = OtherRegime.of(episodes, NAMES, 0.995, Progress.NONE);
    String[] ends = words(other).split(" to ");
    int first = Integer.parseInt(ends[0]) - 1;
    int last = Integer.parseInt(ends[1]) - 1;
    assertThat(first).isEqualTo(200);
    assertThat(last).isBetween(239, 240);
    assertThat(other.words())
        .contains(String.format(Locale.ROOT, "(%.2g %% of", 100.0 * (last - first + 1) / ROWS));

    Episodes rest = other.without(episodes);
    assertThat(rest.count()).isEqualTo(3);
    assertThat(rest.length(0)).isEqualTo(150);
    assertThat(rest.length(1)).isEqualTo(50);
    assertThat(rest.length(2)).isEqualTo(ROWS - 1 - last);
    assertThat(rest.place(1)).isEqualTo(new Episodes.Place(0, 0, 170));
    assertThat(rest.place(2)).isEqualTo(new Episodes.Place(0, 0, 170 + last + 1 - 150));
    assertThat(rest.state(2, 0)).isEqualTo(recorded[last + 1]);
  }

  /** Of several streams one may be another regime than the rest: none is looked for. */
  @Test
  void severalStreamsAreNotLookedAt() {
    double[][] recorded = rows(0);
    stop(recorded, 0, 20);
    Episodes streams =
        Episodes.of(
            List.of(Arrays.copyOfRange(recorded, 0, 500), Arrays.copyOfRange(recorded, 500, ROWS)),
            List.of(0, 1));
    assertThat(OtherRegime.of(streams, NAMES, 0.995, Progress.NONE).isEmpty()).isTrue();
    assertThat(find(recorded).isEmpty()).as("the control").isFalse();
  }
}
