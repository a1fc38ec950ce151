package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.FailureCause;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record on which the engine throws, on a real broker. */
class QuarantineIT {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final String SICK = "b";

  /**
   * Told apart by its timestamp alone: the reading itself is a usual one. Of now, or the broker
   * would delete the input for its age.
   */
  private static final long POISON = System.currentTimeMillis();

  /** The transaction that an engine leaves open when it dies is ended after seconds. */
  private static final Map<String, String> QUICK_SCAN =
      Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");

  @TempDir Path directory;

  /** Throws when the monitor has taken the record and before anything of it is stored or sent. */
  private static final class Poisoned extends CountingListener {
    final Map<String, QuarantineMark> marks = new ConcurrentHashMap<>();

    @Override
    public void accepted(
        int partition, String stream, RowAssessment assessment, long recordTimestamp) {
      if (recordTimestamp == POISON) {
        throw new IllegalStateException("a reading that cannot be");
      }
      super.accepted(partition, stream, assessment, recordTimestamp);
    }

    @Override
    public void quarantined(int partition, String stream, QuarantineMark mark) {
      marks.put(stream, mark);
    }
  }

  private TopologyConfig config(EmbeddedBroker broker, String state) {
    return TestTopology.config(
        "poison",
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "state.dir",
            directory.resolve(state).toString(),
            "session.timeout.ms",
            "6000",
            "transaction.timeout.ms",
            "4000",
            "num.stream.threads",
            "1"));
  }

  private StreamsEngine engine(
      TopologyConfig config, EngineListener listener, Quarantine quarantine) throws Exception {
    MonitorBlueprint blueprint =
        TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(8);
    return StreamsEngine.of(
        config,
        blueprint,
        warm ->
            MonitorTopology.build(config, warm, listener, HeapBudget.ofThisProcess(), quarantine));
  }

  private static void assertStops(StreamsEngine engine) throws Exception {
    try (engine) {
      engine.start();
      assertThat(engine.awaitStop(LONGEST)).isTrue();
      assertThat(engine.failure())
          .hasValueSatisfying(
              failure -> assertThat(failure).hasMessage("a reading that cannot be"));
      assertThat(engine.deadThread()).isTrue();
    }
  }

  @Test
  void stopsTwiceAndThenPutsTheRecordAsideWhateverInstanceMeetsIt() throws Exception {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(3, 12, 24);
    int poisoned = messages.size() / 2;
    while (!messages.get(poisoned).stream().equals(SICK)) {
      poisoned++;
    }
    List<SimulatedInput.Message> without = new ArrayList<>(messages);
    SimulatedInput.Message poison = without.remove(poisoned);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), QUICK_SCAN)) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config = config(broker, "state-1");
      TopologyConfig another = config(broker, "state-2");
      ExpectedOutput expected =
          new ExpectedOutput(
                  config, TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(8))
              .takeAll(without);
      try (StreamsEngine creator = engine(config, new Poisoned(), Quarantine.none())) {
        creator.createMissingTopics(1);
      }
      try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
        for (int i = 0; i < messages.size(); i++) {
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      "poison.states",
                      null,
                      i == poisoned ? POISON : POISON + 1,
                      messages.get(i).stream().getBytes(StandardCharsets.UTF_8),
                      messages.get(i).value()));
        }
      }

      // One instance stops, another on another machine stops, the first starts again.
      assertStops(engine(config, new Poisoned(), Quarantine.of(config)));
      assertStops(engine(another, new Poisoned(), Quarantine.of(another)));
      // Negative control: without the count the third start stops like the others.
      assertStops(engine(config, new Poisoned(), Quarantine.none()));
      Poisoned listener = new Poisoned();
      List<ConsumerRecord<byte[], byte[]>> rejects;
      try (StreamsEngine third = engine(config, listener, Quarantine.of(config))) {
        third.start();
        int count = Cluster.count(expected.forecasts);
        Map<String, List<byte[]>> forecasts =
            Cluster.byStream(cluster.read("poison.forecasts", count, LONGEST));
        assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isEmpty();
        Map<String, List<byte[]>> certificates =
            Cluster.byStream(
                cluster.read("poison.certificates", Cluster.count(expected.certificates), LONGEST));
        assertThat(Reconciliation.compare(certificates, expected.certificates).problems())
            .isEmpty();
        rejects =
            cluster.read("poison.rejects", Cluster.count(expected.rejects) + 1, LONGEST).stream()
                .filter(reject -> header(reject, RejectRecords.REASON).equals("failed"))
                .toList();
        assertThat(third.ready()).isTrue();
      }

      assertThat(rejects).hasSize(1);
      assertThat(rejects.get(0).value()).isEqualTo(poison.value());
      assertThat(header(rejects.get(0), RejectRecords.ERROR))
          .isEqualTo("java.lang.IllegalStateException: a reading that cannot be");
      assertThat(header(rejects.get(0), RejectRecords.STREAMS_STACK_TRACE))
          .contains("MonitorProcessor");
      assertThat(header(rejects.get(0), RejectRecords.OFFSET))
          .isEqualTo(Integer.toString(poisoned));
      assertThat(listener.rejected).containsEntry("failed", 1);
      assertThat(listener.marks).containsOnlyKeys(SICK);
      Map<String, byte[]> stored = expected.stored(cluster);
      expected
          .monitors()
          .forEach(
              (stream, monitor) ->
                  assertThat(stored.get(stream)).as(stream).isEqualTo(monitor.snapshot()));
      assertThatTheMarkStays(another, poisoned);
    }
  }

  /** On an instance that has to restore everything; it reads the record no more. */
  private void assertThatTheMarkStays(TopologyConfig config, int offset) throws Exception {
    Poisoned listener = new Poisoned();
    try (StreamsEngine later = engine(config, listener, Quarantine.none())) {
      later.start();
      assertThat(later.awaitRunning(LONGEST)).isTrue();
      QuarantineMark mark = listener.marks.get(SICK);
      assertThat(mark)
          .isEqualTo(
              new QuarantineMark(
                  1,
                  0,
                  offset,
                  POISON,
                  "java.lang.IllegalStateException: a reading that cannot be"));
    }
  }

  /**
   * What brokers say of a message comes when other records have begun: rejects that are older than
   * their topic takes.
   */
  @Test
  void putsARecordAsideWhoseMessageTheBrokersRefuse() throws Exception {
    int records = 40;
    // One of those that make a forecast.
    int old = 21;
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), QUICK_SCAN)) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config = config(broker, "state");
      try (StreamsEngine creator = engine(config, new Poisoned(), Quarantine.none())) {
        creator.createMissingTopics(1);
      }
      limitAge(broker, "poison.forecasts");
      long now = System.currentTimeMillis();
      try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
        for (int i = 0; i < records; i++) {
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      "poison.states",
                      null,
                      i == old ? now - Duration.ofDays(2).toMillis() : now,
                      SICK.getBytes(StandardCharsets.UTF_8),
                      TestTopology.json(i, new double[] {2, 0.01 * i}, "r", false)
                          .getBytes(StandardCharsets.UTF_8)));
        }
      }
      MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
      for (int i = 0; i < 2; i++) {
        try (StreamsEngine engine = StreamsEngine.create(config, blueprint, new Poisoned())) {
          engine.start();
          assertThat(engine.awaitStop(LONGEST)).isTrue();
          assertThat(engine.failure())
              .hasValueSatisfying(
                  failure ->
                      assertThat(FailureCause.isOfMessage(failure)).as("%s", failure).isTrue());
        }
      }
      Poisoned listener = new Poisoned();
      try (StreamsEngine third = StreamsEngine.create(config, blueprint, listener)) {
        third.start();
        List<ConsumerRecord<byte[], byte[]>> rejects = cluster.read("poison.rejects", 1, LONGEST);
        assertThat(header(rejects.get(0), RejectRecords.REASON)).isEqualTo("failed");
        assertThat(header(rejects.get(0), RejectRecords.OFFSET)).isEqualTo(Integer.toString(old));
        // Every third of the others, from the step after the gap on likewise.
        assertThat(cluster.read("poison.forecasts", 12, LONGEST)).hasSizeGreaterThanOrEqualTo(12);
        assertThat(third.ready()).isTrue();
      }
    }
  }

  /**
   * Quick records make Kafka Streams take many between two commits. Slow ones behind them would
   * take longer together than a transaction may live, again and again; each alone does not.
   */
  @Test
  void slowRecordsBehindQuickOnesAreTakenInSeveralTransactions() throws Exception {
    List<SimulatedInput.Message> messages = new ArrayList<>(SimulatedInput.messages(2, 60, 24));
    for (SimulatedInput.Message message : SimulatedInput.messages(1, 1, 15)) {
      messages.add(new SimulatedInput.Message("slow", message.json()));
    }
    CountingListener listener =
        new CountingListener() {
          @Override
          public void accepted(
              int partition, String stream, RowAssessment assessment, long recordTimestamp) {
            super.accepted(partition, stream, assessment, recordTimestamp);
            if (stream.equals("slow")) {
              sleep(500);
            }
          }
        };
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), QUICK_SCAN)) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config =
          config(broker, "state")
              .withKafka(
                  Map.of(
                      "transaction.timeout.ms",
                      "3000",
                      // Whoever takes over from a failed thread must not wait for this one.
                      "session.timeout.ms",
                      "120000"));
      ExpectedOutput expected =
          new ExpectedOutput(
                  config, TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(8))
              .takeAll(messages);
      try (StreamsEngine engine = engine(config, listener, Quarantine.of(config))) {
        engine.createMissingTopics(1);
        cluster.send("poison.states", messages);
        engine.start();
        Map<String, List<byte[]>> forecasts =
            Cluster.byStream(
                cluster.read("poison.forecasts", Cluster.count(expected.forecasts), LONGEST));
        assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isEmpty();
        assertThat(engine.failure()).isEmpty();
        assertThat(engine.ready()).isTrue();
      }
      assertThat(listener.rejected).isEmpty();
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void limitAge(EmbeddedBroker broker, String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      AlterConfigOp hours =
          new AlterConfigOp(
              new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, "3600000"),
              AlterConfigOp.OpType.SET);
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(hours)))
          .all()
          .get();
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  @Test
  void stopsEveryTimeOnWhatIsNotTheRecordsFault() {
    assertThat(FailureCause.isOfRecord(new IllegalStateException())).isTrue();
    assertThat(FailureCause.isOfRecord(new StackOverflowError())).isTrue();
    assertThat(FailureCause.isOfRecord(new OutOfMemoryError())).isFalse();
    assertThat(FailureCause.isOfRecord(new NoClassDefFoundError())).isFalse();
    assertThat(
            FailureCause.isOfRecord(new org.apache.kafka.streams.errors.StreamsException("broker")))
        .isFalse();
    assertThatThrownBy(() -> new QuarantineMark(0, 0, 0, 0, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("records is 0, must be at least 1");
  }
}
