package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.CapturedLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

class IncidentFollowerTest {
  private static final String TOPIC = "plant.incidents";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  private final IncidentBook book = new IncidentBook();
  private final CompletableFuture<Throwable> failed = new CompletableFuture<>();

  private static MockConsumer<byte[], byte[]> consumer(String... values) {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    Node node = new Node(0, "broker", 1);
    Node[] nodes = {node};
    consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, node, nodes, nodes)));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, (long) values.length));
    consumer.schedulePollTask(
        () -> {
          for (int i = 0; i < values.length; i++) {
            byte[] value = values[i] == null ? null : values[i].getBytes(StandardCharsets.UTF_8);
            consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, i, new byte[0], value));
          }
        });
    return consumer;
  }

  private static String mark(String incident) {
    return "{\"kind\":\"mark\",\"incident\":\"%s\",\"label\":\"fault\",\"note\":\"\",\"who\":\"me\",\"when\":1}"
        .formatted(incident);
  }

  private void awaitMark(String incident) throws Exception {
    for (int i = 0; i < 500 && book.mark(incident).isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(book.mark(incident)).isPresent();
  }

  @Test
  void readsOnAfterRecordsThatAreNone() throws Exception {
    Consumer<byte[], byte[]> consumer = consumer(mark("a"), "no JSON", null, "{}", mark("b"));
    try (IncidentFollower follower =
        new IncidentFollower(() -> consumer, TOPIC, book, failed::complete)) {
      follower.start();
      awaitMark("b");
      assertThat(book.mark("a")).isPresent();
      assertThat(failed).isNotDone();
    }
  }

  /** Until then a shelving may be missing, and an alert of its stream would be sent. */
  @Test
  void theBookIsCompleteOnceAllThatWasThereIsRead() throws Exception {
    MockConsumer<byte[], byte[]> consumer = consumer(mark("a"));
    consumer.updateEndOffsets(Map.of(PARTITION, 2L));
    CompletableFuture<Boolean> before = new CompletableFuture<>();
    consumer.schedulePollTask(() -> {});
    consumer.schedulePollTask(
        () -> {
          before.complete(book.isComplete());
          consumer.addRecord(
              new ConsumerRecord<>(
                  TOPIC, 0, 1, new byte[0], mark("b").getBytes(StandardCharsets.UTF_8)));
        });
    assertThat(book.isComplete()).isFalse();
    try (IncidentFollower follower =
        new IncidentFollower(() -> consumer, TOPIC, book, failed::complete)) {
      follower.start();
      awaitMark("b");
      for (int i = 0; i < 500 && !book.isComplete(); i++) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
    assertThat(before).isCompletedWithValue(false);
    assertThat(book.isComplete()).isTrue();
  }

  /** A tombstone, as the broker's compaction or a person leaves it, says nothing. */
  @Test
  void aRecordWithoutAValueIsNoError() throws Exception {
    Consumer<byte[], byte[]> consumer = consumer(mark("a"), null, mark("b"));
    try (CapturedLog log = new CapturedLog(IncidentFollower.class.getName())) {
      try (IncidentFollower follower =
          new IncidentFollower(() -> consumer, TOPIC, book, failed::complete)) {
        follower.start();
        awaitMark("b");
      }
      assertThat(log.errors()).isEmpty();
    }

    assertThat(failed).isNotDone();
  }

  @Test
  void readsEveryPartitionFromItsBeginning() throws Exception {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("latest");
    Node node = new Node(0, "broker", 1);
    Node[] nodes = {node};
    consumer.updatePartitions(
        TOPIC,
        List.of(
            new PartitionInfo(TOPIC, 0, node, nodes, nodes),
            new PartitionInfo(TOPIC, 1, node, nodes, nodes)));
    TopicPartition second = new TopicPartition(TOPIC, 1);
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, second, 5L));
    consumer.updateEndOffsets(Map.of(PARTITION, 1L, second, 6L));
    consumer.schedulePollTask(
        () -> {
          byte[] one = mark("a").getBytes(StandardCharsets.UTF_8);
          byte[] other = mark("b").getBytes(StandardCharsets.UTF_8);
          consumer.addRecord(new ConsumerRecord<>(TOPIC, 1, 5, new byte[0], other));
          consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, 0, new byte[0], one));
        });
    try (IncidentFollower follower =
        new IncidentFollower(() -> consumer, TOPIC, book, failed::complete)) {
      follower.start();
      awaitMark("a");
      awaitMark("b");
    }
  }

  /** What a transaction that was aborted left in the topic is no incident. */
  @Test
  void readsOnlyWhatWasCommittedFromTheBeginningAndJoinsNoGroup() {
    Properties client = new Properties();
    client.put("bootstrap.servers", "broker:9092");
    client.put("group.id", "engine");
    client.put("group.instance.id", "engine-1");
    client.put("isolation.level", "read_uncommitted");
    client.put("auto.offset.reset", "latest");
    Properties before = (Properties) client.clone();

    assertThat(IncidentFollower.settings(client))
        .containsEntry("bootstrap.servers", "broker:9092")
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "earliest")
        .containsEntry("enable.auto.commit", "false")
        .containsEntry("allow.auto.create.topics", "false")
        .doesNotContainKeys("group.id", "group.instance.id");
    assertThat(client).isEqualTo(before);
  }

  @Test
  void aProgrammingErrorIsReportedAndABrokerThatIsGoneIsNot() throws Exception {
    AtomicInteger made = new AtomicInteger();
    MockConsumer<byte[], byte[]> wrong = failing(new IllegalStateException("wrong"));
    try (IncidentFollower follower =
        new IncidentFollower(
            () -> {
              made.incrementAndGet();
              return wrong;
            },
            TOPIC,
            book,
            failed::complete)) {
      follower.start();
      assertThat(failed.get(10, TimeUnit.SECONDS)).hasMessage("wrong");
      assertThat(made).hasValue(1);
    }
    CompletableFuture<Throwable> none = new CompletableFuture<>();
    try (IncidentFollower follower =
        new IncidentFollower(
            () -> {
              made.incrementAndGet();
              return failing(new KafkaException("gone"));
            },
            TOPIC,
            book,
            none::complete)) {
      follower.start();
      TimeUnit.MILLISECONDS.sleep(100);
      assertThat(none).isNotDone();
      assertThat(made).as("one more, and a pause before the next").hasValue(2);
    }
  }

  /** An engine that stops waits neither for a broker nor for the next attempt. */
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // A wakeup must not wait for a poll.
  @Test
  void itsThreadEndsWithTheEngineWhetherItReadsOrPauses() throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch woken = new CountDownLatch(1);
    Consumer<byte[], byte[]> waiting =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized List<PartitionInfo> partitionsFor(String topic) {
            return List.of();
          }

          @Override
          public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            reads.countDown();
            try {
              assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
              throw new IllegalStateException(interrupted);
            }
            throw new WakeupException();
          }

          @Override
          public void wakeup() {
            woken.countDown();
          }
        };
    endsWithin(2, () -> waiting, reads);
    CountDownLatch tried = new CountDownLatch(1);
    endsWithin(
        2,
        () -> {
          tried.countDown();
          return failing(new KafkaException("gone"));
        },
        tried);
    assertThat(failed).isNotDone();
  }

  private void endsWithin(
      int seconds, Supplier<Consumer<byte[], byte[]>> consumers, CountDownLatch started)
      throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    try (IncidentFollower follower =
        new IncidentFollower(
            () -> {
              thread.complete(Thread.currentThread());
              return consumers.get();
            },
            TOPIC,
            book,
            failed::complete)) {
      follower.start();
      assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(thread.get().isDaemon()).isTrue();
    }
    thread.get().join(Duration.ofSeconds(seconds).toMillis());
    assertThat(thread.get().isAlive()).isFalse();
  }

  private static MockConsumer<byte[], byte[]> failing(RuntimeException failure) {
    return new MockConsumer<>("earliest") {
      @Override
      public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        throw failure;
      }

      @Override
      public synchronized List<PartitionInfo> partitionsFor(String topic) {
        return List.of();
      }
    };
  }

  /** A shelving may be in the partition that is read last. */
  @Test
  void theBookIsNotCompleteBeforeEveryPartitionIsRead() throws Exception {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("latest");
    Node node = new Node(0, "broker", 1);
    Node[] nodes = {node};
    consumer.updatePartitions(
        TOPIC,
        List.of(
            new PartitionInfo(TOPIC, 0, node, nodes, nodes),
            new PartitionInfo(TOPIC, 1, node, nodes, nodes)));
    TopicPartition second = new TopicPartition(TOPIC, 1);
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, second, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 1L, second, 1L));
    CompletableFuture<Boolean> between = new CompletableFuture<>();
    consumer.schedulePollTask(() -> consumer.addRecord(marked(0, "a")));
    consumer.schedulePollTask(
        () -> {
          between.complete(book.isComplete());
          consumer.addRecord(marked(1, "b"));
        });
    try (IncidentFollower follower =
        new IncidentFollower(() -> consumer, TOPIC, book, failed::complete)) {
      follower.start();
      awaitMark("b");
    }

    assertThat(between).isCompletedWithValue(false);
  }

  private static ConsumerRecord<byte[], byte[]> marked(int partition, String incident) {
    return new ConsumerRecord<>(
        TOPIC, partition, 0, new byte[0], mark(incident).getBytes(StandardCharsets.UTF_8));
  }
}
