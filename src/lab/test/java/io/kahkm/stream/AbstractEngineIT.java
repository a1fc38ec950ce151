package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.client.EngineException;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.testing.Golden;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine does on a real broker; where the broker comes from is a subclass's matter. */
abstract class AbstractEngineIT {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  @TempDir Path directory;

  /** The broker; every test uses topics and an application id of its own. */
  abstract Cluster cluster();

  private TopologyConfig config(String name) {
    return TestTopology.config(
        name,
        Map.of(
            "bootstrap.servers", cluster().bootstrapServers(),
            "state.dir", directory.resolve("state").toString(),
            "num.stream.threads", "2"));
  }

  private StreamsEngine started(TopologyConfig config, Model model, CountingListener listener)
      throws Exception {
    StreamsEngine engine =
        StreamsEngine.create(config, TestTopology.blueprint(config, model), listener);
    engine.createMissingTopics(2);
    engine.start();
    return engine;
  }

  /** The evaluation trajectories of the reference data, each cut into episodes of 100 states. */
  private static List<SimulatedInput.Message> goldenEpisodes() {
    List<double[][]> trajectories =
        Golden.trajectories("vanderpol_eval_seeds_100_101_102.csv", "q", "p");
    List<SimulatedInput.Message> messages = new ArrayList<>();
    for (int t = 0; t < trajectories.get(0).length; t++) {
      for (int s = 0; s < trajectories.size(); s++) {
        String run = "run" + t / 100;
        String json = TestTopology.json(t, trajectories.get(s)[t], run, t % 100 == 99);
        messages.add(new SimulatedInput.Message("seed-" + s, json));
      }
    }
    return messages;
  }

  @Test
  void givesLiveWhatAPlainLoopGivesOffline() throws Exception {
    TopologyConfig config = config("golden");
    MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
    List<SimulatedInput.Message> messages = goldenEpisodes();
    ExpectedOutput offline = new ExpectedOutput(config, blueprint).takeAll(messages);
    CountingListener listener = new CountingListener();

    Map<String, List<byte[]>> forecasts;
    Map<String, List<byte[]>> certificates;
    try (StreamsEngine engine = started(config, TestTopology.MODEL, listener)) {
      assertThat(engine.awaitRunning(LONGEST)).isTrue();
      cluster().send("golden.states", messages);
      forecasts =
          Cluster.byStream(
              cluster().read("golden.forecasts", Cluster.count(offline.forecasts), LONGEST));
      certificates =
          Cluster.byStream(
              cluster().read("golden.certificates", Cluster.count(offline.certificates), LONGEST));
      assertThat(engine.ready()).isTrue();
      assertThat(engine.partitionsHeld()).isEqualTo(2);
      assertThat(engine.partitionsTotal()).isEqualTo(2);
      assertThat(listener.partitions).containsExactlyInAnyOrder(0, 1);
    }

    assertThat(Cluster.count(offline.forecasts)).isGreaterThan(700);
    // Two windows of each of three streams, and three times their skill.
    assertThat(Cluster.count(offline.certificates)).isEqualTo(6 + 9);
    assertThat(Reconciliation.compare(forecasts, offline.forecasts).problems()).isEmpty();
    assertThat(Reconciliation.compare(certificates, offline.certificates).problems()).isEmpty();
    assertThat(listener.accepted).hasValue(messages.size());
    Map<String, byte[]> stored = offline.stored(cluster());
    offline
        .monitors()
        .forEach(
            (stream, monitor) ->
                assertThat(stored.get(stream)).as(stream).isEqualTo(monitor.snapshot()));
  }

  @Test
  void countsAndKeepsEveryBadRecordAndGoesOn() throws Exception {
    TopologyConfig config = config("bad");
    CountingListener listener = new CountingListener();
    Map<String, String> bad = new TreeMap<>();
    bad.put("malformed", "{\"t\":80,\"q\":1,");
    bad.put("missing-field", "{\"t\":80,\"q\":1,\"run\":\"r\"}");
    bad.put("wrong-dimension", "{\"t\":80,\"q\":[1,2,3],\"p\":1,\"run\":\"r\"}");
    bad.put("not-finite", "{\"t\":80,\"q\":NaN,\"p\":\"Infinity\",\"run\":\"r\"}");
    bad.put("not-numeric", "{\"t\":80,\"q\":\"warm\",\"p\":1,\"run\":\"r\"}");
    bad.put("duplicate", "{\"t\":60,\"q\":1,\"p\":1,\"run\":\"r\"}");
    bad.put("out-of-order", "{\"t\":20,\"q\":1,\"p\":1,\"run\":\"r\"}");
    byte[] key = "k".getBytes(StandardCharsets.UTF_8);

    List<ConsumerRecord<byte[], byte[]>> rejects;
    byte[] atTheLimit;
    try (StreamsEngine engine = started(config, TestTopology.MODEL, listener);
        KafkaProducer<byte[], byte[]> producer = cluster().producer()) {
      assertThat(engine.awaitRunning(LONGEST)).isTrue();
      for (int i = 0; i < 4; i++) {
        send(producer, key, state(i));
      }
      for (String json : bad.values()) {
        send(producer, key, json.getBytes(StandardCharsets.UTF_8));
      }
      send(producer, key, null);
      send(producer, null, state(4));
      atTheLimit = sendAtTheLimit(producer, key);
      // One step is skipped: 4, then a good one.
      send(producer, key, state(5));
      send(producer, key, state(6));
      rejects = cluster().read("bad.rejects", bad.size() + 4, LONGEST);
    }

    Map<String, byte[]> byReason = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> reject : rejects) {
      byReason.put(
          new String(
              reject.headers().lastHeader(RejectRecords.REASON).value(), StandardCharsets.UTF_8),
          reject.value());
    }
    assertThat(rejects).hasSize(bad.size() + 4);
    bad.forEach(
        (reason, json) ->
            assertThat(byReason.get(reason)).isEqualTo(json.getBytes(StandardCharsets.UTF_8)));
    assertThat(byReason).containsKey("null-value").containsEntry("null-value", null);
    assertThat(byReason.get("missing-key")).isEqualTo(state(4));
    assertThat(byReason.get("too-large")).isEqualTo(atTheLimit);
    assertThat(byReason.get("irregular")).isEqualTo(state(5));
    assertThat(listener.rejected).containsOnlyKeys(byReason.keySet());
    assertThat(listener.rejected.values()).containsOnly(1);
    assertThat(listener.accepted).hasValue(6);
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, byte[] key, byte[] value)
      throws Exception {
    producer.send(new ProducerRecord<>("bad.states", key, value)).get();
  }

  private static byte[] state(int step) {
    return TestTopology.json(step, new double[] {2, -0.05 * step}, "r", false)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The longest value the input topic takes: one byte more is refused by the broker. */
  private static byte[] sendAtTheLimit(KafkaProducer<byte[], byte[]> producer, byte[] key)
      throws Exception {
    for (int length = 1_048_588; ; length--) {
      byte[] value = new byte[length];
      try {
        send(producer, key, value);
        return value;
      } catch (ExecutionException refused) {
        assertThat(refused).hasCauseInstanceOf(RecordTooLargeException.class);
      }
    }
  }

  @Test
  void refusesToContinueTheStateOfAnotherMap() throws Exception {
    TopologyConfig config = config("refused");
    List<SimulatedInput.Message> messages = SimulatedInput.messages(4, 1, 20);
    try (StreamsEngine engine = started(config, TestTopology.MODEL, new CountingListener())) {
      assertThat(engine.awaitRunning(LONGEST)).isTrue();
      cluster().send("refused.states", messages);
      assertThat(cluster().read("refused.forecasts", 4 * 7, LONGEST)).hasSize(4 * 7);
    }

    try (StreamsEngine engine = started(config, TestTopology.OTHER_MODEL, new CountingListener())) {
      assertThatThrownBy(() -> engine.awaitRunning(LONGEST))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(TestTopology.MODEL.map().fingerprint())
          .hasMessageContaining(TestTopology.OTHER_MODEL.map().fingerprint())
          .hasMessageContaining("new application.id");
      assertThat(engine.awaitStop(LONGEST)).isTrue();
      assertThat(engine.ready()).isFalse();
      assertThat(engine.deadThread()).isTrue();
    }
  }

  @Test
  void namesTheTopicsThatAreMissing() throws Exception {
    TopologyConfig config = config("absent");
    try (StreamsEngine engine =
        StreamsEngine.create(
            config, TestTopology.blueprint(config, TestTopology.MODEL), EngineListener.SILENT)) {
      assertThatThrownBy(engine::start)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(
              "absent.states, absent.forecasts, absent.certificates, absent.rejects");
    }
  }
}
