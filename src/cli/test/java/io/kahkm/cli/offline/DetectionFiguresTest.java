package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.cli.rows.FaultLabels;
import io.kahkm.internal.monitor.setting.InputTiming;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetectionFiguresTest {
  private static final InputTiming EVERY_TEN_SECONDS =
      InputTiming.TIMED.withStep(10 * GivenRun.SECOND, 0.1);

  private static FaultLabels labels(int... lines) {
    BitSet rows = new BitSet();
    for (int line : lines) {
      rows.set(line);
    }
    return new FaultLabels(rows);
  }

  /**
   * Two streams whose rows take turns. Faults of pump-a: lines 0 to 2 (found with the third
   * reading, 20 s), 6 to 8 (found at once); of pump-b: lines 7 to 9 (never), 13 (found at once).
   * The incident of line 2 goes on in line 4; that of line 11 is false.
   */
  private static GivenRun twoStreams() {
    return new GivenRun()
        .row(0, 0, false, 0, 1)
        .row(1, 0, false, 0, 1)
        .row(0, 10, false, 0, 1)
        .row(1, 10, false, 0, 1)
        .row(0, 20, true, 1, 3)
        .skipped()
        .row(0, 30, true, 1, 2)
        .row(1, 20, false, 0, 1)
        .row(0, 40, false, 0, 1)
        .row(1, 30, false, 0, 1)
        .row(0, 50, true, 2, 4)
        .row(1, 40, true, 1, 2)
        .row(0, 60, true, 2, 4)
        .row(1, 50, true, 2, 5);
  }

  @Test
  void byHand() {
    ScoredRun run = twoStreams().scored(EVERY_TEN_SECONDS);
    DetectionFigures figures = DetectionFigures.of(run, labels(0, 2, 4, 7, 9, 10, 12, 13));

    assertThat(figures.faults().count()).isEqualTo(4);
    assertThat(figures.readings().unscored()).isZero();
    assertThat(DetectionFigures.of(run, labels(4, 5, 7)).readings().unscored()).isEqualTo(1);
    assertThat(figures.faults().found()).isEqualTo(3);
    assertThat(figures.faults().delays()).containsExactly(2L, 0L, 0L);
    assertThat(figures.faults().delay()).contains(Duration.ZERO);
    assertThat(figures.incidents().inFaults()).isEqualTo(3);
    assertThat(figures.incidents().elsewhere()).isEqualTo(1);
    assertThat(figures.incidents().falsePerDay().getAsDouble())
        .isCloseTo(1 / (5 * 10 / 86_400.0), within(1e-9));
    assertThat(figures.readings().precision()).isEqualTo(4 / 6.0);
    assertThat(figures.readings().recall()).isEqualTo(4 / 8.0);
    assertThat(figures.readings().f1()).isCloseTo(2 * 4 / (6 + 8.0), within(1e-12));
    assertThat(figures.readings().volume())
        .isCloseTo(
            PlainVolume.of(
                List.of(new double[] {1, 1, 3, 2, 1, 4, 4}, new double[] {1, 1, 1, 1, 2, 5}),
                List.of(
                    new boolean[] {true, true, true, false, false, true, true},
                    new boolean[] {false, false, true, true, false, true})),
            within(1e-12));
  }

  /** The middle one, of two the shorter. */
  @Test
  void theDelayIsTheMedianOfThoseFound() {
    GivenRun run = new GivenRun();
    for (long second = 0; second < 200; second += 10) {
      // Alarms at 30 s and 90 s, of faults that begin at 10 s and 80 s.
      run.row(0, second, second == 30 || second == 90, second >= 30 ? 1 : 0, 1);
    }
    DetectionFigures figures =
        DetectionFigures.of(run.scored(EVERY_TEN_SECONDS), labels(1, 2, 3, 8, 9));

    assertThat(figures.faults().delays()).containsExactly(2L, 1L);
    assertThat(figures.faults().delay()).contains(Duration.ofSeconds(10));
    assertThat(figures.incidents().inFaults()).isEqualTo(1);
    assertThat(figures.incidents().elsewhere()).isZero();
    assertThat(figures.incidents().falsePerDay()).hasValue(0);
  }

  @Test
  void withoutTimesThereAreReadingsAndNoDurations() {
    DetectionFigures figures =
        DetectionFigures.of(twoStreams().scored(InputTiming.NONE), labels(0, 2, 4));

    assertThat(figures.faults().delays()).containsExactly(2L);
    assertThat(figures.faults().delay()).isEmpty();
    assertThat(figures.incidents().falsePerDay()).isEmpty();
  }

  @Test
  void whereNothingIsLabelledOrNothingAlarmsTheSharesAreNought() {
    DetectionFigures quiet =
        DetectionFigures.of(
            new GivenRun().row(0, 0, false, 0, 1).row(0, 10, false, 0, 1).scored(EVERY_TEN_SECONDS),
            labels(1));
    DetectionFigures unlabelled =
        DetectionFigures.of(twoStreams().scored(EVERY_TEN_SECONDS), labels());

    assertThat(quiet.readings().precision()).isZero();
    assertThat(quiet.readings().recall()).isZero();
    assertThat(quiet.readings().f1()).isZero();
    assertThat(quiet.faults().count()).isEqualTo(1);
    assertThat(quiet.faults().found()).isZero();
    assertThat(quiet.faults().delay()).isEmpty();
    assertThat(unlabelled.readings().recall()).isZero();
    assertThat(unlabelled.incidents().elsewhere()).isEqualTo(4);
    assertThat(unlabelled.readings().volume()).isZero();
  }

  /** Each stream alone has the same faults and incidents, in whichever order they come. */
  @Test
  void streamsDoNotMixWhicheverComesFirst() {
    ScoredRun forward = twoStreams().scored(EVERY_TEN_SECONDS);
    DetectionFigures one = DetectionFigures.of(forward, labels(0, 2, 4, 7, 9, 10, 12, 13));
    GivenRun swapped = new GivenRun();
    int[] order = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12};
    BitSet labelled = new BitSet();
    for (int place = 0; place < order.length; place++) {
      ScoredRow row = forward.rows()[order[place]];
      if (row == null) {
        swapped.skipped();
        continue;
      }
      labelled.set(place, labels(0, 2, 4, 7, 9, 10, 12, 13).rows().get(order[place]));
      swapped.row(
          1 - row.stream(),
          row.time() / GivenRun.SECOND,
          row.alarm(),
          row.incident(),
          row.novelty().value() / 0.5);
    }
    DetectionFigures other =
        DetectionFigures.of(swapped.scored(EVERY_TEN_SECONDS), new FaultLabels(labelled));

    assertThat(other)
        .usingRecursiveComparison()
        .ignoringFields("readings.volume", "faults.delays")
        .isEqualTo(one);
    assertThat(other.faults().delays()).containsExactly(0L, 2L, 0L);
    assertThat(other.readings().volume()).isCloseTo(one.readings().volume(), within(1e-12));
  }
}
