package io.kahkm.stream;

import io.kahkm.stream.client.TopologyNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Waits until an application has taken and committed everything that its topics hold. */
final class Taken implements AutoCloseable {
  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final String input;
  private final String application;

  /** Ends of the records of each partition that were seen so far. */
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  Taken(Cluster cluster, String input, String application) {
    this.input = input;
    this.application = application;
    admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /**
   * Waits.
   *
   * @param longest after which it is an error
   * @param glance between two looks
   */
  void await(Duration longest, Duration glance) throws Exception {
    long end = System.nanoTime() + longest.toNanos();
    // What the first topic's records become is in the second one when their offset is committed.
    for (String topic : List.of(input, repartition())) {
      while (!isTaken(topic, glance)) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(topic + " was not read to its end within " + longest);
        }
      }
    }
  }

  private String repartition() {
    return application + "-" + TopologyNodes.TAGS_BY_STREAM + "-repartition";
  }

  /** Markers of transactions are no records: ends are those of records that were read. */
  private boolean isTaken(String topic, Duration glance) throws Exception {
    if (!admin.listTopics().names().get().contains(topic)) {
      return true;
    }
    List<TopicPartition> partitions = new ArrayList<>();
    consumer
        .partitionsFor(topic)
        .forEach(one -> partitions.add(new TopicPartition(topic, one.partition())));
    if (!consumer.assignment().equals(Set.copyOf(partitions))) {
      consumer.assign(partitions);
    }
    Map<TopicPartition, Long> until = consumer.endOffsets(partitions);
    while (partitions.stream().anyMatch(one -> consumer.position(one) < until.get(one))) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(glance)) {
        ends.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
      }
    }
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata().get();
    boolean taken =
        partitions.stream()
            .allMatch(
                one ->
                    !ends.containsKey(one)
                        || (committed.get(one) != null
                            && committed.get(one).offset() >= ends.get(one)));
    if (!taken) {
      Thread.sleep(glance.toMillis());
    }
    return taken;
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
