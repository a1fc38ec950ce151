package io.kahkm.cli.topic;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.numeric.Progress;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the newest records of a topic. */
public final class TopicRecords {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

  /** A large topic takes its time; one that says nothing for so long is not read to its end. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

  private static final int MOST_RECORDS = 1_000_000;
  private static final Duration POLL = Duration.ofMillis(500);

  private TopicRecords() {}

  /**
   * Reads them once.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic
   * @param records about how many of its newest records are read
   * @param client further settings of the consumer; those of this class win; not modified
   * @param receiver takes them, those of a partition in order
   * @throws IOException if the brokers do not answer
   */
  public static void newest(
      String bootstrap,
      String topic,
      int records,
      Properties client,
      Consumer<ConsumerRecord<byte[], byte[]>> receiver)
      throws IOException {
    newest(bootstrap, topic, records, client, receiver, Progress.NONE);
  }

  /**
   * Reads them once and says how far it is.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic
   * @param records about how many of its newest records are read
   * @param client further settings of the consumer; those of this class win; not modified
   * @param receiver takes them, those of a partition in order
   * @param progress told after every fetch
   * @throws IOException if the brokers do not answer
   */
  public static void newest(
      String bootstrap,
      String topic,
      int records,
      Properties client,
      Consumer<ConsumerRecord<byte[], byte[]>> receiver,
      Progress progress)
      throws IOException {
    read(
        bootstrap,
        topic,
        client,
        (consumer, ends) -> newest(consumer, ends, records),
        receiver,
        progress);
  }

  /**
   * Reads those since a moment once, a million at most.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic
   * @param since by the records' timestamps
   * @param client further settings of the consumer; those of this class win; not modified
   * @param receiver takes them, those of a partition in order
   * @throws IOException if the brokers do not answer
   */
  public static void since(
      String bootstrap,
      String topic,
      Instant since,
      Properties client,
      Consumer<ConsumerRecord<byte[], byte[]>> receiver)
      throws IOException {
    read(
        bootstrap,
        topic,
        client,
        (consumer, ends) -> {
          Map<TopicPartition, Long> newest = newest(consumer, ends, MOST_RECORDS);
          Map<TopicPartition, Long> times = new HashMap<>();
          ends.keySet().forEach(partition -> times.put(partition, since.toEpochMilli()));
          consumer
              .offsetsForTimes(times)
              .forEach(
                  (partition, found) ->
                      newest.merge(
                          partition,
                          found == null ? ends.get(partition) : found.offset(),
                          Math::max));
          return newest;
        },
        receiver,
        Progress.NONE);
  }

  /** Finds where to begin in each partition. */
  @FunctionalInterface
  private interface Begin {
    Map<TopicPartition, Long> of(
        KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends);
  }

  private static Map<TopicPartition, Long> newest(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, int records) {
    Map<TopicPartition, Long> begins = new HashMap<>(consumer.beginningOffsets(ends.keySet()));
    long share = Math.max(1, records / ends.size());
    ends.forEach((partition, end) -> begins.merge(partition, end - share, Math::max));
    return begins;
  }

  private static void read(
      String bootstrap,
      String topic,
      Properties client,
      Begin begin,
      Consumer<ConsumerRecord<byte[], byte[]>> receiver,
      Progress progress)
      throws IOException {
    Properties settings = new Properties();
    settings.putAll(client);
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LONGEST_ANSWER.toMillis());
    KafkaConsumer<byte[], byte[]> consumer;
    try {
      consumer =
          new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw new UsageException("--bootstrap " + bootstrap + ": " + e.getMessage());
    }
    try (consumer) {
      read(consumer, topic, begin, receiver, progress);
    } catch (KafkaException e) {
      throw failure(topic, bootstrap, e);
    }
  }

  /** Why a topic cannot be read; where no broker answers, what to do about it. */
  static IOException failure(String topic, String bootstrap, KafkaException cause) {
    return new IOException(
        cause instanceof TimeoutException
            ? "no broker at "
                + bootstrap
                + " answered within "
                + LONGEST_ANSWER.toSeconds()
                + " s, so topic "
                + topic
                + " cannot be read; start it, or name another with --bootstrap or"
                + " kafka.bootstrap.servers"
            : "cannot read " + topic + " at " + bootstrap + ": " + cause.getMessage(),
        cause);
  }

  private static void read(
      KafkaConsumer<byte[], byte[]> consumer,
      String topic,
      Begin begin,
      Consumer<ConsumerRecord<byte[], byte[]>> receiver,
      Progress progress)
      throws IOException {
    List<PartitionInfo> known = consumer.partitionsFor(topic);
    if (known == null || known.isEmpty()) {
      throw new DataException("there is no topic " + topic);
    }
    List<TopicPartition> partitions =
        known.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> begins = begin.of(consumer, ends);
    begins.forEach(consumer::seek);
    long all = left(ends, begins::get);
    long left = all;
    long deadline = System.nanoTime() + LONGEST_SILENCE.toNanos();
    while (left > 0) {
      progress.update("records of " + topic, all - left, all);
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < ends.get(new TopicPartition(topic, record.partition()))) {
          receiver.accept(record);
        }
      }
      long now = left(ends, consumer::position);
      if (now < left) {
        deadline = System.nanoTime() + LONGEST_SILENCE.toNanos();
      } else if (System.nanoTime() >= deadline) {
        throw new IOException(
            "cannot read "
                + topic
                + ": no record came for "
                + LONGEST_SILENCE.toSeconds()
                + " s, and "
                + left
                + " of "
                + all
                + " are missing");
      }
      left = now;
    }
    progress.update("records of " + topic, all, all);
  }

  /** How many records are before the ends. */
  private static long left(
      Map<TopicPartition, Long> ends, ToLongFunction<TopicPartition> position) {
    return ends.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - position.applyAsLong(end.getKey())))
        .sum();
  }
}
