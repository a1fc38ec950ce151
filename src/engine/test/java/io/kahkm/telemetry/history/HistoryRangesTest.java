package io.kahkm.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.config.TelemetryConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which ranges follow from telemetry.history, and how much heap they need. */
class HistoryRangesTest {
  private static TelemetryConfig telemetry(Duration history) {
    return new TelemetryConfig(
        0, "", 200, 8, history, Optional.empty(), Optional.empty(), List.of(), Optional.empty());
  }

  @Test
  void aWeekIsWhatWasAlwaysKept() {
    HistoryRanges week = HistoryRanges.of(Duration.ofDays(7));

    assertThat(week.labels()).containsExactly("hour", "shift", "day", "week");
    assertThat(week.kept().stream().map(HistoryRange::length).toList())
        .containsExactly(
            Duration.ofHours(1), Duration.ofHours(8), Duration.ofDays(1), Duration.ofDays(7));
    assertThat(week.bytes(8)).isBetween(178_000L, 179_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "169, false, 6, 29",
    "240, false, 6, 40",
    "743, false, 6, 124",
    "744, true, 6, 124",
    "9600, true, 6, 1600",
    "9601, true, 12, 801",
    "17520, true, 12, 1460",
    "87672, true, 96, 914"
  })
  void stepsGrowWithTheHistory(int hours, boolean month, int stepHours, int steps) {
    List<HistoryRange> beyond = HistoryRanges.of(Duration.ofHours(hours)).kept();

    assertThat(beyond.contains(HistoryRange.MONTH)).isEqualTo(month);
    assertThat(beyond).hasSize(month ? 6 : 5);
    assertThat(beyond.get(beyond.size() - 1))
        .isEqualTo(new HistoryRange("all", Duration.ofHours(stepHours), steps));
  }

  @ParameterizedTest
  @CsvSource({"PT167H59M", "P3653DT1S"})
  void namesAHistoryThatIsTooShortOrTooLong(Duration history) {
    assertThatThrownBy(() -> HistoryRanges.of(history))
        .hasMessage("history is " + history + ", must be from PT168H to PT87672H");
  }

  @Test
  void checkTellsTheLengthAndTheHeap() {
    assertThat(HistorySize.words(telemetry(Duration.ofDays(400)), 3, 25))
        .isEqualTo(
            "Histories of the live page: 400 days in steps of 15 s to 6 h, at most 77 MB of heap"
                + " for 200 streams with 3 sensors each (telemetry.history, streams, components).");
    assertThat(HistorySize.words(telemetry(Duration.ofDays(7)), 30, 25))
        .contains("7 days in steps of 15 s to 30 min, at most 58 MB", "with 8 sensors each");
    // 744 and 1,600 steps of 8 sensors, each with four floats, and 41 bytes more.
    assertThat(HistorySize.beyondAWeek(telemetry(Duration.ofDays(400)), 30))
        .isEqualTo(200L * ((744 + 1600) * (41 + 8 * 16) + 2 * 2 * 8 * 8));
    assertThat(HistorySize.beyondAWeek(telemetry(Duration.ofDays(7)), 30)).isZero();
    assertThat(HistorySize.bytes(telemetry(Duration.ofDays(400)), 30, 25))
        .isEqualTo(
            HistorySize.bytes(telemetry(Duration.ofDays(7)), 30, 25)
                + HistorySize.beyondAWeek(telemetry(Duration.ofDays(400)), 30));
  }
}
