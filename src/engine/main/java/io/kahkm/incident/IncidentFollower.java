package io.kahkm.incident;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the incidents topic from its beginning and on, on a thread of its own, into a book: what
 * other instances and persons wrote. Only what was committed is read. A broker that is gone is
 * asked again; the engine continues meanwhile. A record that cannot be taken is skipped with an
 * error in the log, since anybody may write to the topic. Anything else that is thrown ends the
 * thread and is reported: a book that stands still would look like a quiet plant.
 */
public final class IncidentFollower implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(IncidentFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long PAUSE_MILLIS = 5_000;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final String topic;
  private final IncidentBook book;
  private final java.util.function.Consumer<Throwable> failed;
  private final Thread thread;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean closed;
  private volatile @Nullable Consumer<byte[], byte[]> current;

  /**
   * A follower that has not started.
   *
   * @param client settings of the consumer; those that this class needs win; not modified
   * @param topic the topic, which exists
   * @param book receives what is read
   * @param failed is told what ended the thread, from that thread
   */
  public IncidentFollower(
      Properties client,
      String topic,
      IncidentBook book,
      java.util.function.Consumer<Throwable> failed) {
    this(
        () ->
            new KafkaConsumer<>(
                settings(client), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
        topic,
        book,
        failed);
  }

  /** A follower that reads through the consumers it is given; a new one after each failure. */
  IncidentFollower(
      Supplier<Consumer<byte[], byte[]>> consumers,
      String topic,
      IncidentBook book,
      java.util.function.Consumer<Throwable> failed) {
    this.consumers = consumers;
    this.topic = topic;
    this.book = book;
    this.failed = failed;
    thread = new Thread(this::follow, "incidents");
    thread.setDaemon(true);
  }

  /** The settings of its consumer: those of another client, but for what this class needs. */
  static Properties settings(Properties client) {
    Properties settings = new Properties();
    settings.putAll(client);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return settings;
  }

  /** Starts to read. */
  public void start() {
    thread.start();
  }

  private void follow() {
    try {
      while (!closed) {
        readUntilFailure();
      }
    } catch (WakeupException woken) {
      LOGGER.debug("Stopped reading topic {}", topic);
    } catch (RuntimeException | Error wrong) {
      failed.accept(wrong);
    }
  }

  private void readUntilFailure() {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      current = consumer;
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (!closed) {
        consumer.poll(POLL).forEach(this::take);
        if (!book.isComplete()
            && ends.entrySet().stream()
                .allMatch(last -> consumer.position(last.getKey()) >= last.getValue())) {
          book.complete();
        }
      }
    } catch (WakeupException woken) {
      throw woken;
    } catch (KafkaException failure) {
      LOGGER.warn("Cannot read topic {}; trying again: {}", topic, failure.getMessage());
      pause();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> read) {
    try {
      if (read.value() != null) {
        IncidentRecords.read(read.value()).ifPresent(book::add);
      }
    } catch (RuntimeException unreadable) {
      LOGGER.error(
          "Skipped the record of topic {}, partition {}, offset {}: it cannot be read as an"
              + " incident, mark or shelving. Keep this log for the developers.",
          topic,
          read.partition(),
          read.offset(),
          unreadable);
    }
  }

  private void pause() {
    try {
      closed |= end.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    end.countDown();
    Consumer<byte[], byte[]> reading = current;
    if (reading != null) {
      // Not by an interrupt, which it would meet in closing and log as an error.
      reading.wakeup();
    }
  }
}
