package io.kahkm.stream.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.CapturedLog;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

/** Stops that all instances of an application know of, because the brokers keep them. */
class CrashGroupTest {
  private static final TopicPartition ONE = new TopicPartition("plant", 1);
  private static final TopicPartition TEN = new TopicPartition("plant", 10);

  private final Brokers brokers = new Brokers();

  /** Offsets of groups in memory; every connection to it must be closed. */
  private static final class Brokers {
    final Map<String, Map<TopicPartition, OffsetAndMetadata>> groups = new HashMap<>();
    int open;
    int connections;

    GroupOffsets connect(Properties client) {
      assertThat(client).containsEntry("bootstrap.servers", "plant:9092");
      open++;
      connections++;
      return new GroupOffsets() {
        @Override
        public KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> read(String group) {
          return KafkaFuture.completedFuture(groups.getOrDefault(group, Map.of()));
        }

        @Override
        public KafkaFuture<Void> write(
            String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
          groups.computeIfAbsent(group, unknown -> new HashMap<>()).putAll(offsets);
          return KafkaFuture.completedFuture(null);
        }

        @Override
        public KafkaFuture<Void> delete(String group, Set<TopicPartition> partitions) {
          groups.getOrDefault(group, Map.of()).keySet().removeAll(partitions);
          return KafkaFuture.completedFuture(null);
        }

        @Override
        public void close() {
          open--;
        }
      };
    }
  }

  /** Brokers that give the same answer to all questions. */
  private record Answering(KafkaFuture<?> answer) implements GroupOffsets {
    @Override
    @SuppressWarnings("unchecked")
    public KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> read(String group) {
      return (KafkaFuture<Map<TopicPartition, OffsetAndMetadata>>) answer;
    }

    @Override
    @SuppressWarnings("unchecked")
    public KafkaFuture<Void> write(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
      return (KafkaFuture<Void>) answer;
    }

    @Override
    @SuppressWarnings("unchecked")
    public KafkaFuture<Void> delete(String group, Set<TopicPartition> partitions) {
      return (KafkaFuture<Void>) answer;
    }

    @Override
    public void close() {}
  }

  private static Properties client() {
    Properties client = new Properties();
    client.put("bootstrap.servers", "plant:9092");
    return client;
  }

  private static CrashGroup answering(KafkaFuture<?> answer) {
    return new CrashGroup(client(), "pump", settings -> new Answering(answer));
  }

  /** What a group says and the log adds when none of its questions is answered. */
  private static void countsNothing(CrashGroup group, String reason) {
    try (CapturedLog log = new CapturedLog(CrashGroup.class.getName())) {
      assertThat(group.all()).isEmpty();
      assertThat(group.committed()).isEmpty();
      group.note(ONE, new CrashCounts.Stop(41, 1, false));
      group.clear(ONE);
      assertThat(log.lines())
          .hasSize(4)
          .containsOnly(
              "Crashes of other instances are not counted ("
                  + reason
                  + "). Grant the engine's user Read on the group pump-crashes; see"
                  + " docs/operate/security.md.");
    }
  }

  @Test
  void aNoteTellsOfItsStopAndOneOfSomebodyElseOfNone() {
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41, "2")))
        .contains(new CrashCounts.Stop(41, 2, false));
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41, "2 late")))
        .contains(new CrashCounts.Stop(41, 2, true));
    assertThat(CrashGroup.stop(null)).isEmpty();
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41, "of somebody else"))).isEmpty();
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41))).isEmpty();
    assertThat(CrashGroup.name("plant")).isEqualTo("plant-crashes");
  }

  @Test
  void whatOneInstanceNotesAnotherReads() {
    CrashGroup one = new CrashGroup(client(), "pump", brokers::connect);
    CrashGroup another = new CrashGroup(client(), "pump", brokers::connect);
    one.note(ONE, new CrashCounts.Stop(41, 2, true));
    one.note(TEN, new CrashCounts.Stop(7, 1, false));
    assertThat(brokers.groups)
        .containsOnly(
            Map.entry(
                "pump-crashes",
                Map.of(
                    ONE, new OffsetAndMetadata(41, "2 late"), TEN, new OffsetAndMetadata(7, "1"))));
    assertThat(another.all())
        .containsOnly(
            Map.entry(ONE, new CrashCounts.Stop(41, 2, true)),
            Map.entry(TEN, new CrashCounts.Stop(7, 1, false)));
    assertThat(new CrashGroup(client(), "fan", brokers::connect).all()).isEmpty();

    another.clear(ONE);
    assertThat(one.all()).containsOnly(Map.entry(TEN, new CrashCounts.Stop(7, 1, false)));
    assertThat(brokers.open).as("of %d connections", brokers.connections).isZero();
  }

  /** Where the application continues is its own group's business, not that of the crashes. */
  @Test
  void theApplicationContinuesWhereItCommitted() {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    committed.put(ONE, new OffsetAndMetadata(40, "of Kafka Streams"));
    committed.put(TEN, null);
    brokers.groups.put("pump", committed);
    CrashGroup group = new CrashGroup(client(), "pump", brokers::connect);
    group.note(ONE, new CrashCounts.Stop(41, 1, false));

    assertThat(group.committed()).containsOnly(Map.entry(ONE, 40L));
    assertThat(brokers.open).isZero();
  }

  /** A stream thread waits for it while its transaction lives, ten seconds. */
  @Test
  void aQuestionIsOverWhileTheTransactionLives() {
    Properties client = client();
    client.put("default.api.timeout.ms", "60000");
    Properties given = new Properties();
    CrashGroup group =
        new CrashGroup(
            client,
            "pump",
            settings -> {
              given.putAll(settings);
              return new Answering(KafkaFuture.completedFuture(null));
            });
    client.put("bootstrap.servers", "changed:1");
    group.clear(ONE);

    assertThat(given)
        .containsOnly(
            Map.entry("bootstrap.servers", "plant:9092"),
            Map.entry("default.api.timeout.ms", 4_000),
            Map.entry("request.timeout.ms", 2_000));
  }

  @Test
  void anInstanceWithoutTheRightCountsItsOwnStopsAndSaysWhichRightIsMissing() {
    KafkaFutureImpl<Void> refused = new KafkaFutureImpl<>();
    refused.completeExceptionally(GroupAuthorizationException.forGroupId("pump-crashes"));

    countsNothing(
        answering(refused),
        "org.apache.kafka.common.errors.GroupAuthorizationException: Not authorized to access"
            + " group: pump-crashes");
  }

  @Test
  void brokersThatDoNotAnswerInTimeCountNothing() {
    KafkaFuture<Void> late =
        new KafkaFutureImpl<>() {
          @Override
          public Void get(long timeout, TimeUnit unit) throws TimeoutException {
            throw new TimeoutException("after " + unit.toSeconds(timeout) + " s");
          }
        };

    countsNothing(answering(late), "java.util.concurrent.TimeoutException: after 4 s");
  }

  @Test
  void brokersThatCannotBeFoundCountNothing() {
    CrashGroup group =
        new CrashGroup(
            client(),
            "pump",
            settings -> {
              throw new KafkaException("Failed to create new KafkaAdminClient");
            });

    countsNothing(
        group, "org.apache.kafka.common.KafkaException: Failed to create new KafkaAdminClient");
  }

  /** The thread is to end: it says nothing of rights, and whoever waits next sees it too. */
  @Test
  void aThreadThatIsToEndDoesNotWait() {
    CrashGroup group = answering(new KafkaFutureImpl<>());
    try (CapturedLog log = new CapturedLog(CrashGroup.class.getName())) {
      Thread.currentThread().interrupt();
      assertThat(group.all()).isEmpty();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(log.lines()).isEmpty();
    }
  }
}
