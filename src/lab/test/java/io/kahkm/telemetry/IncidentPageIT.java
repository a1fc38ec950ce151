package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.engine.Peers;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.telemetry.http.BasicLogin;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.TestModels;
import io.kahkm.text.StreamNames;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One incident and the list of all in a real browser: what they show, and what a person writes
 * there, with an operator's login and without.
 */
class IncidentPageIT extends PageInBrowser {
  private static final Instant LAST = Instant.parse("2026-11-03T14:05:20Z");
  private static final long MINUTE = 60_000_000_000L;
  private static final long END = LAST.toEpochMilli() * 1_000_000;

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
  private final List<IncidentEntry> written = new ArrayList<>();
  private final IncidentComposer composer =
      new IncidentComposer(
          "ab".repeat(32),
          false,
          new NamedSensors(List.of("q", "p"), Map.of("q", "bar")),
          telemetry.incidents(),
          clock,
          StreamNames.NONE);

  @BeforeEach
  void feedStreams() {
    clock.forward(Duration.ofMillis(LAST.toEpochMilli() - clock.millis()));
    feed();
  }

  /** Two days of readings every ten seconds; before the last hour some lie far outside. */
  private void feed() {
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder().timing(InputTiming.TIMED).build(),
            TestModels.vanDerPol(6, 1).toBuilder().alarms(TestModels.alarms(2)).build());
    int readings = 2 * 24 * 360;
    for (int k = 0; k <= readings; k++) {
      double turn = k / 50.0;
      double[] state = {2 * Math.cos(turn), 2 * Math.sin(turn)};
      if (k > readings - 720 && k < readings - 360) {
        state[0] += 5;
      }
      long time = END - (readings - k) * MINUTE / 6;
      telemetry.accepted(
          0, "pump", monitor.advance(Observation.state(time, state, "run", false)), clock.millis());
    }
    telemetry.status(0, "pump", Scenario.healthy());
  }

  /** An incident that lasted an hour, so many minutes before the last reading. */
  private String incident(String stream, long minutes, boolean over, double share) {
    long since = END - minutes * MINUTE;
    long last = since + 60 * MINUTE;
    Incident incident =
        new Incident(
            1,
            since,
            since + 3 * MINUTE,
            last,
            over ? OptionalLong.of(last) : OptionalLong.empty(),
            true,
            true,
            true,
            1.75,
            12.5,
            List.of(share, 1 - share),
            List.of(OptionalLong.of(since), OptionalLong.of(since + MINUTE)),
            List.of(new SensorFinding(0, SensorKind.HIGH, since, 2_500_000, 7.25, 2.25, 5)));
    IncidentEntry entry =
        IncidentRecords.read(
                IncidentRecords.bytes(composer.compose(stream, incident, Optional.empty())))
            .orElseThrow();
    telemetry.incidents().add(entry);
    return entry.key();
  }

  private HttpEndpoint serve(boolean operators) throws IOException {
    return HttpEndpoint.start(
        "127.0.0.1",
        0,
        telemetry,
        new HealthStub(),
        new HttpEndpoint.Access(
            Optional.empty(),
            Set.of(),
            operators ? List.of(new BasicLogin("anna", "ein Äpfel:1")) : List.of(),
            operators ? Optional.of(this::write) : Optional.empty()),
        Peers.NONE);
  }

  private void write(IncidentEntry entry) {
    written.add(entry);
    telemetry.incidents().add(entry);
  }

  private static String hash(String incident) {
    return "#/incident/" + incident.replace("@", "%40").replace(":", "%3A");
  }

  private static void click(String selector) {
    browser.evaluate("document.querySelector(arguments[0]).click()", selector);
  }

  private static boolean shown(String selector) {
    return (Boolean)
        browser.evaluate(
            "document.querySelector(arguments[0])?.checkVisibility() ?? false", selector);
  }

  private static void type(String selector, String text) {
    browser.evaluate("document.querySelector(arguments[0]).value = arguments[1]", selector, text);
  }

  @Test
  @Timeout(120)
  void oneIncidentIsToldInOnePlaceWithCurvesEvidenceAndWhatItResembles() throws Exception {
    String earlier = incident("pump", 9000, true, 0.85);
    telemetry
        .incidents()
        .add(new IncidentEntry.Mark(earlier, MarkLabel.FAULT, "bearing", "ben", END - MINUTE));
    incident("mixer", 121, true, 0.1);
    String id = incident("pump", 120, true, 0.875);
    try (HttpEndpoint endpoint = serve(false)) {
      open(endpoint, hash(id));
      browser.await("curves", PATIENCE, () -> !browser.all("#incident .timeline canvas").isEmpty());

      assertThat(browser.text("#incident-title")).isEqualTo("pump, 3 November 2026 12:05:20");
      assertThat(browser.text("#incident .headline .badge")).isEqualTo("ended");
      String sentence = telemetry.incidents().find(id).orElseThrow().json().path("words").asText();
      assertThat(browser.text("#incident .meaning")).isEqualTo(sentence);
      assertThat(browser.text("#incident .facts"))
          .contains("3 November 2026 12:08:20, 3 min after it began", "after 60 min")
          .contains("Unlike the recording, at most 1.8 times the threshold", "mixer");
      // Ranked once: the record's order, in the table and in the curves.
      assertThat(
              browser.evaluate(
                  "[...document.querySelectorAll('#incident tbody th')].map(x =>"
                      + " x.innerText).join()"))
          .isEqualTo("q,p");
      assertThat(browser.text("#incident tbody"))
          .contains("88 %", "reads 5.0 bar too high; its past and the others imply 2.3 bar");
      assertThat(browser.text("#incident .summary"))
          .contains("q ", "p ", "1 incident in this time");
      assertThat(browser.text("#incident ul.plain"))
          .contains(earlier)
          .contains("% alike, it was a fault of the machine");
      // An hour before, the hour itself, and an hour after.
      assertThat(browser.text("#incident .summary"))
          .startsWith("3 Nov 2026, 11:05:00 to 3 Nov 2026, 14:05:00");
      // Nobody may write here: the command is said.
      assertThat(shown(".actions")).isFalse();
      assertThat(browser.text("#incident section:last-child")).contains("kahkm mark TOPOLOGY");
      assertThat(shown(".operator")).isFalse();
      assertAccessible("an incident");
      browser.size(390, 800);
      assertNoSidewaysScroll("an incident on a phone");
      browser.scheme("dark");
      assertAccessible("an incident on a phone in the dark");
      assertThat(browser.problems()).isEmpty();
    }
  }

  @Test
  @Timeout(120)
  void anOperatorSignsInAndWritesAndEverybodySeesIt() throws Exception {
    String id = incident("pump", 30, false, 0.875);
    try (HttpEndpoint endpoint = serve(true)) {
      open(endpoint, hash(id));
      browser.await("the button", PATIENCE, () -> browser.text(".operator").startsWith("Sign in"));
      assertThat(shown(".actions")).isFalse();

      click(".operator > button");
      type("#operator-name", "anna");
      type("#operator-password", "wrong");
      click("dialog [type=submit]");
      browser.await("a refusal", PATIENCE, () -> browser.text("dialog .problem").contains("Wrong"));
      assertAccessible("signing in");
      type("#operator-password", "ein Äpfel:1");
      click("dialog [type=submit]");
      browser.await("the name", PATIENCE, () -> browser.text(".operator").equals("anna: sign out"));

      type(".action:nth-child(1) textarea", "on my way");
      click(".action:nth-child(1) [type=submit]");
      browser.await(
          "the acknowledgement",
          PATIENCE,
          () -> browser.text(".said").contains("Acknowledged by anna"));
      assertThat(browser.text(".said")).contains(": on my way");
      type(".action:nth-child(2) select", "sensor");
      type(".action:nth-child(2) textarea", "wire <b>loose</b>");
      click(".action:nth-child(2) [type=submit]");
      type(".action:nth-child(4) select", "q");
      type(".action:nth-child(3) select", "480");
      type(".action:nth-child(3) input", "rewiring");
      click(".action:nth-child(3) [type=submit]");
      browser.await(
          "the shelving",
          PATIENCE,
          () -> browser.text(".action:nth-child(3) h4").equals("End the shelving"));
      // What is chosen in one form stays when another one is exchanged.
      click(".action:nth-child(4) [type=submit]");
      browser.await(
          "all of it",
          PATIENCE,
          () ->
              browser.text(".said").contains("It was a fault of a sensor, says anna")
                  && browser.text(".said").contains("wire <b>loose</b>")
                  && browser.text(".said").contains("asks to accept sensor q as normal")
                  && browser.text(".said").contains("is shelved until"));
      assertThat(written)
          .extracting(entry -> entry.getClass().getSimpleName())
          .containsExactlyInAnyOrder("Acknowledgement", "Mark", "Shelving", "AcceptRequest");
      assertAccessible("an incident with everything said");

      // Somebody else, without a login, sees the same; and the stream says that it is shelved.
      open(endpoint, hash(id));
      browser.await("it", PATIENCE, () -> browser.text(".said").contains("Acknowledged by anna"));
      assertThat(shown(".actions")).isFalse();
      open(endpoint, "#/stream/pump");
      browser.await(
          "the shelving",
          PATIENCE,
          () -> browser.text("#stream .meaning").contains("shelved until"));
      assertThat(browser.text("#stream .meaning")).contains("by anna: rewiring");
      open(endpoint, "");
      browser.await("tiles", PATIENCE, () -> !browser.all(".tile").isEmpty());
      assertThat(browser.text(".tile")).contains("shelved until");
      // The console names the refusal of the wrong password, nothing else.
      assertThat(browser.problems()).allMatch(problem -> problem.contains("401"));
    }
  }

  @Test
  @Timeout(120)
  void allIncidentsAreListedByWeekAndLeadToEachOne() throws Exception {
    incident("mixer", 20 * 24 * 60, true, 0.1);
    String open = incident("pump", 30, false, 0.875);
    incident("pump", 120, true, 0.875);
    try (HttpEndpoint endpoint = serve(false)) {
      open(endpoint, "");
      browser.await("a link", PATIENCE, () -> browser.text("#fleet").contains("All incidents"));
      click("#fleet a[href='#/incidents']");
      browser.await("weeks", PATIENCE, () -> browser.all("#incidents section").size() == 2);
      assertThat(browser.text("#incidents"))
          .contains("Week of 2 November 2026: 2 incidents", "Week of 12 October 2026: 1 incident");
      assertAccessible("the list of incidents");
      browser.size(390, 800);
      assertNoSidewaysScroll("the list on a phone");

      click("#incidents input[type=checkbox]");
      browser.await("open ones", PATIENCE, () -> browser.all("#incidents li").size() == 1);
      assertThat(browser.evaluate("location.hash")).isEqualTo("#/incidents?state=open");
      click("#incidents li a");
      browser.await(
          "the incident", PATIENCE, () -> browser.text("#incident .badge").equals("open"));
      assertThat(browser.evaluate("location.hash")).isEqualTo(hash(open));
      open(endpoint, "#/incident/pump%40nowhere");
      browser.await(
          "that it is unknown",
          PATIENCE,
          () -> browser.text("#incident").contains("No such incident is known"));
      // The console names the answer 404, nothing else.
      assertThat(browser.problems()).allMatch(problem -> problem.contains("404"));
    }
  }
}
