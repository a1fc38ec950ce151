package io.kahkm.lab;

import static org.apache.kafka.common.acl.AclOperation.ALL;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.cli.Cli;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.process.EngineProcess;
import io.kahkm.telemetry.http.BasicLogin;
import io.kahkm.testing.DrivenPlant;
import io.kahkm.testing.SecureBroker;
import io.kahkm.testing.TestModels;
import io.kahkm.text.UrlText;
import io.kahkm.topology.TopologyConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rights that docs/operate/security.md lists: they are enough for everything that the engine
 * does, and {@code check --brokers} tells where one of a topic's is missing.
 */
class RightsIT {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String NAME = "rights";
  private static final int ROWS = 400;
  private static final int START = 5000;

  @TempDir private Path folder;

  /** The table of the documents, row by row. */
  private static List<AclBinding> documented() {
    List<AclBinding> rights = new ArrayList<>();
    for (String input : List.of("states", "rival", "plan")) {
      rights.addAll(topic(NAME + "." + input, READ, DESCRIBE));
    }
    for (String output : List.of("forecasts", "certificates", "rejects")) {
      rights.addAll(topic(NAME + "." + output, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
    }
    rights.addAll(topic(NAME + ".incidents", READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS));
    rights.addAll(of(ResourceType.TOPIC, NAME + "-", PatternType.PREFIXED, ALL));
    rights.addAll(of(ResourceType.GROUP, NAME, PatternType.PREFIXED, READ));
    rights.addAll(of(ResourceType.TRANSACTIONAL_ID, NAME, PatternType.PREFIXED, WRITE, DESCRIBE));
    return rights;
  }

  private static List<AclBinding> topic(String name, AclOperation... operations) {
    return of(ResourceType.TOPIC, name, PatternType.LITERAL, operations);
  }

  private static List<AclBinding> of(
      ResourceType type, String name, PatternType pattern, AclOperation... operations) {
    return List.of(operations).stream()
        .map(
            operation ->
                new AclBinding(
                    new ResourcePattern(type, name, pattern),
                    new AccessControlEntry(
                        "User:" + SecureBroker.USER, "*", operation, AclPermissionType.ALLOW)))
        .toList();
  }

  private Path topology(SecureBroker broker, HttpServer desk) throws Exception {
    Map<String, String> kafka = new HashMap<>(broker.scram());
    kafka.put("state.dir", folder.resolve("state").toString());
    String settings =
        kafka.entrySet().stream()
            .map(entry -> "  " + entry.getKey() + ": '" + entry.getValue() + "'\n")
            .collect(Collectors.joining());
    return Files.writeString(
        folder.resolve("rights.yaml"),
        """
        name: rights
        model: {file: %s}
        input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms, episode: run}
        forecasts:
          horizons: [1, 5]
          every: 3
          known: [setpoint]
          known-topic: rights.plan
          others: [{name: rival, topic: rights.rival, horizon: 1}]
        certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
        incidents: {topic: rights.incidents}
        alerts: {webhook: {url: "http://127.0.0.1:%d/hook"}}
        telemetry: {port: 0}
        kafka:
        %s
        """
            .formatted(folder.resolve("model.safetensors"), desk.getAddress().getPort(), settings));
  }

  /** Short runs like the model's, one with values far from all of them, and a row that is none. */
  private Path recording() throws Exception {
    double[][] readings = DrivenPlant.rows(3, ROWS);
    StringBuilder rows = new StringBuilder("t,flow,setpoint,run\n");
    for (int t = 0; t < ROWS; t++) {
      boolean far = t >= 200 && t < 300;
      rows.append(START + 20 * t)
          .append(far ? ",40,-30" : ",%s,%s".formatted(readings[t][0], readings[t][1]))
          .append(",r%d%n".formatted(t / 20));
    }
    return Files.writeString(folder.resolve("rows.csv"), rows.append("x,x,x,x\n"));
  }

  /** Other topics that the engine reads: a plan, and a forecast of somebody else's. */
  private static void sendBesides(SecureBroker broker) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.plain()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      String row = "{\"t\": %d, \"flow\": 0, \"setpoint\": 1}".formatted(START);
      for (String topic : List.of("plan", "rival")) {
        producer
            .send(
                new ProducerRecord<>(
                    NAME + "." + topic,
                    "pump".getBytes(StandardCharsets.UTF_8),
                    row.getBytes(StandardCharsets.UTF_8)))
            .get();
      }
    }
  }

  private static int read(SecureBroker broker, String topic, int least) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.plain(), "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition only = new TopicPartition(NAME + "." + topic, 0);
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      int read = 0;
      long end = System.nanoTime() + LONGEST.toNanos();
      while (read < least && System.nanoTime() < end) {
        read += consumer.poll(Duration.ofMillis(200)).count();
      }
      return read;
    }
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.call() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    assertThat(condition.call()).as(what).isTrue();
  }

  /** Every topic of the engine was read with the group's right to say how far. */
  private static boolean committed(Admin admin, String topic) throws Exception {
    OffsetAndMetadata offset =
        admin
            .listConsumerGroupOffsets(NAME)
            .partitionsToOffsetAndMetadata()
            .get()
            .get(new TopicPartition(NAME + "." + topic, 0));
    return offset != null && offset.offset() > 0;
  }

  /** An operator sees an incident, which writes to the incidents topic. */
  private static int acknowledge(String url) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    URI list = URI.create(url + "/api/incidents");
    String incidents =
        client
            .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    String id = new ObjectMapper().readTree(incidents).at("/incidents/0/incident").asText();
    URI address = URI.create(list + "/" + UrlText.escaped(id) + "/acknowledge");
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Authorization", BasicLogin.authorization("anna", "an apple"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  @Test
  void theDocumentedRightsAreEnoughAndAMissingOneIsTold() throws Exception {
    Model model =
        TestModels.withNoveltyLimit(
            DrivenPlant.fit(DrivenPlant.rows(9, 800), List.of(1, 5), List.of("setpoint")).model(),
            0.5);
    ModelFile.write(model, folder.resolve("model.safetensors"));
    AtomicInteger alerts = new AtomicInteger();
    HttpServer desk =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    desk.createContext(
        "/hook",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          alerts.incrementAndGet();
        });
    desk.start();
    try (SecureBroker broker =
            SecureBroker.start(
                folder.resolve("broker"),
                Map.of(
                    "authorizer.class.name",
                    "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                    "super.users",
                    "User:ANONYMOUS"));
        Admin admin = broker.admin()) {
      List<String> topics =
          Stream.of("states", "plan", "rival", "forecasts", "certificates", "incidents")
              .map(topic -> NAME + "." + topic)
              .toList();
      broker.createTopics(topics, Map.of());
      broker.createTopics(List.of(NAME + ".rejects"), Map.of("max.message.bytes", "2097152"));
      admin.createAcls(documented()).all().get();
      Path file = topology(broker, desk);
      // An operator needs a variable of the environment, which the commands below have not.
      Path operated =
          Files.writeString(
              folder.resolve("operated.yaml"),
              Files.readString(file)
                  .replace("{port: 0}", "{port: 0, operators: {anna: \"${ANNA}\"}}"));
      TopologyConfig config = TopologyConfig.load(operated, Map.of("ANNA", "an apple"));

      try (EngineProcess process = EngineProcess.start(config, model, 0)) {
        assertThat(process.engine().awaitRunning(LONGEST)).isTrue();
        String target = " --topic rights.states --bootstrap " + broker.plain();
        assertThat(Lab.words("replay " + recording() + " --key-value pump" + target).code())
            .isZero();
        sendBesides(broker);
        assertThat(read(broker, "forecasts", 100)).isGreaterThanOrEqualTo(100);
        assertThat(read(broker, "certificates", 1)).isPositive();
        assertThat(read(broker, "rejects", 1)).isPositive();
        assertThat(read(broker, "incidents", 1)).isPositive();
        await("a plan is read", () -> committed(admin, "plan"));
        await("a forecast of the rival is read", () -> committed(admin, "rival"));
        await("an alert", () -> alerts.get() > 0);
        await("an operator may write", () -> acknowledge(process.url(config)) == 200);
        assertThat(process.engine().failure()).isEmpty();
      } finally {
        desk.stop(0);
      }
      Cli granted = Lab.words("check --brokers " + file);
      assertThat(granted.out()).doesNotContain("DENIED");

      for (AclBinding right : documented()) {
        ResourcePattern of = right.pattern();
        boolean told =
            of.resourceType() == ResourceType.TOPIC
                && of.patternType() == PatternType.LITERAL
                && (right.entry().operation() == READ || right.entry().operation() == WRITE);
        if (told) {
          admin.deleteAcls(List.of(right.toFilter())).all().get();
          Cli missing = Lab.words("check --brokers " + file);
          assertThat(missing.code()).as(right.toString()).isOne();
          assertThat(missing.out()).as(right.toString()).containsPattern(of.name() + " .*DENIED");
          admin.createAcls(List.of(right)).all().get();
        }
      }
    }
  }
}
