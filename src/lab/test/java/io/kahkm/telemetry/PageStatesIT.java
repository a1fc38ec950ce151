package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.json.SkillJson;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The live page in a real browser, state by state: clock times, ranges, a restart, machines that
 * ended, ten thousand streams, and what axe-core finds in each.
 */
class PageStatesIT extends PageInBrowser {
  private static final Instant LAST = Instant.parse("2026-11-03T14:05:20Z");
  private static final int DAY = 24 * 360;

  @TempDir private Path folder;

  private final Scenario.StandingClock clock = new Scenario.StandingClock();

  /**
   * Readings every ten seconds that end at {@link #LAST}, of which some lie far outside, and of a
   * map of all states none of the others.
   */
  private static void day(BiConsumer<StreamMonitor, RowAssessment> taker) {
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder().timing(InputTiming.TIMED).build(),
            TestModels.vanDerPol(6, 1, 1));
    for (int k = 0; k <= DAY; k++) {
      double turn = k / 50.0;
      double[] state = {2 * Math.cos(turn), 2 * Math.sin(turn)};
      if (k > DAY - 360) {
        state[0] += 50;
      }
      long time = LAST.minusSeconds(10L * (DAY - k)).toEpochMilli() * 1_000_000;
      taker.accept(monitor, monitor.advance(Observation.state(time, state, "run", false)));
    }
  }

  private void feed(EngineTelemetry telemetry) {
    day((monitor, assessment) -> telemetry.accepted(0, "pump", assessment, clock.millis()));
    telemetry.status(0, "pump", Scenario.outside());
  }

  private static HttpEndpoint serve(EngineTelemetry telemetry) throws IOException {
    return HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty());
  }

  private static String timeline() {
    return browser.text("[data-chart=timeline] .summary");
  }

  /** A stream whose forecasts are certified to beat no change, as its monitor says it. */
  private static StreamStatus certified() {
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED)
                .horizons(List.of(1, 5))
                .skill(SkillSettings.USUAL)
                .build(),
            TestModels.vanDerPol(6, 1));
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 9, 1, 1500);
    for (int t = 0; t < data.length(0); t++) {
      long time = LAST.minusSeconds(data.length(0) - t).toEpochMilli() * 1_000_000;
      monitor.advance(Observation.state(time, data.state(0, t), "run", false));
    }
    return monitor.status();
  }

  @Test
  @Timeout(120)
  void theFirstScreenSaysWhatIsCertifiedAndWhichMapPublishes() throws Exception {
    StreamStatus status = certified();
    String sentence = SkillJson.words(status.forecasts()).get(0);
    assertThat(sentence).startsWith("Beats \"no change\" by at least").contains("95 %");
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    feed(telemetry);
    telemetry.status(0, "pump", status);
    telemetry.shadowStatus(0, "pump", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "#/stream/pump");
      browser.await(
          "the sentence",
          PATIENCE,
          () -> browser.text("main").contains("Forecasts: " + sentence + "."));
      // It stands on the first screen, without scrolling.
      assertThat(
              (Boolean)
                  browser.evaluate(
                      "[...document.querySelectorAll('.meaning')].some((one) =>"
                          + " one.textContent.startsWith('Forecasts: Beats') &&"
                          + " one.getBoundingClientRect().bottom < window.innerHeight)"))
          .isTrue();
      assertThat(browser.text("main")).doesNotContain("promoted by evidence");
      assertAccessible("certified skill");

      telemetry.leads(0, "pump", true);
      telemetry.shadowStatus(0, "pump", status);
      browser.await(
          "the map that publishes",
          PATIENCE,
          () -> browser.text("main").contains("it was promoted by evidence"));
      assertAccessible("promoted by evidence");
    }
  }

  @Test
  @Timeout(120)
  void showsThePastByTheClockAndKeepsTheChoiceInTheAddress() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    feed(telemetry);
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "#/stream/pump?range=day");
      browser.await("the last reading's time", PATIENCE, () -> timeline().contains("14:0"));

      assertThat(timeline()).contains("incident");
      assertThat(browser.evaluate("document.querySelector('[data-chart=timeline]').dataset.points"))
          .isEqualTo("240");
      assertThat(browser.text(".sensors")).contains("0.5 bar").contains("−2.0 to 2.0");
      assertThat(browser.text(".incidents")).contains("q 64 %");

      browser.evaluate(
          "[...document.querySelectorAll('.ranges button')].find((one) =>"
              + " one.innerText === '1 week').click()");
      browser.await(
          "the week",
          PATIENCE,
          () -> browser.evaluate("location.hash").toString().contains("week"));
      browser.evaluate("location.reload()");
      browser.await(
          "the week again",
          PATIENCE,
          () ->
              "week"
                  .equals(
                      browser.evaluate(
                          "document.querySelector('[data-chart=timeline]')?.dataset.range")));
      browser.evaluate("document.querySelector('.sensor-choice input').click()");
      browser.await(
          "the sensors in the address",
          PATIENCE,
          () -> browser.evaluate("location.hash").toString().contains("sensors=p"));
      browser.await("one sensor", PATIENCE, () -> !timeline().contains("q "));
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void whatIsOpenLastsUntilTheLastReading() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    int[] readings = {0};
    day(
        (monitor, assessment) -> {
          telemetry.accepted(0, "pump", assessment, clock.millis());
          // The last status is of ten readings before the end, and so is what it says.
          if (++readings[0] == DAY - 10) {
            telemetry.status(0, "pump", monitor.status());
          }
        });
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "#/stream/pump");
      browser.await("readings", PATIENCE, () -> timeline().contains("14:0"));

      assertThat(browser.evaluate("document.querySelector('[data-chart=timeline]').dataset.last"))
          .isEqualTo("outside");
    }
  }

  @Test
  @Timeout(120)
  void thePastIsThereAgainAfterARestart() throws Exception {
    try (EngineTelemetry before = Scenario.telemetry(200, 8, clock)) {
      before.keepHistories(folder);
      before.joined(0);
      feed(before);
      before.left(0);
    }
    try (EngineTelemetry after = Scenario.telemetry(200, 8, clock)) {
      after.keepHistories(folder);
      after.joined(0);
      after.status(0, "pump", Scenario.healthy());
      try (HttpEndpoint endpoint = serve(after)) {
        open(endpoint, "#/stream/pump?range=shift");
        browser.await("the past", PATIENCE, () -> timeline().contains("14:0"));
        assertThat(
                browser.evaluate("document.querySelector('[data-chart=timeline]').dataset.points"))
            .isEqualTo("240");
        assertThat(browser.text(".incidents")).contains("Contributing sensors: q");
        assertThat(browser.problems()).isEmpty();
      }
    }
  }

  @Test
  @Timeout(120)
  void aMachineThatEndedLeavesTheTilesByItself() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(0, "engine-1", Scenario.outside());
    telemetry.status(0, "engine-2", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("tiles", PATIENCE, () -> browser.all(".tile").size() == 2);
      assertThat(browser.text(".tile")).startsWith("engine-1").contains("Unlike the recording");
      assertThat(browser.text(".tile")).contains("0.5 bar").contains("q reads 0.63 bar low");

      clock.forward(Duration.ofMinutes(31));
      telemetry.accepted(0, "engine-2", Scenario.reading(), clock.millis());
      browser.await("one tile", PATIENCE, () -> browser.all(".tile").size() == 1);
      assertThat(browser.text(".tile")).startsWith("engine-2");
      assertThat(browser.text(".chips")).contains("1 ended").doesNotContain("outside");

      open(endpoint, "#/?state=ended");
      browser.await("what ended", PATIENCE, () -> browser.text(".tile").startsWith("engine-1"));
      assertThat(browser.text(".tile")).contains("Ended").contains("last reading");
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(180)
  void tenThousandStreamsAreSearchedFilteredAndSortedBySeverity() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    for (int i = 0; i < 10_000; i++) {
      telemetry.status(
          0,
          String.format(Locale.ROOT, "unit-%05d", i),
          i % 500 == 17 ? Scenario.outside() : Scenario.withoutWindow());
    }
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("rows", PATIENCE, () -> browser.all(".row:not(.head)").size() == 200);
      assertThat(browser.text("#note")).startsWith("200 of 10,000 streams shown");
      assertThat(browser.text(".row:not(.head)")).startsWith("unit-00017");
      Pictures.take(browser, "page-ten-thousand.png");
      browser.size(390, 844);
      assertThat(browser.text(".row:not(.head)"))
          .as("the reason on a phone")
          .contains("q reads 0.63 bar low");
      browser.size(1280, 900);
      browser.evaluate("document.querySelector('button.plain').click()");
      browser.await("more", PATIENCE, () -> browser.all(".row:not(.head)").size() == 400);

      open(endpoint, "#/?state=outside");
      browser.await("alarms", PATIENCE, () -> browser.all(".row:not(.head)").size() == 20);
      open(endpoint, "#/?find=0123&sort=stream");
      browser.await("found", PATIENCE, () -> browser.all(".row:not(.head)").size() == 11);
      assertThat(browser.text(".row:not(.head)")).startsWith("unit-00123");
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void whatCameOfAlertsToPeopleIsTold() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(0, "pump", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("a tile", PATIENCE, () -> browser.all(".tile").size() == 1);
      assertThat(browser.evaluate("document.getElementById('told').hidden")).isEqualTo(true);

      telemetry.alerts().channel("webhook").delivered();
      AlertCounts.Channel mail = telemetry.alerts().channel("mail");
      mail.failed("Couldn't connect to <b>smtp</b>");
      mail.gaveUp(1);
      mail.undelivered(2, OptionalLong.of(clock.millis() - 720_000));
      browser.await("alerts", PATIENCE, () -> !browser.text("#told").isEmpty());
      assertThat(browser.text("#told"))
          .isEqualTo(
              "Alerts delivered since the engine started: mail 0 (1 given up), webhook 1. Not"
                  + " delivered by mail of this instance: 2, the oldest for 12 min (Couldn't"
                  + " connect to <b>smtp</b>).");
      assertAccessible("alerts to people");

      mail.delivered();
      mail.undelivered(0, OptionalLong.empty());
      browser.await("delivered", PATIENCE, () -> !browser.text("#told").contains("Not delivered"));
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void rejectedRecordsAreToldWithTheFieldOrTagAtFault() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.status(0, "pump", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("a tile", PATIENCE, () -> browser.all(".tile").size() == 1);
      assertThat(browser.evaluate("document.getElementById('rejects').hidden")).isEqualTo(true);

      telemetry.rejected(0, RejectCause.of(RejectReason.DUPLICATE));
      for (int record = 0; record < 3; record++) {
        telemetry.rejected(0, RejectCause.of(RejectReason.MISSING_FIELD, "<b>flow_m3h</b>"));
      }
      browser.await("rejects", PATIENCE, () -> !browser.text("#rejects").isEmpty());
      assertThat(browser.text("#rejects"))
          .startsWith(
              "Records that this instance rejected since it started:"
                  + " 3 missing-field (<b>flow_m3h</b>), 1 duplicate; the last at ")
          .endsWith("Their original bytes are in the dead-letter topic.");
      assertAccessible("rejects");

      for (int tag = 0; tag < 8; tag++) {
        telemetry.rejected(0, RejectCause.of(RejectReason.NOT_NUMERIC, "PT-10" + tag));
      }
      browser.await(
          "the others together",
          PATIENCE,
          () -> browser.text("#rejects").contains("4 for 4 other reasons"));
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** Most users have one long stream and declare no units: certificates are nowhere then. */
  @Test
  @Timeout(120)
  void withoutCertificatesThePageSpeaksOfTheMapAlone() throws Exception {
    EngineTelemetry telemetry =
        new EngineTelemetry(
            new TelemetrySettings(200, 8, Duration.ofSeconds(30), Duration.ofMinutes(30)),
            ServedMaps.of(Scenario.MAP, Optional.empty()),
            Optional.empty(),
            clock);
    for (String pump : List.of("pump-a", "pump-b", "pump-c", "pump-d", "pump-e")) {
      telemetry.status(0, pump, Scenario.withoutWindow());
    }
    clock.forward(Duration.ofMinutes(2));
    for (String pump : List.of("pump-a", "pump-b", "pump-c", "pump-e")) {
      telemetry.accepted(0, pump, Scenario.reading(), clock.millis());
    }
    telemetry.status(0, "pump-b", Scenario.outside());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("tiles", PATIENCE, () -> browser.all(".tile").size() == 5);
      assertThat(browser.text(".chips")).contains("1 unlike the recording", "1 silent", "3 normal");
      assertThat(browser.text("main")).doesNotContainIgnoringCase("certificate", "window");
      assertThat(
              browser.evaluate(
                  "[...document.querySelectorAll('.tile[data-tone=good]')].map((tile) =>"
                      + " tile.innerText.split('\\n')[0]).join()"))
          .isEqualTo("pump-a,pump-c,pump-e");
      assertAccessible("tiles without certificates");
      Pictures.take(browser, "page-tiles.png");

      open(endpoint, "#/stream/pump-a");
      browser.await("the state", PATIENCE, () -> browser.text(".headline").contains("Normal"));
      assertThat(browser.text("#stream")).doesNotContainIgnoringCase("certificate", "window");
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** Green is a claim: a stream for which an alarm is off is amber, and so is its strip. */
  @Test
  @Timeout(120)
  void aStreamForWhichAnAlarmIsOffIsNotWatchedAndSilenceStandsBesideTheLastState()
      throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.accepted(0, "seen", Scenario.reading(), clock.millis());
    telemetry.status(0, "seen", Scenario.withoutWindow());
    telemetry.accepted(0, "blind", Scenario.reading(), clock.millis());
    telemetry.status(0, "blind", Scenario.without("relations"));
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("tiles", PATIENCE, () -> browser.all(".tile").size() == 2);
      assertThat(browser.text(".tile[data-state=no-limit]"))
          .startsWith("blind")
          .contains("Not watched", "an alarm of the model is off");
      assertThat(browser.evaluate("document.querySelector('.tile[data-tone=good] a').innerText"))
          .isEqualTo("seen");
      open(endpoint, "#/stream/blind");
      browser.await("the state", PATIENCE, () -> browser.text(".headline").contains("Not watched"));

      clock.forward(Duration.ofMinutes(2));
      open(endpoint, "");
      browser.await("silence", PATIENCE, () -> browser.all(".tile[data-state=silent]").size() == 2);
      assertThat(browser.text(".tiles")).contains(": not watched", ": normal");
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** A mode without a model is named, on the tile and on the page of its stream. */
  @Test
  @Timeout(120)
  void aModeWithoutAModelIsOffAndNamed() throws Exception {
    EngineTelemetry telemetry = Scenario.withModes(clock);
    telemetry.mode(0, "press", "washing", "A");
    telemetry.accepted(0, "press", Scenario.reading(), clock.millis());
    telemetry.status(0, "press", Scenario.off());
    telemetry.mode(0, "other", "B", "B");
    telemetry.accepted(0, "other", Scenario.reading(), clock.millis());
    telemetry.status(0, "other", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("a tile", PATIENCE, () -> !browser.all(".tile[data-state=off]").isEmpty());
      assertThat(browser.text(".tiles")).contains("no model for mode washing");

      open(endpoint, "#/stream/press");
      browser.await("the mode", PATIENCE, () -> browser.text("#stream").contains("Mode washing"));
      assertThat(browser.text("#stream"))
          .contains(
              "Mode washing has no model (model.by-mode in the topology file): its readings are not"
                  + " judged.");
      assertAccessible("a stream in a mode without a model");

      open(endpoint, "#/stream/other");
      browser.await("the mode", PATIENCE, () -> browser.text("#stream").contains("Mode B."));
      assertThat(browser.text("#stream")).contains("The model has no alarm for novelty.");
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** A stop is neither green nor red nor silent, and its values are compared with nothing. */
  @Test
  @Timeout(120)
  void aMachineThatStandsStillIsOffSinceWhenAndNothingOfItIsRed() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.accepted(0, "standing", Scenario.reading(), clock.millis());
    telemetry.status(0, "standing", Scenario.off());
    telemetry.accepted(0, "starting", Scenario.reading(), clock.millis());
    telemetry.status(0, "starting", Scenario.settling());
    clock.forward(Duration.ofMinutes(2));
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("tiles", PATIENCE, () -> browser.all(".tile[data-state=off]").size() == 2);
      assertThat(browser.all(".tile[data-tone=bad], .tile[data-tone=good]")).isEmpty();
      assertThat(browser.text(".tiles"))
          .contains("Off", "since ", "started at ", "judged from ")
          .doesNotContainIgnoringCase("silent");
      assertAccessible("tiles of machines that stand still");

      open(endpoint, "#/stream/standing");
      browser.await("the state", PATIENCE, () -> browser.text(".headline").contains("Off"));
      assertThat(browser.text("#stream"))
          .contains(
              "The machine is not in operation, so its readings are not judged.",
              "Off since ",
              "The incident that was open when it stopped is still open.")
          .doesNotContain("Unlike the recording since");
      assertThat(browser.all(".sensors [data-beyond=true]")).isEmpty();
      assertAccessible("a stream whose machine stands still");
      Pictures.take(browser, "page-off.png");

      open(endpoint, "#/stream/starting");
      browser.await("the start", PATIENCE, () -> browser.text("#stream").contains("It started at"));
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** What people read must not contradict itself: 100 is not above 84 to 100. */
  @Test
  @Timeout(120)
  void aValueIsBeyondItsUsualRangeOnlyWhereItReadsSo() throws Exception {
    try (HttpEndpoint endpoint = serve(Scenario.telemetry(200, 8, clock))) {
      open(endpoint, "");
      String text =
          """
          import('/page/sensors.js').then(page => {
            const sensors = page.sensorsOf({sensors: ['a', 'b', 'c'], usual: [%s, null]});
            const shown = new page.SensorTable();
            shown.update(sensors, {a: %s, b: %s, c: 1e12}, {}, true);
            return shown.body.innerText + [...shown.body.children].map(row => row.dataset.beyond).join();
          })\
          """;

      assertThat(
              browser
                  .await(text.formatted("[84.2, 99.8], [-1234.4, -1210.2]", "100.3", "-1234.49"))
                  .toString())
          .contains("100", "84 to 100", "−1,234")
          .doesNotContain("above", "below")
          .endsWith("false,false,false");
      assertThat(
              browser
                  .await(text.formatted("[84.2, 99.8], [-1234.4, -1210.2]", "100.6", "-1234.51"))
                  .toString())
          .contains("84 to 100, above", "−1,234 to −1,210, below")
          .endsWith("true,true,false");
    }
  }

  /** A window from before a fault says nothing of readings that left the map since. */
  @Test
  @Timeout(120)
  void noHorizonIsTrustedWhileAStreamIsOutsideTheMap() throws Exception {
    try (HttpEndpoint endpoint = serve(Scenario.telemetry(200, 8, clock))) {
      open(endpoint, "");
      String text =
          """
          import('/page/horizons.js').then(page => {
            const shown = new page.Horizons();
            shown.update({condition: '%s', certificate: {alarm: {tolerance: 0.3}, claim: 'As claimed.',
              horizons: {ok: 50, rows: [{horizon: 1, units: 9, mse: 0.01, U: 0.2, L: 0}]}}});
            return shown.words.textContent;
          })\
          """;

      assertThat(browser.await(text.formatted("on"))).isEqualTo("As claimed.");
      assertThat(browser.await(text.formatted("outside")).toString())
          .startsWith(
              "Not valid now: Unlike the recording. Result of the last window: As claimed.");
      assertThat(browser.await(text.formatted("broken")).toString())
          .startsWith("Not valid now: Sensors disagree.");
    }
  }

  @Test
  @Timeout(60)
  void axeFindsWhatIsWrong() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(1, 8, clock);
    telemetry.status(0, "pump", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      open(endpoint, "");
      browser.await("a tile", PATIENCE, () -> browser.all(".tile").size() == 1);
      browser.run(
          "document.querySelector('main').append(document.createElement('button'));"
              + "document.querySelector('main .muted').style.color = '#bbb';");
      assertThat(objections().toString()).contains("button-name", "color-contrast");
    }
  }

  @Test
  @Timeout(240)
  void axeFindsNothingInAnyState() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry(1, 8, clock);
    feed(telemetry);
    telemetry.status(0, "without-charts", Scenario.healthy());
    try (HttpEndpoint endpoint = serve(telemetry)) {
      // Colours do not depend on the width, nor the layout on the colours.
      for (String scheme : List.of("light", "dark")) {
        int width = scheme.equals("light") ? 1280 : 390;
        browser.scheme(scheme);
        browser.size(width, 900);
        open(endpoint, "");
        browser.await("tiles", PATIENCE, () -> browser.all(".tile").size() == 2);
        browser.evaluate("document.querySelector('footer details').open = true");
        assertAccessible("tiles, " + scheme + ", " + width);
        open(endpoint, "#/?view=list");
        browser.await("rows", PATIENCE, () -> browser.all(".row:not(.head)").size() == 2);
        assertAccessible("list, " + scheme + ", " + width);
        open(endpoint, "#/stream/pump");
        browser.await("readings", PATIENCE, () -> timeline().contains("14:0"));
        browser.evaluate("document.querySelector('details.expert').open = true");
        browser.await("charts", PATIENCE, () -> browser.all("[data-chart]").size() > 4);
        assertAccessible("stream, " + scheme + ", " + width);
        open(endpoint, "#/stream/pump?range=day");
        browser.await("the day", PATIENCE, () -> timeline().contains("14:0"));
        assertAccessible("day, " + scheme + ", " + width);
        open(endpoint, "#/stream/without-charts");
        browser.await(
            "the note", PATIENCE, () -> browser.text("#stream").contains("No charts are kept"));
        assertAccessible("no charts, " + scheme + ", " + width);
      }
    }
  }
}
