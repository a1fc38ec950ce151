package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.input.InputParser;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetTopologyTest {
  private static final List<String> STREAMS = List.of("a", "aa", "b", "é", "z");
  private static final int STATES = 100;
  private static final List<String> STORES =
      List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT, StoreKeys.FLEET);

  @TempDir Path directory;

  private final TopologyConfig config =
      TestFleet.config("streams: 5, every: 500ms, pairs: 12, grace: 100ms");
  private final MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
  private final CountingListener listener = new CountingListener();

  private TopologyTestDriver driver() {
    return TestTopology.driver(
        config, blueprint, listener, new HeapBudget(Long.MAX_VALUE), directory);
  }

  private static Map<String, List<String>> records() {
    return records(Map.of());
  }

  private static Map<String, List<String>> records(Map<String, Long> ahead) {
    return TestFleet.records(STREAMS, STATES, ahead);
  }

  private static void pipe(TopologyTestDriver driver, List<SimulatedInput.Message> messages) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(
            "pump.states", new ByteArraySerializer(), new ByteArraySerializer());
    messages.forEach(m -> input.pipeInput(utf8(m.stream()), m.value()));
  }

  private static List<TestRecord<byte[], byte[]>> certificates(TopologyTestDriver driver) {
    return driver
        .createOutputTopic(
            "pump.certificates", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[][] values(List<TestRecord<byte[], byte[]>> records) {
    return records.stream().map(TestRecord::value).toArray(byte[][]::new);
  }

  @Test
  void keepsTheNamesOfItsParts() {
    assertThat(MonitorTopology.description(config))
        .isEqualTo(
            """
            Topologies:
               Sub-topology: 0
                Source: states (topics: [pump.states])
                  --> monitor
                Processor: monitor (stores: [journal, snapshot])
                  --> fleet-units-repartition-filter, forecasts, rejects, skill
                  <-- states
                Processor: fleet-units-repartition-filter (stores: [])
                  --> fleet-units-repartition-sink
                  <-- monitor
                Sink: fleet-units-repartition-sink (topic: fleet-units-repartition)
                  <-- fleet-units-repartition-filter
                Sink: forecasts (topic: pump.forecasts)
                  <-- monitor
                Sink: rejects (topic: pump.rejects)
                  <-- monitor
                Sink: skill (topic: pump.certificates)
                  <-- monitor

              Sub-topology: 1
                Source: fleet-units-repartition-source (topics: [fleet-units-repartition])
                  --> fleet
                Processor: fleet (stores: [fleet])
                  --> certificates, fleet-rejects
                  <-- fleet-units-repartition-source
                Sink: certificates (topic: pump.certificates)
                  <-- fleet
                Sink: fleet-rejects (topic: pump.rejects)
                  <-- fleet

            """);
  }

  @Test
  void streamsOfAFleetPublishTheirSkillToo() throws Exception {
    Map<String, List<String>> records = TestFleet.records(List.of("a", "b"), 600, Map.of());
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, TestFleet.arrivals(records, 1));
      Map<String, Integer> skills = new TreeMap<>();
      for (TestRecord<byte[], byte[]> record : certificates(driver)) {
        JsonNode json = new ObjectMapper().readTree(record.value());
        if (json.has("kind")) {
          assertThat(json.path("stream").asText())
              .isEqualTo(new String(record.key(), StandardCharsets.UTF_8));
          skills.merge(json.path("stream").asText(), 1, Integer::sum);
        }
      }
      assertThat(skills).containsEntry("a", 2).containsEntry("b", 2);
    }
  }

  @Test
  void theCertificatesEqualTheOfflineOnesInWhateverOrderStreamsArrive() throws Exception {
    Map<String, List<String>> records = records();
    byte[][] expected = TestFleet.offline(config, blueprint, records).toArray(byte[][]::new);
    for (long seed = 1; seed <= 3; seed++) {
      try (TopologyTestDriver driver = driver()) {
        pipe(driver, TestFleet.arrivals(records, seed));
        List<TestRecord<byte[], byte[]>> actual = certificates(driver);

        assertThat(values(actual)).isDeepEqualTo(expected);
        assertThat(actual)
            .extracting(r -> new String(r.key(), StandardCharsets.UTF_8))
            .containsOnly("fleet");
        assertThat(leftOver(driver)).isEmpty();
      }
    }

    assertThat(expected.length).isEqualTo(4);
    JsonNode first = new ObjectMapper().readTree(expected[0]);
    assertThat(first.get("missing").asInt()).isZero();
    assertThat(first.get("units").asInt()).isEqualTo(5);
    assertThat(first.get("pairs").asInt()).isEqualTo(60);
    assertThat(first.get("words").asText()).contains("one matrix shared by the fleet");
    try (InputStream schema = getClass().getResourceAsStream("/schema/certificates.json")) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(first))
          .isEmpty();
    }
    assertThat(listener.lateUnits).isEmpty();
  }

  @Test
  void saysWhatTheLastWindowSaidWhereTheTaskGoesOn() {
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, TestFleet.arrivals(records(), 1));
      CountingListener elsewhere = new CountingListener();
      MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
      context.addStateStore(TestStores.of(driver, StoreKeys.FLEET));
      new FleetProcessor(config, () -> blueprint, elsewhere, Quarantine.none()).init(context);

      assertThat(listener.closed).hasSize(4);
      assertThat(elsewhere.joined).containsExactly(List.copyOf(listener.closed).get(3));
      assertThat(elsewhere.closed).isEmpty();
    }
    assertThat(listener.joined).isEmpty();
  }

  /** Whatever of a fleet throws, a unit or the window that it completes, costs that alone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aUnitThatStopsTheEngineTwiceIsADeadLetterAndLaterWindowsComplete(boolean inTheWindow) {
    Map<String, List<String>> records = records();
    List<SimulatedInput.Message> messages = TestFleet.arrivals(records, 1);
    MemoryCounts counts = new MemoryCounts();
    Map<String, Map<Bytes, byte[]>> saved = new TreeMap<>();
    int taken = messages.size() / 2;
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, messages.subList(0, taken));
      while (leftOver(driver).isEmpty()) {
        pipe(driver, messages.subList(taken, ++taken));
      }
      KeyValueStore<Bytes, byte[]> open = TestStores.of(driver, StoreKeys.FLEET);
      Bytes unit = leftOver(driver).get(0);
      open.put(unit, damaged(open.get(unit), inTheWindow));
      save(driver, saved);
    }
    List<SimulatedInput.Message> later = messages.subList(taken, messages.size());
    byte[] unreadable = {1, 2, 3};
    for (int turn = 1; turn <= 3; turn++) {
      Quarantine quarantine = new Quarantine(List.of(counts));
      try (TopologyTestDriver driver =
          TestTopology.driver(
              config,
              blueprint,
              listener,
              new HeapBudget(Long.MAX_VALUE),
              quarantine,
              directory.resolve("turn-" + turn))) {
        saved.forEach(
            (name, entries) -> {
              KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
              entries.forEach(store::put);
            });
        ThrowingCallable rest =
            () -> {
              if (!inTheWindow) {
                units(driver).pipeInput(utf8("a"), unreadable);
              }
              pipe(driver, later);
            };
        if (turn < 3) {
          assertThatThrownBy(rest).hasRootCauseInstanceOf(MalformedStateException.class);
        } else {
          assertThatCode(rest).doesNotThrowAnyException();
          assertThat(certificates(driver)).isNotEmpty();
          List<TestRecord<byte[], byte[]>> rejects = rejects(driver);
          assertThat(rejects).hasSize(1);
          assertThat(rejects.get(0).headers().lastHeader(RejectRecords.REASON).value())
              .isEqualTo(utf8("failed"));
        }
      }
    }
    assertThat(listener.rejected).containsExactly(Map.entry("failed", 1));
  }

  /** A part of a unit of another length, where the window is what cannot be read. */
  private static byte[] damaged(byte[] part, boolean really) {
    byte[] changed = part.clone();
    if (really) {
      changed[0] = 9;
    }
    return changed;
  }

  private static TestInputTopic<byte[], byte[]> units(TopologyTestDriver driver) {
    return driver.createInputTopic(
        "pump-fleet-units-repartition", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static List<TestRecord<byte[], byte[]>> rejects(TopologyTestDriver driver) {
    return driver
        .createOutputTopic("pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /** Keys of units in the store of open windows. */
  private static List<Bytes> leftOver(TopologyTestDriver driver) {
    List<Bytes> keys = new ArrayList<>();
    try (var all = TestStores.of(driver, StoreKeys.FLEET).all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    keys.removeIf(key -> key.get().length == 1 || key.get()[0] == 2);
    return keys;
  }

  @Test
  void continuesAfterRestartsWithoutCountingTwice() {
    Map<String, List<String>> records = records();
    List<SimulatedInput.Message> messages = TestFleet.arrivals(records, 9);
    List<TestRecord<byte[], byte[]>> actual = new ArrayList<>();
    Map<String, Map<Bytes, byte[]>> saved = new TreeMap<>();
    int parts = 7;
    for (int part = 0; part < parts; part++) {
      try (TopologyTestDriver driver = driver()) {
        saved.forEach(
            (name, entries) -> {
              KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
              entries.forEach(store::put);
            });
        pipe(
            driver,
            messages.subList(messages.size() * part / parts, messages.size() * (part + 1) / parts));
        actual.addAll(certificates(driver));
        save(driver, saved);
      }
    }

    assertThat(values(actual))
        .isDeepEqualTo(TestFleet.offline(config, blueprint, records).toArray(byte[][]::new));
  }

  private static void save(TopologyTestDriver driver, Map<String, Map<Bytes, byte[]>> saved) {
    for (String name : STORES) {
      Map<Bytes, byte[]> entries = new TreeMap<>();
      try (var all = TestStores.of(driver, name).all()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          entries.put(entry.key, entry.value);
        }
      }
      saved.put(name, entries);
    }
  }

  @Test
  void closesWithoutTheSilentOnesOnceTheFleetsTimePassesTheGrace() throws Exception {
    Map<String, List<String>> records = records();
    records.put("b", records.get("b").subList(0, 20));
    List<SimulatedInput.Message> messages = new ArrayList<>();
    for (int t = 0; t < STATES; t++) {
      for (Map.Entry<String, List<String>> stream : records.entrySet()) {
        if (t < stream.getValue().size()) {
          messages.add(new SimulatedInput.Message(stream.getKey(), stream.getValue().get(t)));
        }
      }
    }
    ObjectMapper mapper = new ObjectMapper();
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, messages);
      List<JsonNode> certificates = new ArrayList<>();
      for (TestRecord<byte[], byte[]> record : certificates(driver)) {
        certificates.add(mapper.readTree(record.value()));
      }

      // The last window's grace has not passed when the records end.
      assertThat(certificates)
          .extracting(c -> c.get("window") + " " + c.get("missing") + " " + c.get("reason"))
          .hasSize(3)
          .element(1)
          .isEqualTo("1 1 \"incomplete\"");
      assertThat(certificates.get(0).get("missing").asInt()).isZero();
      assertThat(certificates.get(1).get("verdict").asText()).isEqualTo("UNDECIDED");
      assertThat(certificates.get(1).get("units").asInt()).isEqualTo(4);

      // The silent stream wakes up with readings of a window that is closed.
      List<SimulatedInput.Message> stale = new ArrayList<>();
      records()
          .get("b")
          .subList(20, 45)
          .forEach(r -> stale.add(new SimulatedInput.Message("b", r)));
      pipe(driver, stale);
      assertThat(listener.lateUnits).containsExactly("b");
      assertThat(certificates(driver)).isEmpty();
    }
  }

  @Test
  void doesNotWaitForStreamsThatLeftAndForgetsNothingWhenTheyDo() throws Exception {
    Map<String, List<String>> records = records();
    records.put("b", records.get("b").subList(0, 20));
    List<SimulatedInput.Message> messages = TestFleet.arrivals(pad(records), 3);
    Map<String, Map<Bytes, byte[]>> saved = new TreeMap<>();
    ObjectMapper mapper = new ObjectMapper();
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, messages.subList(0, 200));
      save(driver, saved);
    }
    // The operator declares that b has left: state written before goes on.
    TopologyConfig declared =
        TestFleet.config("streams: 5, every: 500ms, pairs: 12, grace: 100ms, retired: [b]");
    MonitorBlueprint used = TestTopology.blueprint(declared, TestTopology.MODEL);
    assertThat(TopologyConfig.parse(declared.toMaskedYaml(), "again", Map.of()))
        .isEqualTo(declared);
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            MonitorTopology.build(declared, used, listener, new HeapBudget(Long.MAX_VALUE)),
            settings)) {
      saved.forEach(
          (name, entries) -> {
            KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
            entries.forEach(store::put);
          });
      pipe(driver, messages.subList(200, messages.size()));
      List<Integer> missing = new ArrayList<>();
      for (TestRecord<byte[], byte[]> record : certificates(driver)) {
        missing.add(mapper.readTree(record.value()).get("missing").asInt());
      }

      assertThat(missing).hasSize(3).containsOnly(0);
    }
  }

  /** As many records for every stream: those of a stream that ended lie before its last. */
  private static Map<String, List<String>> pad(Map<String, List<String>> records) {
    Map<String, List<String>> padded = new TreeMap<>();
    records.forEach(
        (stream, values) -> {
          List<String> list = new ArrayList<>(values);
          while (list.size() < STATES) {
            list.add(values.get(0));
          }
          padded.put(stream, list);
        });
    return padded;
  }

  /** Ten years ahead, in steps. */
  private static final long FAR = Duration.ofDays(3650).toMillis() / 20;

  @Test
  void aClockFarInTheFutureMakesNobodyElseLate() {
    Map<String, List<String>> wrong = records(Map.of("b", FAR));
    Map<String, List<String>> others = records();
    others.remove("b");
    byte[][] expected = TestFleet.offline(config, blueprint, others).toArray(byte[][]::new);
    for (long seed = 1; seed <= 3; seed++) {
      try (TopologyTestDriver driver = driver()) {
        pipe(driver, TestFleet.arrivals(wrong, seed));

        // The last window's grace has not passed when the records end.
        assertThat(values(certificates(driver)))
            .isDeepEqualTo(Arrays.copyOf(expected, expected.length - 1));
        assertThat(new String(expected[0], StandardCharsets.UTF_8)).contains("\"missing\":1");
        assertThat(listener.lateUnits).isEmpty();
      }
    }
  }

  /** Two of five are a quorum, which moves the fleet's time near where it is, and no further. */
  @Test
  void wrongClocksOfAQuorumMakeNobodyElseLate() {
    Map<String, Long> ahead = Map.of("aa", FAR, "b", FAR);
    Map<String, List<String>> others = records();
    others.keySet().removeAll(ahead.keySet());
    byte[][] expected = TestFleet.offline(config, blueprint, others).toArray(byte[][]::new);
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, TestFleet.arrivals(records(ahead), 1));

      assertThat(config.certificates().orElseThrow().fleet().orElseThrow().quorum()).isEqualTo(2);
      assertThat(listener.lateUnits).isEmpty();
      assertThat(values(certificates(driver)))
          .isDeepEqualTo(Arrays.copyOf(expected, expected.length - 1));
    }
  }

  @Test
  void mostOfTheFleetTellsItsTime() {
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, TestFleet.arrivals(records(Map.of("aa", FAR, "b", FAR, "z", FAR)), 1));

      assertThat(listener.lateUnits).contains("a", "é");
    }
  }

  /** A clock that is ten years ahead for one record, and for some windows. */
  @ParameterizedTest
  @ValueSource(ints = {1, 30})
  void aClockThatWasSetBackIsInTheFleetAgain(int wrong) throws Exception {
    TopologyConfig idle =
        TopologyConfig.parse(
            TestFleet.yaml("streams: 5, every: 500ms, pairs: 12, grace: 100ms")
                .replace("episode: run, end: done", "idle: 10s"),
            "idle",
            Map.of());
    Map<String, List<String>> records = TestFleet.records(STREAMS, 200, Map.of());
    List<String> ahead = TestFleet.records(STREAMS, 200, Map.of("b", FAR)).get("b");
    records.get("b").subList(60, 60 + wrong).clear();
    records.get("b").addAll(60, ahead.subList(60, 60 + wrong));
    MonitorBlueprint used = TestTopology.blueprint(idle, TestTopology.MODEL);
    try (TopologyTestDriver driver =
        TestTopology.driver(idle, used, listener, new HeapBudget(Long.MAX_VALUE), directory)) {
      pipe(driver, TestFleet.arrivals(records, 4));
      ObjectMapper mapper = new ObjectMapper();
      List<Integer> missing = new ArrayList<>();
      for (TestRecord<byte[], byte[]> record : certificates(driver)) {
        missing.add(mapper.readTree(record.value()).get("missing").asInt());
      }

      // While it was ahead, and where it came back too late for twelve pairs, it is missing.
      assertThat(missing).hasSizeGreaterThan(6);
      assertThat(missing.subList(0, 2)).containsOnly(0);
      assertThat(missing.subList(5, missing.size())).containsOnly(0);
      assertThat(missing.stream().mapToInt(m -> m).sum()).isLessThanOrEqualTo(wrong == 1 ? 0 : 2);
    }
  }

  private static FleetChunk ofWindow(byte[] chunk, long window) {
    byte[] copy = chunk.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putLong(Integer.BYTES, window);
    return FleetChunk.read(copy);
  }

  private TopologyTestDriver driver(TopologyConfig used) {
    return TestTopology.driver(used, listener, directory);
  }

  @Test
  void completenessClosesAWindowWithoutWaitingForTheGrace() {
    TopologyConfig patient = TestFleet.config("streams: 5, every: 500ms, pairs: 12, grace: 1h");
    Map<String, List<String>> records = records();
    byte[][] expected = TestFleet.offline(config, blueprint, records).toArray(byte[][]::new);
    List<Integer> closedTogether = new ArrayList<>();
    List<byte[]> closed = new ArrayList<>();
    try (TopologyTestDriver driver = driver(patient)) {
      for (SimulatedInput.Message message : TestFleet.arrivals(records, 1)) {
        pipe(driver, List.of(message));
        List<TestRecord<byte[], byte[]>> now = certificates(driver);
        now.forEach(record -> closed.add(record.value()));
        if (!now.isEmpty()) {
          closedTogether.add(now.size());
        }
      }
    }

    // The first one waits for a second: who reports that shows who reports at all.
    assertThat(closedTogether).containsExactly(2, 1, 1);
    assertThat(closed.toArray(byte[][]::new)).isDeepEqualTo(expected);
  }

  @Test
  void doesNotDecideByTheFastestOfMoreStreamsThanAreDeclared() throws Exception {
    TopologyConfig four = TestFleet.config("streams: 4, every: 500ms, pairs: 12, grace: 100ms");
    ObjectMapper mapper = new ObjectMapper();
    for (long seed = 1; seed <= 3; seed++) {
      try (TopologyTestDriver driver = driver(four)) {
        pipe(driver, TestFleet.arrivals(records(), seed));
        List<JsonNode> certificates = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : certificates(driver)) {
          certificates.add(mapper.readTree(record.value()));
        }

        assertThat(certificates)
            .hasSize(4)
            .allSatisfy(
                certificate -> {
                  assertThat(certificate.get("verdict").asText()).isEqualTo("SUSPECT");
                  assertThat(certificate.get("reason").asText()).isEqualTo("too-many-streams");
                  assertThat(certificate.get("units").asInt()).isEqualTo(5);
                  assertThat(certificate.get("words").asText())
                      .contains("certificates.fleet.retired");
                });
        assertThat(listener.lateUnits).isEmpty();
      }
    }
    // One of them is said to have left, but reports: it counts. One more is declared: all is well.
    assertThat(reasons("streams: 4, every: 500ms, pairs: 12, grace: 100ms, retired: [b]"))
        .containsOnly("too-many-streams");
    assertThat(reasons("streams: 5, every: 500ms, pairs: 12, grace: 100ms"))
        .hasSize(4)
        .doesNotContain("too-many-streams", "incomplete");
  }

  private List<String> reasons(String fleet) throws Exception {
    List<String> reasons = new ArrayList<>();
    try (TopologyTestDriver driver = driver(TestFleet.config(fleet))) {
      pipe(driver, TestFleet.arrivals(records(), 1));
      for (TestRecord<byte[], byte[]> record : certificates(driver)) {
        reasons.add(new ObjectMapper().readTree(record.value()).get("reason").asText());
      }
    }
    return reasons;
  }

  /** A machine is exchanged: suspect until the old one is declared to have left. */
  @Test
  void exchangesAMachineAndChangesTheNumberOfStreamsWithoutLosingState() throws Exception {
    Map<String, List<String>> records = TestFleet.records(STREAMS, 200, Map.of());
    Map<String, List<String>> exchanged = new TreeMap<>(records);
    exchanged.put("new", exchanged.remove("b"));
    List<SimulatedInput.Message> before = TestFleet.arrivals(records, 1).subList(0, 500);
    List<SimulatedInput.Message> after = TestFleet.arrivals(exchanged, 1).subList(500, 1000);
    String fleet = "every: 500ms, pairs: 12, grace: 100ms, streams: ";
    Map<String, String> expected =
        Map.of("5", "too-many-streams", "5, retired: [b]", "", "6", "incomplete");
    for (Map.Entry<String, String> entry : expected.entrySet()) {
      Map<String, Map<Bytes, byte[]>> saved = new TreeMap<>();
      try (TopologyTestDriver driver = driver(TestFleet.config(fleet + "5"))) {
        pipe(driver, before);
        save(driver, saved);
      }
      try (TopologyTestDriver driver = driver(TestFleet.config(fleet + entry.getKey()))) {
        saved.forEach(
            (name, entries) -> {
              KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
              entries.forEach(store::put);
            });
        pipe(driver, after);
        List<String> reasons = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : certificates(driver)) {
          reasons.add(new ObjectMapper().readTree(record.value()).get("reason").asText());
        }

        String last = reasons.get(reasons.size() - 1);
        if (entry.getValue().isEmpty()) {
          assertThat(last).isNotIn("too-many-streams", "incomplete");
        } else {
          assertThat(last).isEqualTo(entry.getValue());
        }
      }
    }
  }

  /** Another map, and the same map with another closure, metric or class means. */
  @Test
  void refusesUnitsOfAnotherModel() {
    Model model = TestTopology.MODEL;
    int classes = model.map().classes();
    List<Model> others =
        List.of(
            TestTopology.OTHER_MODEL,
            model.toBuilder().closure(Matrix.identity(classes)).build(),
            model.toBuilder().classMeans(Matrix.identity(classes)).build(),
            model.toBuilder().coordinateGram(Matrix.identity(classes)).build());
    try (TopologyTestDriver driver = driver()) {
      pipe(driver, TestFleet.arrivals(records(), 1).subList(0, 200));
      KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, StoreKeys.FLEET);

      assertThat(new FleetStore(store, blueprint, 0)).isNotNull();
      for (Model other : others) {
        MonitorBlueprint changed = TestTopology.blueprint(config, other);
        assertThatThrownBy(() -> new FleetStore(store, changed, 0))
            .isInstanceOf(IncompatibleStateException.class);
      }
    }
  }

  /** What each stream reports first. */
  private Map<String, FleetSummary> firstUnits() {
    InputParser parser = new InputParser(config.input(), 2);
    Map<String, FleetSummary> first = new TreeMap<>();
    records()
        .forEach(
            (stream, values) -> {
              StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
              for (String value : values) {
                ParsedInput.Accepted accepted = (ParsedInput.Accepted) parser.parse(utf8(value), 0);
                monitor
                    .advance(accepted.observation())
                    .fleetSummaries()
                    .forEach(summary -> first.putIfAbsent(stream, summary));
              }
            });
    return first;
  }

  @Test
  void cutsLargeUnitsAndPutsThemTogether() {
    Map<String, FleetSummary> first = firstUnits();
    try (TopologyTestDriver driver = driver()) {
      List<List<WindowCertificate>> closed = new ArrayList<>();
      for (int size : new int[] {97, StoreKeys.CHUNK_BYTES}) {
        KeyValueStore<Bytes, byte[]> bytes = TestStores.of(driver, StoreKeys.FLEET);
        bytes.delete(Bytes.wrap(new byte[1]));
        // A window before: the very first one of a fleet is not closed by completeness.
        FleetChunk earlier = FleetChunk.read(FleetChunk.of(first.get("a"), 1 << 20).get(0));
        new FleetStore(bytes, blueprint, 0).take(utf8("a"), ofWindow(earlier.bytes(), -1));
        for (Map.Entry<String, FleetSummary> unit : first.entrySet()) {
          List<byte[]> chunks = FleetChunk.of(unit.getValue(), size);
          assertThat(chunks.size() > 5).isEqualTo(size == 97);
          for (byte[] chunk : chunks) {
            // Every part meets a store that starts anew, as after a crash.
            FleetStore store = new FleetStore(bytes, blueprint, 0);
            assertThat(store.take(utf8(unit.getKey()), FleetChunk.read(chunk))).isTrue();
            closed.add(
                store.close().stream()
                    .map(FleetStore.Closed::certificate)
                    .filter(certificate -> certificate.extent().index() == 0)
                    .toList());
          }
        }
        assertThat(leftOver(driver)).isEmpty();
      }
      closed.removeIf(List::isEmpty);

      assertThat(closed).hasSize(2);
      assertThat(closed.get(0)).hasSize(1).isEqualTo(closed.get(1));
      assertThat(closed.get(0).get(0).counts().missing()).isZero();
    }
    assertThatThrownBy(() -> FleetChunk.read(new byte[35]))
        .isInstanceOf(MalformedStateException.class);
  }

  @Test
  void refusesFleetsThatDoNotFit() {
    TopologyConfig large = TestFleet.config("streams: 100000000, every: 10m, pairs: 5, grace: 2m");

    assertThatThrownBy(() -> MonitorBlueprint.of(large, TestTopology.MODEL))
        .isInstanceOf(TopologyConfigException.class)
        .hasMessageContaining("certificates.fleet.streams: is 100000000")
        .hasMessageContaining("1,073,741,824");
  }

  @Test
  void readsItsOwnResolvedFileBack() throws Exception {
    assertThat(TopologyConfig.parse(config.toMaskedYaml(), "again.yaml", Map.of()))
        .isEqualTo(config);
    assertThat(config.certificates().orElseThrow().window().units()).isEqualTo(5);
    assertThat(config.certificates().orElseThrow().fleet())
        .hasValue(
            new FleetSettings(
                5, Duration.ofMillis(500).toNanos(), 12, Duration.ofMillis(100).toNanos()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fleet: {streams: 5, | fleet: {streams: 1, | certificates.fleet.streams: is 1",
        "', grace: 100ms'    | ''                  | certificates.fleet.grace: is missing",
        "', grace: 100ms'    | ', grace: 1s, retired: [a, b, c, d]' | fleet.retired: names 4 of 5"
            + " streams",
        "', grace: 100ms'    | ', grace: 1s, retired: [a, a]' | fleet.retired[1]: \"a\" is named"
            + " twice",
        "sampling: fleet     | sampling: episodes  | certificates.fleet: needs sampling: fleet",
        "tolerance:          | 'window: {units: 4}, tolerance:' | certificates.window: excludes",
        "'time: t, time-unit: ms, step: 20ms,' | '' | fleet needs input.time",
        "'end: done'         | 'end: done, stride: 2' | input.stride must be 1",
        "model:              | 'closure: {start: identity}@model:' | closure.start: must be model",
      })
  void saysWhatIsWrongWithAFleet(String part, String replacement, String message) {
    String wrong =
        TestFleet.yaml("streams: 5, every: 500ms, pairs: 12, grace: 100ms")
            .replace(part, replacement.replace("@", "\n"));

    assertThatThrownBy(() -> TopologyConfig.parse(wrong, "wrong.yaml", Map.of()))
        .isInstanceOf(TopologyConfigException.class)
        .hasMessageContaining(message);
  }

  /** One stream that reports twice is not two streams: the window waits for the fifth. */
  @Test
  void aUnitThatComesTwiceDoesNotMakeAWindowComplete() {
    Map<String, FleetSummary> first = firstUnits();
    try (TopologyTestDriver driver = driver()) {
      FleetStore store = new FleetStore(TestStores.of(driver, StoreKeys.FLEET), blueprint, 0);
      byte[] earlier = FleetChunk.of(first.get("a"), StoreKeys.CHUNK_BYTES).get(0);
      // A window before: the very first one of a fleet is not closed by completeness.
      store.take(utf8("a"), ofWindow(earlier, -1));
      List<String> order = List.of("a", "aa", "a", "b", "é", "a");
      for (int i = 0; i < order.size(); i++) {
        FleetSummary summary = first.get(order.get(i));
        byte[] chunk = FleetChunk.of(summary, StoreKeys.CHUNK_BYTES).get(0);
        boolean again = order.indexOf(order.get(i)) < i;

        assertThat(store.take(utf8(order.get(i)), FleetChunk.read(chunk))).isEqualTo(!again);
        assertThat(ofWindowZero(store.close())).as("after report %s", i).isEmpty();
      }
      byte[] last = FleetChunk.of(first.get("z"), StoreKeys.CHUNK_BYTES).get(0);
      store.take(utf8("z"), FleetChunk.read(last));
      List<WindowCertificate> closed = ofWindowZero(store.close());

      assertThat(closed).hasSize(1);
      assertThat(closed.get(0).counts().units()).isEqualTo(5);
      assertThat(closed.get(0).counts().missing()).isZero();
    }
  }

  private static List<WindowCertificate> ofWindowZero(List<FleetStore.Closed> closed) {
    return closed.stream()
        .map(FleetStore.Closed::certificate)
        .filter(certificate -> certificate.extent().index() == 0)
        .toList();
  }
}
