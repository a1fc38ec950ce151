package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.incident.Incident;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The sentence about an incident without a faulty sensor, and how long one lasted. */
class IncidentWordsTest {
  private static final NamedSensors SENSORS =
      new NamedSensors(List.of("flow", "speed", "temp", "vibration"), Map.of());
  private static final long SECOND = 1_000_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private static String words(
      boolean outside, boolean broken, OptionalLong ended, Double... shares) {
    Incident incident =
        new Incident(
            1,
            10,
            15,
            20,
            ended,
            outside,
            broken,
            !outside && !broken,
            1.5,
            1.5,
            List.of(shares),
            List.of(),
            List.of());
    return IncidentWords.happening("", incident, SENSORS, time -> time + ":00");
  }

  @Test
  void whatItWasIsToldWhileItLastsAndAfterwards() {
    OptionalLong open = OptionalLong.empty();
    OptionalLong ended = OptionalLong.of(18);

    assertThat(words(true, false, open, 0.0, 0.0, 0.0, 0.0))
        .isEqualTo("The stream has been unlike the recording since 10:00.");
    assertThat(words(true, true, open, 0.0, 0.0, 0.0, 0.0))
        .isEqualTo(
            "The stream has been unlike the recording, and its sensors have not followed each other"
                + " as they did there, since 10:00.");
    assertThat(words(true, true, ended, 0.0, 0.0, 0.0, 0.0))
        .isEqualTo(
            "The stream was unlike the recording, and its sensors did not follow each other as they"
                + " did there, from 10:00 to 18:00.");
    assertThat(words(false, true, open, 0.0, 0.0, 0.0, 0.0))
        .isEqualTo("The stream has had sensors not following the others since 10:00.");
    assertThat(words(false, true, ended, 0.0, 0.0, 0.0, 0.0))
        .isEqualTo("The stream had sensors not following the others from 10:00 to 18:00.");
    assertThat(words(false, false, ended, 0.0, 0.0, 0.0, 0.0))
        .isEqualTo("The stream had a faulty sensor from 10:00 to 18:00.");
  }

  @Test
  void aSensorWithAQuarterOfTheLargestShareIsNamed() {
    OptionalLong open = OptionalLong.empty();

    assertThat(words(true, false, open, 0.0, 1.0, 0.0, 0.0)).endsWith(": speed stands out most.");
    assertThat(words(true, false, open, 0.2, 0.8, 0.0, 0.0))
        .endsWith(": speed and flow stand out most.");
    assertThat(words(true, false, open, 0.19, 0.81, 0.0, 0.0)).endsWith(": speed stands out most.");
    assertThat(words(true, false, OptionalLong.of(18), 0.24, 0.26, 0.2, 0.3))
        .endsWith(": vibration, speed and flow stood out most.");
  }

  @Test
  void aDurationHasTheUnitThatTellsItInFewDigits() {
    assertThat(IncidentWords.lasted(0)).isEqualTo("0 s");
    assertThat(IncidentWords.lasted(MINUTE / 100)).isEqualTo("600 ms");
    assertThat(IncidentWords.lasted(MINUTE / 40)).isEqualTo("2 s");
    assertThat(IncidentWords.lasted(119 * MINUTE / 60)).isEqualTo("119 s");
    assertThat(IncidentWords.lasted(2 * MINUTE)).isEqualTo("2 min");
    assertThat(IncidentWords.lasted(119 * MINUTE)).isEqualTo("119 min");
    assertThat(IncidentWords.lasted(2 * HOUR)).isEqualTo("2 h");
    assertThat(IncidentWords.lasted(47 * HOUR)).isEqualTo("47 h");
    assertThat(IncidentWords.lasted(48 * HOUR)).isEqualTo("2 days");
  }

  @Test
  void aSourceThatCountsFromItsOwnBeginningHasNoDates() {
    assertThat(IncidentWords.time(0)).isEqualTo("time 0:00:00");
    assertThat(IncidentWords.time(3 * HOUR + 2 * MINUTE + 5_900_000_000L))
        .isEqualTo("time 3:02:05");
    assertThat(IncidentWords.time(27 * HOUR)).isEqualTo("time 1 d 3:00:00");
    long first = 473_385_600 * SECOND;
    assertThat(IncidentWords.time(first - 1)).isEqualTo("time 5478 d 23:59:59");
    assertThat(IncidentWords.time(first)).isEqualTo("1 January 1985 00:00:00 UTC");
    assertThat(IncidentWords.time(-SECOND)).isEqualTo("31 December 1969 23:59:59 UTC");
  }

  @Test
  void aDurationIsRoundedNotCut() {
    assertThat(IncidentWords.lasted(2 * MINUTE - 1)).isEqualTo("2 min");
    assertThat(IncidentWords.lasted(10 * MINUTE + 40 * MINUTE / 60)).isEqualTo("11 min");
    assertThat(IncidentWords.lasted(3 * HOUR + 50 * MINUTE)).isEqualTo("4 h");
    assertThat(IncidentWords.lasted(3 * HOUR + 20 * MINUTE)).isEqualTo("3 h");
    assertThat(IncidentWords.lasted(48 * HOUR - 1)).isEqualTo("2 days");
    assertThat(IncidentWords.lasted(71 * HOUR)).isEqualTo("3 days");
  }
}
