package io.kahkm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.config.PeerAddress;
import io.kahkm.engine.Cautions;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.Models;
import io.kahkm.stream.client.EngineException;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.Scenario;
import io.kahkm.telemetry.TrackedStream;
import io.kahkm.telemetry.http.BasicLogin;
import io.kahkm.testing.BrokerStandIn;
import io.kahkm.testing.CapturedLog;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine with its port and its telemetry, which find their topics and cannot join a group. */
class EngineProcessTest {
  private static final Model MODEL = TestModels.vanDerPol(5, 1);
  private static final String ANNA = BasicLogin.authorization("anna", "an apple");
  private static final String VIEWER = BasicLogin.authorization("view", "a pear");

  /** Threads of an engine beside Kafka's. */
  private static final Set<String> OWN =
      Set.of(
          "HTTP-Dispatcher",
          "alerts-webhook",
          "history",
          "incidents",
          "kafka-meters",
          "kahkm-broker-watch",
          "otlp");

  private static final String INCIDENT = "pump@2026-10-18T09:12:30Z";
  private static final long LONGEST_MILLIS = 20_000;

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final BrokerStandIn cluster = new BrokerStandIn();
  private int port;

  @BeforeEach
  void freePort() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private TopologyConfig config(String telemetry, String more) throws Exception {
    return TopologyConfig.parse(
        """
        name: plant
        model: {file: unused}
        input: {state: [q, p], time: t, episode: run}
        forecasts: {horizons: [1]}
        incidents: {topic: plant.incidents}
        telemetry: {port: %d%s}
        %s
        kafka: {bootstrap.servers: "%s", state.dir: "%s"}
        """
            .formatted(port, telemetry, more, cluster.servers(), folder),
        "plant.yaml",
        Map.of("VIEW", "a pear", "ANNA", "an apple"));
  }

  private HttpResponse<String> ask(String path, String method, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(
                method,
                method.equals("POST")
                    ? HttpRequest.BodyPublishers.ofString("{}")
                    : HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Threads of the engine that run. */
  private static List<Thread> own() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(one -> OWN.contains(one.getName()) || one.getName().contains("plant-"))
        .toList();
  }

  private static void assertNoThreadIsLeft() throws InterruptedException {
    for (Thread left : own()) {
      left.join(LONGEST_MILLIS);
      assertThat(left.isAlive()).as(left.getName()).isFalse();
    }
  }

  @Test
  void aPortAnswersFromBeforeTheStartUntilTheEnd() throws Exception {
    cluster.admitMembers();
    List<String> told = new ArrayList<>();
    TopologyConfig config = config("", "");
    EngineProcess process =
        EngineProcess.start(
            config,
            Models.of(MODEL, Optional.empty()),
            3,
            telemetry -> {
              told.add(telemetry.getClass().getSimpleName());
              return new EngineListener() {};
            });
    try (process) {
      assertThat(process.engine().awaitRunning(Duration.ofMillis(LONGEST_MILLIS))).isTrue();
      assertThat(told).containsExactly("EngineTelemetry");
      assertThat(cluster.created())
          .containsEntry("plant.states", "3 x 1 {}")
          .containsEntry("plant.incidents", "3 x 1 {cleanup.policy=compact}");
      assertThat(process.url(config)).isEqualTo("http://127.0.0.1:" + port);
      assertThat(process.engine().partitionsTotal()).isEqualTo(3);
      assertThat(process.engine().peers().own()).contains(new PeerAddress("127.0.0.1", port));
      assertThat(process.telemetry().registry().getMeters()).isNotEmpty();
      assertThat(ask("/healthz", "GET").statusCode()).isEqualTo(200);
      assertThat(ask("/metrics", "GET").body())
          .contains("jvm_memory_used_bytes", "disk_free_bytes", MODEL.map().fingerprint());
      assertThat(ask("/api/incidents/x/acknowledge", "POST").statusCode())
          .as("nobody may write")
          .isEqualTo(405);
    }
    assertThatThrownBy(() -> ask("/healthz", "GET")).isInstanceOf(ConnectException.class);
    assertNoThreadIsLeft();
  }

  @Test
  void metricsAndAlertsGoWhereTheFileSays() throws Exception {
    TopologyConfig config =
        config(
            ", otlp: {endpoint: 'http://127.0.0.1:1'}",
            "alerts: {webhook: {url: 'http://127.0.0.1:1/hook'}}");
    try (EngineProcess process = EngineProcess.start(config, MODEL, 2)) {
      assertThat(process.url(config)).endsWith(":" + port);
      assertThat(own()).extracting(Thread::getName).contains("otlp", "alerts-webhook");
    }
    assertNoThreadIsLeft();
  }

  @Test
  @Timeout(60)
  void loginsAndOperatorsAreThoseOfTheFile() throws Exception {
    BrokerStandIn.Topic incidents =
        cluster
            .topic("plant.incidents", 1)
            .append(
                0,
                1,
                INCIDENT,
                ("{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"pump\",\"state\":\"open\","
                        + "\"opened\":\"2026-10-18T09:12:30Z\"}")
                    .formatted(INCIDENT));
    TopologyConfig config =
        config(
            ", advertised: 'engine-1:80', user: view, password: '${VIEW}', operators: {anna:"
                + " '${ANNA}'}",
            "");
    try (EngineProcess process = EngineProcess.start(config, MODEL, 2)) {
      assertThat(process.engine().peers().own()).contains(new PeerAddress("engine-1", 80));
      assertThat(ask("/api/streams", "GET").statusCode()).isEqualTo(401);
      assertThat(ask("/api/streams", "GET", "Authorization", VIEWER).statusCode()).isEqualTo(200);
      String path = "/api/incidents/x/acknowledge";
      String[] json = {"Content-Type", "application/json", "Authorization", VIEWER};
      assertThat(ask(path, "POST", json).statusCode()).isEqualTo(403);
      json[3] = ANNA;
      assertThat(ask(path, "POST", json).statusCode()).as("no such incident").isEqualTo(404);
      // The engine reads its incidents on a thread of their own.
      while (!ask("/api/incidents", "GET", "Authorization", VIEWER).body().contains(INCIDENT)) {
        Thread.onSpinWait();
      }
      assertThat(ask("/api/incidents/" + INCIDENT + "/acknowledge", "POST", json).statusCode())
          .isEqualTo(200);
      assertThat(incidents.records())
          .last()
          .asString()
          .startsWith("acknowledgement " + INCIDENT + "=")
          .contains("\"who\":\"anna\"");
    }
    assertNoThreadIsLeft();
  }

  @Test
  void anEngineThatCannotStartLeavesNothingBehind() throws Exception {
    TopologyConfig config = config("", "");
    assertThatThrownBy(() -> EngineProcess.start(config, MODEL, 0))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("topics are missing: plant.states");
    assertThatThrownBy(() -> ask("/healthz", "GET")).isInstanceOf(ConnectException.class);
  }

  @Test
  void whatNeedsCareIsLogged() throws Exception {
    TopologyConfig config = config("", "");
    try (CapturedLog log = new CapturedLog(EngineProcess.class.getName())) {
      assertThatThrownBy(() -> EngineProcess.start(config, MODEL, 0))
          .isInstanceOf(EngineException.class);
      assertThat(log.lines())
          .isNotEmpty()
          .containsExactlyElementsOf(
              Cautions.of(config, Models.of(MODEL, Optional.empty()).publishing()));
    }
  }

  /** As far as stores and threads of Kafka Streams; the cluster has no topic and gets none. */
  @Test
  void aRehearsalAsksBrokersForNothing() throws Exception {
    EngineProcess.rehearse(
        config("", ""), Models.of(MODEL, Optional.empty()), Duration.ofMillis(1));
    assertThat(folder.resolve("plant")).isDirectory();
    assertThat(cluster.created()).isEmpty();
    assertThatThrownBy(() -> ask("/healthz", "GET")).isInstanceOf(ConnectException.class);
    assertNoThreadIsLeft();
  }

  /** A false alarm in 10,000 rows alone; of a thousand streams, one false page in two days. */
  @Test
  void pagesOfAFleetNeedTheEvidenceOfTheFleet() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: plant
            model: {file: unused}
            input: {state: [q, p], time: t, step: 10m, episode: run}
            telemetry: {port: %d}
            alerts: {fleet: {per-day: 0.5, streams: 1000}}
            kafka: {bootstrap.servers: "%s", state.dir: "%s"}
            """
                .formatted(port, cluster.servers(), folder),
            "plant.yaml",
            Map.of());
    try (EngineProcess process = EngineProcess.start(config, MODEL, 2)) {
      EngineTelemetry telemetry = process.telemetry();
      telemetry.status(0, "pump", Scenario.outside(280_000));

      TrackedStream pump = telemetry.streams().find("pump").orElseThrow();
      assertThat(telemetry.streams().paged(pump, telemetry.clock().millis())).contains(false);
    }
  }
}
