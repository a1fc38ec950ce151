package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.lab.DemoProcess;
import io.kahkm.telemetry.http.HttpEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The live page in a real browser, against running demos: a short one, and the one of README. */
class LivePageIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The bearing begins to wear after eight days: 115 s at the demo's own pace. */
  private static final Duration PUMP_PATIENCE = Duration.ofSeconds(150);

  private static final List<String> CHARTS =
      List.of(
          "timeline",
          "coordinates",
          "bounds",
          "statistics",
          "errors",
          "error-trend",
          "skill-trend",
          "spectrum",
          "portrait");

  private static Browser browser;

  @BeforeAll
  static void startBrowser() throws IOException {
    browser = Browser.startOrSkip();
  }

  @AfterAll
  static void stopBrowser() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  /** What {@code ./kahkm demo} shows, at its own pace of two minutes; only to take pictures. */
  @Test
  @Timeout(300)
  void showsThePumpsOfTheDemoAndWhatIsWrongWithThem() throws Exception {
    assumeTrue(Pictures.areWanted(), "no pictures are wanted");
    try (DemoProcess demo = DemoProcess.start("--port", "0")) {
      String address = demo.address();
      browser.size(1280, 800);
      browser.scheme("light");
      browser.open(address + "/#/?view=list");
      browser.await("row of every pump", PATIENCE, () -> rows().size() == 10);

      browser.await(
          "the stuck transmitter",
          PATIENCE,
          () ->
              rowOf("pump-03").contains("Sensor faulty") && rowOf("pump-03").contains("pressure"));
      browser.await("the worn bearing", PUMP_PATIENCE, () -> inAlarm("pump-07"));
      for (String sound : List.of("pump-01", "pump-02", "pump-10")) {
        assertThat(rowOf(sound)).contains("Normal");
      }
      Pictures.take(browser, "page-fleet.png");

      browser.open(address + "/#/stream/pump-07");
      browser.await("heading", PATIENCE, () -> browser.text("#stream-title").equals("pump-07"));
      browser.await("readings", PATIENCE, () -> drawn().contains("timeline"));
      browser.await(
          "vibration named", PATIENCE, () -> browser.text("#stream").contains("vibration"));
      browser.size(1280, 1180);
      Pictures.take(browser, "page-stream.png");
      browser.scheme("dark");
      Pictures.take(browser, "page-stream-dark.png");
      browser.size(390, 844);
      assertThat(overflow()).as("a pump at 390 px").isZero();
      Pictures.take(browser, "page-phone-stream.png");
      browser.open(address + "/#/?view=list");
      browser.await("table", PATIENCE, () -> !rows().isEmpty());
      assertThat(overflow()).as("the pumps at 390 px").isZero();
      Pictures.take(browser, "page-phone.png");
      assertThat(browser.problems()).isEmpty();
    }
    browser.open("about:blank");
    browser.problems();
  }

  @Test
  @Timeout(240)
  void showsARunningDemoItsFaultAndItsCharts() throws Exception {
    String faulty = "sensor-02";
    try (DemoProcess demo =
        DemoProcess.start("src/lab/test/resources/topologies/short-demo.yaml", "--port", "0")) {
      String address = demo.address();
      browser.size(1280, 800);
      browser.scheme("light");
      browser.open(address + "/#/?view=list");

      browser.await("row of every stream", PATIENCE, () -> rows().size() == 3);
      assertThat(browser.text(".assumption")).contains("every episode starts again");
      assertThat(browser.text("#instance")).contains("of 2 partitions");

      browser.await(
          "alarm of " + faulty,
          PATIENCE,
          () -> rows().get(0).startsWith(faulty) && rows().get(0).contains("nlike the recording"));
      assertThat(browser.evaluate("document.querySelector('.row:not(.head)').dataset.tone"))
          .isIn("bad", "warn");
      assertThat(browser.text("#announcer")).contains(faulty + ": Unlike the recording");
      browser.await(
          "windows of every stream",
          PATIENCE,
          () -> rows().stream().allMatch(row -> row.contains("window ")));
      assertThat(rows().get(0)).doesNotContain("Normal");
      browser.await(
          "window outside the map",
          PATIENCE,
          () -> rows().get(0).contains("OUT_OF_MAP") && rows().get(0).contains("withheld"));

      reachByKeyboard(faulty);
      browser.press(Keys.ENTER);
      browser.await("heading", PATIENCE, () -> browser.text("#stream-title").equals(faulty));
      browser.await(
          "focus on the heading",
          PATIENCE,
          () -> "stream-title".equals(browser.evaluate("document.activeElement.id")));

      browser.evaluate("document.querySelector('details.expert').open = true");
      browser.await("data in every chart", PATIENCE, () -> drawn().containsAll(CHARTS));
      assertThat(browser.all("figure[data-chart]")).hasSize(CHARTS.size());
      for (String chart : CHARTS) {
        assertThat(browser.text("[data-chart=" + chart + "] .summary")).as(chart).isNotBlank();
        assertThat(painted(chart)).as("painted points of " + chart).isGreaterThan(200);
      }
      assertThat(browser.text("[data-chart=timeline]")).contains("steps ahead: ● 1, ▲ 10");
      assertThat(browser.text(".assumption:not(#fleet *)")).contains("every episode starts again");
      browser.scheme("dark");

      browser.size(390, 844);
      assertThat(overflow()).as("a stream at 390 px").isZero();
      browser.press(Keys.ESCAPE);
      browser.await("table", PATIENCE, () -> !rows().isEmpty());
      assertThat(overflow()).as("the table at 390 px").isZero();
      assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
          .isEqualTo("rgb(14, 20, 27)");
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void takesHostileNamesAsTextAndSaysWhenTheEngineIsGone() throws Exception {
    String hostile = "<img src=x onerror=\"document.title='broken'\">/history?a=b&c#d";
    Scenario.StandingClock clock = new Scenario.StandingClock();
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.accepted(0, hostile, AssessmentFixture.transition(), Scenario.START);
    telemetry.status(0, hostile, Scenario.outsideAfter(Verdict.ATTAINABLE));
    telemetry.status(0, "quiet", Scenario.withVerdict(Verdict.ATTAINABLE));
    try (HttpEndpoint endpoint =
        HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty())) {
      browser.size(1280, 800);
      browser.open("http://127.0.0.1:" + endpoint.port() + "/#/?view=list");
      browser.await("rows", PATIENCE, () -> rows().size() == 2);

      assertThat(rows().get(0)).startsWith(hostile).contains("Unlike the recording");
      assertThat(rows().get(0)).doesNotContain("Normal");
      assertThat(rows().get(1)).contains("Normal");
      clock.forward(Duration.ofMinutes(2));
      browser.await("silence", PATIENCE, () -> rows().get(1).contains("Silent"));

      reachByKeyboard(hostile);
      browser.press(Keys.ENTER);
      browser.await("heading", PATIENCE, () -> browser.text("#stream-title").equals(hostile));
      assertThat(browser.all("#main img")).isEmpty();
      assertThat(browser.evaluate("document.title")).isEqualTo(hostile + " – KAHKM Streams");
      assertThat(browser.problems()).isEmpty();
    }
    browser.await(
        "notice",
        PATIENCE,
        () -> browser.text("#problem").contains("the values shown are out of date"));
    assertThat(browser.text("#live")).isEqualTo("no answer");
    browser.open("about:blank");
    // The failed requests are on the console; they are what was asked for.
    browser.problems();
  }

  @Test
  @Timeout(120)
  void aVerdictThatIsTooOldIsShownAsThatAndNotAsPresent() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.accepted(0, "pump", AssessmentFixture.transition(), Scenario.START);
    telemetry.status(0, "pump", Scenario.withVerdict(Verdict.ATTAINABLE));
    try (HttpEndpoint endpoint =
        HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty())) {
      browser.size(1280, 800);
      browser.open("http://127.0.0.1:" + endpoint.port() + "/#/?view=list");
      browser.await(
          "the verdict while it is young",
          PATIENCE,
          () -> rows().size() == 1 && rows().get(0).contains("window ATTAINABLE"));

      // Readings of a minute come, ten seconds being the length of a window, and none closes.
      telemetry.status(0, "pump", Scenario.healthyAfter(Duration.ofMinutes(1)));
      browser.await(
          "that the verdict is too old",
          PATIENCE,
          () -> rows().size() == 1 && rows().get(0).contains("Verdict too old"));
      assertThat(rows().get(0)).doesNotContain("Within tolerance").doesNotContain("ATTAINABLE");

      reachByKeyboard("pump");
      browser.press(Keys.ENTER);
      browser.await("heading", PATIENCE, () -> browser.text("#stream-title").equals("pump"));
      browser.await(
          "words in place of the certificate",
          PATIENCE,
          () ->
              browser
                  .text("#stream")
                  .contains("The last window is too old to say anything about the present."));
      assertThat(browser.text("#stream")).doesNotContain("Within tolerance");
      assertThat(browser.problems()).isEmpty();
    }
    browser.open("about:blank");
    browser.problems();
  }

  @Test
  @Timeout(120)
  void aFleetsVerdictThatIsTooOldIsShownAsThat() throws Exception {
    Scenario.StandingClock clock = new Scenario.StandingClock();
    EngineTelemetry telemetry =
        new EngineTelemetry(
            new TelemetrySettings(200, 8, Duration.ofSeconds(30), Duration.ofMinutes(30)),
            ServedMaps.of(Scenario.MAP, Optional.empty()),
            Optional.of(CertificateSettings.builder(Sampling.FLEET, 512).tolerance(0.3).build()),
            clock);
    telemetry.accepted(0, "pump", AssessmentFixture.transition(), Scenario.START);
    telemetry.status(0, "pump", Scenario.withoutWindow());
    telemetry.fleetClosed(Scenario.certificate(Verdict.ATTAINABLE, Reason.UPPER_BOUND_WITHIN), 2);
    try (HttpEndpoint endpoint =
        HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty())) {
      browser.size(1280, 800);
      browser.open("http://127.0.0.1:" + endpoint.port() + "/#/?view=list");
      browser.await(
          "the verdict while it is young",
          PATIENCE,
          () -> browser.text("#fleet").contains("Fleet: ATTAINABLE"));

      clock.forward(Duration.ofMinutes(1));
      browser.await(
          "that it is too old",
          PATIENCE,
          () -> browser.text("#fleet").contains("too old to say anything about the present"));
      assertThat(browser.text("#fleet")).doesNotContain("ATTAINABLE");
      assertThat(browser.problems()).isEmpty();
    }
    browser.open("about:blank");
    browser.problems();
  }

  private static List<String> rows() {
    Object rows =
        browser.evaluate(
            "[...document.querySelectorAll('#fleet:not([hidden]) .row:not(.head)')]"
                + ".map((row) => row.innerText)");
    return ((List<?>) rows).stream().map(String::valueOf).toList();
  }

  private static String rowOf(String stream) {
    return rows().stream().filter(row -> row.startsWith(stream)).findFirst().orElse("");
  }

  private static boolean inAlarm(String stream) {
    String row = rowOf(stream);
    return row.contains("Sensor") || row.contains("Unlike the recording");
  }

  private static void reachByKeyboard(String stream) {
    browser.evaluate("document.activeElement.blur()");
    for (int presses = 0; presses < 40; presses++) {
      browser.press(Keys.TAB);
      if (stream.equals(browser.evaluate("document.activeElement.textContent"))) {
        return;
      }
    }
    throw new AssertionError("the tab key does not reach " + stream);
  }

  private static List<String> drawn() {
    List<String> drawn = new ArrayList<>();
    for (WebElement figure : browser.all("figure[data-chart]")) {
      if (!"0".equals(figure.getDomAttribute("data-points"))) {
        drawn.add(figure.getDomAttribute("data-chart"));
      }
    }
    return drawn;
  }

  /** Pixels of a chart that are not of its background. */
  private static long painted(String chart) {
    Object count =
        browser.evaluate(
            "(() => { const canvas = document.querySelector(`[data-chart=${arguments[0]}] canvas`);"
                + " const data = canvas.getContext('2d').getImageData(0, 0, canvas.width,"
                + " canvas.height).data; let painted = 0;"
                + " for (let i = 3; i < data.length; i += 4) { painted += data[i] > 0; }"
                + " return painted; })()",
            chart);
    return ((Number) count).longValue();
  }

  private static long overflow() {
    return ((Number) browser.evaluate("document.documentElement.scrollWidth - innerWidth"))
        .longValue();
  }
}
