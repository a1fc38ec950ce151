package io.kahkm.cli.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes flat JSON messages to a topic, keyed by stream. A failed send surfaces at the next call,
 * at the latest at {@link #flush()}. For one thread.
 */
public final class TopicWriter implements AutoCloseable {
  private static final int LINGER_MILLIS = 5;

  /** How long a person waits before being told that no broker answers. */
  private static final int CONNECT_MILLIS = 15_000;

  private final ObjectMapper mapper = new ObjectMapper();
  private final KafkaProducer<String, byte[]> producer;
  private final String topic;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private long sent;

  /**
   * Connects.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic, which must exist unless the broker creates topics
   */
  public TopicWriter(String bootstrap, String topic) {
    this(bootstrap, topic, new Properties());
  }

  /**
   * Connects.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic, which must exist unless the broker creates topics
   * @param settings further settings of the producer; those of this class win; not modified
   */
  public TopicWriter(String bootstrap, String topic, Properties settings) {
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, CONNECT_MILLIS);
    try {
      producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new UsageException("--bootstrap " + bootstrap + ": " + cause.getMessage());
    }
    this.topic = topic;
  }

  /** Sends a message; it may still be on its way when this returns. */
  public void send(String key, ObjectNode message) throws IOException {
    requireSuccess();
    byte[] value;
    try {
      value = mapper.writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a flat message can always be written", e);
    }
    var unused =
        producer.send(
            new ProducerRecord<>(topic, key, value),
            (metadata, exception) -> {
              if (exception != null) {
                failure.compareAndSet(null, exception);
              }
            });
    sent++;
  }

  /** Messages handed over so far. */
  public long sent() {
    return sent;
  }

  private void requireSuccess() throws IOException {
    Exception exception = failure.get();
    if (exception != null) {
      throw new IOException("cannot write to topic " + topic + ": " + exception.getMessage());
    }
  }

  /** Waits until the broker has acknowledged everything sent so far. */
  public void flush() throws IOException {
    producer.flush();
    requireSuccess();
  }

  @Override
  public void close() {
    producer.close();
  }
}
