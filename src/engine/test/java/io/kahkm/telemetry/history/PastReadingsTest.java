package io.kahkm.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.TestModels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The past of a stream in steps, compared with a table of all readings; and its way to disk. */
class PastReadingsTest {
  private static final long BEGIN =
      Instant.parse("2026-03-29T00:58:13Z").toEpochMilli() * 1_000_000L;
  private static final long EVERY = Duration.ofSeconds(7).toNanos();
  private static final List<String> SENSORS = List.of("q", "p");

  /** Where the checksum begins, bytes from the end of a compressed file. */
  private static final int CHECKSUM = 8;

  @TempDir private Path folder;

  private final StreamMonitor monitor =
      StreamMonitor.create(
          MonitorSettings.builder().timing(InputTiming.TIMED).build(), TestModels.vanDerPol(6, 1));

  /** A saw tooth that no float mean would keep: large against its changes. */
  private static double value(long k) {
    return 0.5 + (k % 97) / 97.0;
  }

  private void feed(long from, long to, Consumer<RowAssessment> taker) {
    for (long k = from; k < to; k++) {
      taker.accept(
          monitor.advance(
              Observation.state(
                  BEGIN + k * EVERY, new double[] {value(k), -value(k)}, "run", false)));
    }
  }

  private static JsonNode json(PastReadings past, HistoryRange range) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    past.write(json, range, StreamState.NORMAL);
    return json;
  }

  static List<HistoryRange> ranges() {
    return Scenario.WEEK.kept();
  }

  /** Where an alarm is off, no step of the past is called normal. */
  @Test
  void stepsInWhichNothingWasWrongAreOfTheQuietStateThatIsAskedFor() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(0, 100, assessment -> past.add(assessment, 1));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    past.write(json, HistoryRange.HOUR, StreamState.NOT_WATCHED);

    String watched = json(past, HistoryRange.HOUR).path("condition").toString();
    assertThat(watched).contains("\"on\"", "\"outside\"");
    assertThat(json.path("condition")).hasToString(watched.replace("\"on\"", "\"no-limit\""));
  }

  /**
   * A standstill has a place in the strip and no values; it is kept, and readings go on after it.
   */
  @Test
  void stepsOfAMachineThatStoodStillAreOffAndHaveNoValues() throws IOException {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(0, 30, assessment -> past.add(assessment, 1));
    for (long k = 30; k < 60; k++) {
      past.standsStill(BEGIN + k * EVERY, 2);
    }
    PastReadings restored = restored(past);
    feed(60, 90, assessment -> restored.add(assessment, 3));

    JsonNode shown = json(restored, HistoryRange.HOUR);
    int off = 0;
    for (int i = 0; i < shown.path("time").size(); i++) {
      boolean stands = shown.path("condition").get(i).textValue().equals("off");
      off += stands ? 1 : 0;
      assertThat(shown.path("count").get(i).intValue() == 0).isEqualTo(stands);
      for (String values : List.of("mean", "low", "high")) {
        assertThat(shown.path(values).get(1).get(i).isNull()).as(values).isEqualTo(stands);
      }
      assertThat(shown.path("novelty").get(i).isNull()).isEqualTo(stands);
    }
    // 210 s in steps of 15 s, of which the first and last have readings too.
    assertThat(off).isBetween(12, 14);
    assertThat(past.heard()).isEqualTo(2);
  }

  /** A step that is open when it is stored goes on with what it had. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 40, 333, 799})
  void goesOnAfterARestartAsIfThereHadBeenNone(int stop) throws IOException {
    StreamMonitor forecasting =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED)
                .horizons(List.of(1, 4))
                .every(1)
                .build(),
            TestModels.vanDerPol(6, 1));
    PastReadings whole = new PastReadings(Scenario.WEEK, 2);
    PastReadings stopped = new PastReadings(Scenario.WEEK, 2);
    for (long k = 0; k < 800; k++) {
      double[] state = {value(k), -value(k)};
      RowAssessment assessment =
          forecasting.advance(Observation.state(BEGIN + k * EVERY, state, "run", false));
      whole.add(assessment, k);
      stopped.add(assessment, k);
      if (k == stop) {
        stopped = restored(stopped);
      }
    }

    for (HistoryRange range : ranges()) {
      JsonNode expected = json(whole, range);
      assertThat(expected.at("/forecasts/0/state/0")).isNotEmpty();
      assertClose(json(stopped, range), expected, range.label());
      assertThat(expected.path("count")).isEqualTo(json(stopped, range).path("count"));
    }
    assertThat(stopped.heard()).isEqualTo(799);
  }

  /** Means are stored as floats. */
  private static void assertClose(JsonNode actual, JsonNode expected, String place) {
    assertThat(actual.getNodeType()).as(place).isEqualTo(expected.getNodeType());
    if (expected.isNumber()) {
      double size = Math.max(1, Math.abs(expected.doubleValue()));
      assertThat(actual.doubleValue())
          .as(place)
          .isCloseTo(expected.doubleValue(), within(1e-6 * size));
      return;
    }
    assertThat(actual).as(place).hasSameSizeAs(expected);
    if (expected.isObject()) {
      expected
          .properties()
          .forEach(
              field ->
                  assertClose(
                      actual.path(field.getKey()), field.getValue(), place + "/" + field.getKey()));
    } else if (expected.isArray()) {
      for (int i = 0; i < expected.size(); i++) {
        assertClose(actual.get(i), expected.get(i), place + "/" + i);
      }
    } else {
      assertThat(actual).as(place).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void everyStepHoldsWhatItsReadingsHadAndNoMoreStepsThanItSays(HistoryRange range) {
    long readings = (range.steps() + 20) * range.step().toNanos() / EVERY;
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(0, readings, assessment -> past.add(assessment, 1));

    JsonNode shown = json(past, range);

    long step = range.step().toNanos();
    TreeMap<Long, double[]> expected = new TreeMap<>();
    for (long k = 0; k < readings; k++) {
      double[] all =
          expected.computeIfAbsent(
              Math.floorDiv(BEGIN + k * EVERY, step),
              unused -> new double[] {0, 0, Double.MAX_VALUE, -Double.MAX_VALUE});
      all[0]++;
      all[1] += value(k);
      all[2] = Math.min(all[2], value(k));
      all[3] = Math.max(all[3], value(k));
    }
    assertThat(expected).hasSizeGreaterThan(range.steps());
    assertThat(shown.path("time")).hasSize(range.steps());
    int i = 0;
    for (Map.Entry<Long, double[]> one :
        expected.tailMap(expected.lastKey() - range.steps() + 1).entrySet()) {
      double[] all = one.getValue();
      assertThat(shown.path("time").get(i).longValue())
          .isEqualTo(one.getKey() * range.step().toMillis());
      assertThat(shown.path("count").get(i).intValue()).isEqualTo((int) all[0]);
      // A float has seven digits.
      assertThat(shown.path("mean").get(0).get(i).doubleValue())
          .isCloseTo(all[1] / all[0], within(1e-6));
      assertThat(shown.path("low").get(0).get(i).floatValue()).isEqualTo((float) all[2]);
      assertThat(shown.path("high").get(0).get(i).floatValue()).isEqualTo((float) all[3]);
      assertThat(shown.path("high").get(1).get(i).floatValue()).isEqualTo((float) -all[2]);
      i++;
    }
    assertThat(i).isEqualTo(range.steps());
  }

  @Test
  void aStepWithoutReadingsTakesNoPlaceAndOldStepsDoNotComeBack() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(0, 10, assessment -> past.add(assessment, 1));
    feed(10_000, 10_010, assessment -> past.add(assessment, 1));

    assertThat(json(past, HistoryRange.HOUR).path("time").size()).isBetween(4, 6);
    long total = 0;
    for (JsonNode count : json(past, HistoryRange.WEEK).path("count")) {
      total += count.longValue();
    }
    assertThat(total).isEqualTo(20);
  }

  @Test
  void readingsThatComeTwiceAfterACrashAreLeftOut() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    RowAssessment[] first = new RowAssessment[1];
    feed(0, 1, assessment -> first[0] = assessment);
    past.add(first[0], 1);
    feed(1, 20, assessment -> past.add(assessment, 1));
    JsonNode before = json(past, HistoryRange.HOUR);

    StreamMonitor again =
        StreamMonitor.create(
            MonitorSettings.builder().timing(InputTiming.TIMED).build(),
            TestModels.vanDerPol(6, 1));
    past.add(again.advance(Observation.state(BEGIN, new double[] {9, 9}, "run", false)), 1);

    assertThat(json(past, HistoryRange.HOUR)).isEqualTo(before);
  }

  @Test
  void aClockSetBackByMoreThanIsKeptBeginsAnew() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(0, 20, assessment -> past.add(assessment, 1));
    StreamMonitor other =
        StreamMonitor.create(
            MonitorSettings.builder().timing(InputTiming.TIMED).build(),
            TestModels.vanDerPol(6, 1));
    past.add(
        other.advance(
            Observation.state(
                BEGIN - Duration.ofDays(2).toNanos(), new double[] {1, 2}, "run", false)),
        1);

    assertThat(json(past, HistoryRange.HOUR).path("count")).hasSize(1);
    // A week holds both days: the reading is from before the present step.
    assertThat(json(past, HistoryRange.WEEK).path("count").get(0).intValue()).isGreaterThan(1);
  }

  @Test
  void whatIsStoredComesBackAndGoesOnAsIfNothingHadHappened() throws IOException {
    PastReadings whole = new PastReadings(Scenario.WEEK, 2);
    PastReadings stored = new PastReadings(Scenario.WEEK, 2);
    feed(
        0,
        5_000,
        assessment -> {
          whole.add(assessment, 3);
          stored.add(assessment, 3);
        });
    Scenario.outside().incidents().open().ifPresent(incident -> stored.add(incident, SENSORS));
    PastReadings restored = restored(stored);
    feed(
        5_000,
        6_000,
        assessment -> {
          whole.add(assessment, 4);
          restored.add(assessment, 4);
        });

    for (HistoryRange range : Scenario.WEEK.kept()) {
      JsonNode one = json(whole, range);
      JsonNode other = json(restored, range);
      assertThat(other.path("time")).isEqualTo(one.path("time"));
      assertThat(other.path("count")).isEqualTo(one.path("count"));
      assertThat(other.path("low")).isEqualTo(one.path("low"));
      assertThat(other.path("novelty")).isEqualTo(one.path("novelty"));
    }
    ObjectNode incidents = JsonNodeFactory.instance.objectNode();
    restored.writeIncidents(incidents.putArray("incidents"));
    assertThat(incidents.path("incidents")).hasSize(1);
    assertThat(incidents.at("/incidents/0/sensors/0/name").textValue()).isEqualTo("q");
    assertThat(restored.heard()).isEqualTo(4);
  }

  @Test
  void anEngineThatStartsAgainShowsThePastOfItsStreamsAndTheirSilence() throws Exception {
    Scenario.StandingClock clock = new Scenario.StandingClock();
    try (EngineTelemetry before = Scenario.telemetry(200, 8, clock)) {
      before.keepHistories(folder);
      before.joined(3);
      feed(0, 50, assessment -> before.accepted(3, "pump", assessment, Scenario.START));
      before.status(3, "pump", Scenario.outside());
      before.left(3);
    }

    clock.forward(Duration.ofMinutes(2));
    try (EngineTelemetry after = Scenario.telemetry(200, 8, clock)) {
      after.keepHistories(folder);
      after.joined(3);
      after.status(3, "pump", Scenario.healthy());
      after.status(3, "other", Scenario.healthy());

      StreamHistory history = after.streams().find("pump").orElseThrow().history().orElseThrow();
      long readings = 0;
      for (JsonNode count : json(history.past(), HistoryRange.DAY).path("count")) {
        readings += count.longValue();
      }
      assertThat(readings).isEqualTo(50);
      assertThat(after.streams().find("pump").orElseThrow().condition(after.moment()).state())
          .isEqualTo(StreamState.SILENT);
      assertThat(after.streams().find("other").orElseThrow().condition(after.moment()).state())
          .isEqualTo(StreamState.NORMAL);
      after.left(3);
    }
    // Streams that were not met since are kept for the next time.
    HistoryFiles files = new HistoryFiles(folder, "q,p", 2, Scenario.WEEK);
    assertThat(files.restore(3)).containsOnlyKeys("pump", "other");
  }

  @Test
  void filesOfOtherSensorsAndBrokenOnesAreLeftOut() throws IOException {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(0, 50, assessment -> past.add(assessment, 1));
    HistoryFiles files = new HistoryFiles(folder, "q,p", 2, Scenario.WEEK);
    files.store(0, HistoryPart.RECENT, Map.of("pump", past));
    assertThat(files.restore(0)).containsOnlyKeys("pump");

    assertThat(new HistoryFiles(folder, "q,v", 2, Scenario.WEEK).restore(0)).isEmpty();
    assertThat(files.restore(1)).isEmpty();
    Path file = folder.resolve("history-0.gz");
    byte[] bytes = Files.readAllBytes(file);
    for (int changed : new int[] {bytes.length / 2, bytes.length - CHECKSUM}) {
      bytes[changed] ^= 0x55;
      Files.write(file, bytes);
      assertThat(files.restore(0)).as("byte %d is another", changed).isEmpty();
      bytes[changed] ^= 0x55;
    }
    Files.write(file, bytes);
    assertThat(files.restore(0)).containsOnlyKeys("pump");
  }

  /** Evidence that made an alarm is 1; relations are broken here, and novelty is not complete. */
  @Test
  void keepsTheHighestEvidenceOfEachAlarm() throws IOException {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    StreamMonitor watching =
        StreamMonitor.create(
            MonitorSettings.builder().timing(InputTiming.TIMED).build(),
            TestModels.vanDerPol(6, 1).toBuilder().alarms(TestModels.alarms(2)).build());
    double highest = 0;
    double relation = 0;
    // The highest comes in the middle, and a lower one in the same step after it.
    for (long k = 0; k < 97; k++) {
      RowAssessment assessment =
          watching.advance(
              Observation.state(
                  BEGIN + k * EVERY, new double[] {value(k), -value(k)}, "run", false));
      past.add(assessment, 1);
      highest = Math.max(highest, assessment.alarms().noveltyLevel());
      relation =
          Double.isNaN(assessment.alarms().relationLevel())
              ? relation
              : Math.max(relation, assessment.alarms().relationLevel());
    }

    JsonNode shown = json(past, HistoryRange.HOUR);
    assertThat(greatest(shown.at("/evidence/map"))).isEqualTo((float) highest);
    assertThat(greatest(shown.at("/evidence/relations"))).isEqualTo((float) relation);
    assertThat(greatest(shown.at("/evidence/sensors"))).isNegative();
    assertThat(highest).isBetween(0.05, 0.95);
    assertThat(relation).isEqualTo(1);

    // It is stored, and longer steps that are made of these have it, too.
    PastReadings stored = restored(past);
    HistoryRanges year = HistoryRanges.of(Duration.ofDays(400));
    PastReadings longer = PastReadings.of(year, 2, List.of(stored));
    for (HistoryRange range : year.kept()) {
      assertThat(greatest(json(longer, range).at("/evidence/map"))).isEqualTo((float) highest);
      assertThat(greatest(json(longer, range).at("/evidence/relations"))).isEqualTo(1);
    }
  }

  /** Each of a step, on average; those of a longer horizon only where no shorter one was due. */
  @Test
  void keepsWhatWasForecastForTheReadingsOfAStep() throws IOException {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    StreamMonitor forecasting =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED)
                .horizons(List.of(1, 5))
                .every(3)
                .build(),
            TestModels.vanDerPol(6, 1));
    Map<Long, double[]> due = new TreeMap<>();
    Map<Long, double[]> made = new TreeMap<>();
    for (long k = 0; k < 400; k++) {
      RowAssessment assessment =
          forecasting.advance(
              Observation.state(
                  BEGIN + k * EVERY, new double[] {value(k), -value(k)}, "run", false));
      past.add(assessment, 1);
      if (made.containsKey(k)) {
        due.put(assessment.time(), made.get(k));
      }
      for (IssuedForecast issued : assessment.issued()) {
        if (issued.horizon() == 1) {
          made.put(k + 1, issued.state().clone());
        }
      }
    }

    // Steps of 15 s have two readings, of which every third has a forecast of one step before.
    assertForecasts(json(past, HistoryRange.HOUR), due);
    assertForecasts(json(past, HistoryRange.SHIFT), due);

    // They are stored and go on, and longer steps that are made of these have them, too.
    PastReadings stored = restored(past);
    for (HistoryRange range : Scenario.WEEK.kept()) {
      assertThat(json(stored, range)).as(range.label()).isEqualTo(json(past, range));
    }
    HistoryRanges year = HistoryRanges.of(Duration.ofDays(400));
    JsonNode month = json(PastReadings.of(year, 2, List.of(stored)), HistoryRange.MONTH);
    assertForecasts(month, due);
  }

  private static void assertForecasts(JsonNode shown, Map<Long, double[]> due) {
    assertThat(shown.path("forecasts")).hasSize(1);
    assertThat(shown.at("/forecasts/0/horizon").intValue()).isEqualTo(1);
    long step = shown.path("step").longValue() * 1_000_000;
    int compared = 0;
    for (int i = 0; i < shown.path("time").size(); i++) {
      long begin = shown.path("time").get(i).longValue() * 1_000_000;
      List<double[]> within =
          due.entrySet().stream()
              .filter(one -> one.getKey() >= begin && one.getKey() < begin + step)
              .map(Map.Entry::getValue)
              .toList();
      for (int sensor = 0; sensor < 2; sensor++) {
        int number = sensor;
        JsonNode mean = shown.at("/forecasts/0/state").get(sensor).get(i);
        assertThat(mean.isNull()).isEqualTo(within.isEmpty());
        if (!within.isEmpty()) {
          assertThat(mean.doubleValue())
              .isCloseTo(
                  within.stream().mapToDouble(each -> each[number]).average().orElseThrow(),
                  within(1e-4));
          compared++;
        }
      }
    }
    assertThat(compared).isPositive();
  }

  /** What a process that starts again knows of it. */
  private static PastReadings restored(PastReadings past) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    past.store(new DataOutputStream(bytes), HistoryPart.RECENT);
    return PastReadings.restore(
        new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
        HistoryPart.RECENT,
        Scenario.WEEK,
        HistorySteps.WITH_FORECASTS,
        2);
  }

  private static double greatest(JsonNode values) {
    double greatest = -1;
    for (JsonNode value : values) {
      greatest = value.isNull() ? greatest : Math.max(greatest, value.doubleValue());
    }
    return greatest;
  }

  @Test
  void theApiAnswersARangeAndNamesTheWrongOne() throws Exception {
    try (EngineTelemetry telemetry = Scenario.telemetry()) {
      feed(0, 50, assessment -> telemetry.accepted(0, "pump", assessment, Scenario.START));
      try (HttpEndpoint endpoint =
          HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty())) {
        JsonNode day = get(endpoint, "day");
        assertThat(day.at("/past/range").textValue()).isEqualTo("day");
        assertThat(day.at("/past/step").longValue()).isEqualTo(360_000);
        assertThat(day.has("readings")).isFalse();
        assertThat(get(endpoint, "live").at("/readings/time").size()).isPositive();
        assertThat(get(endpoint, "year").path("error").textValue())
            .isEqualTo("range must be one of live, hour, shift, day, week");
      }
    }
  }

  private static JsonNode get(HttpEndpoint endpoint, String range) throws Exception {
    URI uri =
        URI.create(
            "http://127.0.0.1:" + endpoint.port() + "/api/streams/pump/history?range=" + range);
    return new ObjectMapper()
        .readTree(
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body());
  }

  /** An alarm of minutes, then quiet for longer than a step of what the hours are made of. */
  @Test
  void aLongerStepHasTheWorstConditionOfItsShorterOnes() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    feed(20, 100, assessment -> past.add(assessment, 1));
    for (long k = 100; k < 800; k++) {
      past.add(AssessmentFixture.reading(BEGIN + k * EVERY, 1, 1), 1);
    }
    assertThat(json(past, HistoryRange.WEEK).path("condition"))
        .hasToString("[\"outside\",\"on\",\"on\",\"on\"]");

    PastReadings longer = PastReadings.of(HistoryRanges.of(Duration.ofDays(400)), 2, List.of(past));

    assertThat(json(longer, HistoryRange.MONTH).path("condition"))
        .hasToString("[\"outside\",\"on\"]");
  }

  @Test
  void theOldestIncidentIsForgottenWhereThereAreTooMany() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    Incident any = Scenario.outside().incidents().open().orElseThrow();
    for (int number = 1; number <= 52; number++) {
      past.add(
          new Incident(
              number,
              any.since(),
              any.opened(),
              any.updated(),
              any.ended(),
              any.outsideMap(),
              any.relationBroken(),
              any.sensorFaulty(),
              any.noveltyPeak(),
              any.relationPeak(),
              any.shares(),
              any.firsts(),
              any.faults()),
          SENSORS);
    }

    ObjectNode json = JsonNodeFactory.instance.objectNode();
    past.writeIncidents(json.putArray("incidents"));
    assertThat(json.path("incidents")).hasSize(50);
    assertThat(json.at("/incidents/0/number").longValue()).isEqualTo(52);
    assertThat(json.at("/incidents/49/number").longValue()).isEqualTo(3);
  }
}
