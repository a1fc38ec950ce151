package io.kahkm.stream.client;

import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * The consumer of a stream thread. It leaves its group when it is closed, unless it has a {@code
 * group.instance.id}. Kafka Streams 4.3 has the consumer of a thread that it replaces stay: its
 * partitions then stand still for the session timeout, 45 seconds by default, because the group
 * waits for a member that is gone. For one thread.
 */
public class LeavingConsumer extends KafkaConsumer<byte[], byte[]> {
  LeavingConsumer(Map<String, Object> settings) {
    super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public void close(CloseOptions options) {
    super.close(
        options.withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.DEFAULT));
  }

  /** Gives stream threads such consumers. */
  public static class Clients extends DefaultKafkaClientSupplier {
    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
      return new LeavingConsumer(settings);
    }
  }
}
