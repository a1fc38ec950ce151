package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.InputJson;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.output.RecordTimestamps;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.MapSpace;
import io.kahkm.stream.store.SnapshotHeader;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorTopologyTest {
  private static final HeapBudget AMPLE = new HeapBudget(Long.MAX_VALUE);

  @TempDir Path directory;

  private final TopologyConfig config =
      TestTopology.config("pump", Map.of("bootstrap.servers", "unused:1"));
  private final MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);

  private TopologyTestDriver driver(MonitorBlueprint used, HeapBudget budget) {
    return TestTopology.driver(config, used, EngineListener.SILENT, budget, directory);
  }

  private TestInputTopic<byte[], byte[]> input(TopologyTestDriver driver) {
    return driver.createInputTopic(
        "pump.states", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static TestOutputTopic<byte[], byte[]> output(TopologyTestDriver driver, String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static Map<String, List<byte[]>> byStream(TestOutputTopic<byte[], byte[]> topic) {
    Map<String, List<byte[]>> values = new TreeMap<>();
    for (TestRecord<byte[], byte[]> record : topic.readRecordsToList()) {
      values
          .computeIfAbsent(
              new String(record.key(), StandardCharsets.UTF_8), stream -> new ArrayList<>())
          .add(record.value());
    }
    return values;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void pipe(TopologyTestDriver driver, List<SimulatedInput.Message> messages) {
    TestInputTopic<byte[], byte[]> input = input(driver);
    messages.forEach(message -> input.pipeInput(utf8(message.stream()), message.value()));
  }

  private static void assertSame(
      Map<String, List<byte[]>> actual, Map<String, List<byte[]>> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (stream, values) ->
            assertThat(actual.get(stream).toArray(byte[][]::new))
                .as(stream)
                .isDeepEqualTo(values.toArray(byte[][]::new)));
  }

  @Test
  void keepsTheNamesOfItsParts() {
    assertThat(MonitorTopology.build(config, blueprint, EngineListener.SILENT).describe())
        .hasToString(
            """
            Topologies:
               Sub-topology: 0
                Source: states (topics: [pump.states])
                  --> monitor
                Processor: monitor (stores: [journal, snapshot])
                  --> certificates, forecasts, rejects
                  <-- states
                Sink: certificates (topic: pump.certificates)
                  <-- monitor
                Sink: forecasts (topic: pump.forecasts)
                  <-- monitor
                Sink: rejects (topic: pump.rejects)
                  <-- monitor

            """);
  }

  @Test
  void sendsForecastsAndCertificatesAsAPlainLoopWould() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(3, 9, 12);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);

    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      pipe(driver, messages);

      assertSame(byStream(output(driver, "pump.forecasts")), expected.forecasts);
      assertSame(byStream(output(driver, "pump.certificates")), expected.certificates);
      assertThat(output(driver, "pump.rejects").isEmpty()).isTrue();
      assertThat(expected.forecasts.get("a")).hasSizeGreaterThan(30);
      assertThat(expected.certificates.get("a")).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource({"STANDARD, 3", "PER_STREAM, 1", "PER_STREAM, 2"})
  void preparesReadingsAsAPlainLoopWouldWhereverItIsInterrupted(ScalingKind scaling, int delays) {
    Model model = TestModels.ofFleet(scaling, delays);
    MonitorBlueprint prepared = TestTopology.blueprint(config, model);
    List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 8, 30);
    ExpectedOutput expected = new ExpectedOutput(config, prepared).takeAll(messages);

    try (TopologyTestDriver driver = driver(prepared.withJournalLength(3), new HeapBudget(1))) {
      pipe(driver, messages);

      assertSame(byStream(output(driver, "pump.forecasts")), expected.forecasts);
      assertSame(byStream(output(driver, "pump.certificates")), expected.certificates);
      assertThat(expected.forecasts.get("a")).hasSizeGreaterThan(30);
      assertThat(expected.certificates.get("a")).isNotEmpty();
    }
  }

  @Test
  void refusesWhatCannotGiveTheStatesOfTheMap() throws Exception {
    Model delayed = TestModels.ofFleet(ScalingKind.STANDARD, 2);
    TopologyConfig pairs =
        TopologyConfig.parse(
            """
            name: pairs
            model: {file: unused}
            input: {state: [p, q], pairing: transitions, next: [p_next, q_next]}
            certificates: {sampling: records, window: {units: 4}, tolerance: {r2: 0.5}}
            """,
            "pairs",
            Map.of());

    assertThatThrownBy(() -> MonitorBlueprint.of(pairs, delayed))
        .isInstanceOf(TopologyConfigException.class)
        .hasMessageContaining("input.state: is in another order than the model's sensors [q, p]")
        .hasMessageContaining("input.pairing: is transitions")
        .hasMessageContaining("--delays 2");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void continuesFromJournalAndSnapshotAsIfNeverInterrupted(int journalLength) {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(3, 9, 12);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);
    MonitorBlueprint used = blueprint.withJournalLength(journalLength);

    // A budget of one byte leaves a single stream on the heap: every record reloads its stream.
    try (TopologyTestDriver driver = driver(used, new HeapBudget(1))) {
      pipe(driver, messages);

      assertSame(byStream(output(driver, "pump.forecasts")), expected.forecasts);
      assertSame(byStream(output(driver, "pump.certificates")), expected.certificates);
    }
  }

  @Test
  void continuesAfterTheJournalLengthHasChanged() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 9, 12);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);
    int[] lengths = {64, 5, 1, 100, 3};
    Map<String, List<byte[]>> forecasts = new TreeMap<>();

    for (int part = 0; part < lengths.length; part++) {
      int from = messages.size() * part / lengths.length;
      int to = messages.size() * (part + 1) / lengths.length;
      MonitorBlueprint used = blueprint.withJournalLength(lengths[part]);
      try (TopologyTestDriver driver = driver(used, AMPLE)) {
        restore(driver, saved);
        pipe(driver, messages.subList(from, to));
        byStream(output(driver, "pump.forecasts"))
            .forEach(
                (stream, values) ->
                    forecasts.computeIfAbsent(stream, name -> new ArrayList<>()).addAll(values));
        save(driver, saved);
      }
    }

    assertSame(forecasts, expected.forecasts);
  }

  private final Map<String, Map<Bytes, byte[]>> saved = new TreeMap<>();

  private static void save(TopologyTestDriver driver, Map<String, Map<Bytes, byte[]>> saved) {
    for (String name : List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT)) {
      KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
      Map<Bytes, byte[]> entries = new TreeMap<>();
      try (var all = store.all()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          entries.put(entry.key, entry.value);
        }
      }
      saved.put(name, entries);
    }
  }

  private static void restore(TopologyTestDriver driver, Map<String, Map<Bytes, byte[]>> saved) {
    saved.forEach(
        (name, entries) -> {
          KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
          entries.forEach(store::put);
        });
  }

  @Test
  void rebuildsTheSameMonitorFromItsStores() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 5, 12);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);
    MonitorBlueprint used = blueprint.withJournalLength(17);

    try (TopologyTestDriver driver = driver(used, AMPLE)) {
      pipe(driver, messages);
      MonitorStore store = store(driver, used);

      for (Map.Entry<String, StreamMonitor> monitor : expected.monitors().entrySet()) {
        assertThat(store.get(utf8(monitor.getKey())).monitor.snapshot())
            .isEqualTo(monitor.getValue().snapshot());
      }
    }
  }

  private static MonitorStore store(TopologyTestDriver driver, MonitorBlueprint used) {
    return new MonitorStore(
        TestStores.journal(driver, StoreKeys.JOURNAL),
        TestStores.of(driver, StoreKeys.SNAPSHOT),
        used,
        AMPLE,
        EngineListener.SILENT);
  }

  @Test
  void replaysFewRecordsHoweverOftenAStreamLeavesTheHeap() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 1, 40);
    MonitorBlueprint used = blueprint.withJournalLength(64);

    assertThat(storedSequence(used, AMPLE, messages)).isZero();
    assertThat(storedSequence(used, new HeapBudget(1), messages)).isBetween(41L - 9, 41L);
  }

  /** Records of stream a that are in its snapshot after all of them were taken. */
  private long storedSequence(
      MonitorBlueprint used, HeapBudget budget, List<SimulatedInput.Message> messages) {
    try (TopologyTestDriver driver = driver(used, budget)) {
      pipe(driver, messages);
      return header(driver, "a").sequence();
    }
  }

  private static SnapshotHeader header(TopologyTestDriver driver, String stream) {
    KeyValueStore<Bytes, byte[]> snapshots = TestStores.of(driver, StoreKeys.SNAPSHOT);
    return SnapshotHeader.of(snapshots.get(StoreKeys.header(utf8(stream))));
  }

  @Test
  void keepsPartOfAFleetThatIsLargerThanTheHeapWhileItsStreamsTakeTurns() {
    int rounds = 100;
    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      assertThat(loads(driver, 6, rounds, Long.MAX_VALUE)).isEqualTo(6);
      // Room for three of six: the oldest first would be found never, which makes 600.
      assertThat(loads(driver, 6, rounds, 7 * blueprint.heap().bytes(0) / 2))
          .isBetween(3 * rounds, 4 * rounds + rounds / 2);
    }
  }

  /** Times a monitor was read from the stores while so many streams took turns. */
  private int loads(TopologyTestDriver driver, int streams, int rounds, long heapBytes) {
    int[] loads = new int[1];
    MonitorStore store =
        new MonitorStore(
            TestStores.journal(driver, StoreKeys.JOURNAL),
            TestStores.of(driver, StoreKeys.SNAPSHOT),
            blueprint,
            new HeapBudget(heapBytes),
            new MonitorProbe() {
              @Override
              public void loaded() {
                loads[0]++;
              }
            });
    for (int i = 0; i < rounds * streams; i++) {
      byte[] key = utf8("stream-" + i % streams);
      assertThat(store.get(key).key).isEqualTo(key);
    }
    return loads[0];
  }

  @Test
  void newStreamsShareOneSnapshotAsLongAsTheyBeginAlike() throws Exception {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(1, 1, 30);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);
    TopologyConfig other =
        TopologyConfig.parse(
            config.toMaskedYaml().replace("start: model", "start: identity"),
            "test.yaml",
            Map.of());
    MonitorBlueprint used = blueprint.withJournalLength(64);
    MonitorBlueprint changed =
        TestTopology.blueprint(other, TestTopology.MODEL).withJournalLength(64);
    try (TopologyTestDriver driver = driver(used, AMPLE)) {
      pipe(driver, messages);
      assertThat(header(driver, "a").length()).isZero();
      save(driver, saved);
    }

    // The model's closure has changed since: streams begin otherwise now, the old ones go on.
    try (TopologyTestDriver driver = driver(changed, AMPLE)) {
      restore(driver, saved);
      pipe(driver, List.of(new SimulatedInput.Message("b", messages.get(0).json())));

      assertThat(header(driver, "b").length()).isPositive();
      MonitorStore store = store(driver, changed);
      // Its open window rests on the closure before and is dropped; all else continues.
      StreamMonitor old = store.get(utf8("a")).monitor;
      StreamMonitor same = expected.monitors().get("a");
      assertThat(old.closure()).isEqualTo(same.closure());
      assertThat(old.status().counts()).isEqualTo(same.status().counts());
      assertThat(old.status().forecasts().horizons())
          .isEqualTo(same.status().forecasts().horizons());
      assertThat(old.status().closure().rolling()).isEqualTo(same.status().closure().rolling());
      assertThat(store.get(utf8("b")).monitor.closure())
          .isEqualTo(Matrix.identity(TestTopology.MODEL.map().classes()));
    }
  }

  @Test
  void stopsReplayAtTheFirstEntryThatDoesNotContinue() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(1, 1, 30);
    ExpectedOutput expected =
        new ExpectedOutput(config, blueprint).takeAll(messages.subList(0, 20));
    MonitorBlueprint used = blueprint.withJournalLength(64);

    try (TopologyTestDriver driver = driver(used, AMPLE)) {
      pipe(driver, messages);
      KeyValueStore<Bytes, byte[]> journal = TestStores.of(driver, StoreKeys.JOURNAL);
      journal.delete(StoreKeys.journal(utf8("a"), 20));

      assertThat(store(driver, used).get(utf8("a")).monitor.snapshot())
          .isEqualTo(expected.monitors().get("a").snapshot());
    }
  }

  @Test
  void refusesStateOfAnotherMapAndSaysTheWayOut() {
    assertRefused(TestTopology.blueprint(config, TestTopology.OTHER_MODEL));
  }

  @Test
  void refusesStateOfOtherHorizons() throws Exception {
    TopologyConfig other =
        TopologyConfig.parse(config.toMaskedYaml().replace("- 5", "- 6"), "test.yaml", Map.of());

    assertRefused(TestTopology.blueprint(other, TestTopology.MODEL));
  }

  private void assertRefused(MonitorBlueprint other) {
    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      pipe(driver, SimulatedInput.messages(1, 1, 12));

      assertThatThrownBy(() -> store(driver, other).requireSameOrigin())
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("new application.id");
      store(driver, blueprint).requireSameOrigin();
    }
  }

  @Test
  void cutsSnapshotsThatExceedOneMessage() {
    Model model = TestTopology.MODEL;
    MonitorBlueprint used = blueprint.withJournalLength(1);
    try (TopologyTestDriver driver = driver(used, AMPLE)) {
      pipe(driver, SimulatedInput.messages(1, 1, 3));
      KeyValueStore<Bytes, byte[]> snapshots = TestStores.of(driver, StoreKeys.SNAPSHOT);
      SnapshotHeader header = SnapshotHeader.of(snapshots.get(StoreKeys.header(utf8("a"))));

      assertThat(header.sequence()).isEqualTo(4);
      assertThat(header.journalLength()).isEqualTo(1);
      assertThat(header.fingerprint()).isEqualTo(model.map().fingerprint());
      assertThat(header.chunks()).isEqualTo(1);
      assertThat(new SnapshotHeader(0, 1, 500_000, "").chunks()).isEqualTo(1);
      assertThat(new SnapshotHeader(0, 1, 500_001, "").chunks()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "malformed       | oops",
        "missing-field   | {\"t\":100,\"q\":1,\"run\":\"r\"}",
        "wrong-dimension | {\"t\":100,\"q\":[1,2],\"p\":1,\"run\":\"r\"}",
        "not-finite      | {\"t\":100,\"q\":\"Infinity\",\"p\":1,\"run\":\"r\"}",
        "not-numeric     | {\"t\":100,\"q\":\"warm\",\"p\":1,\"run\":\"r\"}",
        "duplicate       | {\"t\":40,\"q\":2,\"p\":0,\"run\":\"r\"}",
        "out-of-order    | {\"t\":20,\"q\":2,\"p\":0,\"run\":\"r\"}",
        "irregular       | {\"t\":100,\"q\":2,\"p\":0,\"run\":\"r\"}",
      })
  void rejectsWithReasonOriginAndBytesAndGoesOn(String reason, String bad) {
    List<String> good = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      good.add(TestTopology.json(i, new double[] {2, -0.1 * i}, "r", false));
    }
    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      TestInputTopic<byte[], byte[]> input = input(driver);
      good.forEach(json -> input.pipeInput(utf8("k"), utf8(json)));
      input.pipeInput(new TestRecord<>(utf8("k"), utf8(bad), null, 777L));
      input.pipeInput(utf8("k"), utf8(TestTopology.json(6, new double[] {2, -0.4}, "r", true)));

      List<TestRecord<byte[], byte[]>> rejects = output(driver, "pump.rejects").readRecordsToList();
      // After a state that was refused for its content the next step is irregular here, too.
      TestRecord<byte[], byte[]> first = rejects.get(0);
      assertThat(first.value()).isEqualTo(utf8(bad));
      assertThat(first.key()).isEqualTo(utf8("k"));
      assertThat(header(first.headers(), RejectRecords.REASON)).isEqualTo(reason);
      assertThat(header(first.headers(), RejectRecords.TOPIC)).isEqualTo("pump.states");
      assertThat(header(first.headers(), RejectRecords.PARTITION)).isEqualTo("0");
      assertThat(header(first.headers(), RejectRecords.OFFSET)).isEqualTo("3");
      assertThat(header(first.headers(), RejectRecords.TIMESTAMP)).isEqualTo("777");
      assertThat(first.timestamp()).isEqualTo(777);
      MonitorStore store = store(driver, blueprint);
      assertThat(store.get(utf8("k")).monitor.status().counts().records())
          .isEqualTo(reason.equals("irregular") ? 5 : 4);
    }
  }

  @Test
  void holdsMissingValuesUpToTheAgeAndRejectsLaterOnes() {
    MonitorSettings settings = blueprint.settings();
    MonitorBlueprint holding =
        blueprint
            .withSettings(
                settings.toBuilder().timing(settings.timing().withHold(50_000_000)).build())
            .withJournalLength(8);
    try (TopologyTestDriver driver = driver(holding, AMPLE)) {
      TestInputTopic<byte[], byte[]> input = input(driver);
      List<String> values = List.of("2", "null", "\"Bad Input\"", "\"No Data\"", "2", "2");
      for (int i = 0; i < values.size(); i++) {
        String json = "{\"t\":" + 20 * i + ",\"q\":" + values.get(i) + ",\"p\":1,\"run\":\"r\"}";
        input.pipeInput(utf8("k"), utf8(json));
      }

      List<TestRecord<byte[], byte[]>> rejects = output(driver, "pump.rejects").readRecordsToList();
      assertThat(rejects).hasSize(1);
      assertThat(rejects.get(0).value()).asString().contains("No Data");
      assertThat(header(rejects.get(0).headers(), RejectRecords.REASON)).isEqualTo("not-numeric");
      StreamStatus status = store(driver, holding).get(utf8("k")).monitor.status();
      assertThat(status.counts().heldValues()).isEqualTo(2);
      assertThat(status.counts().incomplete()).isEqualTo(1);
      assertThat(status.counts().pairs()).isEqualTo(3);
    }
  }

  /** Few values come of a machine that stands still, and at other times: none of it is a fault. */
  @Test
  void nothingOfAMachineThatStandsStillIsRejected() throws Exception {
    String file =
        """
        name: pump
        model: {file: unused}
        input: {state: [q, p], time: t, step: 20ms, when: "q > 0.5", settle: 40ms}
        kafka: {bootstrap.servers: "unused:1"}
        """;
    List<String> rows =
        List.of(
            "0,2,1",
            "20,2,1",
            "40,2,1",
            "60,2,1",
            "80,0,null",
            "95,null,null",
            "165,0,1",
            "180,2,1",
            "200,2,1",
            "220,2,1",
            "240,2,1",
            "260,2,null");
    assertThat(rejected(file, rows)).containsExactly("missing-field");
    assertThat(rejected(file.replace(", settle: 40ms", ""), rows)).containsExactly("missing-field");
    // The control: without the rule every one of them is.
    assertThat(rejected(file.replace(", when: \"q > 0.5\", settle: 40ms", ""), rows))
        .containsExactly(
            "missing-field", "missing-field", "irregular", "irregular", "missing-field");
  }

  private List<String> rejected(String file, List<String> rows) throws Exception {
    TopologyConfig plain = TopologyConfig.parse(file, "test", Map.of());
    MonitorBlueprint plan = TestTopology.blueprint(plain, TestTopology.MODEL);
    try (TopologyTestDriver driver =
        TestTopology.driver(plain, plan, EngineListener.SILENT, AMPLE, directory)) {
      for (String row : rows) {
        String[] cells = row.split(",");
        String json = "{\"t\":" + cells[0] + ",\"q\":" + cells[1] + ",\"p\":" + cells[2] + "}";
        input(driver).pipeInput(utf8("k"), utf8(json));
      }
      if (plan.settings().timing().when().isPresent()) {
        StreamStatus status = store(driver, plan).get(utf8("k")).monitor.status();
        assertThat(status.counts().episodes()).isEqualTo(2);
        assertThat(status.operation().orElseThrow().since()).isEqualTo(180_000_000L);
      }
      return output(driver, "pump.rejects").readRecordsToList().stream()
          .map(record -> header(record.headers(), RejectRecords.REASON))
          .toList();
    }
  }

  @Test
  void withoutADeclaredStepARejectedStateStillBreaksTheChain() throws Exception {
    TopologyConfig plain =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [q, p]}
            kafka: {bootstrap.servers: "unused:1"}
            """,
            "test",
            Map.of());
    MonitorBlueprint untimed = TestTopology.blueprint(plain, TestTopology.MODEL);
    try (TopologyTestDriver driver =
        TestTopology.driver(plain, untimed, EngineListener.SILENT, AMPLE, directory)) {
      for (String q : List.of("2", "2", "null", "2", "2")) {
        input(driver).pipeInput(utf8("k"), utf8("{\"q\":" + q + ",\"p\":1}"));
      }

      assertThat(output(driver, "pump.rejects").readRecordsToList()).hasSize(1);
      assertThat(store(driver, untimed).get(utf8("k")).monitor.status().counts().pairs())
          .isEqualTo(2);
    }
  }

  /** Years ahead, in milliseconds. */
  private static final long FAR_AHEAD = Duration.ofDays(20 * 365).toMillis();

  private TestInputTopic<byte[], byte[]> inputAt(TopologyTestDriver driver, long timestamp) {
    return driver.createInputTopic(
        "pump.states",
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        Instant.ofEpochMilli(timestamp),
        Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -7, Long.MIN_VALUE, Long.MAX_VALUE, 4_102_444_800_000L})
  void takesRecordsOfAnyTimestampWhereAFieldHasTheTime(long timestamp) {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(1, 2, 12);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);
    long before = System.currentTimeMillis();

    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      TestInputTopic<byte[], byte[]> input = inputAt(driver, timestamp);
      messages.forEach(message -> input.pipeInput(utf8(message.stream()), message.value()));
      input.pipeInput(utf8("a"), utf8("oops"));

      TestOutputTopic<byte[], byte[]> forecasts = output(driver, "pump.forecasts");
      List<TestRecord<byte[], byte[]>> sent = forecasts.readRecordsToList();
      assertThat(sent.stream().map(TestRecord::value).toArray(byte[][]::new))
          .isDeepEqualTo(expected.forecasts.get("a").toArray(byte[][]::new));
      // Brokers refuse what is more than an hour ahead of them, and negative ones.
      assertThat(sent)
          .extracting(TestRecord::timestamp)
          .allSatisfy(
              time -> assertThat(time).isBetween(before, System.currentTimeMillis() + 1_800_000));
      TestRecord<byte[], byte[]> reject = output(driver, "pump.rejects").readRecord();
      assertThat(header(reject.headers(), RejectRecords.TIMESTAMP))
          .isEqualTo(Long.toString(timestamp));
      assertThat(reject.timestamp()).isBetween(before, System.currentTimeMillis());
    }
  }

  @Test
  void rejectsRecordsWithoutATimestampWhereItIsTheTime() throws Exception {
    TopologyConfig plain =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [q, p]}
            forecasts: {horizons: [1], every: 1}
            kafka: {bootstrap.servers: "unused:1"}
            """,
            "test",
            Map.of());
    MonitorBlueprint untimed = TestTopology.blueprint(plain, TestTopology.MODEL);
    try (TopologyTestDriver driver =
        TestTopology.driver(plain, untimed, EngineListener.SILENT, AMPLE, directory)) {
      long now = System.currentTimeMillis();
      for (long timestamp : new long[] {-1, now, Long.MAX_VALUE, now + FAR_AHEAD, now + 1}) {
        inputAt(driver, timestamp).pipeInput(utf8("k"), utf8("{\"q\":2,\"p\":1}"));
      }
      // A header of the name that the engine uses decides nothing when it comes from outside.
      RecordHeaders forged = new RecordHeaders();
      forged.add(RecordTimestamps.HEADER, utf8("no number"));
      input(driver)
          .pipeInput(new TestRecord<>(utf8("k"), utf8("{\"q\":2,\"p\":1}"), forged, now + 2));

      assertThat(output(driver, "pump.rejects").readRecordsToList())
          .extracting(reject -> header(reject.headers(), RejectRecords.REASON))
          .containsExactly("missing-time", "not-finite");
      StreamStatus status = store(driver, untimed).get(utf8("k")).monitor.status();
      assertThat(status.counts().records()).isEqualTo(4);
      assertThat(status.reading().time()).isEqualTo((now + 2) * 1_000_000);
    }
  }

  @Test
  void refusesForecastsThatNoMessageHolds() throws Exception {
    String horizons =
        IntStream.range(1, 3_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    TopologyConfig many =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [q, p]}
            forecasts: {horizons: [%s], coordinates: text}
            """
                .formatted(horizons),
            "many",
            Map.of());

    assertThatThrownBy(() -> MonitorBlueprint.of(many, TestTopology.MODEL))
        .isInstanceOf(TopologyConfigException.class)
        .hasMessageContaining("kafka.producer.max.request.size: is 2,097,152")
        .hasMessageContaining("a message to topic pump.forecasts can have 3,");
    assertThat(
            StreamsSettings.largestRequest(
                many.withKafka(Map.of("producer.max.request.size", "50000000"))))
        .isEqualTo(50_000_000);
  }

  @Test
  void noMessageIsLargerThanWasReckoned() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(1, 9, 12);
    Map<String, Long> sizes = MessageSizes.largest(config, TestTopology.MODEL);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(messages);

    assertThat(sizes).containsOnlyKeys("pump.forecasts", "pump.certificates", "pump.rejects");
    assertThat(expected.forecasts.get("a"))
        .allSatisfy(
            value -> assertThat((long) value.length).isLessThan(sizes.get("pump.forecasts")));
    assertThat(expected.certificates.get("a"))
        .isNotEmpty()
        .allSatisfy(
            value -> assertThat((long) value.length).isLessThan(sizes.get("pump.certificates")));
  }

  @Test
  void beginsNoMoreStreamsThanAPartitionMayHave() throws Exception {
    TopologyConfig few =
        TopologyConfig.parse(
            config.toMaskedYaml().replace("input:\n", "input:\n  most-streams: 3\n"),
            "few",
            Map.of());
    byte[] first = utf8(TestTopology.json(0, new double[] {2, 0}, "r", false));
    byte[] second = utf8(TestTopology.json(1, new double[] {2, 0}, "r", false));

    Properties settings = StreamsSettings.of(few);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            MonitorTopology.build(few, blueprint, EngineListener.SILENT, new HeapBudget(1)),
            settings)) {
      for (int i = 0; i < 50; i++) {
        input(driver).pipeInput(utf8("stream-" + i), first);
      }
      input(driver).pipeInput(utf8("stream-0"), second);
      input(driver).pipeInput(utf8("stream-2"), second);

      List<TestRecord<byte[], byte[]>> rejects = output(driver, "pump.rejects").readRecordsToList();
      assertThat(rejects).hasSize(47);
      assertThat(rejects)
          .allSatisfy(
              reject ->
                  assertThat(header(reject.headers(), RejectRecords.REASON))
                      .isEqualTo("too-many-streams"));
      KeyValueStore<Bytes, byte[]> snapshots = TestStores.of(driver, StoreKeys.SNAPSHOT);
      assertThat(TestStores.exceeds(restored(driver, blueprint), utf8("new"), 3)).isTrue();
      assertThat(TestStores.exceeds(restored(driver, blueprint), utf8("new"), 4)).isFalse();
      assertThat(TestStores.exceeds(restored(driver, blueprint), utf8("stream-1"), 3)).isFalse();
      // As a store of an earlier version is: without the count.
      snapshots.delete(StoreKeys.count(MapSpace.PLAIN));
      assertThat(TestStores.exceeds(restored(driver, blueprint), utf8("new"), 3)).isTrue();
      assertThat(TestStores.exceeds(restored(driver, blueprint), utf8("new"), 4)).isFalse();
    }
  }

  /** Without a number in the file all tasks of a process share the places that its heap has. */
  @Test
  void theHeapDecidesHowManyStreamsAllTasksHave() {
    byte[] first = utf8(TestTopology.json(0, new double[] {2, 0}, "r", false));
    byte[] second = utf8(TestTopology.json(1, new double[] {2, 0}, "r", false));
    HeapBudget budget = new HeapBudget(Long.MAX_VALUE, 3);
    try (TopologyTestDriver other = driver(budget, "other")) {
      try (TopologyTestDriver one = driver(budget, "one")) {
        input(one).pipeInput(utf8("a"), first);
        input(one).pipeInput(utf8("b"), first);
        input(other).pipeInput(utf8("c"), first);
        input(other).pipeInput(utf8("d"), first);
        input(one).pipeInput(utf8("e"), first);
        // Known streams continue.
        input(one).pipeInput(utf8("a"), second);
        input(other).pipeInput(utf8("c"), second);

        assertThat(output(one, "pump.rejects").readRecordsToList()).hasSize(1);
        List<TestRecord<byte[], byte[]>> rejects =
            output(other, "pump.rejects").readRecordsToList();
        assertThat(rejects).hasSize(1);
        assertThat(header(rejects.get(0).headers(), RejectRecords.REASON))
            .isEqualTo("too-many-streams");
      }
      // The partition went elsewhere, with two streams.
      input(other).pipeInput(utf8("d"), second);
      input(other).pipeInput(utf8("e"), second);
      input(other).pipeInput(utf8("f"), second);
      assertThat(output(other, "pump.rejects").readRecordsToList()).hasSize(1);
    }
  }

  private TopologyTestDriver driver(HeapBudget budget, String folder) {
    return TestTopology.driver(
        config, blueprint, EngineListener.SILENT, budget, directory.resolve(folder));
  }

  private static MonitorStore restored(TopologyTestDriver driver, MonitorBlueprint blueprint) {
    MonitorStore store = store(driver, blueprint);
    store.requireSameOrigin();
    return store;
  }

  @Test
  void takesKeysOfAStreamIdsLengthOnly() {
    byte[] longest = utf8("k".repeat(StreamIds.LONGEST_KEY));
    byte[] longer = utf8("k".repeat(StreamIds.LONGEST_KEY + 1));
    byte[] megabyte = new byte[1_000_000];
    byte[] value = utf8(TestTopology.json(0, new double[] {2, 0}, "r", false));

    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      input(driver).pipeInput(longest, value);
      input(driver).pipeInput(longer, value);
      input(driver).pipeInput(megabyte, value);

      List<TestRecord<byte[], byte[]>> rejects = output(driver, "pump.rejects").readRecordsToList();
      assertThat(output(driver, "pump.forecasts").readRecordsToList()).hasSize(1);
      assertThat(rejects).hasSize(2);
      assertThat(rejects)
          .allSatisfy(
              reject -> {
                assertThat(header(reject.headers(), RejectRecords.REASON)).isEqualTo("too-large");
                assertThat(reject.value()).isEqualTo(value);
              });
      assertThat(rejects.get(0).key()).isEqualTo(longer);
      assertThat(rejects.get(1).key()).hasSize(RejectRecords.KEPT_BYTES);
      assertThat(header(rejects.get(1).headers(), RejectRecords.KEY_LENGTH)).isEqualTo("1000000");
      assertThat(header(rejects.get(1).headers(), RejectRecords.KEY_SHA_256)).hasSize(64);
    }
  }

  @Test
  void rejectsRecordsWithoutKeyOrValueAndTooLargeOnes() throws Exception {
    byte[] large = new byte[InputJson.LONGEST_VALUE + 1];
    byte[] huge = new byte[RejectRecords.LARGEST_WHOLE_VALUE + 1];
    huge[0] = 9;
    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      TestInputTopic<byte[], byte[]> input = input(driver);
      input.pipeInput(null, utf8("{}"));
      input.pipeInput(new byte[0], utf8("{}"));
      input.pipeInput(new byte[] {(byte) 0xff}, utf8("{}"));
      input.pipeInput(utf8("k"), (byte[]) null);
      input.pipeInput(utf8("k"), large);
      input.pipeInput(utf8("k"), huge);

      List<TestRecord<byte[], byte[]>> rejects = output(driver, "pump.rejects").readRecordsToList();

      assertThat(rejects)
          .extracting(reject -> header(reject.headers(), RejectRecords.REASON))
          .containsExactly(
              "missing-key", "missing-key", "malformed", "null-value", "too-large", "too-large");
      assertThat(rejects.get(3).value()).isNull();
      assertThat(rejects.get(4).value()).isEqualTo(large);
      assertThat(rejects.get(4).headers().lastHeader(RejectRecords.SHA_256)).isNull();
      assertThat(rejects.get(5).value()).hasSize(RejectRecords.KEPT_BYTES);
      assertThat(header(rejects.get(5).headers(), RejectRecords.LENGTH))
          .isEqualTo(Integer.toString(huge.length));
      assertThat(header(rejects.get(5).headers(), RejectRecords.SHA_256))
          .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(huge)));
    }
  }

  private static String header(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  private TopologyTestDriver listened(CountingListener listener) {
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    return new TopologyTestDriver(MonitorTopology.build(config, blueprint, listener), settings);
  }

  @Test
  void tellsOfStreamsThatAreSilentSinceThePartitionCame() {
    CountingListener before = new CountingListener();
    try (TopologyTestDriver driver = listened(before)) {
      pipe(driver, SimulatedInput.messages(3, 5, 12));
      driver.advanceWallClockTime(Duration.ofSeconds(1));
      save(driver, saved);
    }

    CountingListener after = new CountingListener();
    try (TopologyTestDriver driver = listened(after)) {
      restore(driver, saved);
      assertThat(after.statuses).isEmpty();
      // A visit may end after one stream where the machine is slow.
      for (int visits = 0; visits < 3; visits++) {
        driver.advanceWallClockTime(Duration.ofMinutes(1));
      }

      assertThat(before.statuses).containsOnlyKeys("a", "b", "c");
      assertThat(after.statuses).isEqualTo(before.statuses);
      assertThat(after.accepted).hasValue(0);
    }
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void visitsStoredStreamsPieceByPieceAndLeavesThoseOnTheHeapOut() {
    try (TopologyTestDriver driver = driver(blueprint, AMPLE)) {
      pipe(driver, SimulatedInput.messages(3, 1, 10));
      MonitorStore store = store(driver, blueprint);
      store.get(utf8("b"));
      List<String> seen = new ArrayList<>();
      int calls = 0;
      Bytes from = null;
      do {
        from = store.visit(from, key -> true, (held, status) -> seen.add(held.stream), () -> true);
        calls++;
      } while (from != null);

      assertThat(seen).containsExactly("a", "c");
      assertThat(calls).as("one for each stream, and one that finds no more").isEqualTo(4);
    }
  }

  @Test
  void tellsItsListenerWhatHappens() {
    CountingListener listener = new CountingListener();
    try (TopologyTestDriver driver = listened(listener)) {
      pipe(driver, SimulatedInput.messages(3, 1, 10));
      input(driver).pipeInput(utf8("a"), utf8("oops"));
      driver.advanceWallClockTime(Duration.ofSeconds(1));

      assertThat(listener.partitions).containsExactly(0);
      assertThat(listener.accepted).hasValue(33);
      assertThat(listener.rejected).containsExactly(Map.entry("malformed", 1));
      assertThat(listener.statuses).containsOnlyKeys("a", "b", "c");
      assertThat(listener.statuses.get("a").counts().records()).isEqualTo(11);
    }
    assertThat(listener.partitions).isEmpty();
  }

  @Test
  void givesBackTheHeapItTook() {
    HeapBudget budget = new HeapBudget(Long.MAX_VALUE);
    try (TopologyTestDriver driver = driver(blueprint.withJournalLength(3), budget)) {
      pipe(driver, SimulatedInput.messages(3, 2, 10));
      assertThat(budget.used()).isPositive();
    }
    assertThat(budget.used()).isZero();
  }

  /**
   * A record that is late and has a missing value says that the value is missing, as it would have
   * said in time: whoever mends the source must not be sent to look at clocks.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "40 | null        | missing-field",
        "20 | `\"warm\"` | not-numeric",
        "20 | `\"NaN\"`  | not-finite",
        "40 | 2           | duplicate",
        "20 | 2           | out-of-order",
      })
  void aSkippedRecordWithAMissingValueIsRejectedForWhatIsMissing(
      long time, String value, String reason) {
    MonitorSettings settings = blueprint.settings();
    MonitorBlueprint holding =
        blueprint
            .withSettings(
                settings.toBuilder().timing(settings.timing().withHold(50_000_000)).build())
            .withJournalLength(8);
    try (TopologyTestDriver driver = driver(holding, AMPLE)) {
      TestInputTopic<byte[], byte[]> input = input(driver);
      for (int i = 0; i < 3; i++) {
        input.pipeInput(utf8("k"), utf8(TestTopology.json(i, new double[] {2, 0}, "r", false)));
      }
      input.pipeInput(
          utf8("k"), utf8("{\"t\":" + time + ",\"q\":" + value + ",\"p\":1,\"run\":\"r\"}"));

      List<TestRecord<byte[], byte[]>> rejects = output(driver, "pump.rejects").readRecordsToList();
      assertThat(rejects).hasSize(1);
      assertThat(header(rejects.get(0).headers(), RejectRecords.REASON)).isEqualTo(reason);
      assertThat(store(driver, holding).get(utf8("k")).monitor.status().counts().records())
          .isEqualTo(3);
    }
  }

  /** Where a step fails. */
  private enum Place {
    /** The state is encoded and nothing learned of it. */
    ENCODED,
    /** The monitor is a whole record ahead, and nobody was told. */
    UPDATED,
    /** Everything is made that the step sends, and nothing of it is sent. */
    ACCEPTED
  }

  /** Fails once at a place of a step, when told to. */
  private static final class FailingOnce implements EngineListener {
    private final Place place;
    private int after;

    FailingOnce(Place place, int after) {
      this.place = place;
      this.after = after;
    }

    private void passed(Place reached) {
      if (reached == place && after-- == 0) {
        throw new IllegalStateException("in the middle of a step");
      }
    }

    @Override
    public void encoded() {
      passed(Place.ENCODED);
    }

    @Override
    public void updated() {
      passed(Place.UPDATED);
    }

    @Override
    public void accepted(
        int partition, String stream, RowAssessment assessment, long recordTimestamp) {
      passed(Place.ACCEPTED);
    }
  }

  /**
   * A step that was interrupted leaves a monitor that is up to a record ahead. It must not be used
   * again: what follows is reckoned from the stores, as if the record had never come. The journal
   * is short, so that what the heap holds is stored too. With the seventh and the tenth record
   * forecasts are due, which must not go out with the next one.
   */
  @ParameterizedTest
  @CsvSource({
    "ENCODED, 1",
    "ENCODED, 7",
    "ENCODED, 20",
    "UPDATED, 7",
    "UPDATED, 20",
    "ACCEPTED, 6",
    "ACCEPTED, 7",
    "ACCEPTED, 9",
    "ACCEPTED, 20"
  })
  void aMonitorThatFailedInTheMiddleOfAStepIsReadAnew(Place place, int failing) {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(1, 4, 12);
    List<SimulatedInput.Message> others = new ArrayList<>(messages);
    others.remove(failing);
    ExpectedOutput expected = new ExpectedOutput(config, blueprint).takeAll(others);
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    MonitorBlueprint used = blueprint.withJournalLength(5);
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            MonitorTopology.build(config, used, new FailingOnce(place, failing), AMPLE),
            settings)) {
      int failed = 0;
      for (SimulatedInput.Message message : messages) {
        try {
          pipe(driver, List.of(message));
        } catch (StreamsException once) {
          failed++;
        }
      }

      assertThat(failed).isEqualTo(1);
      assertThat(store(driver, used).get(utf8("a")).monitor.snapshot())
          .isEqualTo(expected.monitors().get("a").snapshot());
      assertSame(byStream(output(driver, "pump.forecasts")), expected.forecasts);
      List<byte[]> certificates = byStream(output(driver, "pump.certificates")).get("a");
      assertThat(certificates.toArray(byte[][]::new))
          .isDeepEqualTo(expected.certificates.get("a").toArray(byte[][]::new));
    }
  }
}
