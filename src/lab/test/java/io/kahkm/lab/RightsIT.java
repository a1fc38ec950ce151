package io.kahkm.lab;

import static org.apache.kafka.common.acl.AclOperation.ALL;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ModelFile;
import io.kahkm.process.EngineProcess;
import io.kahkm.testing.SecureBroker;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rights that docs/operate/security.md lists: they are enough for everything that the engine
 * does, and {@code check --brokers} tells where one of a topic's is missing.
 */
class RightsIT {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String NAME = "rights";

  @TempDir private Path folder;

  /** The table of the documents, row by row. */
  private static List<AclBinding> documented() {
    List<AclBinding> rights = new ArrayList<>(topic(NAME + ".states", READ, DESCRIBE));
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

  private Path topology(SecureBroker broker) throws Exception {
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
        input: {state: [q, p], time: t, episode: run, end: done}
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
        incidents: {topic: rights.incidents}
        telemetry: {port: 0}
        kafka:
        %s
        """
            .formatted(folder.resolve("model.safetensors"), settings));
  }

  /** Rows like the model's, then far from all of them, one that is none, and the usual ones. */
  private Path recording() throws Exception {
    StringBuilder rows = new StringBuilder("t,q,p,run\n");
    for (int t = 0; t < 400; t++) {
      boolean far = t >= 100 && t < 200;
      rows.append(5000 + 20 * t)
          .append(far ? ",40,-30,r\n" : ",%s,%s,r%n".formatted(2 * Math.cos(t), Math.sin(t)));
    }
    return Files.writeString(folder.resolve("rows.csv"), rows.append("x,x,x,x\n"));
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

  @Test
  void theDocumentedRightsAreEnoughAndAMissingOneIsTold() throws Exception {
    Model model = TestModels.withNoveltyLimit(TestModels.vanDerPol(5, 1), 0.5);
    ModelFile.write(model, folder.resolve("model.safetensors"));
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
          Stream.of("states", "forecasts", "certificates", "incidents")
              .map(topic -> NAME + "." + topic)
              .toList();
      broker.createTopics(topics, Map.of());
      broker.createTopics(List.of(NAME + ".rejects"), Map.of("max.message.bytes", "2097152"));
      admin.createAcls(documented()).all().get();
      Path file = topology(broker);

      try (EngineProcess process =
          EngineProcess.start(TopologyConfig.load(file, Map.of()), model, 0)) {
        assertThat(process.engine().awaitRunning(LONGEST)).isTrue();
        String target = " --topic rights.states --bootstrap " + broker.plain();
        assertThat(
                Lab.words(
                        "simulate vanderpol --streams 1 --episodes 4 --episode-length 20 --rate 1000"
                            + target)
                    .code())
            .isZero();
        assertThat(Lab.words("replay " + recording() + " --key-value pump" + target).code())
            .isZero();
        assertThat(read(broker, "forecasts", 100)).isGreaterThanOrEqualTo(100);
        assertThat(read(broker, "certificates", 1)).isPositive();
        assertThat(read(broker, "rejects", 1)).isPositive();
        assertThat(read(broker, "incidents", 1)).isPositive();
        assertThat(process.engine().failure()).isEmpty();
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
