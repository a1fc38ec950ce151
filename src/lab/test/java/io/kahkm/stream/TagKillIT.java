package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.soak.Reconciliation;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.broker.Folders;
import io.kahkm.broker.JavaProcess;
import io.kahkm.internal.kahm.ModelFile;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows made of tags in four partitions by an engine that is killed while tags flow. */
class TagKillIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int JOURNAL_LENGTH = 64;
  private static final int PARTITIONS = 4;
  private static final int BURST = 60;
  private static final int PAUSE_MILLIS = 25;
  private static final int DELAY_MILLIS = 200;
  private static final int JUMP_MILLIS = 10_000;
  private static final int LAST_PAUSE_MILLIS = 8_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void losesDoublesAndMistakesNothingWhenKilled(boolean inPlace) throws Exception {
    String names = inPlace ? TagTopologyTest.IN_PLACE : TagTopologyTest.BY_TAG;
    TagTopologyTest.Plant plant = TagTopologyTest.plant(5, 20, 24);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config = config(cluster, names);
      Path topology = directory.resolve("tags.yaml");
      Files.writeString(topology, config.toMaskedYaml());
      Path model = directory.resolve("model.safetensors");
      ModelFile.write(TestTopology.MODEL, model);
      new TopicSetup(config, MessageSizes.largest(config, TestTopology.MODEL))
          .createMissing(Optional.of(PARTITIONS), Optional.of((short) 1));
      ExpectedOutput expected =
          new ExpectedOutput(
                  TagTopologyTest.ROWS,
                  TestTopology.blueprint(TagTopologyTest.ROWS, TestTopology.MODEL))
              .takeAll(plant.rows());
      int total = Cluster.count(expected.forecasts);
      Thread feeder = new Thread(() -> feed(cluster, plant, names));
      feeder.start();

      for (int kill = 1; kill <= 3; kill++) {
        try (JavaProcess engine = start(topology, model)) {
          int wanted = kill * total / 5;
          int seen = cluster.read("pump.forecasts", wanted, LONGEST).size();
          assertThat(seen).as(engine::log).isGreaterThanOrEqualTo(wanted);
        }
        if (kill == 2) {
          Folders.delete(directory.resolve("state"));
        }
      }
      try (JavaProcess last = start(topology, model)) {
        Map<String, List<byte[]>> forecasts =
            Cluster.byStream(cluster.read("pump.forecasts", total, LONGEST));
        Map<String, List<byte[]>> certificates =
            Cluster.byStream(
                cluster.read("pump.certificates", Cluster.count(expected.certificates), LONGEST));
        feeder.join();
        assertThat(last.alive()).as(last::log).isTrue();
        assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isEmpty();
        assertThat(Reconciliation.compare(certificates, expected.certificates).problems())
            .isEmpty();
        // Negative control on the very data of this test.
        forecasts.get("a").remove(3);
        assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isNotEmpty();
      }
    }
  }

  /**
   * Tags that come from several partitions are read at several speeds after a pause. Small buffers
   * and a grace of ten seconds keep that apart from what is late.
   */
  private TopologyConfig config(Cluster cluster, String names) throws Exception {
    String yaml = TagTopologyTest.tags(names).toMaskedYaml().replace("200ms", "10s");
    return TopologyConfig.parse(yaml, "tags", Map.of())
        .withKafka(
            Map.of(
                "bootstrap.servers", cluster.bootstrapServers(),
                "state.dir", directory.resolve("state").toString(),
                "max.poll.records", "50",
                "buffered.records.per.partition", "50",
                "max.partition.fetch.bytes", "4096",
                "group.instance.id", "one"));
  }

  private JavaProcess start(Path topology, Path model) throws Exception {
    return EngineChild.start(topology, model, JOURNAL_LENGTH, directory.resolve("engine.log"));
  }

  private static void feed(Cluster cluster, TagTopologyTest.Plant plant, String names) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
      int count = 0;
      long latest = Long.MAX_VALUE;
      for (TagTopologyTest.Tag tag : TagTopologyTest.shuffled(plant.tags(), DELAY_MILLIS, 11)) {
        if (tag.millis() > latest) {
          // The values that close the last cells are half a minute ahead: no partition of the
          // others may still be read then.
          producer.flush();
          Thread.sleep(LAST_PAUSE_MILLIS);
          latest = Long.MAX_VALUE;
        } else if (latest != Long.MAX_VALUE || count == 0) {
          latest = Math.max(count == 0 ? 0 : latest, tag.millis() + JUMP_MILLIS);
        }
        TestRecord<byte[], byte[]> record = tag.record(names);
        sent.add(producer.send(new ProducerRecord<>("pump.tags", record.key(), record.value())));
        if (++count % BURST == 0) {
          Thread.sleep(PAUSE_MILLIS);
        }
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    } catch (Exception failure) {
      throw new IllegalStateException("the input could not be written", failure);
    }
  }
}
