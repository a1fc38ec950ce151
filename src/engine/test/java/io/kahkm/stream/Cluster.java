package io.kahkm.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What tests do with a broker from outside: write records, read what was committed. */
final class Cluster {
  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrapServers;

  Cluster(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrapServers, "max.request.size", "4194304"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  void send(String topic, List<SimulatedInput.Message> messages) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (SimulatedInput.Message message : messages) {
        sent.add(
            producer.send(
                new ProducerRecord<>(
                    topic, message.stream().getBytes(StandardCharsets.UTF_8), message.value())));
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    }
  }

  /** Every committed record of a topic, as soon as there are so many or the time is over. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic, int expected, Duration longest) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
      begin(consumer, topic);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      long end = System.nanoTime() + longest.toNanos();
      while (records.size() < expected && System.nanoTime() < end) {
        consumer.poll(POLL).forEach(records::add);
      }
      // A doubled record would come after the expected ones.
      consumer.poll(POLL).forEach(records::add);
      return records;
    }
  }

  /** Every record of a topic once all its transactions have ended. */
  List<ConsumerRecord<byte[], byte[]>> readToEnd(String topic, Duration longest) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed");
        KafkaConsumer<byte[], byte[]> watcher = consumer("read_uncommitted")) {
      List<TopicPartition> partitions = begin(consumer, topic);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      long end = System.nanoTime() + longest.toNanos();
      while (watcher.endOffsets(partitions).entrySet().stream()
          .anyMatch(last -> consumer.position(last.getKey()) < last.getValue())) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(topic + " cannot be read to its end");
        }
        consumer.poll(POLL).forEach(records::add);
      }
      return records;
    }
  }

  /** Assigns all partitions of a topic, from their beginning. */
  private static List<TopicPartition> begin(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (PartitionInfo partition : consumer.partitionsFor(topic)) {
      partitions.add(new TopicPartition(topic, partition.partition()));
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return partitions;
  }

  private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "isolation.level", isolation,
            "max.partition.fetch.bytes", "4194304"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  static Map<String, List<byte[]>> byStream(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, List<byte[]>> values = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      values
          .computeIfAbsent(
              new String(record.key(), StandardCharsets.UTF_8), stream -> new ArrayList<>())
          .add(record.value());
    }
    return values;
  }

  static int count(Map<String, List<byte[]>> values) {
    return values.values().stream().mapToInt(List::size).sum();
  }
}
