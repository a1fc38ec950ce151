package io.kahkm.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.condition.StreamState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories that were stored by another version, or with another telemetry.history. */
class HistoryFilesTest {
  private static final HistoryRanges LONG = days(400);

  @TempDir private Path folder;

  private static HistoryRanges days(int days) {
    return HistoryRanges.of(Duration.ofDays(days));
  }

  private HistoryFiles files(HistoryRanges ranges) {
    return new HistoryFiles(folder, "q,p", 2, ranges);
  }

  private void store(HistoryRanges ranges, PastReadings past) throws IOException {
    for (HistoryPart part : HistoryPart.values()) {
      files(ranges).store(0, part, Map.of("pump", past));
    }
  }

  private static PastReadings year(HistoryRanges ranges) {
    PastReadings past = new PastReadings(ranges, 2);
    YearOfReadings.feed(YearOfReadings.READINGS, 0, reading -> past.add(reading, 1));
    return past;
  }

  private static JsonNode json(PastReadings past, HistoryRange range) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    past.write(json, range, StreamState.NORMAL);
    return json;
  }

  private static JsonNode all(PastReadings past, HistoryRanges ranges) {
    return json(past, ranges.find("all"));
  }

  private static long readings(JsonNode steps) {
    long readings = 0;
    for (JsonNode count : steps.path("count")) {
      readings += count.longValue();
    }
    return readings;
  }

  private static Instant first(JsonNode steps) {
    return Instant.ofEpochMilli(steps.path("time").path(0).longValue());
  }

  @Test
  void aFileOfVersionOneIsReadAndFillsLongerRanges() throws IOException {
    try (InputStream stored =
        getClass().getResourceAsStream("/telemetry/history-version-1/history-0.gz")) {
      Files.copy(stored, folder.resolve("history-0.gz"));
    }

    for (HistoryRanges ranges : new HistoryRanges[] {days(7), LONG}) {
      Map<String, PastReadings> restored = files(ranges).restore(0);
      assertThat(restored).containsOnlyKeys("pump", "other");
      PastReadings pump = restored.get("pump");
      // Three days, a reading every ten minutes, the first at five past midnight.
      for (HistoryRange range : ranges.kept()) {
        if (range.length().compareTo(Duration.ofDays(3)) > 0) {
          JsonNode steps = json(pump, range);
          assertThat(readings(steps)).as(range.label()).isEqualTo(432);
          assertThat(first(steps)).isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
          assertThat(steps.at("/low/0/0").doubleValue()).isZero();
        }
      }
      assertThat(json(pump, HistoryRange.WEEK).at("/mean/1/0").doubleValue()).isEqualTo(-1);
      ObjectNode incidents = JsonNodeFactory.instance.objectNode();
      pump.writeIncidents(incidents.putArray("incidents"));
      assertThat(incidents.at("/incidents/0/sensors/0/name").textValue()).isEqualTo("q");
      assertThat(pump.heard()).isEqualTo(1_772_700_000_000L);
      assertThat(json(restored.get("other"), HistoryRange.WEEK).at("/condition/0").textValue())
          .isEqualTo("off");
    }
  }

  /** It kept no forecasts; readings that come now bring some. */
  @Test
  void filesOfVersionTwoAreReadAndGoOnWithForecasts() throws IOException {
    for (String file : List.of("history-0.gz", "history-0-long.gz")) {
      try (InputStream stored =
          getClass().getResourceAsStream("/telemetry/history-version-2/" + file)) {
        Files.copy(stored, folder.resolve(file));
      }
    }
    HistoryRanges ranges = days(40);

    PastReadings restored = files(ranges).restore(0).get("pump");

    PastReadings expected = new PastReadings(ranges, 2);
    YearOfReadings.feedOfAllStates(48 * 36, 0, reading -> expected.add(reading, 5));
    for (HistoryRange range : ranges.kept()) {
      assertThat(json(restored, range)).as(range.label()).isEqualTo(json(expected, range));
      assertThat(json(restored, range).path("forecasts")).isEmpty();
    }
    assertThat(restored.heard()).isEqualTo(5);
    YearOfReadings.forecast(20, reading -> restored.add(reading, 6));
    JsonNode week = json(restored, HistoryRange.WEEK);
    JsonNode forecasts = week.at("/forecasts/0/state/0");
    assertThat(forecasts).hasSameSizeAs(week.path("time"));
    assertThat(forecasts.get(0).isNull()).isTrue();
    assertThat(forecasts.get(forecasts.size() - 1).isNumber()).isTrue();
    store(ranges, restored);
    assertThat(json(files(ranges).restore(0).get("pump"), HistoryRange.WEEK)).isEqualTo(week);
  }

  @Test
  void aYearComesBackAsItWas() throws IOException {
    PastReadings past = year(LONG);
    store(LONG, past);

    PastReadings restored = files(LONG).restore(0).get("pump");

    for (HistoryRange range : LONG.kept()) {
      assertThat(json(restored, range)).as(range.label()).isEqualTo(json(past, range));
    }
    assertThat(readings(all(past, LONG))).isBetween(19_150L, 19_200L);
  }

  @Test
  void longerRangesBeginWithWhatShorterOnesHave() throws IOException {
    store(days(7), year(days(7)));

    PastReadings restored = files(LONG).restore(0).get("pump");

    JsonNode month = json(restored, HistoryRange.MONTH);
    assertThat(readings(month)).isEqualTo(336);
    assertThat(month.at("/count/5").intValue()).isEqualTo(2);
    JsonNode all = all(restored, LONG);
    assertThat(readings(all)).isEqualTo(336);
    assertThat(all.at("/time/1").longValue() % Duration.ofHours(6).toMillis()).isZero();
    // Twelve readings of a step of six hours, 0.1 apart: the mean is in their middle.
    int step = 3;
    assertThat(all.at("/count/" + step).intValue()).isEqualTo(12);
    assertThat(all.at("/high/0/" + step).doubleValue() - all.at("/low/0/" + step).doubleValue())
        .isCloseTo(1.1, within(1e-4));
    assertThat(all.at("/mean/0/" + step).doubleValue())
        .isCloseTo(
            (all.at("/high/0/" + step).doubleValue() + all.at("/low/0/" + step).doubleValue()) / 2,
            within(1e-4));
  }

  /** Two years in steps of twelve hours, then a year in steps of six. */
  @Test
  void anotherHistoryKeepsWhatBothHave() throws IOException {
    PastReadings past = year(days(730));
    store(days(730), past);

    PastReadings restored = files(LONG).restore(0).get("pump");

    assertThat(json(restored, HistoryRange.MONTH)).isEqualTo(json(past, HistoryRange.MONTH));
    JsonNode all = all(restored, LONG);
    // The last month is of its finer steps, what is before of the twelve hours there were.
    assertThat(readings(all)).isBetween(19_100L, (long) YearOfReadings.READINGS);
    assertThat(Duration.between(first(all), YearOfReadings.LAST))
        .isGreaterThan(Duration.ofDays(398));
    long twelve = Duration.ofHours(12).toMillis();
    assertThat(all.at("/time/11").longValue() - all.at("/time/10").longValue()).isEqualTo(twelve);
    int last = all.path("time").size() - 1;
    assertThat(all.at("/time/" + last).longValue() - all.at("/time/" + (last - 1)).longValue())
        .isEqualTo(twelve / 2);

    store(LONG, restored);
    PastReadings longer = files(days(730)).restore(0).get("pump");
    assertThat(readings(all(longer, days(730)))).isEqualTo(readings(all));
  }

  @Test
  void aShorterHistoryLeavesTheLongRangesOnDisk() throws IOException {
    store(LONG, year(LONG));
    PastReadings week = files(days(7)).restore(0).get("pump");
    store(days(7), week);

    PastReadings again = files(LONG).restore(0).get("pump");

    assertThat(readings(all(again, LONG))).isGreaterThan(19_000);
  }

  /** After a kill the long ranges on disk are up to an hour older. */
  @Test
  void longRangesCatchUpFromShorterOnes() throws IOException {
    PastReadings past = new PastReadings(LONG, 2);
    YearOfReadings.feed(YearOfReadings.READINGS, 30, reading -> past.add(reading, 1));
    files(LONG).store(0, HistoryPart.LONG, Map.of("pump", past));
    YearOfReadings.feed(29, 0, reading -> past.add(reading, 2));
    files(LONG).store(0, HistoryPart.RECENT, Map.of("pump", past));

    PastReadings restored = files(LONG).restore(0).get("pump");

    for (HistoryRange range : LONG.kept()) {
      assertThat(json(restored, range).path("count"))
          .as(range.label())
          .isEqualTo(json(past, range).path("count"));
      assertThat(json(restored, range).path("high")).isEqualTo(json(past, range).path("high"));
    }
    assertThat(restored.heard()).isEqualTo(2);
  }
}
