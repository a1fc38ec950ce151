package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.engine.EngineListener;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map that evidence promotes on a real broker, and another machine that goes on with it. */
class PromotionIT {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final List<String> STREAMS = List.of("a", "b", "c");

  @TempDir Path directory;

  private final Set<String> led = new ConcurrentSkipListSet<>();

  private StreamsEngine started(TopologyConfig config, String state) throws Exception {
    TopologyConfig own = config.withKafka(Map.of("state.dir", directory.resolve(state).toString()));
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(own, PromotionTest.WORSE, Optional.of(PromotionTest.BETTER))
            .withJournalLength(5);
    EngineListener listener =
        new EngineListener() {
          @Override
          public void leads(int partition, String stream, boolean second) {
            led.add(state + " " + stream + " " + second);
          }
        };
    StreamsEngine engine = StreamsEngine.create(own, blueprint, listener);
    engine.createMissingTopics(3);
    engine.start();
    assertThat(engine.awaitRunning(LONGEST)).isTrue();
    return engine;
  }

  private static Map<String, List<String>> values(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, List<String>> values = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      values
          .computeIfAbsent(
              new String(record.key(), StandardCharsets.UTF_8), key -> new ArrayList<>())
          .add(new String(record.value(), StandardCharsets.UTF_8));
    }
    return values;
  }

  @Test
  void anotherMachinePublishesWithTheMapThatWasPromotedOnTheFirst() throws Exception {
    List<SimulatedInput.Message> messages = PromotionTest.MESSAGES;
    Map<String, List<String>> expected = PromotionTest.expected();
    int forecasts =
        STREAMS.stream().mapToInt(stream -> expected.get("forecasts " + stream).size()).sum();
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config =
          PromotionTest.byEvidence()
              .withKafka(Map.of("bootstrap.servers", broker.bootstrapServers()));
      int half = messages.size() / 2;

      try (StreamsEngine engine = started(config, "first")) {
        cluster.send("pump.states", messages.subList(0, half));
        assertThat(cluster.read("pump.incidents", STREAMS.size(), LONGEST)).isNotEmpty();
        assertThat(engine.deadThread()).isFalse();
      }
      try (StreamsEngine engine = started(config, "second")) {
        cluster.send("pump.states", messages.subList(half, messages.size()));
        Map<String, List<String>> published =
            values(cluster.read("pump.forecasts", forecasts, LONGEST));

        assertThat(engine.deadThread()).isFalse();
        for (String stream : STREAMS) {
          assertThat(published.get(stream)).isEqualTo(expected.get("forecasts " + stream));
        }
        Map<String, List<String>> incidents =
            values(cluster.read("pump.incidents", STREAMS.size(), LONGEST));
        assertThat(incidents).hasSize(STREAMS.size());
        for (Map.Entry<String, List<String>> one : incidents.entrySet()) {
          assertThat(one.getKey()).startsWith("promotion ");
          assertThat(one.getValue()).isEqualTo(expected.get("incidents " + one.getKey()));
          JsonNode json = new ObjectMapper().readTree(one.getValue().get(0));
          assertThat(json.path("map").asText()).isEqualTo(PromotionTest.BETTER.map().fingerprint());
        }
        for (String stream : STREAMS) {
          assertThat(led).contains("first " + stream + " true", "second " + stream + " true");
        }
      }
    }
  }
}
