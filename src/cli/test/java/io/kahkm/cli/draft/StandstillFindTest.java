package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What counts as a standstill, at every limit, from rows that are made by hand. */
class StandstillFindTest {
  private static final List<String> SENSORS = List.of("speed", "flow", "heat");
  private static final int MINUTE = 60;

  /** A recording row by row; the first row is number 0. */
  private static final class Rows {
    private final List<double[]> rows = new ArrayList<>();
    private final List<Integer> streams = new ArrayList<>();
    private int stream;

    /** The machine runs: speed about 100, flow and heat move. */
    Rows running(int count) {
      for (int i = 0; i < count; i++) {
        int t = rows.size();
        add(100 + t % 5, 50 + t * 7 % 11, 20 + t * 3 % 8);
      }
      return this;
    }

    /** It stands: speed near zero, flow and heat still. */
    Rows standing(int count) {
      for (int i = 0; i < count; i++) {
        add(rows.size() % 3 * 0.1, 8, 5);
      }
      return this;
    }

    Rows some(int count, double... values) {
      for (int i = 0; i < count; i++) {
        add(values);
      }
      return this;
    }

    Rows turns(int times, int running, int standing) {
      for (int i = 0; i < times; i++) {
        running(running).standing(standing);
      }
      return this;
    }

    Rows nextStream() {
      stream++;
      return this;
    }

    private void add(double... values) {
      rows.add(values);
      streams.add(stream);
    }

    StateData data(boolean timed) {
      return GivenRows.of(
          streams.stream().mapToInt(Integer::intValue).toArray(),
          rows.toArray(double[][]::new),
          timed);
    }

    Optional<Standstill> find() {
      return Standstill.find(data(true), SENSORS);
    }

    Standstill found() {
      return find().orElseThrow();
    }

    /** The same with other values of one sensor. */
    Rows with(int sensor, double[] values) {
      for (int t = 0; t < rows.size(); t++) {
        rows.get(t)[sensor] = values[t];
      }
      return this;
    }

    double[] values(int sensor) {
      return rows.stream().mapToDouble(row -> row[sensor]).toArray();
    }
  }

  @Test
  void saysTheSensorTheNumberTheRowsAndTheStretches() {
    Standstill found = new Rows().turns(4, 80, 20).found();

    assertThat(found.rule().text()).isEqualTo("speed > 50");
    assertThat(found.rule().sensor()).isEqualTo("speed");
    assertThat(found.rule().settle()).isZero();
    assertThat(found.rows()).isEqualTo(80);
    assertThat(found.stretches()).isEqualTo(4);
  }

  @Test
  void aMachineThatAlwaysRunsHasNone() {
    assertThat(new Rows().running(400).find()).isEmpty();
  }

  @Test
  void oneSensorAloneAndPairsTellNothing() {
    Rows rows = new Rows().turns(4, 80, 20);
    StateData data = rows.data(true);
    StateData pairs =
        new StateData(
            data.recording(),
            data.names(),
            data.streams(),
            true,
            List.of(),
            data.rows(),
            data.timing(),
            data.report());

    assertThat(Standstill.find(data, SENSORS.subList(0, 1))).isEmpty();
    assertThat(Standstill.find(data, SENSORS.subList(0, 2))).isPresent();
    assertThat(Standstill.find(pairs, SENSORS)).isEmpty();
  }

  @Test
  void fewerThanTwentyRowsAreAnything() {
    assertThat(new Rows().turns(2, 200, 10).found().rows()).isEqualTo(20);
    assertThat(new Rows().turns(1, 200, 19).running(200).find()).isEmpty();
    assertThat(new Rows().running(20).standing(20).found().rows()).isEqualTo(20);
    assertThat(new Rows().running(19).standing(20).find()).isEmpty();
  }

  @Test
  void lessThanAHundredthIsAnything() {
    assertThat(new Rows().turns(1, 1_000, 20).running(980).find()).isPresent();
    assertThat(new Rows().turns(1, 1_000, 20).running(981).find()).isEmpty();
  }

  @Test
  void moreThanSevenTenthsSayLittleOfHowItRuns() {
    assertThat(new Rows().turns(2, 60, 140).find()).isPresent();
    assertThat(new Rows().turns(2, 60, 140).standing(2).find()).isEmpty();
  }

  @Test
  void standingIsNearZero() {
    assertThat(of(5, 100).find()).isPresent();
    assertThat(of(5.1, 100).find()).isEmpty();
    assertThat(of(-5, 100).find()).isPresent();
    assertThat(of(-5.1, 100).find()).isEmpty();
  }

  /** A speed of two values. */
  private static Rows of(double standing, double running) {
    Rows rows = new Rows().turns(4, 80, 20);
    double[] speed = rows.values(0);
    return rows.with(0, Arrays.stream(speed).map(v -> v < 50 ? standing : running).toArray());
  }

  @Test
  void rowsOnTheWayAreFew() {
    Rows few = new Rows().turns(4, 80, 25).some(20, 40, 30, 12).running(80);
    Rows many = new Rows().turns(4, 80, 25).some(21, 40, 30, 12).running(80);

    assertThat(few.find()).isPresent();
    assertThat(many.find()).isEmpty();
  }

  @Test
  void aSensorThatIsZeroNowAndThenSaysNothing() {
    assertThat(new Rows().turns(10, 40, 5).find()).isPresent();
    assertThat(new Rows().turns(10, 40, 5).turns(1, 40, 4).find()).isEmpty();
  }

  @Test
  void halfOfTheOtherSensorsHaveToAgree() {
    Rows half = new Rows().turns(4, 80, 20);
    half.with(2, new Rows().running(400).values(2));
    Rows none = new Rows().turns(4, 80, 20);
    none.with(1, new Rows().running(400).values(1)).with(2, new Rows().running(400).values(2));

    assertThat(half.find()).isPresent();
    assertThat(none.find()).isEmpty();
  }

  @Test
  void aSensorAgreesThatHardlyMovesOrIsElsewhere() {
    // While the machine runs flow is 40 or 60: a deviation of 10.
    assertThat(flow(47.5, 52.5).find()).as("a quarter of it").isPresent();
    assertThat(flow(47.4, 52.6).find()).isEmpty();
    assertThat(flow(71, 91).find()).as("more than three of it away").isPresent();
    assertThat(flow(69, 89).find()).isEmpty();
    assertThat(flow(9, 29).find()).isPresent();
    assertThat(flow(11, 31).find()).isEmpty();
  }

  /**
   * Flow takes two values in turns while the machine stands; heat never moves, and says nothing.
   */
  private static Rows flow(double one, double other) {
    Rows rows = new Rows().turns(4, 80, 20);
    double[] flow = rows.values(0);
    for (int t = 0; t < flow.length; t++) {
      boolean even = t % 2 == 0;
      flow[t] = flow[t] > 50 ? (even ? 40 : 60) : even ? one : other;
    }
    return rows.with(1, flow).with(2, new double[flow.length]);
  }

  @Test
  void missingValuesAreNeitherRunningNorStanding() {
    Rows rows = new Rows().turns(4, 80, 20);
    double[] speed = rows.values(0);
    speed[85] = Double.NaN;
    speed[10] = Double.NaN;
    Standstill found = rows.with(0, speed).found();

    assertThat(found.rows()).isEqualTo(79);
    assertThat(found.rule().text()).isEqualTo("speed > 50");
  }

  @Test
  void aStretchEndsWithItsStream() {
    Standstill found =
        new Rows().turns(2, 80, 20).nextStream().standing(20).turns(1, 80, 20).found();

    assertThat(found.rows()).isEqualTo(80);
    assertThat(found.stretches()).isEqualTo(4);
  }

  /**
   * After every start flow takes some rows; a run has eighty, of which a quarter may be a start.
   */
  private static Rows starting(int... slow) {
    Rows rows = new Rows().running(80).standing(20);
    for (int count : slow) {
      rows.some(count, 100, 10, 22).running(80 - count).standing(20);
    }
    return rows;
  }

  @Test
  void settlingIsTheLongestStart() {
    assertThat(seconds(starting(3, 7, 2))).isEqualTo(7 * MINUTE);
    assertThat(seconds(starting(1))).isEqualTo(MINUTE);
    assertThat(seconds(starting(19))).isEqualTo(19 * MINUTE);
    assertThat(seconds(starting(21))).isEqualTo(20 * MINUTE);
  }

  private static long seconds(Rows rows) {
    return rows.found().rule().settle() / 1_000_000_000L;
  }

  @Test
  void settledIsThreeRowsInARow() {
    Rows back =
        new Rows().running(80).standing(20).some(2, 100, 10, 22).running(2).some(1, 100, 10, 22);
    Rows long3 =
        new Rows().running(80).standing(20).some(2, 100, 10, 22).running(3).some(1, 100, 10, 22);

    assertThat(seconds(back.running(75).standing(20))).isEqualTo(5 * MINUTE);
    assertThat(seconds(long3.running(74).standing(20))).isEqualTo(2 * MINUTE);
  }

  @Test
  void aTenthBeyondTheRangeIsUsual() {
    // Flow is 50 to 60 while it runs.
    assertThat(seconds(new Rows().running(80).standing(20).some(4, 100, 49.1, 22).turns(1, 76, 20)))
        .isZero();
    assertThat(seconds(new Rows().running(80).standing(20).some(4, 100, 48.9, 22).turns(1, 76, 20)))
        .isEqualTo(4 * MINUTE);
    assertThat(seconds(new Rows().running(80).standing(20).some(4, 100, 61.1, 22).turns(1, 76, 20)))
        .isEqualTo(4 * MINUTE);
  }

  /** The second stream begins as the first one did after its start, which ends while it runs. */
  @Test
  void aRunEndsWithItsStream() {
    Rows first = new Rows().running(80).standing(20).some(8, 100, 10, 22).running(72);
    Rows both = first.nextStream().some(8, 100, 10, 22).running(72).standing(20).running(80);

    assertThat(seconds(both)).isEqualTo(8 * MINUTE);
  }

  @Test
  void theFirstRunOfAStreamHasNoStart() {
    Rows rows = new Rows().some(10, 100, 10, 22).running(70).standing(20).turns(3, 80, 20);
    Rows second =
        new Rows().turns(2, 80, 20).nextStream().some(9, 100, 10, 22).running(71).standing(20);

    assertThat(seconds(rows)).isZero();
    assertThat(seconds(second)).isZero();
  }

  @Test
  void withoutTimeNothingIsSaidOfSettling() {
    StateData data = starting(3, 7, 2).data(false);

    assertThat(Standstill.find(data, SENSORS).orElseThrow().rule().settle()).isZero();
  }

  @Test
  void theSensorWithWhichMostOthersAgreeIsTaken() {
    // Flow stands in half of the stretches of speed; heat agrees with speed alone.
    Rows rows = new Rows().turns(4, 80, 20);
    double[] flow = rows.values(1);
    double[] heat = rows.values(2);
    for (int t = 0; t < flow.length; t++) {
      boolean stands = t % 100 >= 80;
      flow[t] = stands && t < 200 ? t % 2 * 0.1 : 50 + t * 7 % 11;
      heat[t] = stands ? 2 : 20 + t * 3 % 8;
    }
    assertThat(rows.with(1, flow).with(2, heat).found().rule().sensor()).isEqualTo("speed");
  }

  @Test
  void theNumberIsAsRoundAsTellsTheTwoApart() {
    assertThat(of(0, 1_480).found().rule().text()).isEqualTo("speed > 700");
    assertThat(of(0.01, 0.33).found().rule().text()).isEqualTo("speed > 0.2");
    assertThat(of(4.4, 100).found().rule().text()).isEqualTo("speed > 50");
  }
}
