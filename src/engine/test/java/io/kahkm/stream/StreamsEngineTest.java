package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.config.PeerAddress;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.stream.client.EngineException;
import io.kahkm.testing.BrokerStandIn;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine without brokers, and with some that let it look but not join. */
class StreamsEngineTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private final BrokerStandIn cluster = new BrokerStandIn();

  @AfterEach
  void close() {
    cluster.close();
  }

  private TopologyConfig config() {
    return config("client.id", "pump");
  }

  /** The file with a further setting for Kafka. */
  private TopologyConfig config(String setting, String value) {
    Map<String, String> kafka = new TreeMap<>();
    kafka.put("bootstrap.servers", cluster.servers());
    kafka.put("state.dir", directory.toString());
    kafka.put(setting, value);
    return TestTopology.config("pump", kafka);
  }

  private StreamsEngine engine(TopologyConfig config) throws EngineException {
    return StreamsEngine.create(
        config, TestTopology.blueprint(config, TestTopology.MODEL), EngineListener.SILENT);
  }

  @Test
  void settingsThatKafkaRefusesAreNamed() {
    assertThatThrownBy(() -> engine(TestTopology.config("pump")))
        .isInstanceOf(EngineException.class)
        .hasMessage("kafka.bootstrap.servers is missing");
    assertThatThrownBy(() -> engine(config("num.stream.threads", "many")))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "kafka: Invalid value many for configuration num.stream.threads: Not a number of type"
                + " INT");
  }

  @Test
  void anEngineThatHasNotStartedHoldsNothing() throws Exception {
    try (StreamsEngine engine = engine(config())) {
      assertThat(engine.running()).isFalse();
      assertThat(engine.warm()).isFalse();
      assertThat(engine.deadThread()).isFalse();
      assertThat(engine.modelLoaded()).isTrue();
      assertThat(engine.failure()).isEmpty();
      assertThat(engine.partitionsHeld()).isZero();
      assertThat(engine.partitionsTotal()).isZero();
      assertThat(engine.detail()).isEqualTo("not started");
      assertThat(engine.kafkaStreams()).isEmpty();
      assertThat(engine.stateDirectory()).isEqualTo(directory);
      assertThat(engine.awaitRunning(Duration.ZERO)).isFalse();
      assertThat(engine.awaitStop(Duration.ZERO)).isFalse();
      assertThat(engine.description())
          .isEqualTo(MonitorTopology.description(config()))
          .contains("pump.states");
    }
  }

  @Test
  void aTopologyOfPartsRunsWithTheSettingsOfTheFile() throws Exception {
    TopologyConfig config = config();
    Topology parts = new Topology();
    parts.addSource("part", "pump.states");
    try (StreamsEngine engine =
        StreamsEngine.of(
            config, TestTopology.blueprint(config, TestTopology.MODEL), warm -> parts)) {
      assertThat(engine.description()).isEqualTo(parts.describe().toString());
      assertThat(engine.stateDirectory()).isEqualTo(directory);
    }
  }

  @Test
  void aRehearsalMakesTheCodeWarmAndLeavesNoThread() throws Exception {
    try (StreamsEngine engine = engine(config())) {
      engine.rehearse(Duration.ofMillis(1));
      assertThat(engine.warm()).isTrue();
      assertThat(engine.kafkaStreams()).isEmpty();
    }
    assertNoThreadIsLeft();
  }

  @Test
  void theAddressForOtherInstancesIsTheOneThatWasGiven() throws Exception {
    try (StreamsEngine engine = engine(config())) {
      assertThat(engine.peers().own()).isEmpty();
      engine.advertise(new PeerAddress("engine-1", 9464), true);
      assertThat(engine.peers().own()).contains(new PeerAddress("engine-1", 9464));
    }
  }

  @Test
  void topicsThatAreMissingCanBeCreatedWithOneCopy() throws Exception {
    try (StreamsEngine engine = engine(config())) {
      assertThatThrownBy(engine::start)
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith("topics are missing: pump.states, ");
      assertThat(engine.kafkaStreams()).isEmpty();
      engine.createMissingTopics(3);
      assertThat(cluster.created()).containsEntry("pump.states", "3 x 1 {}");
    }
  }

  @Test
  void aThreadThatBrokersLeftIsReplacedAndAnyOtherEndsTheEngine() throws Exception {
    try (StreamsEngine engine = engine(config());
        CapturedLog log = new CapturedLog(StreamsEngine.class.getName())) {
      assertThat(engine.threadDied(new StreamsException(new DisconnectException("gone"))))
          .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
      assertThat(engine.deadThread()).isFalse();
      assertThat(engine.threadDied(new StreamsException(new IllegalStateException("a mistake"))))
          .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
      assertThat(log.lines())
          .containsExactly(
              "A stream thread failed (org.apache.kafka.common.errors.DisconnectException: gone); a"
                  + " new one resumes from the last commit, nothing is lost. If this repeats, check"
                  + " the brokers and look for pauses of this process; see KahkmRebalancing in the"
                  + " runbook.",
              "A stream thread died; the engine stops: java.lang.IllegalStateException: a mistake;"
                  + " start the engine again; if it stops for the same reason, keep the log for the"
                  + " developers");
      assertThat(engine.deadThread()).isTrue();
      assertThat(engine.failure())
          .hasValueSatisfying(root -> assertThat(root).hasMessage("a mistake"));
      assertThat(engine.detail())
          .isEqualTo("not started: java.lang.IllegalStateException: a mistake");
      assertThat(engine.modelLoaded()).isTrue();
      assertThatThrownBy(() -> engine.awaitRunning(LONGEST))
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith("the engine stopped: java.lang.IllegalStateException: a mistake");
    }
  }

  @Test
  void stateOfAnotherMapIsAModelThatIsNotLoaded() throws Exception {
    try (StreamsEngine engine = engine(config())) {
      engine.threadDied(new StreamsException(new IncompatibleStateException("another map", "go")));
      assertThat(engine.modelLoaded()).isFalse();
    }
  }

  @Test
  void aThreadBesideTheStreamThreadsEndsTheEngineToo() throws Exception {
    try (StreamsEngine engine = engine(config());
        CapturedLog log = new CapturedLog(StreamsEngine.class.getName())) {
      engine.died("A thread that delivers alerts", new IllegalStateException("no mail"));
      assertThat(log.lines())
          .containsExactly("A thread that delivers alerts died; the engine stops");
      assertThat(engine.failure())
          .hasValueSatisfying(root -> assertThat(root).hasMessage("no mail"));
    }
  }

  /** The stand-in knows no groups that can be joined, which no new thread could change. */
  @Test
  void anEngineThatCannotJoinItsGroupStops() throws Exception {
    TopologyConfig config = config();
    try (StreamsEngine engine = engine(config)) {
      engine.createMissingTopics(2);
      cluster.topic("pump.states", 5);
      for (String topic : TopicSetup.uses(config).keySet()) {
        cluster.topic(topic, 5).set("max.message.bytes", 10_000_000);
      }
      engine.advertise(new PeerAddress("engine-1", 9464), true);
      engine.start();
      assertThat(engine.warm()).isTrue();
      assertThat(engine.partitionsTotal()).isEqualTo(5);
      assertThat(engine.kafkaStreams()).isPresent();
      assertThat(engine.awaitStop(LONGEST)).isTrue();
      assertThat(engine.failure())
          .hasValueSatisfying(
              root -> assertThat(root).isInstanceOf(UnsupportedVersionException.class));
      assertThat(engine.running()).isFalse();
      assertThat(engine.partitionsHeld()).isZero();
      assertThat(engine.detail())
          .startsWith("error: " + UnsupportedVersionException.class.getName());
      assertThatThrownBy(engine::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("an engine starts once");
    }
    assertNoThreadIsLeft();
  }

  private TopologyConfig incidents(String... kafka) throws Exception {
    Map<String, String> settings = new TreeMap<>();
    settings.put("bootstrap.servers", cluster.servers());
    settings.put("state.dir", directory.toString());
    for (int i = 0; i < kafka.length; i += 2) {
      settings.put(kafka[i], kafka[i + 1]);
    }
    return TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: [1], others: [{name: rival, topic: pump.rivals, horizon: 1}]}
            incidents: {topic: pump.incidents}
            """,
            "pump",
            Map.of())
        .withKafka(settings);
  }

  /** Threads of an engine that run. */
  private static List<Thread> own() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            one ->
                one.getName().startsWith("pump-")
                    || List.of("kahkm-broker-watch", "incidents").contains(one.getName()))
        .toList();
  }

  private static void assertNoThreadIsLeft() throws InterruptedException {
    for (Thread left : own()) {
      left.join(LONGEST.toMillis());
      assertThat(left.isAlive()).as(left.getName()).isFalse();
    }
  }

  @Test
  void anEngineRunsWithAllPartitionsUntilItIsClosed() throws Exception {
    cluster.admitMembers();
    StreamsEngine engine = engine(incidents());
    try (engine) {
      engine.createMissingTopics(3);
      engine.advertise(new PeerAddress("engine-1", 9464), true);
      engine.start();
      assertThat(engine.awaitRunning(LONGEST)).isTrue();
      assertThat(engine.running()).isTrue();
      assertThat(engine.partitionsHeld()).isEqualTo(3);
      assertThat(engine.detail()).isEqualTo("running");
      assertThat(engine.awaitStop(Duration.ZERO)).isFalse();
      assertThat(own()).extracting(Thread::getName).contains("kahkm-broker-watch", "incidents");
      assertThat(engine.kafkaStreams().orElseThrow().metadataForAllStreamsClients())
          .extracting(StreamsMetadata::hostInfo)
          .containsExactly(new HostInfo("engine-1", 9464));
    }
    assertNoThreadIsLeft();
    assertThat(cluster.left()).containsExactly("pump");
    assertThat(engine.awaitStop(LONGEST)).isTrue();
    assertThat(engine.failure()).isEmpty();
    assertThat(engine.running()).isFalse();
  }

  @Test
  void anInstanceWithAFixedPlaceKeepsIt() throws Exception {
    cluster.admitMembers();
    try (StreamsEngine engine = engine(incidents("group.instance.id", "one"))) {
      engine.createMissingTopics(1);
      engine.start();
      assertThat(engine.awaitRunning(LONGEST)).isTrue();
    }
    assertThat(cluster.left()).isEmpty();
  }
}
