package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.HistoryQuery;
import io.kahkm.telemetry.Request;
import io.kahkm.telemetry.Scenario;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.HistoryRange;
import io.kahkm.telemetry.history.HistoryRanges;
import io.kahkm.telemetry.history.PastReadings;
import io.kahkm.telemetry.history.YearOfReadings;
import io.kahkm.text.UrlText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any stretch of a year over HTTP, as JSON and as a table. */
class HistoryQueryTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STREAM = "=pump/1 \"x\"";

  private static EngineTelemetry telemetry;
  private static HttpEndpoint endpoint;

  @BeforeAll
  static void start() throws Exception {
    telemetry = Scenario.withHistory(Duration.ofDays(400), new Scenario.StandingClock());
    YearOfReadings.feed(
        YearOfReadings.READINGS,
        0,
        reading -> telemetry.accepted(0, STREAM, reading, Scenario.START));
    endpoint = HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty());
  }

  @AfterAll
  static void stop() throws Exception {
    endpoint.close();
    telemetry.close();
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:"
                            + endpoint.port()
                            + "/api/streams/"
                            + UrlText.escaped(STREAM)
                            + path))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode past(String parameters) throws Exception {
    return MAPPER.readTree(get("/history?" + parameters).body()).path("past");
  }

  private static long daysBefore(double days) {
    return YearOfReadings.LAST.minusSeconds((long) (days * 86_400)).toEpochMilli();
  }

  @ParameterizedTest
  @CsvSource({
    "0.04, 0, hour",
    "0.2, 0, shift",
    "0.9, 0.5, day",
    "2, 1.9, week",
    "6.9, 0, week",
    "20, 19, month",
    "30, 0, month",
    "40, 39, all",
    "190, 0, all",
    // More than 800 steps, and no longer range.
    "390, 0, all",
  })
  void aStretchComesInTheFinestStepsThatGoBackToItsBegin(double from, double to, String range)
      throws Exception {
    long begin = daysBefore(from);
    long end = daysBefore(to);
    JsonNode past = past("from=" + begin + "&to=" + end);

    assertThat(past.path("range").textValue()).isEqualTo(range);
    assertThat(past.path("from").longValue()).isEqualTo(begin);
    assertThat(past.path("to").longValue()).isEqualTo(end);
    long step = past.path("step").longValue();
    assertThat(past.path("time")).isNotEmpty();
    long before = Long.MIN_VALUE;
    for (JsonNode time : past.path("time")) {
      assertThat(time.longValue())
          .isGreaterThan(before)
          .isGreaterThan(begin - step)
          .isLessThan(end);
      before = time.longValue();
    }
    for (String field : List.of("count", "condition", "novelty", "relation")) {
      assertThat(past.path(field)).as(field).hasSize(past.path("time").size());
    }
    int known = YearOfReadings.READINGS / YearOfReadings.DAYS;
    long readings = 0;
    for (JsonNode count : past.path("count")) {
      readings += count.longValue();
    }
    // Steps at both ends reach beyond it.
    double beyond = 2.0 * step / Duration.ofMinutes(30).toMillis() + 1;
    assertThat((double) readings).isBetween((from - to) * known - 1, (from - to) * known + beyond);
  }

  @Test
  void anOpenEndIsTheNewestOrTheOldest() throws Exception {
    JsonNode since = past("from=" + daysBefore(3));
    assertThat(since.path("range").textValue()).isEqualTo("week");
    assertThat(since.path("to").longValue()).isGreaterThanOrEqualTo(daysBefore(0));
    JsonNode until = past("to=" + daysBefore(300));
    assertThat(until.path("range").textValue()).isEqualTo("all");
    assertThat(until.path("from")).isEqualTo(until.path("time").path(0));
    JsonNode later = past("from=" + daysBefore(-2));
    assertThat(later.path("time")).isEmpty();
  }

  /** A stream that is younger than an hour's steps go back is shown in those. */
  @Test
  void whatBeganLaterIsShownInFineStepsHoweverFarBackSomebodyAsks() throws Exception {
    PastReadings young = new PastReadings(HistoryRanges.of(Duration.ofDays(400)), 2);
    YearOfReadings.feed(1, 0, reading -> young.add(reading, 1));
    ObjectNode json = MAPPER.createObjectNode();
    young.write(json, OptionalLong.of(daysBefore(300)), OptionalLong.empty(), StreamState.NORMAL);
    assertThat(json.path("range").textValue()).isEqualTo("hour");
    assertThat(json.path("time")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from=x | from must be a whole number of milliseconds since 1970, up to 9000000000000",
        "to=1.5 | to must be a whole number of milliseconds since 1970, up to 9000000000000",
        "to=99999999999999 | to must be a whole number of milliseconds since 1970, up to"
            + " 9000000000000",
        "from=5&to=5 | from must be before to",
        "from=5&range=day | range must be left out where from or to is given",
        "range=year | range must be one of live, hour, shift, day, week, month, all",
      })
  void aWrongParameterIsNamed(String parameters, String message) throws Exception {
    for (String form : List.of("/history?", "/history.csv?")) {
      HttpResponse<String> answer = get(form + parameters);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(MAPPER.readTree(answer.body()).path("error").textValue()).isEqualTo(message);
    }
  }

  @Test
  void theAnswerNamesTheRangesThatAreKept() throws Exception {
    JsonNode answer = MAPPER.readTree(get("/history?range=hour").body());
    assertThat(answer.path("ranges").findValuesAsText("range"))
        .containsExactly("hour", "shift", "day", "week", "month", "all");
    assertThat(answer.at("/ranges/5/step").longValue()).isEqualTo(Duration.ofHours(6).toMillis());
    assertThat(answer.at("/ranges/5/steps").intValue()).isEqualTo(1600);
    assertThat(answer.path("sensors").toString()).isEqualTo("[\"q\",\"p\"]");
  }

  @ParameterizedTest
  @CsvSource({"range=all", "range=live", "from=1790000000000&to=1790100000000"})
  void theTableSaysWhatTheJsonSays(String parameters) throws Exception {
    JsonNode json = MAPPER.readTree(get("/history?" + parameters).body());
    boolean live = json.has("readings");
    JsonNode steps = json.path(live ? "readings" : "past");
    HttpResponse<String> table = get("/history.csv?" + parameters);

    assertThat(table.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
    assertThat(table.headers().firstValue("Content-Disposition").orElseThrow())
        .isEqualTo(
            "attachment; filename=\"_pump_1__x_-"
                + parameters.replaceAll("[a-z]+=", "").replace('&', '-')
                + ".csv\"");
    assertThat(table.body()).endsWith("\r\n");
    List<String[]> rows = rows(table.body());
    String header =
        "time,readings,state,q mean,q low,q high,p mean,p low,p high,novelty,relations"
            + (live ? "" : ",evidence map,evidence relations,evidence sensors");
    assertThat(rows.get(0)).containsExactly(header.split(","));
    assertThat(rows).hasSize(steps.path("time").size() + 1).hasSizeGreaterThan(2);
    for (int k = 0; k < steps.path("time").size(); k++) {
      String[] row = rows.get(k + 1);
      assertThat(Instant.parse(row[0]).toEpochMilli())
          .isEqualTo(steps.at("/time/" + k).longValue());
      assertThat(row[1]).isEqualTo(live ? "1" : steps.at("/count/" + k).asText());
      assertThat(row[2]).isEqualTo(steps.at("/condition/" + k).textValue());
      for (int sensor = 0; sensor < 2; sensor++) {
        String[] values =
            live ? new String[] {"state", "state", "state"} : new String[] {"mean", "low", "high"};
        for (int value = 0; value < 3; value++) {
          assertThat(Double.parseDouble(row[3 + 3 * sensor + value]))
              .isEqualTo(steps.at("/" + values[value] + "/" + sensor + "/" + k).doubleValue());
        }
      }
      assertThat(Double.parseDouble(row[9])).isEqualTo(steps.at("/novelty/" + k).doubleValue());
      assertThat(row[10].isEmpty()).isEqualTo(steps.at("/relation/" + k).isNull());
      for (int alarm = 0; alarm < 3 && !live; alarm++) {
        JsonNode level = steps.path("evidence").path(HistoryRange.ALARMS.get(alarm)).path(k);
        assertThat(row[11 + alarm]).isEqualTo(level.isNull() ? "" : level.asText());
      }
    }
  }

  private static List<String[]> rows(String table) throws Exception {
    try (MappingIterator<String[]> rows =
        new CsvMapper()
            .readerFor(String[].class)
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .readValues(table)) {
      return rows.readAll();
    }
  }

  /** A negative number stays one; a sensor that is called like a formula does not. */
  @Test
  void noCellIsAFormulaAndNamesMayHaveAnything() throws Exception {
    JsonNode answer =
        MAPPER.readTree(
            """
            {"sensors": ["=1+1", "@x", "a, \\"b\\"\\nc", "-t"], "past": {"time": [-1500], "count": [2],
             "condition": ["on"], "mean": [[-1.5], [2], [null], [3]], "low": [[-2], [2], [null], [3]],
             "high": [[1], [2], [null], [3]], "novelty": [0.5], "relation": [null]}}
            """);

    List<String[]> rows = rows(new String(HistoryCsv.of(answer), StandardCharsets.UTF_8));

    assertThat(rows.get(0))
        .contains("'=1+1 mean", "'@x low", "a, \"b\"\nc high", "'-t mean")
        .noneMatch(cell -> cell.startsWith("="));
    assertThat(rows.get(1))
        .containsExactly(
            "1969-12-31T23:59:58.500Z",
            "2",
            "on",
            "-1.5",
            "-2",
            "1",
            "2",
            "2",
            "2",
            "",
            "",
            "",
            "3",
            "3",
            "3",
            "0.5",
            "",
            "",
            "",
            "");
  }

  @ParameterizedTest
  @CsvSource({"past, mean", "readings, state"})
  void theTableHasTheForecasts(String form, String values) throws Exception {
    JsonNode answer =
        MAPPER.readTree(
            """
            {"sensors": ["q", "p"], "%s": {"time": [1000, 2000], "count": [1, 1],
             "condition": ["on", "on"], "%s": [[1, 2], [3, 4]], "low": [[1, 2], [3, 4]],
             "high": [[1, 2], [3, 4]], "novelty": [0.5, 0.5], "relation": [null, null],
             "forecasts": [{"horizon": 1, "state": [[null, 5], [null, 6]]},
                           {"horizon": 4, "state": [[7, null], [8, null]]}]}}
            """
                .formatted(form, values));

    List<String[]> rows = rows(new String(HistoryCsv.of(answer), StandardCharsets.UTF_8));

    int first = List.of(rows.get(0)).indexOf("q forecast 1 before");
    assertThat(List.of(rows.get(0)).subList(first, first + 4))
        .containsExactly(
            "q forecast 1 before",
            "p forecast 1 before",
            "q forecast 4 before",
            "p forecast 4 before");
    assertThat(List.of(rows.get(1)).subList(first, first + 4)).containsExactly("", "", "7", "8");
    assertThat(List.of(rows.get(2)).subList(first, first + 4)).containsExactly("5", "6", "", "");
  }

  @Test
  void aFileNameIsSafeWhateverTheStreamIsCalled() {
    HistoryQuery query = HistoryQuery.of(Request.of("/", "range=day", ""), Scenario.WEEK);
    assertThat(query.file("../../etc/passwd\r\nX: y")).isEqualTo("__.._etc_passwd__X__y-day.csv");
    assertThat(query.file("x".repeat(500))).hasSize(80 + "-day.csv".length());
  }
}
