package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PumpStationTest {
  private static final int DAY = 144;
  private static final int WEEK = 7 * DAY;
  private static final long STEP_MILLIS = 600_000;
  private static final int FLOW = 0;
  private static final int PRESSURE = 1;
  private static final int TEMPERATURE = 3;
  private static final int VIBRATION = 4;

  private static List<double[]> readings(int count, List<Fault> faults) {
    SimulatedSensor pump =
        new SimulatedSensor(
            "pump-01",
            PumpStation.sound(),
            SimulatedSensor.Mode.EPISODES,
            Integer.MAX_VALUE,
            0,
            7,
            0,
            STEP_MILLIS,
            faults);
    List<double[]> readings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      readings.add(pump.next().state().stream().mapToDouble(Double::doubleValue).toArray());
    }
    return readings;
  }

  private static double mean(List<double[]> readings, int sensor) {
    return readings.stream().mapToDouble(reading -> reading[sensor]).average().orElseThrow();
  }

  private static List<double[]> hour(List<double[]> readings, int hour) {
    List<double[]> of = new ArrayList<>();
    for (int i = hour * 6; i < readings.size(); i += DAY) {
      of.add(readings.get(i));
    }
    return of;
  }

  /**
   * Demand at ten is 1 + .3 + .18 cos(pi/2 * ...) of the mean, at three in the morning below it.
   */
  @Test
  void demandFollowsTheDayAndTheWeek() {
    List<double[]> weeks = readings(20 * WEEK, List.of());
    List<double[]> workdays = new ArrayList<>();
    List<double[]> weekends = new ArrayList<>();
    for (int i = 0; i < weeks.size(); i++) {
      (i % WEEK < 5 * DAY ? workdays : weekends).add(weeks.get(i));
    }

    // The deviation has a standard deviation of 4 % and a memory of 20 readings: over 20 weeks its
    // mean is within .4 %.
    assertThat(mean(workdays, FLOW)).isCloseTo(60, within(1.0));
    assertThat(mean(weekends, FLOW) / mean(workdays, FLOW)).isCloseTo(0.8, within(0.02));
    assertThat(mean(hour(workdays, 8), FLOW)).isGreaterThan(70);
    assertThat(mean(hour(workdays, 1), FLOW)).isLessThan(45);
  }

  @Test
  void aFouledFilterTakesPressureAndAWornBearingHeatsAndShakes() {
    List<double[]> sound = readings(2 * WEEK, List.of());
    List<double[]> fouled = readings(2 * WEEK, List.of(fault("filter", 1)));
    List<double[]> worn = readings(2 * WEEK, List.of(fault("bearing", 1)));

    // The loss of the filter, some .6 bar, is doubled.
    assertThat(mean(fouled, PRESSURE) - mean(sound, PRESSURE)).isBetween(0.4, 0.8);
    assertThat(mean(fouled, FLOW)).isEqualTo(mean(sound, FLOW));
    assertThat(mean(worn, VIBRATION) / mean(sound, VIBRATION)).isCloseTo(2.5, within(0.1));
    assertThat(mean(worn, TEMPERATURE) - mean(sound, TEMPERATURE)).isGreaterThan(5);
    assertThat(mean(worn, PRESSURE)).isEqualTo(mean(sound, PRESSURE));
  }

  /** Wear grows from nothing, a change is there at once. */
  @Test
  void wearIsLinearInTime() {
    Fault wear =
        new Fault(
            "pump-01",
            FaultKind.WEAR,
            Optional.empty(),
            Optional.of("bearing"),
            Duration.ZERO,
            Duration.ofDays(20),
            1);
    List<double[]> sound = readings(20 * DAY, List.of());
    List<double[]> worn = readings(20 * DAY, List.of(wear));
    for (int tenth = 1; tenth <= 9; tenth++) {
      int at = 2 * DAY * tenth;
      List<double[]> around = worn.subList(at - DAY / 2, at + DAY / 2);
      double ratio = mean(around, VIBRATION) / mean(sound.subList(at - DAY / 2, at + DAY / 2), 4);
      assertThat(ratio).isCloseTo(1 + 1.5 * tenth / 10, within(0.03));
    }
  }

  private static Fault fault(String part, double size) {
    return new Fault(
        "pump-01",
        FaultKind.DYNAMICS,
        Optional.empty(),
        Optional.of(part),
        Duration.ZERO,
        Duration.ofDays(365),
        size);
  }

  @Test
  void namesWhatIsWrongWithAPart() {
    assertThatThrownBy(() -> readings(1, List.of(fault("impeller", 1))))
        .hasMessage("fault names the part \"impeller\", pumps has [filter, bearing, demand]");
    assertThatThrownBy(() -> Oscillator.duffing().withPartChangedBy("spring", 1))
        .hasMessage("part is spring, duffing changes as a whole: leave part out");
    assertThatThrownBy(
            () ->
                new Fault(
                    "pump-01",
                    FaultKind.BIAS,
                    Optional.empty(),
                    Optional.of("filter"),
                    Duration.ZERO,
                    Duration.ofDays(1),
                    1))
        .hasMessage("part is \"filter\", but bias concerns sensors: leave part out");
  }
}
