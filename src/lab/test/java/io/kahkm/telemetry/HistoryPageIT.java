package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.TestModels;
import io.kahkm.text.StreamNames;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More than a year of history on the live page, in a real browser. */
class HistoryPageIT extends PageInBrowser {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Instant LAST = Instant.parse("2026-11-03T14:05:20Z");
  private static final int HOURS = 390 * 24;
  private static final String CHART = "[data-chart=timeline]";

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private EngineTelemetry telemetry;
  private HttpEndpoint endpoint;

  /** A reading every hour for more than a year, and every ten seconds in the last hour. */
  @BeforeEach
  void feed() throws IOException {
    clock.forward(Duration.ofMillis(LAST.toEpochMilli() - clock.millis()));
    telemetry =
        new EngineTelemetry(
            new TelemetrySettings(
                200,
                8,
                Duration.ofHours(2),
                Duration.ofHours(9),
                Duration.ofDays(400),
                Optional.empty(),
                OptionalDouble.empty(),
                StreamNames.NONE),
            ServedMaps.of(Scenario.MAP, Optional.empty()),
            Optional.empty(),
            clock);
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder().timing(InputTiming.TIMED).build(),
            TestModels.vanDerPol(6, 1).toBuilder().alarms(TestModels.alarms(2)).build());
    for (int k = HOURS; k > 0; k--) {
      add(monitor, LAST.minusSeconds(3600L * k), k / 200.0);
    }
    for (int k = 359; k >= 0; k--) {
      add(monitor, LAST.minusSeconds(10L * k), k / 50.0);
    }
    telemetry.status(0, "pump", Scenario.withoutWindow());
    endpoint = HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty());
  }

  private void add(StreamMonitor monitor, Instant time, double turn) {
    double[] state = {2 * Math.cos(turn), 2 * Math.sin(turn)};
    telemetry.accepted(
        0,
        "pump",
        monitor.advance(Observation.state(time.toEpochMilli() * 1_000_000, state, "run", false)),
        clock.millis());
  }

  @AfterEach
  void close() {
    endpoint.close();
    telemetry.close();
  }

  private static int points() {
    return Integer.parseInt(
        String.valueOf(
            browser.evaluate(
                "document.querySelector(arguments[0])?.dataset.points ?? '0'", CHART)));
  }

  private static String summary() {
    return browser.text(CHART + " .summary");
  }

  private static void press(String title) {
    browser.evaluate(
        "[...document.querySelectorAll('#stream .toolbar button')].find((one) =>"
            + " one.innerText === arguments[0]).click()",
        title);
  }

  private static String hash() {
    return (String) browser.evaluate("location.hash");
  }

  /** The two times of the address. */
  private static long[] stretch() {
    Matcher times = Pattern.compile("from=(\\d+)&to=(\\d+)").matcher(hash());
    assertThat(times.find()).as(hash()).isTrue();
    return new long[] {Long.parseLong(times.group(1)), Long.parseLong(times.group(2))};
  }

  private JsonNode history(String query) throws Exception {
    URI uri =
        URI.create("http://127.0.0.1:" + endpoint.port() + "/api/streams/pump/history?" + query);
    return MAPPER.readTree(
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
            .body());
  }

  @Test
  @Timeout(180)
  void aYearIsLookedAtZoomedIntoSentAndSaved() throws Exception {
    open(endpoint, "#/stream/pump?range=all");
    browser.await("a year", PATIENCE, () -> points() > 1500);
    assertThat(summary()).startsWith("9 Oct 2025").contains("to 3 Nov 2026");
    assertThat(browser.text("#stream .ranges")).contains("1 month").contains("Everything");
    assertAccessible("a year");

    // A quarter of what is drawn, with the mouse.
    browser.evaluate(
        "((canvas) => {"
            + " canvas.setPointerCapture = () => {};"
            + " const box = canvas.getBoundingClientRect();"
            + " const at = (share) => ({ clientX: box.left + 64 + share * (box.width - 82),"
            + " clientY: box.top + 60, pointerType: 'mouse', button: 0, bubbles: true });"
            + " canvas.dispatchEvent(new PointerEvent('pointerdown', at(0.25)));"
            + " canvas.dispatchEvent(new PointerEvent('pointermove', at(0.5)));"
            + " canvas.dispatchEvent(new PointerEvent('pointerup', at(0.5))); })"
            + "(document.querySelector(arguments[0] + ' .timeline'))",
        CHART);
    browser.await("a quarter", PATIENCE, () -> hash().contains("from=") && points() < 500);
    String quarter = hash();
    long[] first = stretch();
    String said = summary();
    assertThat(said).contains(" Jan 2026").contains(" Apr 2026");
    Thread.sleep(2500);
    assertThat(summary()).as("it stays as readings come").isEqualTo(said);

    press("Later");
    browser.await("later", PATIENCE, () -> !hash().equals(quarter) && !summary().equals(said));
    long half = (first[1] - first[0]) / 2;
    assertThat(stretch()[0]).isCloseTo(first[0] + half, within(1L));
    assertThat(stretch()[1]).isCloseTo(first[1] + half, within(1L));
    String later = hash();
    press("Zoom out");
    browser.await("wider", PATIENCE, () -> !hash().equals(later));
    assertThat(stretch()[0]).isCloseTo(first[0], within(2L));
    assertThat(stretch()[1]).isCloseTo(first[1] + 2 * half, within(2L));
    browser.evaluate("history.back()");
    browser.evaluate("history.back()");
    browser.await("back", PATIENCE, () -> summary().equals(said));

    open(endpoint, quarter);
    browser.await("the same by its address", PATIENCE, () -> summary().equals(said));
    browser.evaluate(
        "(([from, to]) => { from.value = '2026-11-03T13:30:00'; to.value = '2026-11-03T13:50:00';"
            + " from.form.requestSubmit(); })"
            + "(document.querySelectorAll('input[type=datetime-local]'))");
    browser.await("twenty minutes", PATIENCE, () -> points() == 80);
    assertThat(hash()).contains("from=1793712600000").contains("to=1793713800000");

    JsonNode past = history("from=1793712600000&to=1793713800000").path("past");
    String csv =
        (String)
            browser.await(
                "fetch(document.querySelector('a[download]').href).then((answer) =>"
                    + " answer.text())");
    List<String> lines = csv.lines().toList();
    assertThat(lines.get(0).replace("\"", ""))
        .isEqualTo(
            "time,readings,state,q mean,q low,q high,p mean,p low,p high,novelty,relations,"
                + "evidence map,evidence relations,evidence sensors");
    assertThat(lines).hasSize(1 + past.path("time").size());
    for (int i = 0; i < past.path("time").size(); i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      assertThat(Instant.parse(cells[0]).toEpochMilli())
          .isEqualTo(past.path("time").get(i).longValue());
      assertThat(cells[1]).isEqualTo(past.path("count").get(i).asText());
      assertThat(cells[2]).isEqualTo(past.path("condition").get(i).asText());
      assertThat(Double.parseDouble(cells[3])).isEqualTo(past.at("/mean/0/" + i).doubleValue());
      assertThat(Double.parseDouble(cells[8])).isEqualTo(past.at("/high/1/" + i).doubleValue());
      assertThat(Double.parseDouble(cells[9])).isEqualTo(past.at("/novelty/" + i).doubleValue());
    }

    browser.size(390, 800);
    assertNoSidewaysScroll("a stretch on a phone");
    browser.scheme("dark");
    assertAccessible("a stretch on a phone in the dark");
    for (String title :
        List.of("1 month", "1 week", "1 day", "8 hours", "1 hour", "Last readings")) {
      press(title);
      browser.await(
          title,
          PATIENCE,
          () -> browser.text("#stream .ranges [aria-pressed=true]").equals(title) && points() > 20);
    }
    assertThat(hash()).isEqualTo("#/stream/pump");
    assertThat(browser.problems()).isEmpty();
  }

  /** A link from an engine that keeps more must not end in an error. */
  @Test
  @Timeout(120)
  void aRangeThatIsNotKeptShowsTheLastReadingsAndAWrongTimeIsRefused() throws Exception {
    EngineTelemetry week = Scenario.telemetry(200, 8, clock);
    week.accepted(0, "pump", Scenario.reading(), clock.millis());
    week.status(0, "pump", Scenario.withoutWindow());
    try (HttpEndpoint other =
        HttpEndpoint.start("127.0.0.1", 0, week, new HealthStub(), Optional.empty())) {
      browser.open("http://127.0.0.1:" + other.port() + "/#/stream/pump?range=month");
      browser.await("the last readings", PATIENCE, () -> hash().equals("#/stream/pump"));
      browser.await("a chart", PATIENCE, () -> points() == 1);
      assertThat(browser.text("#live")).isEqualTo("live");
      // The console names the answer 400, nothing else.
      assertThat(browser.problems()).allMatch(problem -> problem.contains("400"));
    }

    open(endpoint, "#/stream/pump?range=day");
    browser.await("a day", PATIENCE, () -> points() > 20);
    browser.evaluate(
        "(([from, to]) => { from.value = '2026-11-03T13:50:00'; to.value = '2026-11-03T13:30:00';"
            + " from.form.requestSubmit(); })"
            + "(document.querySelectorAll('input[type=datetime-local]'))");
    assertThat(browser.evaluate("document.querySelectorAll('.stretch input')[1].validationMessage"))
        .isEqualTo("The end must be after the beginning.");
    assertThat(hash()).isEqualTo("#/stream/pump?range=day");
  }
}
