package io.kahkm.alert;

import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.telemetry.AlertCounts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the incidents of the incidents topic through one channel, on a thread of its own. It
 * joins the channel's consumer group, so that each partition is one instance's, and commits what is
 * done after each delivery. A broker that is gone is asked again. Anything that is thrown
 * unexpectedly ends the thread and is reported.
 */
final class AlertFeed implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(AlertFeed.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** A delivery under way is waited for, since it would be repeated otherwise. */
  private static final long LONGEST_CLOSE_MILLIS = 5_000;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final String topic;
  private final Delivery delivery;
  private final AlertRules rules;
  private final InstantSource clock;
  private final Duration pause;
  private final java.util.function.Consumer<Throwable> failed;
  private final Thread thread;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<TopicPartition, AlertQueue> queues = new HashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
  private volatile boolean closed;
  private volatile @Nullable Consumer<byte[], byte[]> current;

  /**
   * How alerts leave.
   *
   * @param composer makes what is told
   * @param channel takes it
   * @param counts what came of it
   */
  record Delivery(AlertComposer composer, AlertChannel channel, AlertCounts.Channel counts) {}

  /**
   * A feed that has not started.
   *
   * @param consumers makes a consumer of the channel's group; another one after each failure
   * @param topic the topic, which exists
   * @param delivery how alerts leave
   * @param rules which incidents are alerts
   * @param failed is told what ended the thread, from that thread
   */
  AlertFeed(
      Supplier<Consumer<byte[], byte[]>> consumers,
      String topic,
      Delivery delivery,
      AlertRules rules,
      java.util.function.Consumer<Throwable> failed) {
    this(consumers, topic, delivery, rules, failed, PAUSE);
  }

  /** The same, with what it waits before it asks a broker again that failed. */
  AlertFeed(
      Supplier<Consumer<byte[], byte[]>> consumers,
      String topic,
      Delivery delivery,
      AlertRules rules,
      java.util.function.Consumer<Throwable> failed,
      Duration pause) {
    this.pause = pause;
    this.consumers = consumers;
    this.topic = topic;
    this.delivery = delivery;
    this.rules = rules;
    this.failed = failed;
    clock = rules.clock();
    thread = new Thread(this::follow, "alerts-" + delivery.channel().name());
    thread.setDaemon(true);
  }

  /** Starts to read and to deliver. */
  void start() {
    thread.start();
  }

  private void follow() {
    try {
      while (!closed) {
        readUntilFailure();
      }
    } catch (WakeupException | InterruptException | InterruptedException woken) {
      LOGGER.debug("Stopped delivering alerts by {}", delivery.channel().name());
    } catch (RuntimeException | Error wrong) {
      failed.accept(wrong);
    }
  }

  private void readUntilFailure() throws InterruptedException {
    queues.clear();
    committed.clear();
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      current = consumer;
      consumer.subscribe(List.of(topic), new Assignment(consumer));
      while (!closed) {
        step(consumer);
      }
    } catch (WakeupException | InterruptException woken) {
      throw woken;
    } catch (KafkaException failure) {
      LOGGER.warn(
          "Alerts by {} wait: cannot read topic {} as a member of its group; trying again: {}",
          delivery.channel().name(),
          topic,
          failure.getMessage());
      closed |= end.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      queues.clear();
      count();
    }
  }

  /** One delivery at most, so that the group sees a poll between two of them. */
  private void step(Consumer<byte[], byte[]> consumer) throws InterruptedException {
    boolean busy = ready().isPresent();
    consumer.poll(busy ? Duration.ZERO : POLL).forEach(this::take);
    queues.forEach((partition, queue) -> queue.reached(consumer.position(partition)));
    if (!rules.ready()) {
      return;
    }
    for (AlertQueue queue : queues.values()) {
      if (queue.caughtUp()) {
        queue.decide(rules, clock.millis());
        delivery.counts().gaveUp(queue.takeDropped());
      }
    }
    count();
    commit(consumer, queues.keySet());
    Optional<AlertQueue> next = ready();
    if (next.isPresent()) {
      deliver(next.get());
      count();
      commit(consumer, queues.keySet());
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> read) {
    AlertQueue queue = queues.get(new TopicPartition(read.topic(), read.partition()));
    if (queue != null && read.value() != null) {
      // What anybody else wrote to the topic is skipped; the follower of the topic logs it.
      incident(read.value())
          .ifPresent(happening -> queue.take(read.offset(), happening, clock.millis()));
    }
  }

  private static Optional<IncidentEntry.Happening> incident(byte[] value) {
    try {
      return IncidentRecords.read(value).flatMap(IncidentEntry::happening);
    } catch (RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  private Optional<AlertQueue> ready() {
    long now = clock.millis();
    return queues.values().stream().filter(queue -> queue.next(now).isPresent()).findFirst();
  }

  private void deliver(AlertQueue queue) throws InterruptedException {
    AlertQueue.Incident incident = queue.next(clock.millis()).orElseThrow();
    try {
      delivery.channel().deliver(delivery.composer().compose(incident.happening()));
      queue.delivered(incident);
      if (delivery.counts().delivered()) {
        LOGGER.info(
            "Alerts reach {} ({}) again. No action needed.",
            delivery.channel().name(),
            delivery.channel().place());
      }
    } catch (DeliveryException failure) {
      failed(queue, incident, Objects.requireNonNull(failure.getMessage()));
    } catch (RuntimeException wrong) {
      LOGGER.error("An alert was not delivered. Keep this log for the developers.", wrong);
      failed(queue, incident, wrong.getClass().getSimpleName());
    }
  }

  private void failed(AlertQueue queue, AlertQueue.Incident incident, String problem) {
    if (delivery.counts().failed(problem)) {
      LOGGER.warn(
          "Alerts do not reach {} ({}): {}. Each is tried again for {} h; further failures are only"
              + " counted, in {}.",
          delivery.channel().name(),
          delivery.channel().place(),
          problem,
          AlertQueue.LONGEST.toHours(),
          AlertCounts.METER);
    }
    if (queue.failed(incident, clock.millis())) {
      delivery.counts().gaveUp(1);
      LOGGER.error(
          "An alert was not delivered to {} ({}) within {} h and is given up: {}. The live page and"
              + " the incidents topic still have the incident.",
          delivery.channel().name(),
          delivery.channel().place(),
          AlertQueue.LONGEST.toHours(),
          problem);
    }
  }

  private void count() {
    int due = queues.values().stream().mapToInt(AlertQueue::due).sum();
    OptionalLong oldest =
        queues.values().stream().map(AlertQueue::oldest).flatMapToLong(OptionalLong::stream).min();
    delivery.counts().undelivered(due, oldest);
  }

  /** Commits what changed. */
  private void commit(Consumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> changed = new HashMap<>();
    for (TopicPartition partition : partitions) {
      AlertQueue queue = queues.get(partition);
      if (queue != null && queue.caughtUp()) {
        OffsetAndMetadata note = queue.note().committed();
        if (!note.equals(committed.get(partition))) {
          changed.put(partition, note);
        }
      }
    }
    if (changed.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(changed);
    } catch (WakeupException closing) {
      // What was delivered would be delivered again.
      consumer.commitSync(changed);
      throw closing;
    }
    committed.putAll(changed);
  }

  /** Continues with a partition where the group stopped, and hands it over. */
  private final class Assignment implements ConsumerRebalanceListener {
    private final Consumer<byte[], byte[]> consumer;

    Assignment(Consumer<byte[], byte[]> consumer) {
      this.consumer = consumer;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      Map<TopicPartition, OffsetAndMetadata> known = consumer.committed(Set.copyOf(partitions));
      for (TopicPartition partition : partitions) {
        OffsetAndMetadata note = known.get(partition);
        if (note == null) {
          long last = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
          queues.put(partition, AlertQueue.ofEverything(last));
          consumer.seekToBeginning(List.of(partition));
        } else {
          AlertNote from = AlertNote.of(note);
          queues.put(partition, AlertQueue.from(from));
          consumer.seek(partition, from.first());
        }
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      if (rules.ready()) {
        commit(consumer, partitions);
      }
      onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      partitions.forEach(queues::remove);
      partitions.forEach(committed::remove);
    }
  }

  @Override
  public void close() {
    closed = true;
    end.countDown();
    Consumer<byte[], byte[]> reading = current;
    if (reading != null) {
      reading.wakeup();
    }
    try {
      thread.join(LONGEST_CLOSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
