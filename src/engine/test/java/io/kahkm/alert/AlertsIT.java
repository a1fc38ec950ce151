package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.kahm.Model;
import io.kahkm.process.EngineProcess;
import io.kahkm.testing.TestModels;
import io.kahkm.text.UrlText;
import io.kahkm.topology.TopologyConfig;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Incidents of a running engine reach a mail server and a webhook, once each. */
class AlertsIT {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HOST = "127.0.0.1";

  @TempDir private Path folder;

  private final List<JsonNode> posts = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger refusals = new AtomicInteger();
  private HttpServer webhook;
  private EmbeddedBroker broker;
  private GreenMail mails;
  private int mailPort;
  private Model model;
  private TopologyConfig config;

  @BeforeEach
  void startServers() throws Exception {
    webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    webhook.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          boolean refused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
          if (!refused) {
            posts.add(MAPPER.readTree(body));
          }
          exchange.sendResponseHeaders(refused ? 503 : 204, -1);
          exchange.close();
        });
    webhook.start();
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      mailPort = free.getLocalPort();
    }
    mails = mailServer();
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
    model = TestModels.withNoveltyLimit(TestModels.vanDerPol(5, 1), 0.5);
    config =
        TopologyConfig.parse(
            """
            name: plant
            model: {file: unused}
            streams: {key: "(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)"}
            input: {state: [q, p], time: t, episode: run}
            forecasts: {horizons: [1]}
            incidents: {topic: plant.incidents}
            telemetry: {port: 0}
            alerts:
              link: https://kahkm.plant.example
              mail: {server: 127.0.0.1, port: %d, tls: none, from: kahkm@plant.example, to: [night@plant.example]}
              webhook: {url: "http://127.0.0.1:%d/hook"}
            kafka: {bootstrap.servers: "%s", state.dir: "%s"}
            """
                .formatted(
                    mailPort,
                    webhook.getAddress().getPort(),
                    broker.bootstrapServers(),
                    folder.resolve("state")),
            "plant.yaml",
            Map.of());
  }

  @AfterEach
  void stopServers() {
    broker.close();
    mails.stop();
    webhook.stop(0);
  }

  private GreenMail mailServer() {
    GreenMail server = new GreenMail(new ServerSetup(mailPort, HOST, ServerSetup.PROTOCOL_SMTP));
    server.start();
    return server;
  }

  private EngineProcess started() throws Exception {
    EngineProcess process = EngineProcess.start(config, model, 2);
    assertThat(process.engine().awaitRunning(LONGEST)).isTrue();
    return process;
  }

  /** Usual rows of a stream, then far ones. */
  private void fault(String stream) throws Exception {
    List<String> rows = new ArrayList<>();
    for (int t = 0; t < 160; t++) {
      boolean far = t >= 100;
      rows.add(
          "{\"t\":%d,\"run\":\"r\",\"q\":%s,\"p\":%s}"
              .formatted(
                  1_790_000_000_000L + 1000L * t,
                  far ? "40" : Double.toString(2 * Math.cos(t)),
                  far ? "-30" : Double.toString(Math.sin(t))));
    }
    send("plant.states", stream, rows);
  }

  private void send(String topic, String key, List<String> values) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (String value : values) {
        producer
            .send(
                new ProducerRecord<>(
                    topic,
                    key.getBytes(StandardCharsets.UTF_8),
                    value.getBytes(StandardCharsets.UTF_8)))
            .get();
      }
    }
  }

  private void shelve(String stream) throws Exception {
    long now = System.currentTimeMillis() * 1_000_000;
    IncidentEntry shelving =
        new IncidentEntry.Shelving(stream, now + 3_600_000_000_000L, "cleaning", "me", now);
    send("plant.incidents", shelving.key(), List.of(IncidentRecords.json(shelving).toString()));
  }

  private static void await(String what, BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }

  private int mails() {
    return mails.getReceivedMessages().length;
  }

  private List<String> posted() {
    synchronized (posts) {
      return posts.stream().map(post -> post.path("incident").path("stream").asText()).toList();
    }
  }

  private String get(EngineProcess process, String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(process.url(config) + path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private String mailMetric(EngineProcess process, String outcome) {
    String series = "kahkm_alert_deliveries_total{channel=\"mail\",outcome=\"" + outcome + "\"} ";
    return get(process, "/metrics")
        .lines()
        .filter(line -> line.startsWith(series))
        .map(line -> line.substring(series.length()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Timeout(300)
  void eachIncidentIsToldOnceThroughEveryChannel() throws Exception {
    refusals.set(1);
    try (EngineProcess process = started()) {
      shelve("quiet");
      fault("quiet");
      fault("pump");
      await("mail", () -> mails() == 1);
      await("webhook, which refused first", () -> posted().contains("pump"));

      MimeMessage mail = mails.getReceivedMessages()[0];
      assertThat(mail.getSubject()).isEqualTo("pump: Unlike the recording");
      JsonNode post = posts.get(0);
      assertThat(post.path("id").asText()).startsWith("pump@");
      assertThat(post.path("link").asText())
          .isEqualTo(
              "https://kahkm.plant.example/#/incident/"
                  + UrlText.escaped(post.path("id").asText()));
      assertThat(post.path("picture").path("base64").asText()).startsWith("iVBORw0KGgo");
      JsonNode api = MAPPER.readTree(get(process, "/api/incidents?stream=pump"));
      assertThat(api.path("incidents").get(0).path("incident")).isEqualTo(post.path("id"));
    }

    try (EngineProcess process = started()) {
      fault("other");
      await("mail of the other one", () -> mails() == 2);
      await("webhook of the other one", () -> posted().contains("other"));
      assertThat(mailMetric(process, "delivered")).isEqualTo("1.0");

      mails.stop();
      fault("third");
      await("webhook, while no mail server answers", () -> posted().contains("third"));
      await("failed attempt", () -> !mailMetric(process, "failed").equals("0.0"));
      JsonNode told = MAPPER.readTree(get(process, "/api/streams")).path("alerts").get(0);
      assertThat(told.path("channel").asText()).isEqualTo("mail");
      assertThat(told.path("undelivered").asInt()).isOne();
      assertThat(told.path("problem").asText()).contains("127.0.0.1");
    }

    mails = mailServer();
    try (EngineProcess process = started()) {
      await("mail of the third, after a restart", () -> mails() == 1);
      assertThat(mails.getReceivedMessages()[0].getSubject())
          .isEqualTo("third: Unlike the recording");
      fault("berlin/hall-2/last");
      await("mail of the last one", () -> mails() == 2);
      await("webhook of the last one", () -> posted().contains("berlin/hall-2/last"));
      assertThat(mails.getReceivedMessages()[1].getSubject())
          .isEqualTo("last (berlin, hall-2): Unlike the recording");
      JsonNode record = posts.get(posts.size() - 1).path("incident");
      assertThat(record.path("site").asText()).isEqualTo("berlin");
      assertThat(record.path("words").asText()).startsWith("last (berlin, hall-2) has been unlike");
      assertThat(MAPPER.readTree(get(process, "/api/streams?site=berlin")).path("streams"))
          .hasSize(1);
      assertThat(get(process, "/metrics")).contains("area=\"hall-2\",", "site=\"berlin\",");
      assertThat(mailMetric(process, "failed")).isEqualTo("0.0");
    }
    assertThat(posted()).containsExactly("pump", "other", "third", "berlin/hall-2/last");
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(admin.listGroups().all().get())
          .extracting(group -> group.groupId())
          .contains("plant-alerts-mail", "plant-alerts-webhook");
    }
  }
}
