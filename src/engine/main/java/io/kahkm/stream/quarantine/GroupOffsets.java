package io.kahkm.stream.quarantine;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** A connection to the brokers for the offsets of consumer groups. */
interface GroupOffsets extends AutoCloseable {
  /**
   * Reads what a group committed.
   *
   * @param group its name
   * @return offsets of all its partitions, some of which may be null
   */
  KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> read(String group);

  /**
   * Commits for a group without members.
   *
   * @param group its name
   * @param offsets what to commit
   * @return when that is done
   */
  KafkaFuture<Void> write(String group, Map<TopicPartition, OffsetAndMetadata> offsets);

  /**
   * Deletes what a group without members committed.
   *
   * @param group its name
   * @param partitions for which to delete it
   * @return when that is done
   */
  KafkaFuture<Void> delete(String group, Set<TopicPartition> partitions);

  @Override
  void close();

  /**
   * Connects to brokers.
   *
   * @param client settings of an admin client
   * @return a connection of its own
   */
  static GroupOffsets connect(Properties client) {
    return new OfAdmin(Admin.create(client));
  }

  /** As an admin client asks the brokers. */
  record OfAdmin(Admin admin) implements GroupOffsets {
    @Override
    public KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> read(String group) {
      return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata();
    }

    @Override
    public KafkaFuture<Void> write(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
      return admin.alterConsumerGroupOffsets(group, offsets).all();
    }

    @Override
    public KafkaFuture<Void> delete(String group, Set<TopicPartition> partitions) {
      return admin.deleteConsumerGroupOffsets(group, partitions).all();
    }

    @Override
    public void close() {
      admin.close();
    }
  }
}
