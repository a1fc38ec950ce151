package io.kahkm.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.internal.kahm.Model;
import io.kahkm.telemetry.http.BasicLogin;
import io.kahkm.testing.TestModels;
import io.kahkm.text.UrlText;
import io.kahkm.topology.TopologyConfig;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What operators write at one instance of a whole engine, and where it is seen: at the other
 * instance, and after a restart.
 */
class OperatorsIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final String ANNA = BasicLogin.authorization("anna", "an apple");
  private static final String VIEWER = BasicLogin.authorization("view", "a pear");

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Model model = TestModels.withNoveltyLimit(TestModels.vanDerPol(5, 1), 0.5);
  private EmbeddedBroker broker;

  @BeforeEach
  void startBroker() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  /** Instances of one machine find each other only where the file says how. */
  private TopologyConfig config(String instance) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    return TopologyConfig.parse(
        """
        name: plant
        model: {file: unused}
        input: {state: [q, p], time: t, episode: run}
        forecasts: {horizons: [1]}
        incidents: {topic: plant.incidents}
        telemetry:
          port: %d
          advertised: 127.0.0.1:%d
          user: view
          password: "${VIEW}"
          operators: {anna: "${ANNA}"}
        kafka: {bootstrap.servers: "%s", state.dir: "%s"}
        """
            .formatted(port, port, broker.bootstrapServers(), folder.resolve(instance)),
        "plant.yaml",
        Map.of("VIEW", "a pear", "ANNA", "an apple"));
  }

  private EngineProcess started(TopologyConfig config) throws Exception {
    EngineProcess process = EngineProcess.start(config, model, 2);
    assertThat(process.engine().awaitRunning(LONGEST)).isTrue();
    return process;
  }

  /** Usual rows of a stream, then far ones. */
  private void fault(String stream) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int t = 0; t < 160; t++) {
        boolean far = t >= 100;
        String row =
            "{\"t\":%d,\"run\":\"r\",\"q\":%s,\"p\":%s}"
                .formatted(
                    1_790_000_000_000L + 1000L * t,
                    far ? "40" : Double.toString(2 * Math.cos(t)),
                    far ? "-30" : Double.toString(Math.sin(t)));
        var unused =
            producer.send(
                new ProducerRecord<>(
                    "plant.states",
                    stream.getBytes(StandardCharsets.UTF_8),
                    row.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }

  private String text(String url, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", VIEWER).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private JsonNode get(String url, String path) throws Exception {
    return MAPPER.readTree(text(url, path));
  }

  private int post(String url, String path, String login, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", login)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.call() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    assertThat(condition.call()).as(what).isTrue();
  }

  @Test
  @Timeout(400)
  void whatIsWrittenAtOneInstanceIsSeenAtTheOtherAndAfterARestart() throws Exception {
    TopologyConfig first = config("one");
    TopologyConfig second = config("two");
    String path;
    try (EngineProcess one = started(first);
        EngineProcess two = started(second)) {
      String here = one.url(first);
      String there = two.url(second);
      fault("pump");
      await("an incident", () -> !get(there, "/api/incidents").path("incidents").isEmpty());
      path =
          "/api/incidents/"
              + UrlText.escaped(get(there, "/api/incidents").at("/incidents/0/incident").asText());
      String incident = path;
      await("it at both", () -> get(here, incident).has("incident"));
      assertThat(get(there, incident).has("acknowledgement")).isFalse();

      assertThat(post(here, incident + "/acknowledge", VIEWER, "{}")).isEqualTo(403);
      assertThat(post(here, incident + "/acknowledge", ANNA, "{\"note\":\"on my way\"}"))
          .isEqualTo(200);
      assertThat(post(here, incident + "/accept", ANNA, "{}")).isEqualTo(200);
      String shelve = "/api/streams/pump/shelve";
      assertThat(post(here, shelve, ANNA, "{\"minutes\":480,\"why\":\"cleaning\"}")).isEqualTo(200);

      await(
          "the words",
          () -> get(there, incident).at("/acknowledgement/note").asText().equals("on my way"));
      await("the request", () -> get(there, incident).at("/request/who").asText().equals("anna"));
      for (String url : List.of(here, there)) {
        await(
            "the shelving, whichever instance has the stream",
            () -> get(url, "/api/streams/pump").at("/shelved/why").asText().equals("cleaning"));
      }
      // What the rules of Prometheus and the engine's own alerts go by.
      await(
          "the meter",
          () ->
              (text(here, "/metrics") + text(there, "/metrics"))
                  .contains("kahkm_stream_shelved_until_timestamp_seconds{stream=\"pump\"}"));
      assertThat(post(there, shelve, ANNA, "{\"minutes\":0,\"why\":\"done\"}")).isEqualTo(200);
      await("its end", () -> !get(here, "/api/streams/pump").has("shelved"));
    }

    String incident = path;
    try (EngineProcess again = started(first)) {
      String url = again.url(first);
      await(
          "what was said",
          () -> get(url, incident).at("/acknowledgement/who").asText().equals("anna"));
      broker.close();
      assertThat(post(url, incident + "/mark", ANNA, "{\"label\":\"test\"}")).isEqualTo(503);
      assertThat(get(url, incident).has("mark")).isFalse();
    }
  }
}
