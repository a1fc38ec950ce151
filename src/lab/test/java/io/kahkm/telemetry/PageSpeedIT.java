package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.lab.DemoProcess;
import io.kahkm.process.EngineProcess;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long people wait for the live page, in a real browser. The limits are those that are
 * announced, or on a slow or crowded machine a multiple of what a page of one word takes there at
 * the same time; the figures are printed.
 */
@Tag("full")
class PageSpeedIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOADS = 5;

  /** Notes when a page shows its hundredth and its two hundredth stream. */
  private static final String WATCH =
      """
      window.reached = {};
      new MutationObserver(() => requestAnimationFrame(() => {
        const shown = document.querySelectorAll('.row:not(.head), .tile').length;
        for (const count of [100, 200]) {
          if (shown >= count && !(count in window.reached)) {
            window.reached[count] = performance.now();
          }
        }
      })).observe(document, {childList: true, subtree: true});
      """;

  private static Browser browser;

  @TempDir private Path folder;

  @BeforeAll
  static void startBrowser() throws IOException {
    browser = Browser.startOrSkip();
    browser.onEveryPage(WATCH);
    browser.size(1280, 900);
  }

  @AfterAll
  static void stopBrowser() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void leave() {
    browser.open("about:blank");
  }

  private static double number(String expression) {
    return ((Number) browser.evaluate(expression)).doubleValue();
  }

  /** Milliseconds from asking for a page to its first content, the median of some loads. */
  private static double firstPaint(String address) throws InterruptedException {
    String paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1";
    double[] times = new double[LOADS];
    for (int i = 0; i < LOADS; i++) {
      browser.open("about:blank");
      browser.open(address);
      browser.await("paint", PATIENCE, () -> number(paint) >= 0);
      times[i] = number(paint);
    }
    Arrays.sort(times);
    return times[LOADS / 2];
  }

  /** The limit, or where a page of one word takes longer than a tenth of it, ten times that. */
  private static double limit(double announced, double oneWord) {
    return Math.max(announced, 10 * oneWord);
  }

  private static void report(String what, double milliseconds, double oneWord) {
    System.out.printf(
        Locale.ROOT, "%s: %.0f ms; a page of one word: %.0f ms%n", what, milliseconds, oneWord);
  }

  @Test
  @Timeout(180)
  void thePackagedDemosPageIsPaintedWithinASecond() throws Exception {
    try (DemoProcess demo = DemoProcess.startAsPeopleDo("--port", "0")) {
      String address = demo.address();
      double oneWord = firstPaint(address + "/healthz");
      double page = firstPaint(address + "/");

      report("first paint of the demo's page", page, oneWord);
      assertThat(page).isLessThanOrEqualTo(limit(1000, oneWord));

      double answer = keptConnection(address + "/api/login");
      report("a short answer on a connection that is kept", answer, oneWord);
      // Where the server waits for an acknowledgement it takes 40 ms and more.
      assertThat(answer).isLessThan(35);
    }
  }

  /** Milliseconds that an answer takes on a connection that was used before, the median of some. */
  private static double keptConnection(String address) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    double[] times = new double[30];
    for (int i = 0; i < times.length; i++) {
      long begun = System.nanoTime();
      client.send(request, HttpResponse.BodyHandlers.discarding());
      times[i] = (System.nanoTime() - begun) / 1e6;
    }
    Arrays.sort(times);
    return times[times.length / 2];
  }

  @Test
  @Timeout(180)
  void tenThousandStreamsAreUsableWithinTwoSeconds() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry();
    for (int i = 0; i < 10_000; i++) {
      telemetry.status(
          0,
          String.format(Locale.ROOT, "unit-%05d", i),
          i % 500 == 17 ? Scenario.outside() : Scenario.withoutWindow());
    }
    try (HttpEndpoint endpoint =
        HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty())) {
      String address = "http://127.0.0.1:" + endpoint.port();
      double oneWord = firstPaint(address + "/healthz");
      browser.open("about:blank");
      browser.open(address + "/");
      browser.await("rows", PATIENCE, () -> number("window.reached[200] ?? -1") >= 0);
      double rows = number("window.reached[200]");
      double found =
          ((Number)
                  browser.await(
                      """
                      new Promise((done) => {
                        const begun = performance.now();
                        const search = document.querySelector('input[type=search]');
                        search.focus();
                        search.value = '0123';
                        search.dispatchEvent(new Event('input', {bubbles: true}));
                        const look = () =>
                          document.querySelectorAll('.row:not(.head), .tile').length === 11
                            ? done(performance.now() - begun)
                            : requestAnimationFrame(look);
                        look();
                      })\
                      """))
              .doubleValue();

      report("10,000 streams, worst 200 shown", rows, oneWord);
      report("10,000 streams, 11 found", found, oneWord);
      assertThat(rows).isLessThanOrEqualTo(limit(2000, oneWord));
      assertThat(found).isLessThanOrEqualTo(limit(2000, oneWord));
    }
  }

  @Test
  @Timeout(300)
  void aHundredStreamsAreThereAgainWithinTwoSecondsAfterARestart() throws Exception {
    TopologyConfig file =
        TopologyConfig.parse(
            """
            name: hundred
            model: {file: not-read.safetensors}
            input: {topic: hundred.states, state: [q, p]}
            kafka: {bootstrap.servers: "localhost:9092", num.stream.threads: 1}
            """,
            "hundred",
            Map.of());
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of())) {
      TopologyConfig config =
          file.withKafka(
                  Map.of(
                      "bootstrap.servers",
                      broker.bootstrapServers(),
                      "state.dir",
                      folder.resolve("state").toString()))
              .withTelemetryPort(0);
      int port;
      try (EngineProcess first = start(config)) {
        send(broker.bootstrapServers());
        String address = first.url(config);
        port = URI.create(address).getPort();
        browser.open(address + "/");
        browser.await("streams", PATIENCE, () -> shown() == 100);
      }
      browser.await("a page without an engine", PATIENCE, () -> state().equals("lost"));

      long begun = System.nanoTime();
      try (EngineProcess second = start(config.withTelemetryPort(port))) {
        double start = (System.nanoTime() - begun) / 1e6;
        long ready = System.nanoTime();
        browser.await("streams again", PATIENCE, () -> state().equals("live") && shown() == 100);
        double again = (System.nanoTime() - ready) / 1e6;
        assertThat(second.telemetry().statuses()).hasSize(100);

        report("100 streams after a restart, from the engine's readiness", again, 0);
        report("the engine's start before that", start, 0);
        // On a crowded machine the engine's own start is the measure of its slowness; without the
        // optimizing compiler hardly any of it is warm-up, which was half of it.
        assertThat(again).isLessThanOrEqualTo(Math.max(2000, 6 * start));
      }
    }
  }

  private static String state() {
    return String.valueOf(browser.evaluate("document.getElementById('live').dataset.state"));
  }

  private static int shown() {
    return browser.all(".row:not(.head), .tile").size();
  }

  private static EngineProcess start(TopologyConfig config) throws Exception {
    EngineProcess process = EngineProcess.start(config, TestModels.vanDerPol(6, 1), 1);
    process.engine().awaitRunning(Duration.ofSeconds(60));
    return process;
  }

  private static void send(String bootstrap) {
    Map<String, Object> settings = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (int k = 0; k < 5; k++) {
        double turn = 0.1 * k;
        String value =
            String.format(
                Locale.ROOT,
                "{\"q\": %.4f, \"p\": %.4f}",
                2 * StrictMath.cos(turn),
                2 * StrictMath.sin(turn));
        IntStream.range(0, 100)
            .mapToObj(i -> String.format(Locale.ROOT, "unit-%03d", i))
            .forEach(
                unit -> {
                  var unused = producer.send(new ProducerRecord<>("hundred.states", unit, value));
                });
      }
    }
  }
}
