package io.kahkm.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {
  @Test
  void keepsRecordsOverARestartOnTheSameDirectory(@TempDir Path directory) throws Exception {
    byte[] value = "one".getBytes(StandardCharsets.UTF_8);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory, Map.of())) {
      broker.createTopics(List.of("states"), 2, Map.of());
      broker.createTopics(List.of("states"), 2, Map.of());
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", broker.bootstrapServers()),
              new ByteArraySerializer(),
              new ByteArraySerializer())) {
        producer.send(new ProducerRecord<>("states", 1, null, value)).get();
      }
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(directory, Map.of());
        KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition("states", 1);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      var records = consumer.poll(Duration.ofSeconds(20)).records(partition);

      assertThat(records).hasSize(1);
      assertThat(records.get(0).value()).isEqualTo(value);
    }
  }

  @Test
  void startsWhereABrokerDiedBeforeItEverRan(@TempDir Path directory) throws Exception {
    assertThatThrownBy(() -> EmbeddedBroker.start(directory, Map.of("num.network.threads", "none")))
        .isInstanceOf(ConfigException.class);

    try (EmbeddedBroker broker = EmbeddedBroker.start(directory, Map.of())) {
      broker.createTopics(List.of("states"), 1, Map.of());
    }
  }
}
