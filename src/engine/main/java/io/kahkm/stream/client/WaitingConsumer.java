package io.kahkm.stream.client;

import io.kahkm.config.TagsConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.SchemaGate;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer of a stream thread whose records need schemas: those whose schema is not there yet
 * stay at the brokers, see {@link WaitingRecords}. For one thread.
 */
public final class WaitingConsumer extends LeavingConsumer {
  private final WaitingRecords waiting;

  private WaitingConsumer(
      Map<String, Object> settings, Predicate<ConsumerRecord<byte[], byte[]>> readable) {
    super(settings);
    waiting = new WaitingRecords(new Own(), readable);
  }

  /** The consumer without what is done here. */
  private final class Own implements WaitingRecords.Position {
    @Override
    public Set<TopicPartition> assigned() {
      return assignment();
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
      WaitingConsumer.super.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
      WaitingConsumer.super.resume(partitions);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
      WaitingConsumer.super.seek(partition, offset);
    }
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    waiting.wake();
    return waiting.hold(super.poll(timeout));
  }

  @Override
  public void pause(Collection<TopicPartition> partitions) {
    waiting.pause(partitions);
  }

  @Override
  public void resume(Collection<TopicPartition> partitions) {
    waiting.resume(partitions);
  }

  /** Gives stream threads consumers that wait for schemas. */
  public static final class Clients extends LeavingConsumer.Clients {
    private final SchemaGate gate;
    private final String input;
    private final boolean routedWhole;

    /**
     * Clients of one engine.
     *
     * @param gate says which records can be read
     * @param input topic whose records need schemas
     * @param routedWhole whether what is routed from it are its records, and not readings
     */
    Clients(SchemaGate gate, String input, boolean routedWhole) {
      this.gate = gate;
      this.input = input;
      this.routedWhole = routedWhole;
    }

    /**
     * Clients of one engine.
     *
     * @param config the topology file
     * @param registry holds the schemas
     * @param answered told whether it answered, every time it was asked
     */
    public static Clients of(
        TopologyConfig config,
        SchemaRegistry registry,
        java.util.function.Consumer<Boolean> answered) {
      int idBytes =
          config
              .input()
              .tags()
              .map(TagsConfig::schema)
              .orElse(config.input().rows().schema())
              .orElseThrow()
              .idBytes();
      return new Clients(
          new SchemaGate(registry, idBytes, answered),
          config.input().topic(),
          config
              .input()
              .tags()
              .filter(tags -> tags.fields().stream().origin() != NameRule.Origin.FIELD)
              .isPresent());
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
      return new WaitingConsumer(settings, this::readable);
    }

    private boolean needsSchema(String topic) {
      return topic.equals(input)
          || (routedWhole && topic.endsWith(TopologyNodes.TAGS_BY_STREAM + "-repartition"));
    }

    /** Whether a record can be read now: only those of some topics need a schema. */
    boolean readable(ConsumerRecord<byte[], byte[]> record) {
      return !needsSchema(record.topic())
          || gate.opens(
              new InputRecord(
                  record.topic(),
                  record.key(),
                  record.value(),
                  record.headers(),
                  record.timestamp()));
    }
  }
}
