package io.kahkm.stream.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Leaves records that cannot be read yet at the brokers: their partition is paused at the first of
 * them, while the stream thread polls on and processes its other partitions. Kafka Streams never
 * sees such a record, so that nothing of it can be lost or taken twice. For one thread.
 *
 * <p>Kafka Streams pauses and resumes partitions of the same consumer for reasons of its own: a
 * partition runs when neither wants it paused.
 */
final class WaitingRecords {
  /** What is done to a consumer. */
  interface Position {
    /** Partitions that are assigned. */
    Set<TopicPartition> assigned();

    /** Stops fetching from partitions. */
    void pause(Collection<TopicPartition> partitions);

    /** Fetches from partitions again. */
    void resume(Collection<TopicPartition> partitions);

    /** Sets where a partition is read next. */
    void seek(TopicPartition partition, long offset);
  }

  private final Position consumer;
  private final Predicate<ConsumerRecord<byte[], byte[]>> readable;
  private final Map<TopicPartition, ConsumerRecord<byte[], byte[]>> waiting = new HashMap<>();
  private final Set<TopicPartition> pausedByOwner = new HashSet<>();

  /**
   * Nothing waits.
   *
   * @param consumer the consumer itself, below what Kafka Streams calls
   * @param readable whether a record can be read now; asked again until it can
   */
  WaitingRecords(Position consumer, Predicate<ConsumerRecord<byte[], byte[]>> readable) {
    this.consumer = consumer;
    this.readable = readable;
  }

  /** Kafka Streams pauses partitions. */
  void pause(Collection<TopicPartition> partitions) {
    pausedByOwner.addAll(partitions);
    consumer.pause(partitions);
  }

  /** Kafka Streams resumes partitions. */
  void resume(Collection<TopicPartition> partitions) {
    pausedByOwner.removeAll(partitions);
    List<TopicPartition> free = new ArrayList<>(partitions);
    free.removeAll(waiting.keySet());
    consumer.resume(free);
  }

  /** Before a poll: partitions whose record can be read by now run again. */
  void wake() {
    if (waiting.isEmpty() && pausedByOwner.isEmpty()) {
      return;
    }
    Set<TopicPartition> assigned = consumer.assigned();
    waiting.keySet().retainAll(assigned);
    pausedByOwner.retainAll(assigned);
    List<TopicPartition> woken = new ArrayList<>();
    waiting
        .values()
        .removeIf(
            record -> {
              boolean wakes = readable.test(record);
              TopicPartition partition = partition(record);
              if (wakes && !pausedByOwner.contains(partition)) {
                woken.add(partition);
              }
              return wakes;
            });
    if (!woken.isEmpty()) {
      consumer.resume(woken);
    }
  }

  private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }

  /**
   * After a poll.
   *
   * @param polled what came
   * @return the same up to the first record of each partition that has to wait
   */
  ConsumerRecords<byte[], byte[]> hold(ConsumerRecords<byte[], byte[]> polled) {
    if (polled.isEmpty()) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(polled.nextOffsets());
    boolean held = false;
    for (TopicPartition partition : polled.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> all = polled.records(partition);
      int readableOnes = readable(all);
      if (readableOnes < all.size()) {
        held = true;
        ConsumerRecord<byte[], byte[]> first = all.get(readableOnes);
        waiting.put(partition, first);
        consumer.pause(Set.of(partition));
        consumer.seek(partition, first.offset());
        next.put(partition, new OffsetAndMetadata(first.offset(), first.leaderEpoch(), ""));
      }
      if (readableOnes > 0) {
        records.put(partition, all.subList(0, readableOnes));
      } else {
        next.remove(partition);
      }
    }
    return held ? new ConsumerRecords<>(records, next) : polled;
  }

  /** Records before the first that is not readable; of those behind it, schemas are asked for. */
  private int readable(List<ConsumerRecord<byte[], byte[]>> records) {
    int first = records.size();
    for (int i = 0; i < records.size(); i++) {
      if (!readable.test(records.get(i)) && i < first) {
        first = i;
      }
    }
    return first;
  }
}
