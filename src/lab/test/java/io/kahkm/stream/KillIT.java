package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.broker.Folders;
import io.kahkm.broker.JavaProcess;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine as a process of its own, killed while it works. */
class KillIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int JOURNAL_LENGTH = 64;

  /** Input records between two pauses, so that the engine is always in the middle of something. */
  private static final int BURST = 40;

  private static final int PAUSE_MILLIS = 50;

  /** The transaction that an engine leaves open when it dies is ended after seconds. */
  private static final Map<String, String> QUICK_SCAN =
      Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");

  @TempDir Path directory;

  private TopologyConfig config;
  private Path topologyFile;
  private Path modelFile;

  @Test
  void losesAndDoublesNothingWhenKilled() throws Exception {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(6, 40, 24);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), QUICK_SCAN)) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      prepare(cluster);
      MonitorBlueprint blueprint =
          TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(JOURNAL_LENGTH);
      ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);
      int total = Cluster.count(expected.forecasts);
      // However quick an engine is, the one that is killed last has work left.
      CountDownLatch killed = new CountDownLatch(1);
      Thread feeder = new Thread(() -> feed(cluster, messages, killed));
      feeder.setDaemon(true);
      feeder.start();

      killAfter(cluster, total / 6, total);
      deleteState();
      killAfter(cluster, total / 3, total);
      killAfter(cluster, 2 * total / 3, total);
      killed.countDown();
      Map<String, List<byte[]>> forecasts;
      Map<String, List<byte[]>> certificates;
      try (JavaProcess last = startEngine()) {
        forecasts = Cluster.byStream(cluster.read("kill.forecasts", total, LONGEST));
        certificates =
            Cluster.byStream(
                cluster.read("kill.certificates", Cluster.count(expected.certificates), LONGEST));
        feeder.join();
        assertThat(last.alive()).as(last::log).isTrue();
      }

      assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isEmpty();
      assertThat(Reconciliation.compare(certificates, expected.certificates).problems()).isEmpty();
      Map<String, byte[]> stored = expected.stored(cluster);
      for (Map.Entry<String, StreamMonitor> monitor : expected.monitors().entrySet()) {
        byte[] bytes = stored.get(monitor.getKey());
        StreamMonitor rebuilt =
            StreamMonitor.restore(blueprint.settings(), blueprint.model(), bytes);
        assertThat(rebuilt.closure()).isEqualTo(monitor.getValue().closure());
        assertThat(bytes).isEqualTo(monitor.getValue().snapshot());
      }
      assertThatAFaultWouldShow(forecasts, expected.forecasts);
    }
  }

  /** Negative control on the very data of this test. */
  private static void assertThatAFaultWouldShow(
      Map<String, List<byte[]>> actual, Map<String, List<byte[]>> expected) {
    List<byte[]> one = actual.get("a");
    int middle = one.size() / 2;
    byte[] dropped = one.remove(middle);
    assertThat(Reconciliation.compare(actual, expected).problems()).isNotEmpty();
    one.add(middle, dropped);
    assertThat(Reconciliation.compare(actual, expected).problems()).isEmpty();
    one.add(middle, dropped);
    assertThat(Reconciliation.compare(actual, expected).problems()).isNotEmpty();
  }

  private void prepare(Cluster cluster) throws Exception {
    config =
        TestTopology.config(
            "kill",
            Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "state.dir",
                directory.resolve("state").toString(),
                "num.stream.threads",
                "2",
                "transaction.timeout.ms",
                "4000",
                // A killed member comes back under its name instead of being waited for.
                "group.instance.id",
                "one"));
    topologyFile = directory.resolve("kill.yaml");
    Files.writeString(topologyFile, config.toMaskedYaml());
    modelFile = directory.resolve("model.safetensors");
    ModelFile.write(TestTopology.MODEL, modelFile);
    new TopicSetup(config, MessageSizes.largest(config, TestTopology.MODEL))
        .createMissing(Optional.of(3), Optional.of((short) 1));
  }

  /** Sends in bursts; the last sixth when the latch is open. */
  private static void feed(
      Cluster cluster, List<SimulatedInput.Message> messages, CountDownLatch last) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
      for (int i = 0; i < messages.size(); i++) {
        if (i == messages.size() * 5 / 6) {
          producer.flush();
          last.await();
        }
        SimulatedInput.Message message = messages.get(i);
        sent.add(
            producer.send(
                new ProducerRecord<>(
                    "kill.states",
                    message.stream().getBytes(StandardCharsets.UTF_8),
                    message.value())));
        if (i % BURST == 0) {
          Thread.sleep(PAUSE_MILLIS);
        }
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException("the input could not be written", failure);
    }
  }

  private JavaProcess startEngine() throws IOException {
    return EngineChild.start(
        topologyFile, modelFile, JOURNAL_LENGTH, directory.resolve("engine.log"));
  }

  /** Starts the engine and kills it as soon as so many of all forecasts were committed. */
  private void killAfter(Cluster cluster, int forecasts, int total) throws Exception {
    try (JavaProcess engine = startEngine()) {
      int seen = cluster.read("kill.forecasts", forecasts, LONGEST).size();
      assertThat(engine.alive()).as(() -> "the engine ended by itself: " + engine.log()).isTrue();
      assertThat(seen).as(engine::log).isBetween(forecasts, total - 1);
    }
  }

  /** As on another machine: everything comes back from the changelog topics. */
  private void deleteState() throws IOException {
    Folders.delete(directory.resolve("state"));
  }
}
