package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentBooks;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.ServedMaps;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.testing.CapturedLog;
import io.kahkm.testing.TestModels;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

/** A channel's thread: what it commits and when, and what ends it. */
class AlertFeedTest {
  private static final String TOPIC = "plant.incidents";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Throwable> failed = new CompletableFuture<>();
  private final EngineTelemetry telemetry =
      new EngineTelemetry(
          new TelemetrySettings(1, 1, Duration.ofMinutes(1), Duration.ofHours(1)),
          ServedMaps.of(MapIdentity.of(TestModels.vanDerPol(5, 1), Map.of()), Optional.empty()),
          Optional.empty(),
          InstantSource.system());
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final IncidentBook book = IncidentBooks.complete();
  private volatile Duration later = Duration.ZERO;
  private volatile Exception wrong;
  private volatile boolean wrongForEver;

  private AlertFeed feed(IncidentBook known, Supplier<Consumer<byte[], byte[]>> consumers) {
    EngineApi nothing = (path, query) -> Optional.empty();
    return new AlertFeed(
        consumers,
        TOPIC,
        new AlertFeed.Delivery(
            new AlertComposer("plant", Optional::empty, new IncidentCurves(nothing)),
            new Recording(),
            telemetry.alerts().channel("webhook")),
        new AlertRules(false, known, nothing, () -> InstantSource.system().instant().plus(later)),
        failed::complete,
        Duration.ofMillis(1));
  }

  private AlertFeed feed() {
    return feed(book, () -> consumer);
  }

  /** Notes what it is given. */
  private final class Recording implements AlertChannel {
    @Override
    public String name() {
      return "webhook";
    }

    @Override
    public String place() {
      return "here:1";
    }

    @Override
    public void deliver(Alert alert) throws DeliveryException {
      told.add(alert.title());
      Exception once = wrong;
      wrong = wrongForEver ? once : null;
      if (once instanceof DeliveryException refused) {
        throw refused;
      }
      if (once instanceof RuntimeException bug) {
        throw bug;
      }
    }
  }

  /** Assigns the partition, and adds records at offsets. */
  private void assigned(Map<Long, String> records) {
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(PARTITION));
          records.forEach((offset, stream) -> consumer.addRecord(record(offset, stream)));
        });
  }

  /** An incident of a stream that opens, or other JSON. */
  private static ConsumerRecord<byte[], byte[]> record(long offset, String stream) {
    String json =
        stream.startsWith("{")
            ? stream
            : AlertQueueTest.incident(stream, 1_000, 1_000, false, false).json().toString();
    return new ConsumerRecord<>(
        TOPIC, 0, offset, new byte[0], json.getBytes(StandardCharsets.UTF_8));
  }

  private static void await(BooleanSupplier condition) throws Exception {
    for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private OffsetAndMetadata committed() {
    return consumer.committed(Set.of(PARTITION)).get(PARTITION);
  }

  @Test
  void whatIsDeliveredIsCommitted() throws Exception {
    assigned(new TreeMap<>(Map.of(0L, "a", 1L, "{\"kind\":\"other\"}", 2L, "b")));
    try (AlertFeed feed = feed()) {
      feed.start();
      await(() -> told.size() == 2);
      await(() -> committed() != null && committed().offset() == 3);
      assertThat(committed()).isEqualTo(new OffsetAndMetadata(3, ""));
    }
    assertThat(told).containsExactly("a: Sensor faulty", "b: Sensor faulty");
    assertThat(failed).isNotDone();
  }

  /** A shelving that is not read yet may be one of its stream. */
  @Test
  void nothingIsDeliveredOrCommittedBeforeShelvingsAreKnown() throws Exception {
    assigned(Map.of(0L, "a"));
    CompletableFuture<Boolean> later = new CompletableFuture<>();
    try (AlertFeed feed = feed(new IncidentBook(), () -> consumer)) {
      feed.start();
      consumer.schedulePollTask(() -> {});
      consumer.schedulePollTask(() -> {});
      consumer.schedulePollTask(() -> later.complete(consumer.position(PARTITION) == 1));
      assertThat(later.get(10, TimeUnit.SECONDS)).isTrue();
      assertThat(told).isEmpty();
      assertThat(committed()).isNull();
    }
  }

  @Test
  void anUnexpectedFailureOfOneDeliveryIsAFailedAttempt() throws Exception {
    wrong = new IllegalStateException("a bug");
    assigned(new TreeMap<>(Map.of(0L, "a", 1L, "b")));
    try (AlertFeed feed = feed()) {
      feed.start();
      await(() -> told.size() == 2);
      await(() -> committed() != null && committed().offset() == 2);
      assertThat(AlertNote.of(committed()).due()).as("a is tried again").hasSize(1);
    }
    assertThat(failed).isNotDone();
  }

  /** What came of the channel's alerts: delivered, failed, given up, and still to deliver. */
  private List<Integer> counted() {
    ArrayNode channels = JsonNodeFactory.instance.arrayNode();
    telemetry.alerts().write(channels);
    JsonNode counts = channels.get(0);
    return Stream.of("delivered", "failed", "givenUp", "undelivered")
        .map(name -> counts.path(name).asInt())
        .toList();
  }

  @Test
  void aDeliveryThatIsRefusedIsCountedAndTriedAgainUntilADayIsOver() throws Exception {
    wrong = new DeliveryException("the server says 500");
    wrongForEver = true;
    assigned(Map.of(0L, "a"));
    try (AlertFeed feed = feed()) {
      feed.start();
      await(() -> counted().equals(List.of(0, 1, 0, 1)));
      await(() -> committed() != null && AlertNote.of(committed()).due().equals(Set.of(0L)));

      later = AlertQueue.LONGEST.plusMinutes(1);
      await(() -> counted().equals(List.of(0, 2, 1, 0)));
      await(() -> committed().equals(new OffsetAndMetadata(1, "")));
    }
    assertThat(told).hasSize(2);
  }

  /** The clock of the first is ten minutes behind that of the second. */
  @Test
  void theOldestOfAllPartitionsIsCounted() throws Exception {
    wrong = new DeliveryException("the server says 500");
    wrongForEver = true;
    later = Duration.ofMinutes(-10);
    TopicPartition second = new TopicPartition(TOPIC, 1);
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, second, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L, second, 0L));
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(PARTITION, second));
          consumer.addRecord(record(0, "a"));
        });
    try (AlertFeed feed = feed()) {
      feed.start();
      await(() -> counted().get(3) == 1);
      later = Duration.ZERO;
      ConsumerRecord<byte[], byte[]> other = record(0, "b");
      consumer.schedulePollTask(
          () -> consumer.addRecord(new ConsumerRecord<>(TOPIC, 1, 0, other.key(), other.value())));
      await(() -> counted().get(3) == 2);

      ArrayNode channels = JsonNodeFactory.instance.arrayNode();
      telemetry.alerts().write(channels);
      assertThat(channels.get(0).path("oldestSeconds").asDouble()).isBetween(600.0, 700.0);
    }
  }

  @Test
  void aChannelThatWorksAgainIsCounted() throws Exception {
    wrong = new DeliveryException("the server says 500");
    assigned(new TreeMap<>(Map.of(0L, "a", 1L, "b")));
    try (CapturedLog log = new CapturedLog("io.kahkm.alert");
        AlertFeed feed = feed()) {
      feed.start();
      await(() -> told.size() == 2);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("do not reach"))
          .singleElement()
          .asString()
          .startsWith("Alerts do not reach webhook (here:1): the server says 500. ");
      await(() -> log.lines().contains("Alerts reach webhook (here:1) again. No action needed."));
      later = Duration.ofMinutes(10);
      await(() -> told.size() == 3);
      await(() -> committed().equals(new OffsetAndMetadata(2, "")));
      await(() -> counted().equals(List.of(2, 1, 0, 0)));
    }
    assertThat(told).containsExactly("a: Sensor faulty", "b: Sensor faulty", "a: Sensor faulty");
  }

  /** Another instance delivered a, and could not deliver b. */
  @Test
  void goesOnWhereTheGroupStopped() throws Exception {
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 3L));
    AlertNote note = new AlertNote(2, new TreeSet<>(Set.of(1L)), new TreeSet<>());
    consumer.schedulePollTask(
        () -> {
          consumer.commitSync(Map.of(PARTITION, note.committed()));
          consumer.rebalance(List.of(PARTITION));
          for (long offset = consumer.position(PARTITION); offset < 3; offset++) {
            consumer.addRecord(record(offset, List.of("a", "b", "c").get((int) offset)));
          }
        });
    try (AlertFeed feed = feed()) {
      feed.start();
      await(() -> told.size() == 2);
      await(() -> committed().equals(new OffsetAndMetadata(3, "")));
    }
    assertThat(told).containsExactlyInAnyOrder("b: Sensor faulty", "c: Sensor faulty");
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void aPartitionThatIsTakenAwayIsForgottenAndReadAgainWhenItComesBack() throws Exception {
    wrong = new DeliveryException("the server says 500");
    wrongForEver = true;
    assigned(Map.of(0L, "a"));
    try (AlertFeed feed = feed()) {
      feed.start();
      await(() -> counted().equals(List.of(0, 1, 0, 1)));
      await(() -> committed() != null && AlertNote.of(committed()).due().equals(Set.of(0L)));
      CompletableFuture<Boolean> gone = new CompletableFuture<>();
      consumer.schedulePollTask(() -> consumer.rebalance(List.of()));
      consumer.schedulePollTask(() -> gone.complete(true));
      assertThat(gone.get(10, TimeUnit.SECONDS)).isTrue();
      await(() -> counted().equals(List.of(0, 1, 0, 0)));

      wrongForEver = false;
      wrong = null;
      consumer.schedulePollTask(
          () -> {
            consumer.rebalance(List.of(PARTITION));
            consumer.addRecord(record(consumer.position(PARTITION), "a"));
          });
      await(() -> told.size() == 2);
      await(() -> committed().equals(new OffsetAndMetadata(1, "")));
    }
  }

  /** What was delivered while the feed was closed would be delivered again. */
  @Test
  void whatIsDeliveredWhileItClosesIsCommitted() throws Exception {
    CompletableFuture<Boolean> committing = new CompletableFuture<>();
    CompletableFuture<Boolean> closing = new CompletableFuture<>();
    MockConsumer<byte[], byte[]> woken =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            if (committing.complete(true)) {
              closing.join();
              throw new WakeupException();
            }
            super.commitSync(offsets);
          }
        };
    woken.updateBeginningOffsets(Map.of(PARTITION, 0L));
    woken.updateEndOffsets(Map.of(PARTITION, 0L));
    woken.schedulePollTask(
        () -> {
          woken.rebalance(List.of(PARTITION));
          woken.addRecord(record(0, "a"));
        });
    AlertFeed feed = feed(book, () -> woken);
    feed.start();
    assertThat(committing.get(10, TimeUnit.SECONDS)).isTrue();
    closing.complete(true);
    feed.close();
    assertThat(woken.closed()).isTrue();
    assertThat(failed).isNotDone();
    assertThat(Thread.getAllStackTraces().keySet()).noneMatch(AlertFeedTest::isOfAFeed);
  }

  private static boolean isOfAFeed(Thread thread) {
    return thread.getName().equals("alerts-webhook") && thread.isAlive();
  }

  /** The group is joined anew, by a new consumer. */
  @Test
  void readsAgainAfterTheBrokerFailed() throws Exception {
    MockConsumer<byte[], byte[]> failing = new MockConsumer<>("earliest");
    failing.setPollException(new KafkaException("no broker"));
    Queue<MockConsumer<byte[], byte[]>> consumers =
        new ConcurrentLinkedQueue<>(List.of(failing, consumer));
    assigned(Map.of(0L, "a"));
    try (AlertFeed feed = feed(book, consumers::remove)) {
      feed.start();
      await(() -> told.size() == 1);
      assertThat(failing.closed()).isTrue();
      assertThat(consumer.subscription()).containsExactly(TOPIC);
    }
    assertThat(failed).isNotDone();
  }

  /** A channel whose thread is gone would look like a quiet plant. */
  @Test
  void anythingElseEndsTheThreadAndIsTold() throws Exception {
    AlertFeed feed =
        feed(
            book,
            () -> {
              throw new IllegalStateException("a bug");
            });
    feed.start();
    assertThat(failed.get(10, TimeUnit.SECONDS)).hasMessage("a bug");
    feed.close();
  }
}
