package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.stream.client.BrokerAdmin;
import io.kahkm.stream.client.EngineException;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A forecaster that knows nothing of the engine, end to end: it publishes to a topic of its own, is
 * judged across a restart of the engine, and what it gets wrong is on the dead-letter topic.
 */
class ForeignForecasterIT {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final int ROWS = 240;
  private static final int HORIZON = 5;
  private static final String STREAM = "pump-1";

  /** Records of long ago would be deleted by the broker. */
  private static final long START = System.currentTimeMillis() - 60_000;

  private static final Episodes STATES =
      Simulation.episodes(DynamicalSystems.named("vanderpol"), 9, 1, ROWS);

  @TempDir private static Path brokerDirectory;
  private static EmbeddedBroker broker;
  @TempDir private Path directory;

  private final List<OtherForecast> published = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(brokerDirectory, Map.of());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private TopologyConfig config(String name) throws Exception {
    String yaml =
        """
        name: %s
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
        forecasts:
          horizons: [1, 5]
          every: 2
          others:
            - {name: trend, topic: %s.trend, horizon: 5, fields: {state: forecast}, use: true}
        """
            .formatted(name, name);
    return TopologyConfig.parse(yaml, name, Map.of())
        .withKafka(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "state.dir",
                directory.resolve("state").toString(),
                "num.stream.threads",
                "1"));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long time(int n) {
    return START + 20L * n;
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, String topic, long timestamp, String json)
      throws Exception {
    producer.send(new ProducerRecord<>(topic, null, timestamp, utf8(STREAM), utf8(json))).get();
  }

  /** The forecaster: goes on as the last two readings do. */
  private void forecast(KafkaProducer<byte[], byte[]> producer, int n) throws Exception {
    double[] now = STATES.state(0, n);
    double[] before = STATES.state(0, Math.max(0, n - 1));
    double[] values = {
      now[0] + HORIZON * (now[0] - before[0]), now[1] + HORIZON * (now[1] - before[1])
    };
    send(
        producer,
        "foreign.trend",
        time(n) + 5,
        String.format(
            Locale.ROOT,
            "{\"t\": %d, \"forecast\": {\"p\": %s, \"q\": %s}}",
            time(n),
            values[1],
            values[0]));
    published.add(
        new OtherForecast(
            "trend", HORIZON, 1_000_000 * time(n), 1_000_000 * (time(n) + 5), values));
  }

  private void play(KafkaProducer<byte[], byte[]> producer, CountingListener listener, int from)
      throws Exception {
    for (int n = from; n < from + ROWS / 2; n++) {
      double[] state = STATES.state(0, n);
      send(
          producer,
          "foreign.states",
          time(n),
          String.format(
              Locale.ROOT, "{\"t\": %d, \"q\": %s, \"p\": %s}", time(n), state[0], state[1]));
      forecast(producer, n);
      // The next reading is measured when the engine has seen this one.
      int wanted = n + 1 - from;
      await(() -> listener.accepted.get() >= wanted);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(end);
      Thread.sleep(1);
    }
  }

  @Test
  void aForecasterIsJudgedThroughATopicAcrossARestart() throws Exception {
    TopologyConfig config = config("foreign");
    MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MIXED_MODEL);
    Cluster cluster = new Cluster(broker.bootstrapServers());
    CountingListener first = new CountingListener();
    CountingListener second = new CountingListener();
    List<ConsumerRecord<byte[], byte[]>> letters;
    try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
      try (StreamsEngine engine = StreamsEngine.create(config, blueprint, first)) {
        engine.createMissingTopics(2);
        engine.start();
        assertThat(engine.awaitRunning(LONGEST)).isTrue();
        play(producer, first, 0);
      }
      try (StreamsEngine engine = StreamsEngine.create(config, blueprint, second)) {
        engine.start();
        assertThat(engine.awaitRunning(LONGEST)).isTrue();
        play(producer, second, ROWS / 2);
        long now = time(ROWS - 1);
        send(producer, "foreign.trend", now + 6, "{\"t\": " + now + ", \"forecast\": [0, 0]}");
        send(producer, "foreign.trend", now + 6, "{\"t\": " + time(3) + ", \"forecast\": [0, 0]}");
        send(producer, "foreign.trend", now + 6, "{\"t\": " + now + ", \"forecast\": {\"x\": 0}}");
        send(producer, "foreign.trend", now + 6, "{\"forecast\": [0, 0]}");
        letters = cluster.read("foreign.rejects", 4, LONGEST);
        await(
            () ->
                second.statuses.containsKey(STREAM)
                    && second.statuses.get(STREAM).reading().time() == 1_000_000 * now
                    && second.statuses.get(STREAM).forecasts().others().get(0).scored()
                        == ROWS - HORIZON);
      }
    }

    assertThat(first.rejected).isEmpty();
    assertThat(letters)
        .extracting(
            letter ->
                new String(
                    letter.headers().lastHeader(RejectRecords.REASON).value(),
                    StandardCharsets.UTF_8))
        .containsExactly("duplicate", "late", "unknown-sensor", "missing-time");
    StreamMonitor plain = StreamMonitor.create(blueprint.settings(), blueprint.model());
    for (int n = 0; n < ROWS; n++) {
      plain.advance(Observation.state(1_000_000 * time(n), STATES.state(0, n), null, false));
      plain.advance(published.get(n));
    }
    assertThat(second.statuses.get(STREAM)).isEqualTo(plain.status());
    OtherStatus trend = second.statuses.get(STREAM).forecasts().others().get(0);
    assertThat(trend.ours().outcomes()).isGreaterThan(80);
    assertThat(trend.theirs().observed().orElseThrow() > 0)
        .as("one of the two is better")
        .isNotEqualTo(trend.ours().observed().orElseThrow() > 0);
  }

  /** With other partitions a forecast would not meet its readings. */
  @Test
  void topicsOfOtherPartitionsAreRefusedAtTheStart() throws Exception {
    TopologyConfig config = config("split");
    MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MIXED_MODEL);
    try (StreamsEngine engine = StreamsEngine.create(config, blueprint, new CountingListener())) {
      engine.createMissingTopics(2);
    }
    try (BrokerAdmin brokers = BrokerAdmin.open(config)) {
      brokers
          .admin()
          .createPartitions(Map.of("split.states", NewPartitions.increaseTo(3)))
          .all()
          .get();
      // Brokers learn of it a moment after the controller has answered.
      await(() -> partitions(brokers, "split.states") == 3);
    }
    assertThat(BrokerSurvey.of(config, blueprint).ready()).isFalse();
    try (StreamsEngine engine = StreamsEngine.create(config, blueprint, new CountingListener())) {
      assertThatThrownBy(engine::start)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("topic split.trend (forecasts of trend) has 2 partitions")
          .hasMessageContaining("split.states has 3");
    }
  }

  private static int partitions(BrokerAdmin brokers, String topic) {
    try {
      return brokers
          .admin()
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get()
          .get(topic)
          .partitions()
          .size();
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(failure);
    }
  }
}
