package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.SchemaGate;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consumers whose records wait for schemas, without a broker and with a registry that is away. */
class WaitingConsumerTest {
  private static final TopicPartition ONE = new TopicPartition("plant.in", 1);
  private static final TopicPartition TWO = new TopicPartition("plant.in", 2);
  private static final String ROUTED = "pump-tags-by-stream-repartition";

  private final SchemaGate gate =
      new SchemaGate(
          new SchemaRegistry("http://localhost:1", Optional.empty(), InputFormat.AVRO),
          Integer.BYTES,
          answered -> {});

  private static boolean readable(WaitingConsumer.Clients clients, String topic, int... value) {
    byte[] bytes = new byte[value.length];
    for (int i = 0; i < value.length; i++) {
      bytes[i] = (byte) value[i];
    }
    return clients.readable(new ConsumerRecord<>(topic, 0, 7, new byte[0], bytes));
  }

  @Test
  void recordsOfTheInputWaitForTheirSchemaAndNoOthers() {
    WaitingConsumer.Clients rows = new WaitingConsumer.Clients(gate, "plant.in", false);
    assertThat(readable(rows, "plant.in", 0, 0, 0, 0, 7, 1)).isFalse();
    assertThat(readable(rows, "plant.in", 1, 2, 3)).as("names no schema").isTrue();
    assertThat(readable(rows, "plant.other", 0, 0, 0, 0, 7, 1)).isTrue();
    assertThat(readable(rows, ROUTED, 0, 0, 0, 0, 7, 1)).as("readings").isTrue();
  }

  @Test
  void recordsThatWereRoutedWholeWaitToo() {
    WaitingConsumer.Clients whole = new WaitingConsumer.Clients(gate, "plant.in", true);
    assertThat(readable(whole, ROUTED, 0, 0, 0, 0, 7, 1)).isFalse();
    assertThat(readable(whole, "pump-fleet-units-repartition", 0, 0, 0, 0, 7, 1)).isTrue();
    assertThat(readable(whole, "plant.in", 0, 0, 0, 0, 7, 1)).isFalse();
  }

  @Test
  void partitionsArePausedAndResumedAsTheirOwnerSays() {
    Consumer<byte[], byte[]> consumer =
        new WaitingConsumer.Clients(gate, "plant.in", false)
            .getConsumer(Map.of("bootstrap.servers", "localhost:1", "group.id", "pump"));
    try {
      assertThat(consumer).isInstanceOf(WaitingConsumer.class);
      consumer.assign(List.of(ONE, TWO));
      consumer.pause(List.of(ONE, TWO));
      assertThat(consumer.paused()).containsExactlyInAnyOrder(ONE, TWO);
      consumer.resume(List.of(TWO));
      assertThat(consumer.paused()).containsExactly(ONE);
      assertThat(consumer.poll(Duration.ZERO).isEmpty()).isTrue();
      assertThat(consumer.paused()).containsExactly(ONE);
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /** Readings whose stream is a field were read before they were routed; others go whole. */
  @ParameterizedTest
  @CsvSource({"'{from: topic}', false", "'{from: field line}', true"})
  void whatIsRoutedWholeWaitsByTheFile(String stream, boolean readable) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input:
              layout: tags
              topic: plant.in
              format: avro
              schema: {registry: "http://localhost:1"}
              stream: %s
              tag: {from: field id}
              sensors: {q: Q, p: P}
              step: 1s
            """
                .formatted(stream),
            "test",
            Map.of());
    WaitingConsumer.Clients clients =
        WaitingConsumer.Clients.of(
            config,
            new SchemaRegistry("http://localhost:1", Optional.empty(), InputFormat.AVRO),
            answered -> {});

    assertThat(readable(clients, "plant.in", 0, 0, 0, 0, 7, 1)).isFalse();
    assertThat(readable(clients, ROUTED, 0, 0, 0, 0, 7, 1)).isEqualTo(readable);
  }
}
