package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class IncidentWriterTest {
  private static final IncidentEntry SEEN =
      new IncidentEntry.Acknowledgement("a@x", "", "anna", 1_790_000_000_000_000_000L);

  private final AtomicInteger connected = new AtomicInteger();

  private MockProducer<byte[], byte[]> producer(boolean answers) {
    return new MockProducer<>(answers, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private IncidentWriter writer(MockProducer<byte[], byte[]> producer) {
    return new IncidentWriter(
        () -> {
          connected.incrementAndGet();
          return producer;
        },
        "plant.incidents");
  }

  @Test
  void writesUnderTheKeyThatALaterRecordReplaces() throws Exception {
    MockProducer<byte[], byte[]> producer = producer(true);
    IncidentWriter writer = writer(producer);
    assertThat(connected).hasValue(0);

    writer.write(SEEN);
    writer.write(SEEN);

    assertThat(connected).hasValue(1);
    assertThat(producer.history())
        .hasSize(2)
        .allSatisfy(
            record -> {
              assertThat(record.topic()).isEqualTo("plant.incidents");
              assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(SEEN.key());
              assertThat(IncidentRecords.read(record.value())).contains(SEEN);
            });
    writer.close();
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void failsWhereTheBrokersDoNotTakeIt() {
    MockProducer<byte[], byte[]> producer = producer(true);
    producer.sendException = new TimeoutException("no leader");

    assertThatThrownBy(() -> writer(producer).write(SEEN))
        .isInstanceOf(IOException.class)
        .hasMessage("topic plant.incidents: no leader");
  }

  @Test
  void writesNothingOnceItIsClosed() {
    IncidentWriter writer = writer(producer(true));
    writer.close();

    assertThatThrownBy(() -> writer.write(SEEN)).isInstanceOf(IOException.class);
    assertThat(connected).hasValue(0);
  }

  /** The engine's own producers wait for ever and write in transactions; a person does neither. */
  @Test
  void takesTheEnginesSettingsButForTransactionsAndPatience() {
    Properties client = new Properties();
    client.put("security.protocol", "SASL_SSL");
    client.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "t");
    client.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);

    Properties settings = IncidentWriter.settings(client);

    assertThat(settings)
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
        .doesNotContainKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    assertThat(settings.getProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)).isEqualTo("10000");
    assertThat(client).containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
  }

  @Test
  void whoeverIsInterruptedWhileItWaitsStaysInterrupted() {
    IncidentWriter writer = writer(producer(false));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> writer.write(SEEN))
        .isInstanceOf(IOException.class)
        .hasMessage("the engine stops");
    assertThat(Thread.interrupted()).isTrue();
  }
}
