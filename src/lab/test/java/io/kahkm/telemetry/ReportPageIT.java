package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.Cli;
import io.kahkm.engine.Peers;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.text.UrlText;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The report of score in a real browser, from a file, beside the live page of the same rows. */
class ReportPageIT extends PageInBrowser {
  private static final int ROWS = 900;
  private static final long START = 1_790_000_000_000L;
  private static final long STEP = 60_000;
  private static final String STREAM = "berlin/hall-2/pump-</script>7";
  private static final String OTHER = "berlin/hall-2/pump-8";

  /** Everything that the view says in words. */
  private static final String SAID =
      "['#incident-title', '#incident .meaning', '#incident .facts', '#incident .sensors',"
          + " '#summary-timeline', '#incident .sensor-choice'].map((one) =>"
          + " document.querySelector(one)?.innerText ?? 'no ' + one).join('\\n')";

  @TempDir static Path folder;
  private static Path topology;
  private static Path history;
  private static Path report;
  private static String printed;

  @BeforeAll
  static void score() throws Exception {
    Path normal = folder.resolve("normal.csv");
    Files.writeString(normal, "t,plant,a,b,c,d\n" + csv(1, STREAM, false));
    history = folder.resolve("history.csv");
    Files.writeString(history, "t,plant,a,b,c,d\n" + csv(2, STREAM, true) + csv(3, OTHER, true));
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {file: plant.safetensors}
        streams: {key: "(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)"}
        input: {state: [a, b, c, d], units: {c: bar}, time: t, time-unit: ms, step: 1m}
        forecasts: {horizons: [1, 5]}
        kafka: {bootstrap.servers: "localhost:9092"}
        """);
    Cli fit = Cli.words("fit " + topology + " --classes 5 --seed 1 --input", normal);
    assertThat(fit.code()).as(fit.err()).isZero();
    report = folder.resolve("report.html");
    Cli score =
        Cli.words(
            "score "
                + topology
                + " --stream plant --input "
                + history
                + " --report "
                + report
                + " --output",
            folder.resolve("scores.csv"));
    assertThat(score.code()).as(score.err()).isZero();
    printed = score.out();
  }

  /** A sensor far off twice, an hour each. */
  private static String csv(long seed, String stream, boolean faults) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    double[] swing = new double[2];
    for (int t = 0; t < ROWS; t++) {
      swing[0] = 0.6 * swing[0] + random.nextGaussian();
      swing[1] = 0.5 * swing[1] + random.nextGaussian();
      boolean now = faults && ((t >= 300 && t < 360) || (t >= 600 && t < 660));
      text.append(START + STEP * t)
          .append(',')
          .append(stream)
          .append(',')
          .append(swing[0] + 0.2 * random.nextGaussian())
          .append(',')
          .append(2 * swing[0] - swing[1] + 0.2 * random.nextGaussian())
          .append(',')
          .append(3 + swing[1] + 0.2 * random.nextGaussian() + (now ? 9 : 0))
          .append(',')
          .append(swing[0] + swing[1] + 0.2 * random.nextGaussian())
          .append('\n');
    }
    return text.toString();
  }

  private static void openReport(String hash) {
    browser.open("about:blank");
    browser.open(report.toUri() + hash);
  }

  private static void picture(String name) throws IOException {
    String pictures = System.getProperty("kahkm.report");
    if (pictures != null) {
      browser.picture(Path.of(pictures, name));
    }
  }

  private static void awaitCurves() throws InterruptedException {
    browser.await(
        "curves",
        PATIENCE,
        () ->
            Boolean.TRUE.equals(
                browser.evaluate(
                    "document.querySelector('#incident [data-chart] canvas') !== null")));
  }

  /** Feeds the rows in order of time, as an engine would, until a while after an incident. */
  private static String live(EngineTelemetry telemetry, Scenario.StandingClock clock)
      throws Exception {
    TopologyConfig config = TopologyConfig.load(topology, Map.of());
    Model model = ModelFile.read(folder.resolve("plant.safetensors"));
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, model);
    Map<String, StreamMonitor> monitors = new TreeMap<>();
    IncidentComposer composer =
        IncidentComposer.ofMain(
            model.map(),
            config.input().fields().unitsOf(model.map().sensors()),
            telemetry.incidents(),
            InstantSource.system(),
            config.streams());
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(history)) {
      rows.add(line.split(",", -1));
    }
    rows.remove(0);
    rows.sort(Comparator.comparing((String[] cells) -> Long.parseLong(cells[0])));
    String id = "";
    int after = 0;
    for (String[] cells : rows) {
      String stream = cells[1];
      long time = Long.parseLong(cells[0]);
      double[] values = new double[4];
      for (int j = 0; j < 4; j++) {
        values[j] = Double.parseDouble(cells[2 + j]);
      }
      clock.forward(Duration.ofMillis(time - clock.millis()));
      StreamMonitor monitor =
          monitors.computeIfAbsent(
              stream, unused -> StreamMonitor.create(blueprint.settings(), blueprint.model()));
      RowAssessment assessment =
          monitor.advance(
              Observation.state(TimeUnit.MILLISECONDS.toNanos(time), values, null, false));
      telemetry.accepted(0, stream, assessment, time);
      if (assessment.incidentChange() != IncidentChange.NONE) {
        ObjectNode record =
            composer.compose(stream, assessment.incident().orElseThrow(), Optional.empty());
        telemetry
            .incidents()
            .add(IncidentRecords.read(IncidentRecords.bytes(record)).orElseThrow());
        if (stream.equals(STREAM) && record.has("ended") && id.isEmpty()) {
          id = record.path("incident").asText();
        }
      }
      after += id.isEmpty() ? 0 : 1;
      if (after == 240) {
        break;
      }
    }
    monitors.forEach((stream, monitor) -> telemetry.status(0, stream, monitor.status()));
    return id;
  }

  @Test
  @Timeout(180)
  void reportAndPageSayTheSameOfTheSameRows() throws Exception {
    Scenario.StandingClock clock = new Scenario.StandingClock();
    TopologyConfig config = TopologyConfig.load(topology, Map.of());
    Model model = ModelFile.read(folder.resolve("plant.safetensors"));
    EngineTelemetry telemetry =
        new EngineTelemetry(
            new TelemetrySettings(
                200,
                8,
                Duration.ofHours(2),
                Duration.ofHours(9),
                Duration.ofDays(7),
                Optional.empty(),
                OptionalDouble.empty(),
                config.streams()),
            ServedMaps.of(
                MapIdentity.of(model, config.input().fields().unitsOf(model.map().sensors())),
                Optional.empty()),
            Optional.empty(),
            clock);
    String id = live(telemetry, clock);
    String hash = "#/incident/" + UrlText.escaped(id);
    String said;
    try (HttpEndpoint endpoint =
        HttpEndpoint.start(
            "127.0.0.1",
            0,
            telemetry,
            new HealthStub(),
            new HttpEndpoint.Access(Optional.empty(), Set.of()),
            Peers.NONE)) {
      open(endpoint, hash);
      browser.await("the page", PATIENCE, () -> browser.text("#incident").contains("Began"));
      browser.evaluate(
          "(() => { const zone = document.getElementById('zone'); zone.value = 'UTC';"
              + " zone.dispatchEvent(new Event('change')); })()");
      awaitCurves();
      browser.await("UTC", PATIENCE, () -> browser.text("#incident").contains("Began"));
      said = String.valueOf(browser.evaluate(SAID));
      picture("live.png");
      // Else the page asks once more when nobody answers any longer.
      browser.open("about:blank");
      browser.problems();
    }
    openReport(hash);
    awaitCurves();
    picture("report.png");
    assertThat(String.valueOf(browser.evaluate(SAID)).lines().toList())
        .isEqualTo(said.lines().toList());
    assertThat(said)
        .startsWith("pump-</script>7 (berlin, hall-2), ")
        .contains("was unlike the recording", "No earlier incident resembles it.", "c\t", "bar")
        .contains("Within ten minutes also", OTHER);
    assertThat(browser.problems()).isEmpty();
    // The same sentence where score prints it, but for what people call the stream.
    String happening = said.lines().filter(line -> line.contains(" was unlike")).findFirst().get();
    String what =
        happening.substring(happening.indexOf(" was "), happening.indexOf(". No earlier incident"));
    assertThat(printed).contains(what);
  }

  @Test
  @Timeout(180)
  void aFileOnADiskShowsEveryIncident() throws Exception {
    openReport("");
    awaitCurves();
    List<?> links =
        (List<?>)
            browser.evaluate(
                "[...document.querySelectorAll('table a[href^=\"#/incident/\"]')].map((a) =>"
                    + " a.getAttribute('href'))");
    assertThat(links).hasSize(4).doesNotHaveDuplicates();
    String first = browser.text("#incident-title");
    browser.evaluate("document.querySelectorAll('table a[href^=\"#/incident/\"]')[3].click()");
    browser.await("another one", PATIENCE, () -> !browser.text("#incident-title").equals(first));
    awaitCurves();
    assertThat(browser.text("#incident-title")).startsWith("pump-8 (berlin, hall-2), ");
    assertThat(browser.text("#incident .meaning")).contains("It resembles what happened to pump-");
    assertThat(browser.text("#incident")).contains("% alike");
    // Nothing is left to do in a file, and nobody is asked.
    assertThat(browser.text("#incident")).doesNotContain("Acknowledge").doesNotContain("sign in");
    assertThat(
            browser.evaluate(
                "performance.getEntriesByType('resource').filter((one) =>"
                    + " !one.name.startsWith('data:')).length"))
        .isEqualTo(0L);
    assertThat(Files.readString(report)).doesNotContain("pump-</script>7");

    browser.size(390, 844);
    browser.scheme("dark");
    openReport("");
    awaitCurves();
    assertNoSidewaysScroll("a report on a phone");
    assertAccessible("a report in the dark");
    picture("phone.png");
    assertThat(browser.problems()).isEmpty();
  }
}
