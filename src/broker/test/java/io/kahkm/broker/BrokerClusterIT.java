package io.kahkm.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers in processes of their own; kept out of the short suite for their starts. */
@Tag("full")
class BrokerClusterIT {
  private static final String TOPIC = "states";

  @TempDir Path directory;

  @Test
  @Timeout(240)
  void servesWhileOneIsDeadCutOffOrWrongAboutTheTime() throws Exception {
    try (BrokerCluster cluster =
            BrokerCluster.start(
                directory, 3, 256, Map.of(EmbeddedBroker.TRANSACTION_VERSION, "1"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      cluster.createTopics(List.of(TOPIC), 1, Map.of());
      assertThat(
              admin
                  .describeFeatures()
                  .featureMetadata()
                  .get()
                  .finalizedFeatures()
                  .get(EmbeddedBroker.TRANSACTION_VERSION)
                  .maxVersionLevel())
          .isEqualTo((short) 1);
      assertThat(inStep(admin)).containsExactlyInAnyOrder(1, 2, 3);
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", cluster.bootstrapServers(), "request.timeout.ms", "2000"),
              new ByteArraySerializer(),
              new ByteArraySerializer())) {
        send(producer);

        int first = leader(admin);
        BrokerProcess dead = cluster.nodes().get(first - 1);
        dead.kill();
        send(producer);
        assertThat(leader(admin)).isNotEqualTo(first);
        dead.start();
        awaitInStep(admin, Set.of(1, 2, 3));

        int wrong = leader(admin);
        long before = System.currentTimeMillis();
        cluster.nodes().get(wrong - 1).setClockAhead(Duration.ofMinutes(30));
        cluster.createTopics(
            List.of("arrivals"), 3, Map.of("message.timestamp.type", "LogAppendTime"));
        long latest = 0;
        for (int p = 0; p < 3; p++) {
          latest =
              Math.max(
                  latest,
                  producer
                      .send(new ProducerRecord<>("arrivals", p, null, new byte[1]))
                      .get()
                      .timestamp());
        }
        assertThat(latest).isGreaterThan(before + Duration.ofMinutes(29).toMillis());

        assumeTrue(BrokerCluster.obstacleToCuts().isEmpty(), "brokers can be cut off");
        int second = leader(admin);
        cluster.cut(second);
        Future<RecordMetadata> sent =
            producer.send(new ProducerRecord<>(TOPIC, 0, null, new byte[1]));
        sent.get(60, TimeUnit.SECONDS);
        assertThat(leader(admin)).isNotEqualTo(second);
        cluster.join(second);
        awaitInStep(admin, Set.of(1, 2, 3));

        int third = leader(admin);
        cluster.part(third);
        producer.send(new ProducerRecord<>(TOPIC, 0, null, new byte[1])).get(90, TimeUnit.SECONDS);
        cluster.join(third);
        awaitInStep(admin, Set.of(1, 2, 3));
      }
    }
    if (BrokerCluster.obstacleToCuts().isEmpty()) {
      Process spaces = new ProcessBuilder("ip", "netns", "list").start();
      assertThat(new String(spaces.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .doesNotContain("kahkm" + ProcessHandle.current().pid());
    }
  }

  private static void send(KafkaProducer<byte[], byte[]> producer) throws Exception {
    producer.send(new ProducerRecord<>(TOPIC, 0, null, new byte[1])).get(60, TimeUnit.SECONDS);
  }

  private static TopicDescription described(Admin admin) throws Exception {
    return admin
        .describeTopics(List.of(TOPIC))
        .allTopicNames()
        .get(60, TimeUnit.SECONDS)
        .get(TOPIC);
  }

  private static int leader(Admin admin) throws Exception {
    return described(admin).partitions().get(0).leader().id();
  }

  private static Set<Integer> inStep(Admin admin) throws Exception {
    Set<Integer> numbers = new HashSet<>();
    for (Node node : described(admin).partitions().get(0).isr()) {
      numbers.add(node.id());
    }
    return numbers;
  }

  private static void awaitInStep(Admin admin, Set<Integer> numbers) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!inStep(admin).equals(numbers) && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
    assertThat(inStep(admin)).isEqualTo(numbers);
  }
}
