package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.broker.EmbeddedBroker;
import io.micrometer.core.instrument.Meter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimeMetersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Every name of the allow list exists in a running client, and nothing else passes. */
  @Test
  void passesTheAllowListAndNothingElse(@TempDir Path directory) throws Exception {
    StreamsBuilder topology = new StreamsBuilder();
    topology.stream("in", Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
        .toTable(Materialized.as("table"))
        .toStream()
        .to("out");
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      broker.createTopics(List.of("in", "out"), 2, Map.of());
      Properties properties = new Properties();
      properties.put("application.id", "meters");
      properties.put("bootstrap.servers", broker.bootstrapServers());
      properties.put("state.dir", directory.resolve("state").toString());
      properties.put("default.key.serde", Serdes.ByteArray().getClass().getName());
      properties.put("default.value.serde", Serdes.ByteArray().getClass().getName());
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", broker.bootstrapServers()),
              new ByteArraySerializer(),
              new ByteArraySerializer())) {
        producer.send(new ProducerRecord<>("in", new byte[] {1}, new byte[] {2})).get();
      }
      EngineTelemetry telemetry = Scenario.telemetry();
      try (KafkaStreams streams = new KafkaStreams(topology.build(), properties);
          RuntimeMeters meters = new RuntimeMeters(telemetry.registry())) {
        streams.start();
        meters.bind(streams, directory.resolve("state"));
        // The pause meter appears with the first collection.
        System.gc();

        assertThat(namesOnceComplete(telemetry)).isEqualTo(new TreeSet<>(RuntimeMeters.ALLOWED));
        assertThat(Scenario.scrape(telemetry)).contains("kafka_stream_alive_stream_threads");
      }
    }
  }

  private static Set<String> namesOnceComplete(EngineTelemetry telemetry)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Set<String> names = names(telemetry);
    while (names.size() < RuntimeMeters.ALLOWED.size() && System.nanoTime() < end) {
      Thread.sleep(200);
      names = names(telemetry);
    }
    return names;
  }

  private static Set<String> names(EngineTelemetry telemetry) {
    Set<String> names = new TreeSet<>();
    for (Meter meter : telemetry.registry().getMeters()) {
      names.add(meter.getId().getName());
    }
    return names;
  }
}
