package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentBooks;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.TelemetrySettings;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
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
          MapIdentity.of(TestModels.vanDerPol(5, 1), Map.of()),
          Optional.empty(),
          Optional.empty(),
          InstantSource.system());
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final IncidentBook book = IncidentBooks.complete();
  private RuntimeException wrong;

  private AlertFeed feed(IncidentBook known, Supplier<Consumer<byte[], byte[]>> consumers) {
    EngineApi nothing = (path, query) -> Optional.empty();
    return new AlertFeed(
        consumers,
        TOPIC,
        new AlertFeed.Delivery(
            new AlertComposer("plant", Optional::empty, new IncidentCurves(nothing)),
            new Recording(),
            telemetry.alerts().channel("webhook")),
        new AlertRules(false, known, nothing, InstantSource.system()),
        failed::complete);
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
    public void deliver(Alert alert) {
      told.add(alert.title());
      RuntimeException once = wrong;
      wrong = null;
      if (once != null) {
        throw once;
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
          records.forEach(
              (offset, stream) ->
                  consumer.addRecord(
                      new ConsumerRecord<>(
                          TOPIC,
                          0,
                          offset,
                          new byte[0],
                          (stream.startsWith("{")
                                  ? stream
                                  : AlertQueueTest.incident(stream, 1_000, 1_000, false, false)
                                      .json()
                                      .toString())
                              .getBytes(StandardCharsets.UTF_8))));
        });
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
