package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.engine.EngineListener;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fleet on a real broker, whose streams lie in several partitions. */
class FleetEngineIT {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  @TempDir Path directory;

  private StreamsEngine started(TopologyConfig config, MonitorBlueprint blueprint, String state)
      throws Exception {
    TopologyConfig own = config.withKafka(Map.of("state.dir", directory.resolve(state).toString()));
    StreamsEngine engine = StreamsEngine.create(own, blueprint, EngineListener.SILENT);
    engine.createMissingTopics(4);
    engine.start();
    assertThat(engine.awaitRunning(LONGEST)).isTrue();
    return engine;
  }

  @Test
  void anotherMachineContinuesTheFleetsWindowsWhereTheFirstStopped() throws Exception {
    Map<String, List<String>> records =
        TestFleet.records(List.of("a", "aa", "b", "é", "z"), 100, Map.of());
    List<SimulatedInput.Message> messages = TestFleet.arrivals(records, 5);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      // Partitions are read at their own pace: a long grace leaves closing to completeness.
      TopologyConfig config =
          TestFleet.config("streams: 5, every: 500ms, pairs: 12, grace: 1h")
              .withKafka(Map.of("bootstrap.servers", broker.bootstrapServers()));
      MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
      List<byte[]> expected = TestFleet.offline(config, blueprint, records);
      int half = messages.size() / 2 - 40;

      try (StreamsEngine engine = started(config, blueprint, "first")) {
        cluster.send("pump.states", messages.subList(0, half));
        assertThat(cluster.read("pump.certificates", 1, LONGEST)).isNotEmpty();
        assertThat(engine.deadThread()).isFalse();
      }
      try (StreamsEngine engine = started(config, blueprint, "second")) {
        cluster.send("pump.states", messages.subList(half, messages.size()));
        List<ConsumerRecord<byte[], byte[]>> certificates =
            cluster.read("pump.certificates", expected.size(), LONGEST);

        assertThat(engine.partitionsHeld()).isEqualTo(4);
        assertThat(certificates.stream().map(ConsumerRecord::value).toArray(byte[][]::new))
            .isDeepEqualTo(expected.toArray(byte[][]::new));
      }
    }
  }
}
