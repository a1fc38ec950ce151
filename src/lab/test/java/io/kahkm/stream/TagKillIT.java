package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.broker.Folders;
import io.kahkm.broker.JavaProcess;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Rows made of tags in four partitions by an engine that is killed while tags flow. */
@Execution(ExecutionMode.CONCURRENT)
class TagKillIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int JOURNAL_LENGTH = 64;
  private static final int PARTITIONS = 4;
  private static final int DELAY_MILLIS = 200;

  /** Event time of the readings that may be on their way at once; with their delay below grace. */
  private static final int CHUNK_MILLIS = 500;

  private static final Duration GLANCE = Duration.ofMillis(50);

  /** The transaction that an engine leaves open when it dies is ended after seconds. */
  private static final Map<String, String> QUICK_SCAN =
      Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");

  @TempDir Path directory;

  @Test
  void losesDoublesAndMistakesNothingWhenKilled() throws Exception {
    killed(TagTopologyTest.BY_TAG);
  }

  /** All tags of a stream in one partition, which nothing has to be sent on to. */
  @Test
  @Tag("full")
  void losesDoublesAndMistakesNothingWhenKilledWithTagsInPlace() throws Exception {
    killed(TagTopologyTest.IN_PLACE);
  }

  private void killed(String names) throws Exception {
    TagTopologyTest.Plant plant = TagTopologyTest.plant(5, 20, 24);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), QUICK_SCAN)) {
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
      Thread feeder = new Thread(() -> feed(cluster, plant, names, config.applicationId()));
      feeder.start();

      for (int kill = 1; kill <= 2; kill++) {
        try (JavaProcess engine = start(topology, model)) {
          int wanted = kill * total / 4;
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
   * let them come apart; a grace of two seconds is more than is on its way at once.
   */
  private TopologyConfig config(Cluster cluster, String names) throws Exception {
    String yaml = TagTopologyTest.tags(names).toMaskedYaml().replace("200ms", "2s");
    return TopologyConfig.parse(yaml, "tags", Map.of())
        .withKafka(
            Map.of(
                "bootstrap.servers", cluster.bootstrapServers(),
                "state.dir", directory.resolve("state").toString(),
                "transaction.timeout.ms", "4000",
                "max.poll.records", "50",
                "buffered.records.per.partition", "50",
                "max.partition.fetch.bytes", "4096",
                "group.instance.id", "one"));
  }

  private JavaProcess start(Path topology, Path model) throws Exception {
    return EngineChild.start(topology, model, JOURNAL_LENGTH, directory.resolve("engine.log"));
  }

  /**
   * Sends the readings piece by piece, each when the engine has taken all of those before it: how
   * far partitions lie apart is bounded by a piece, on a slow machine too. The last readings, which
   * close all cells, are half a minute ahead and a piece of their own.
   */
  private static void feed(
      Cluster cluster, TagTopologyTest.Plant plant, String names, String application) {
    try (KafkaProducer<byte[], byte[]> producer = cluster.producer();
        Taken taken = new Taken(cluster, "pump.tags", application)) {
      long piece = 0;
      for (TagTopologyTest.Tag tag : TagTopologyTest.shuffled(plant.tags(), DELAY_MILLIS, 11)) {
        if (tag.millis() / CHUNK_MILLIS > piece) {
          piece = tag.millis() / CHUNK_MILLIS;
          producer.flush();
          taken.await(LONGEST, GLANCE);
        }
        TestRecord<byte[], byte[]> record = tag.record(names);
        var unused = producer.send(new ProducerRecord<>("pump.tags", record.key(), record.value()));
      }
      producer.flush();
    } catch (Exception failure) {
      throw new IllegalStateException("the input could not be written", failure);
    }
  }
}
