package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The sentence about a faulty sensor, kind by kind, while it lasts and afterwards. */
class FaultWordsTest {
  private static final NamedSensors SENSORS =
      new NamedSensors(List.of("LUFL", "MUFL"), Map.of("LUFL", "kV"));

  private static SensorFinding fault(
      int sensor, SensorKind kind, double value, double implied, double amount) {
    return new SensorFinding(sensor, kind, 14, 3_141_592, value, implied, amount);
  }

  private static String words(boolean over, SensorFinding... faults) {
    return FaultWords.of(List.of(faults), SENSORS, over, time -> time + ":00");
  }

  private static final String SURE =
      " (among readings like the recorded ones, at most once in 3,000,000 rows)";

  @Test
  void everyKindSaysWhatSinceWhenAndByHowMuch() {
    assertThat(words(false, fault(0, SensorKind.LOW, 3.3, 3.8999999, 0.6)))
        .isEqualTo("LUFL reads 0.6 kV low since 14:00; the others imply 3.9 kV" + SURE);
    // What is implied is no more exact than the amount.
    assertThat(words(true, fault(0, SensorKind.HIGH, 1.84123, 1.3605, 0.4807)))
        .isEqualTo("LUFL read 0.48 kV high from 14:00; the others implied 1.36 kV" + SURE);
    assertThat(words(false, fault(1, SensorKind.LOW, 120, 5321.27, 5201)))
        .isEqualTo("MUFL reads 5200 low since 14:00; the others imply 5300" + SURE);
    assertThat(words(false, fault(1, SensorKind.HIGH, 1012.25, 1000, 12.25)))
        .isEqualTo("MUFL reads 12 high since 14:00; the others imply 1000" + SURE);
    assertThat(words(false, fault(0, SensorKind.STUCK, 3.3, Double.NaN, 1057)))
        .isEqualTo("LUFL is stuck at 3.3 kV since 14:00, for 1,057 rows so far" + SURE);
    assertThat(words(true, fault(0, SensorKind.STUCK, 3.3, Double.NaN, 1057)))
        .isEqualTo("LUFL was stuck at 3.3 kV from 14:00, for 1,057 rows" + SURE);
    assertThat(words(false, fault(0, SensorKind.GONE, Double.NaN, Double.NaN, 1)))
        .isEqualTo(
            "LUFL has no value since 14:00, for 1 row in which other sensors had one" + SURE);
    assertThat(words(false, fault(1, SensorKind.NOISY, 1, 1, 3.14)))
        .isEqualTo("MUFL is noisy since 14:00: it scatters 3.1 times as much as usual" + SURE);
    assertThat(words(false, fault(1, SensorKind.QUIET, 1, 1, 0.125)))
        .isEqualTo("MUFL is quiet since 14:00: it scatters 0.13 times as much as usual" + SURE);
    assertThat(words(false, fault(0, SensorKind.RANGE, 99, 4, 12)))
        .isEqualTo(
            "LUFL has been beyond its recorded range since 14:00, by at least 12 kV when it read 99"
                + " kV"
                + SURE);
    assertThat(words(false, fault(1, SensorKind.HIGH, 1.2e200, 1e200, 2e199)))
        .isEqualTo("MUFL reads 2E+199 high since 14:00; the others imply 1E+200" + SURE);
    assertThat(words(false, fault(1, SensorKind.HIGH, 1.2e-20, 1e-20, 2e-21)))
        .isEqualTo("MUFL reads 2E-21 high since 14:00; the others imply 1E-20" + SURE);
    double endless = Double.POSITIVE_INFINITY;
    assertThat(words(false, fault(1, SensorKind.NOISY, 1, 1, endless)))
        .isEqualTo("MUFL is noisy since 14:00: it scatters more than a number can say" + SURE);
    assertThat(words(false, fault(1, SensorKind.HIGH, 1e308, -endless, endless)))
        .isEqualTo("MUFL reads ? high since 14:00" + SURE);
    assertThat(words(false, fault(0, SensorKind.RANGE, endless, 4, endless)))
        .isEqualTo(
            "LUFL has been beyond its recorded range since 14:00, by at least ? when it read ?"
                + SURE);
    assertThat(words(false, fault(0, SensorKind.RANGE, 87, 4, 0)))
        .isEqualTo("LUFL has had readings beyond its recorded range since 14:00" + SURE);
  }

  @Test
  void sensorsThatMirrorEachOtherAreJoinedByOrAndSeveralOfThemselvesByAnd() {
    assertThat(words(false, fault(0, SensorKind.LOW, 1, 2, 1), fault(1, SensorKind.HIGH, 2, 1, 1)))
        .isEqualTo(
            "LUFL reads 1 kV low since 14:00; the others imply 2 kV, or MUFL reads 1 high since"
                + " 14:00; the others imply 1"
                + SURE);
    assertThat(
            words(false, fault(0, SensorKind.STUCK, 1, 2, 9), fault(1, SensorKind.STUCK, 2, 1, 9)))
        .contains("so far, and MUFL is stuck at 2 since 14:00");
  }

  private static String ofSensors(SensorKind kind, int... of) {
    List<String> names = List.of("a", "b", "c", "d", "e");
    List<SensorFinding> faults =
        Arrays.stream(of).mapToObj(sensor -> fault(sensor, kind, 1, 2, 9)).toList();
    String words =
        FaultWords.of(faults, new NamedSensors(names, Map.of()), false, time -> time + ":00");
    return words.substring(words.lastIndexOf("14:00") + 5);
  }

  @Test
  void sensorsBeyondThreeAreCounted() {
    SensorKind stuck = SensorKind.STUCK;
    assertThat(ofSensors(stuck, 0, 1, 2)).isEqualTo(", for 9 rows so far" + SURE);
    assertThat(ofSensors(stuck, 0, 1, 2, 4))
        .isEqualTo(", for 9 rows so far, and 1 more sensor" + SURE);
    assertThat(ofSensors(stuck, 0, 1, 2, 3, 4))
        .isEqualTo(", for 9 rows so far, and 2 more sensors" + SURE);
    SensorKind high = SensorKind.HIGH;
    assertThat(ofSensors(high, 0, 1, 2, 3))
        .isEqualTo("; the others imply 2, or 1 more sensor" + SURE);
    assertThat(ofSensors(high, 4, 3, 2, 1, 0))
        .isEqualTo("; the others imply 2, or one of 2 more sensors" + SURE);
    assertThat(ofSensors(high, 0, 1, 1, 0)).isEqualTo("; the others imply 2" + SURE);
  }

  @Test
  void theIncidentTellsThemInItsOneSentence() {
    Incident incident =
        new Incident(
            1,
            10,
            15,
            20,
            OptionalLong.empty(),
            false,
            false,
            true,
            0,
            0,
            List.of(1.0, 0.0),
            List.of(OptionalLong.of(14), OptionalLong.empty()),
            List.of(fault(0, SensorKind.LOW, 3.3, 3.9, 0.6)));
    assertThat(IncidentWords.happening("t-1", incident, SENSORS, time -> time + ":00"))
        .isEqualTo(
            "t-1 has had a faulty sensor since 10:00: LUFL reads 0.6 kV low since 14:00; the others"
                + " imply 3.9 kV"
                + SURE
                + ".");
    assertThat(words(true, fault(0, SensorKind.LOW, 3.3, 3.9, 0.6)))
        .isEqualTo("LUFL read 0.6 kV low from 14:00; the others implied 3.9 kV" + SURE);
  }

  @Test
  void howSureItIsIsToldFromTwoRowsOn() {
    assertThat(evidence(1)).isEqualTo("MUFL reads 1000000000000 high since 14:00");
    assertThat(evidence(2))
        .isEqualTo(
            "MUFL reads 1000000000000 high since 14:00 (among readings like the recorded ones,"
                + " at most once in 2 rows)");
  }

  private static String evidence(double evidence) {
    return words(
        false, new SensorFinding(1, SensorKind.HIGH, 14, evidence, 2e12, Double.NaN, 1e12));
  }
}
