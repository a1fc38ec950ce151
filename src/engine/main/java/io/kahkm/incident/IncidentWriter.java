package io.kahkm.incident;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what persons say to the incidents topic, one record at a time, outside the engine's
 * transactions. Connects with the first record. Thread-safe: whoever writes waits for the one
 * before.
 */
public final class IncidentWriter implements IncidentSink, AutoCloseable {
  /** How long a person waits before being told that no broker answers. */
  private static final int LONGEST_WAIT_MILLIS = 10_000;

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final String topic;
  private @Nullable Producer<byte[], byte[]> producer;
  private boolean closed;

  /**
   * A writer that has not connected.
   *
   * @param client settings of a producer; those that this class needs win; not modified
   * @param topic the topic, which exists
   */
  public IncidentWriter(Properties client, String topic) {
    this(
        () ->
            new KafkaProducer<>(
                settings(client), new ByteArraySerializer(), new ByteArraySerializer()),
        topic);
  }

  /** A writer that uses the producer it is given. */
  IncidentWriter(Supplier<Producer<byte[], byte[]>> producers, String topic) {
    this.producers = producers;
    this.topic = topic;
  }

  /** The settings of its producer: those of another client, but for what this class needs. */
  static Properties settings(Properties client) {
    Properties settings = new Properties();
    settings.putAll(client);
    settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, "0");
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Integer.toString(LONGEST_WAIT_MILLIS));
    settings.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Integer.toString(LONGEST_WAIT_MILLIS / 2));
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.toString(LONGEST_WAIT_MILLIS));
    return settings;
  }

  /** Fails where the brokers did not take the record within ten seconds. */
  @Override
  public synchronized void write(IncidentEntry entry) throws IOException {
    if (closed) {
      throw new IOException("the engine stops");
    }
    try {
      Producer<byte[], byte[]> current = producer;
      if (current == null) {
        current = producers.get();
        producer = current;
      }
      current
          .send(
              new ProducerRecord<>(
                  topic,
                  entry.key().getBytes(StandardCharsets.UTF_8),
                  IncidentRecords.bytes(IncidentRecords.json(entry))))
          .get();
    } catch (ExecutionException | KafkaException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      throw new IOException("topic " + topic + ": " + cause.getMessage(), failure);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw new IOException("the engine stops", closing);
    }
  }

  /** Disconnects; what is under way ends first. */
  @Override
  public synchronized void close() {
    closed = true;
    if (producer != null) {
      producer.close();
      producer = null;
    }
  }
}
