package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class AcceptanceTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  private static Acceptance judged(
      OutsideCount first, OutsideCount second, OutsideCount before, OutsideCount after) {
    return new Acceptance(
        new OutsideCount(100, 90), first.plus(second), first, second, before, after, null);
  }

  private static OutsideCount of(long readings, long outside) {
    return new OutsideCount(readings, outside);
  }

  @Test
  void eitherHalfThatLiesOutsideOfTheOtherTellsThatTheyDiffer() {
    assertThat(judged(of(100, 30), of(100, 30), of(100, 1), of(100, 1)).halvesDiffer()).isFalse();
    assertThat(judged(of(100, 31), of(100, 0), of(100, 1), of(100, 1)).halvesDiffer()).isTrue();
    assertThat(judged(of(100, 0), of(100, 31), of(100, 1), of(100, 1)).halvesDiffer()).isTrue();
  }

  @Test
  void heldOutReadingsMayNotLieOutsideMoreOften() {
    assertThat(judged(of(9, 0), of(9, 0), of(1000, 10), of(2000, 29)).heldOutWorsens()).isFalse();
    assertThat(judged(of(9, 0), of(9, 0), of(1000, 10), of(2000, 31)).heldOutWorsens()).isTrue();
    assertThat(judged(of(9, 0), of(9, 0), of(1000, 0), of(2000, 10)).heldOutWorsens()).isFalse();
    assertThat(judged(of(9, 0), of(9, 0), of(1000, 0), of(2000, 11)).heldOutWorsens()).isTrue();
  }

  /** Half as many again are within what two fits differ, where many were outside before. */
  @Test
  void ofManyReadingsOutsideHalfAsManyMoreMayBe() {
    assertThat(judged(of(9, 0), of(9, 0), of(1000, 100), of(2000, 299)).heldOutWorsens()).isFalse();
    assertThat(judged(of(9, 0), of(9, 0), of(1000, 100), of(2000, 301)).heldOutWorsens()).isTrue();
  }

  private static List<int[]> missing(List<int[]> one, List<int[]> other) {
    Episodes rows = Episodes.of(List.<double[][]>of(new double[20][1]));
    return new Recording(rows, rows, one).with(new Recording(rows, rows, other)).missing();
  }

  @Test
  void whatIsMissingInEitherIsMissingInBoth() {
    List<int[]> one = List.of(new int[] {1, 2}, new int[] {});
    List<int[]> other = List.of(new int[] {3}, new int[] {4});

    assertThat(missing(one, other)).containsExactly(new int[] {1, 2, 3}, new int[] {4});
    assertThat(missing(one, List.of())).as("unknown of the other").isEqualTo(one);
    assertThat(missing(List.of(), other)).isEqualTo(other);
    assertThat(missing(List.of(), List.of())).isEmpty();
  }

  @Test
  void howManyReadingsAreJudgedIsToldNowAndThen() {
    List<String> told = new ArrayList<>();
    OutsideCount.of(
        TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.9),
        TestModels.fleet(5, 1, 2, 1_099),
        (stage, done, total) -> told.add(stage + " " + done + "/" + total));

    assertThat(told)
        .containsExactly(
            "readings judged 0/2200",
            "readings judged 1000/2200",
            "readings judged 2000/2200",
            "readings judged 2200/2200");
  }

  @Test
  void cutsInTheMiddleOfTheReadingsAndKeepsTheirPlaces() {
    double[][] all = new double[20][1];
    for (int t = 0; t < all.length; t++) {
      all[t][0] = t;
    }
    Episodes runs = Episodes.of(List.of(Arrays.copyOf(all, 5), Arrays.copyOfRange(all, 5, 20)));
    Recording rows = Recording.of(runs);

    Episodes first = rows.half(true).all();
    Episodes second = rows.half(false).all();
    assertThat(first.count()).isEqualTo(2);
    assertThat(first.state(1, 0)).containsExactly(5);
    assertThat(first.length(1)).isEqualTo(5);
    assertThat(second.count()).isEqualTo(1);
    assertThat(second.state(0, 0)).containsExactly(10);
    assertThat(second.place(0).start()).isEqualTo(5);
    // Ten pieces of two rows each, in turns; one of them is cut where a run ends.
    Episodes joined = rows.with(rows).all();
    assertThat(joined.count()).isEqualTo(22);
    assertThat(joined.state(0, 0)).containsExactly(0);
    assertThat(joined.state(1, 0)).containsExactly(0);
    assertThat(joined.state(2, 1)).containsExactly(3);
  }

  /**
   * Two short recordings of a plant too slow to be known from either: their pieces, put together in
   * turns, may not look like many independent episodes. The control takes them for such.
   */
  @Test
  void whatIsAcceptedMakesNoRecordingLonger() {
    int provisional = 0;
    int byPieces = 0;
    for (int seed = 0; seed < 20; seed++) {
      Recording reference = slow(seed, 1_200);
      Recording accepted = slow(1_000 + seed, 400);
      Episodes joined = reference.with(accepted).all();
      Coverage coverage = CoverageFitter.of(joined, NAMES);

      assertThat(coverage.combined())
          .isEqualTo(
              Math.max(
                  CoverageFitter.of(reference.all(), NAMES).combined(),
                  CoverageFitter.of(accepted.all(), NAMES).combined()));
      provisional += coverage.provisional() ? 1 : 0;
      List<double[][]> pieces = new ArrayList<>();
      for (int e = 0; e < joined.count(); e++) {
        double[][] piece = new double[joined.length(e)][];
        Arrays.setAll(piece, rowsOf(joined, e));
        pieces.add(piece);
      }
      byPieces += CoverageFitter.of(Episodes.of(pieces), NAMES).provisional() ? 1 : 0;
    }
    // Confirmed with nine tenths confidence: of twenty at most five are trusted by chance.
    assertThat(provisional).isGreaterThanOrEqualTo(15);
    assertThat(byPieces).as("control").isLessThanOrEqualTo(8);
  }

  private static IntFunction<double[]> rowsOf(Episodes episodes, int episode) {
    return t -> episodes.state(episode, t);
  }

  /** Three sensors that follow one swing of about a thousand rows. */
  private static Recording slow(long seed, int length) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[length][3];
    double swing = random.nextGaussian();
    for (double[] row : rows) {
      swing = 0.999 * swing + 0.0447 * random.nextGaussian();
      for (int j = 0; j < row.length; j++) {
        row[j] = (j + 1) * swing + 0.3 * random.nextGaussian();
      }
    }
    Episodes one = Episodes.of(List.<double[][]>of(rows));
    return Recording.of(one);
  }

  @Test
  void wantsEnoughReadings() {
    Episodes few = Episodes.of(List.<double[][]>of(new double[39][2]));
    Recording rows = Recording.of(few);

    assertThatThrownBy(
            () -> Acceptance.of(null, TestModels.vanDerPol(5, 1), rows, rows, Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("accepted has 39 complete readings, must be at least 40");
  }
}
