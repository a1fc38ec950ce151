package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes.Place;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How the rows of one stream become runs: where each begins, and what ends it. */
class StreamReadingTest {
  private final IntakeReport report = new IntakeReport("given", List.of());

  private StreamReading reading(InputTiming timing, int sensors, Excluded... excluded) {
    return new StreamReading(3, timing, sensors, report, List.of(excluded));
  }

  private void take(StreamReading reading, String episode, long time, double... values) {
    report.row();
    reading.addState(time, values, episode, null);
  }

  private void takeAll(StreamReading reading, String episode, long... times) {
    for (long time : times) {
      take(reading, episode, time, (double) time);
    }
  }

  private void takeLabelled(StreamReading reading, String episode, long time, int label) {
    report.row();
    reading.addState(time, new double[] {time}, episode, () -> label);
  }

  private static List<List<Double>> firstValues(List<double[][]> runs) {
    return runs.stream().map(run -> Arrays.stream(run).map(state -> state[0]).toList()).toList();
  }

  @Test
  void whatFollowsAnExcludedRowIsARunOfItsOwn() {
    StreamReading reading = reading(InputTiming.TIMED, 1, new Excluded("3/3", 3, 3));
    takeAll(reading, "a", 1, 2, 3, 4, 5);
    reading.finish();
    assertThat(firstValues(reading.runs())).containsExactly(List.of(1.0, 2.0), List.of(4.0, 5.0));
  }

  @Test
  void rowsWithoutATimeAreExcludedByTheirNumberFromOne() {
    StreamReading reading = reading(InputTiming.NONE, 1, new Excluded("2/3", 2, 3));
    takeAll(reading, "a", 10, 20, 30, 40);
    reading.finish();
    assertThat(reading.rows(0)).extracting(StateData.Row::line).containsExactly(0L, 3L);
    assertThat(firstValues(reading.runs())).containsExactly(List.of(10.0), List.of(40.0));
  }

  @Test
  void aGapIsForgottenWithItsEpisode() {
    StreamReading reading = reading(InputTiming.TIMED.withIdle(10), 1);
    takeAll(reading, "a", 0, 1, 100, 101);
    takeAll(reading, "b", 102, 103);
    reading.finish();
    assertThat(reading.rows(0))
        .extracting(StateData.Row::afterGap)
        .containsExactly(false, false, true, true, false, false);
  }

  @Test
  void gapsAreToldFromAClockThatIsSetBack() {
    StreamReading reading = reading(InputTiming.TIMED.withIdle(10), 1);
    takeAll(reading, "a", 0, 1, 100, 101, 200, 50, 51);
    reading.finish();
    assertThat(report.lines()).contains("  breaks: 2 gaps, 1 time the clock was set back");
  }

  @Test
  void aHeldValueEndsTheMeasuredRunOnly() {
    StreamReading reading = reading(InputTiming.TIMED.withStep(10, 0).withHold(50), 2);
    take(reading, "a", 0, 1, 1);
    take(reading, "a", 10, 2, Double.NaN);
    take(reading, "a", 20, 3, 3);
    take(reading, "a", 30, 4, 4);
    reading.finish();
    assertThat(firstValues(reading.runs())).containsExactly(List.of(1.0, 2.0, 3.0, 4.0));
    assertThat(firstValues(reading.measuredRuns()))
        .containsExactly(List.of(1.0), List.of(3.0, 4.0));
    assertThat(reading.measuredPlaces(5)).containsExactly(new Place(3, 5, 0), new Place(3, 5, 2));
    assertThat(reading.rows(5))
        .extracting(StateData.Row::step)
        .containsExactly(0L, StateData.Row.NO_STEP, 2L, 3L);
  }

  @Test
  void placesAreCountedFromTheStartOfEachEpisode() {
    StreamReading reading = reading(InputTiming.TIMED.withStep(10, 0.1), 1);
    takeAll(reading, "a", 100, 110, 120);
    takeAll(reading, "b", 200, 210, 250);
    takeAll(reading, "c", 300);
    reading.finish();
    assertThat(reading.places(4))
        .containsExactly(
            new Place(3, 4, 0), new Place(3, 5, 0), new Place(3, 5, 5), new Place(3, 6, 0));
  }

  @Test
  void aShortStepLeavesAMissingStepBetweenTheRuns() {
    StreamReading reading = reading(InputTiming.TIMED.withStep(10, 0.1), 1);
    takeAll(reading, "a", 0, 10, 13, 23);
    reading.finish();
    assertThat(reading.places(0)).containsExactly(new Place(3, 0, 0), new Place(3, 0, 3));
  }

  @Test
  void withoutADeclaredStepTheUsualOneCounts() {
    StreamReading reading = reading(InputTiming.TIMED, 1);
    takeAll(reading, "a", 0, 10, 20);
    take(reading, "a", 25, Double.NaN);
    take(reading, "a", 50, 50);
    reading.finish();
    assertThat(reading.places(0)).containsExactly(new Place(3, 0, 0), new Place(3, 0, 5));
  }

  @Test
  void aTransitionHasTheClassOfTheStateItStartsFrom() {
    StreamReading reading = reading(InputTiming.TIMED.withStep(10, 0), 1);
    takeLabelled(reading, "a", 0, 1);
    takeLabelled(reading, "a", 10, 2);
    takeLabelled(reading, "a", 20, 3);
    takeLabelled(reading, "a", 50, 4);
    takeLabelled(reading, "a", 60, 5);
    takeLabelled(reading, "b", 70, 6);
    takeLabelled(reading, "b", 80, 7);
    reading.finish();
    assertThat(reading.labels()).containsExactly(1, 2, 4, 6);
  }

  @Test
  void theLastRowOfAnEpisodeKeepsItsMode() {
    StreamReading reading = reading(InputTiming.TIMED.withModes(OptionalLong.of(0)), 1);
    take(reading, "a", 0, 1);
    for (long time : new long[] {10, 20}) {
      report.row();
      reading.addState(time, new double[] {time}, "a", null, true);
    }
    take(reading, "b", 30, 3);
    take(reading, "b", 40, 4);
    reading.finish();
    List<Observation> seen = reading.rows(0).stream().map(StateData.Row::observation).toList();
    assertThat(seen)
        .extracting(Observation::isElsewhere)
        .containsExactly(false, true, true, false, false);
    assertThat(seen).extracting(Observation::end).containsExactly(false, false, true, false, true);
  }
}
