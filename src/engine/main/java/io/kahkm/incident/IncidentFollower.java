package io.kahkm.incident;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
 * asked again; the engine goes on meanwhile.
 */
public final class IncidentFollower implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(IncidentFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long PAUSE_MILLIS = 5_000;

  private final Properties settings;
  private final String topic;
  private final IncidentBook book;
  private final Thread thread;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean closed;
  private volatile @Nullable KafkaConsumer<byte[], byte[]> current;

  /**
   * A follower that has not started.
   *
   * @param client settings of the consumer; those that this class needs win; not modified
   * @param topic the topic, which exists
   * @param book receives what is read
   */
  public IncidentFollower(Properties client, String topic, IncidentBook book) {
    this.topic = topic;
    this.book = book;
    settings = new Properties();
    settings.putAll(client);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    thread = new Thread(this::follow, "incidents");
    thread.setDaemon(true);
  }

  /** Begins to read. */
  public void start() {
    thread.start();
  }

  private void follow() {
    while (!closed) {
      try (KafkaConsumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        current = consumer;
        List<TopicPartition> partitions =
            consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        while (!closed) {
          for (ConsumerRecord<byte[], byte[]> read : consumer.poll(POLL)) {
            if (read.value() != null) {
              IncidentRecords.read(read.value()).ifPresent(book::add);
            }
          }
        }
      } catch (WakeupException woken) {
        return;
      } catch (KafkaException failure) {
        LOGGER.warn("cannot read topic {}, tries again: {}", topic, failure.getMessage());
        pause();
      }
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
    KafkaConsumer<byte[], byte[]> reading = current;
    if (reading != null) {
      // Not by an interrupt, which it would meet in closing and log as an error.
      reading.wakeup();
    }
  }
}
