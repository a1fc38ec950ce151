package io.kahkm.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The meters of the JVM, the process and the Kafka Streams client, limited to an allow list. Close
 * it before the client.
 */
public final class RuntimeMeters implements AutoCloseable {
  /**
   * Binds the meters of the JVM and the process.
   *
   * @param registry receives the meters and the allow list
   */
  public RuntimeMeters(MeterRegistry registry) {
    throw new UnsupportedOperationException();
  }

  /**
   * Binds the meters of a Kafka Streams client.
   *
   * @param streams not owned
   */
  public void bind(KafkaStreams streams) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
