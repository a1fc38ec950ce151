package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectCause;
import io.kahkm.engine.Cautions;
import io.kahkm.engine.EngineListener;
import io.kahkm.fitting.RowsAhead;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.input.KnownPlans;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.input.RowReader;
import io.kahkm.stream.input.RowReaders;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.DrivenPlant;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Known inputs in the topology: read, stored, used, and dead letters with reasons. */
class KnownTopologyTest {
  private static final int ROWS = 300;
  private static final int AHEAD = 5;
  private static final double[][] READINGS = DrivenPlant.rows(9, 1200);

  /** Its forecasts look at later set points. */
  static final Model MODEL = fit(List.of("setpoint"));

  private static final Model SECOND =
      DrivenPlant.fit(DrivenPlant.head(READINGS, 700), List.of(1, AHEAD), List.of("setpoint"))
          .model();

  private static final TopologyConfig IN_RECORD = config("known: [setpoint]\n  known-field: plan");

  @TempDir Path directory;

  private final TopologyConfig config = config("known: [setpoint]");
  private final MonitorBlueprint blueprint = TestTopology.blueprint(config, MODEL);
  private final Map<String, StreamStatus> seen = new HashMap<>();
  private final Map<String, StreamStatus> onTrial = new HashMap<>();
  private final List<String> rejected = new ArrayList<>();

  /** Fields of the rejected records that were at fault, empty where it was none. */
  private final List<String> faults = new ArrayList<>();

  private final EngineListener listener =
      new EngineListener() {
        @Override
        public void status(int partition, String stream, StreamStatus status) {
          seen.put(stream, status);
        }

        @Override
        public void shadowStatus(int partition, String stream, StreamStatus status) {
          onTrial.put(stream, status);
        }

        @Override
        public void rejected(int partition, RejectCause cause) {
          rejected.add(cause.label());
          faults.add(cause.field().orElse(""));
        }
      };

  private static Model fit(List<String> known) {
    return DrivenPlant.fit(DrivenPlant.head(READINGS, 800), List.of(1, AHEAD), known).model();
  }

  private static TopologyConfig config(String known) {
    try {
      return TopologyConfig.parse(
              """
              name: plant
              model: {file: unused}
              input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms}
              forecasts:
                horizons: [1, 5]
                every: 1
                %s
              """
                  .formatted(known),
              "plant",
              Map.of())
          .withKafka(Map.of("bootstrap.servers", "unused:1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static double[] row(int n) {
    return READINGS[800 + n];
  }

  private static TestInputTopic<byte[], byte[]> input(TopologyTestDriver driver, String topic) {
    return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static String reading(int n) {
    return String.format(
        Locale.ROOT, "{\"t\": %d, \"flow\": %s, \"setpoint\": %s}", 20 * n, row(n)[0], row(n)[1]);
  }

  private static String plan(int n) {
    return String.format(Locale.ROOT, "{\"t\": %d, \"setpoint\": %s}", 20 * n, row(n)[1]);
  }

  private static void send(TopologyTestDriver driver, String topic, String json, int n) {
    input(driver, topic).pipeInput(utf8("a"), utf8(json), Instant.ofEpochMilli(20L * n + 5));
  }

  /** The first reading makes the stream, the plan follows; from then on it is five steps ahead. */
  private static void run(TopologyTestDriver driver, int from, int to) {
    for (int n = from; n < to; n++) {
      send(driver, "plant.states", reading(n), n);
      for (int ahead = n == 0 ? 1 : AHEAD + 1; ahead <= AHEAD + 1; ahead++) {
        send(driver, "plant.known", plan(n + ahead), n);
      }
    }
  }

  private TopologyTestDriver driver(int journal, long heap) {
    return TestTopology.driver(
        config, blueprint.withJournalLength(journal), listener, new HeapBudget(heap), directory);
  }

  private StreamMonitor plain() {
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
    for (int n = 0; n < ROWS; n++) {
      monitor.advance(Observation.state(20_000_000L * n, row(n), null, false));
      for (int ahead = n == 0 ? 1 : AHEAD + 1; ahead <= AHEAD + 1; ahead++) {
        monitor.advance(
            new KnownValues(
                20_000_000L * (n + ahead), new double[] {Double.NaN, row(n + ahead)[1]}));
      }
    }
    return monitor;
  }

  @Test
  void theTopologyReadsTheTopicOnlyWhereSomethingIsKnown() {
    assertThat(MonitorTopology.build(config, blueprint, EngineListener.SILENT).describe())
        .asString()
        .contains("(topics: [plant.known])")
        .contains("Processor: monitor (stores: [journal, snapshot])");
    assertThat(TopicSetup.uses(config)).containsEntry("plant.known", "known inputs");
    TopologyConfig without = config("");
    assertThat(TopicSetup.uses(without)).doesNotContainKey("plant.known");
    assertThat(
            MonitorTopology.build(
                    without, TestTopology.blueprint(without, MODEL), EngineListener.SILENT)
                .describe())
        .asString()
        .doesNotContain("plant.known");
  }

  /** With no room on the heap every record replays its stream from snapshot and journal. */
  @Test
  void storedStateContinuesToTheLastBitWhateverIsReplayed() {
    StreamStatus expected = plain().status();
    for (long heap : List.of(1L, Long.MAX_VALUE)) {
      seen.clear();
      try (TopologyTestDriver driver = driver(7, heap)) {
        run(driver, 0, ROWS);
        driver.advanceWallClockTime(Duration.ofSeconds(2));
        assertThat(rejected).isEmpty();
        assertThat(seen.get("a")).as("heap " + heap).isEqualTo(expected);
      }
    }
    assertThat(expected.forecasts().horizons().get(1).experts())
        .anyMatch(one -> one.expert() == ExpertKind.KNOWN_INPUTS && one.share() > 0.8);
  }

  /** A crash: the heap is lost, journal and snapshot are what was committed. */
  @Test
  void aCrashAndTheReplayAfterItChangeNothing() {
    JournalStore journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
    var snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
    MonitorBlueprint short50 = blueprint.withJournalLength(50);
    MonitorTopologyStores.Task task =
        new MonitorTopologyStores.Task(config, short50, journal, snapshots);
    for (int n = 0; n < ROWS; n++) {
      task.take("plant.states", reading(n), 20L * n);
      for (int ahead = n == 0 ? 1 : AHEAD + 1; ahead <= AHEAD + 1; ahead++) {
        task.take("plant.known", plan(n + ahead), 20L * n);
      }
      if (n % 61 == 0) {
        journal.flushCache();
        task = new MonitorTopologyStores.Task(config, short50, journal, snapshots);
      }
    }
    assertThat(task.status("a")).isEqualTo(plain().status());
  }

  /** A recording that tells its later values forecasts as the stream did that was told them. */
  @Test
  void offlineAndLiveHaveTheSameBits() {
    try (TopologyTestDriver driver = driver(50, Long.MAX_VALUE)) {
      // The first forecast of the stream was made before anything could be known.
      send(driver, "plant.states", reading(-1), 0);
      for (int n = 0; n < ROWS; n++) {
        for (int more = n == 0 ? 0 : AHEAD; more <= AHEAD; more++) {
          send(driver, "plant.known", plan(n + more), n);
        }
        send(driver, "plant.states", reading(n), n);
      }
      driver.advanceWallClockTime(Duration.ofSeconds(2));
    }
    StreamMonitor offline = StreamMonitor.create(blueprint.settings(), blueprint.model());
    offline.advance(Observation.state(-20_000_000L, row(-1), null, false));
    RowsAhead ahead =
        new RowsAhead(
            offline, n -> Observation.state(20_000_000L * n, row(n), null, false), ROWS + AHEAD);
    for (int n = 0; n < ROWS; n++) {
      ahead.before(n);
      offline.advance(Observation.state(20_000_000L * n, row(n), null, false));
    }
    assertThat(rejected).isEmpty();
    assertThat(seen.get("a")).isEqualTo(offline.status());
  }

  @Test
  void whatCannotBeUsedIsADeadLetterWithItsReason() {
    try (TopologyTestDriver driver = driver(50, Long.MAX_VALUE)) {
      send(driver, "plant.known", plan(3), 0);
      for (int n = 0; n < 20; n++) {
        send(driver, "plant.states", reading(n), n);
      }
      Map<String, String> bad = new LinkedHashMap<>();
      bad.put("late", plan(19));
      bad.put("missing-time", "{\"setpoint\": 1}");
      bad.put("missing-field", "{\"t\": 500, \"flow\": 1}");
      bad.put("not-finite", "{\"t\": 500, \"setpoint\": \"NaN\"}");
      bad.put("not-numeric", "{\"t\": 500, \"setpoint\": \"high\"}");
      bad.put("malformed", "{\"t\": 500");
      bad.values().forEach(json -> send(driver, "plant.known", json, 20));
      List<String> expected = new ArrayList<>(List.of("no-reading"));
      expected.addAll(bad.keySet());
      assertThat(rejected).containsExactlyElementsOf(expected);
      for (int n = 0; n < 64; n++) {
        send(driver, "plant.known", "{\"t\": " + (5000 + n) + ", \"setpoint\": 1}", 20);
      }
      assertThat(rejected).hasSameSizeAs(expected);
      send(driver, "plant.known", "{\"t\": 9000, \"setpoint\": 1}", 20);
      assertThat(rejected).last().isEqualTo("ahead");
    }
  }

  /** A reading whose record knows the values of the steps after it. */
  private static String planned(int n, String plan) {
    String reading = reading(n);
    return reading.substring(0, reading.length() - 1) + ", \"plan\": " + plan + "}";
  }

  private static String plans(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(KnownTopologyTest::plan)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /**
   * A plan that comes with each reading forecasts as a recording does that tells its later rows.
   */
  @Test
  void aPlanInTheRecordHasTheSameBits() {
    assertThat(IN_RECORD.forecasts().known().topics()).isEmpty();
    for (long heap : List.of(1L, Long.MAX_VALUE)) {
      seen.clear();
      try (TopologyTestDriver driver =
          TestTopology.driver(
              IN_RECORD,
              blueprint.withJournalLength(7),
              listener,
              new HeapBudget(heap),
              directory)) {
        for (int n = 0; n < ROWS; n++) {
          // A rolling plan begins in the past, and may be one value.
          int first = n == 0 ? 1 : n % 2 == 0 ? n - 3 : n + AHEAD;
          String plan = first == n + AHEAD ? plan(first) : plans(first, n + AHEAD + 1);
          send(driver, "plant.states", planned(n, plan), n);
        }
        driver.advanceWallClockTime(Duration.ofSeconds(2));
      }
      assertThat(rejected).isEmpty();
      assertThat(seen.get("a")).as("heap " + heap).isEqualTo(offline(MODEL).status());
    }
  }

  /** A map on trial is told the plan too, and both are read again for every record. */
  @Test
  void aMapOnTrialIsToldThePlanToo() {
    MonitorBlueprint both =
        blueprint
            .withJournalLength(7)
            .withShadow(TestTopology.blueprint(IN_RECORD, SECOND).withJournalLength(7));
    for (long heap : List.of(1L, Long.MAX_VALUE)) {
      seen.clear();
      try (TopologyTestDriver driver =
          TestTopology.driver(IN_RECORD, both, listener, new HeapBudget(heap), directory)) {
        for (int n = 0; n < ROWS; n++) {
          send(driver, "plant.states", planned(n, plans(n + 1, n + AHEAD + 1)), n);
        }
        driver.advanceWallClockTime(Duration.ofSeconds(2));
      }
      assertThat(rejected).isEmpty();
      assertThat(seen.get("a")).as("heap " + heap).isEqualTo(offline(MODEL).status());
      assertThat(onTrial.get("a")).as("heap " + heap).isEqualTo(offline(SECOND).status());
    }
  }

  private StreamMonitor offline(Model model) {
    StreamMonitor offline = StreamMonitor.create(blueprint.settings(), model);
    RowsAhead ahead =
        new RowsAhead(
            offline, n -> Observation.state(20_000_000L * n, row(n), null, false), ROWS + AHEAD);
    for (int n = 0; n < ROWS; n++) {
      ahead.before(n);
      offline.advance(Observation.state(20_000_000L * n, row(n), null, false));
    }
    return offline;
  }

  /** Without its plan a stream forecasts otherwise: the check above can fail. */
  @Test
  void withoutThePlanTheBitsDiffer() {
    try (TopologyTestDriver driver =
        TestTopology.driver(
            IN_RECORD, blueprint, listener, new HeapBudget(Long.MAX_VALUE), directory)) {
      for (int n = 0; n < ROWS; n++) {
        send(driver, "plant.states", planned(n, "null"), n);
      }
      driver.advanceWallClockTime(Duration.ofSeconds(2));
    }
    assertThat(rejected).isEmpty();
    assertThat(seen.get("a").forecasts().horizons())
        .isNotEqualTo(offline(MODEL).status().forecasts().horizons());
  }

  @Test
  void aPlanThatCannotBeReadCostsTheReadingNothing() {
    Map<String, List<String>> bad = new LinkedHashMap<>();
    bad.put("7", List.of("malformed", "plan"));
    bad.put("[" + plan(4) + ", 7]", List.of("malformed", "plan[1]"));
    bad.put("[{\"setpoint\": 7}]", List.of("missing-time", "plan[0].t"));
    bad.put(
        "[" + plan(4) + ", {\"t\": 900, \"setpoint\": \"high\"}]",
        List.of("not-numeric", "plan[1].setpoint"));
    bad.put(
        IntStream.range(0, 70)
            .mapToObj(n -> "{\"t\": " + (5000 + n) + ", \"setpoint\": 1}")
            .collect(Collectors.joining(", ", "[", "]")),
        List.of("ahead", ""));
    try (TopologyTestDriver driver =
        TestTopology.driver(
            IN_RECORD, blueprint, listener, new HeapBudget(Long.MAX_VALUE), directory)) {
      int n = 0;
      for (String plan : bad.keySet()) {
        send(driver, "plant.states", planned(n, plan), n);
        n++;
      }
      // A repeated record is a duplicate, and what it knows is not looked at.
      send(driver, "plant.states", planned(n - 1, "[7]"), n);
      driver.advanceWallClockTime(Duration.ofSeconds(2));
      assertThat(
              driver
                  .createOutputTopic(
                      "plant.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                  .readValuesToList())
          .hasSize(bad.size() + 1);
    }
    assertThat(seen.get("a").counts().records()).isEqualTo(bad.size());
    List<String> reasons = new ArrayList<>(bad.values().stream().map(why -> why.get(0)).toList());
    List<String> where = new ArrayList<>(bad.values().stream().map(why -> why.get(1)).toList());
    reasons.add("duplicate");
    where.add("");
    assertThat(rejected).isEqualTo(reasons);
    assertThat(faults).isEqualTo(where);
  }

  /** A record without a plan after one with a plan, and a plan that is half sound. */
  @Test
  void oneRecordsPlanIsNotTheNextOnes() {
    RowReader reader =
        RowReaders.of(
            config.input(), 2, Optional.empty(), KnownPlans.of(IN_RECORD, DrivenPlant.SENSORS));
    assertThat(planOf(reader, planned(0, plans(1, 3))).values()).hasSize(2);
    assertThat(planOf(reader, reading(1)).values()).isEmpty();
    ParsedInput.Plan half = planOf(reader, planned(2, "[" + plan(4) + ", 7]"));
    assertThat(half.values()).isEmpty();
    assertThat(half.fault()).isPresent();
    assertThat(planOf(reader, reading(3)).fault()).isEmpty();
  }

  private static ParsedInput.Plan planOf(RowReader reader, String json) {
    InputRecord record =
        new InputRecord("plant.states", utf8("a"), utf8(json), new RecordHeaders(), 0);
    assertThat(reader.parse(record)).isInstanceOf(ParsedInput.Accepted.class);
    return ((ParsedInput.Accepted) reader.parse(record)).plan();
  }

  @Test
  void aFieldOfPlansThatCannotBeIsRefused() {
    assertThatThrownBy(() -> config("known-field: plan"))
        .hasMessageContaining("forecasts.known-field: needs forecasts.known");
    assertThatThrownBy(() -> config("known: [setpoint]\n  known-field: plan\n  known-topic: p"))
        .hasMessageContaining("forecasts.known-field: stands beside known-topic");
    assertThatThrownBy(
            () ->
                TopologyConfig.parse(
                    """
                    name: plant
                    model: {by-mode: {A: unused}}
                    input: {state: [flow, setpoint], time: t, step: 20ms, mode: recipe}
                    forecasts: {known: [setpoint], known-field: recipe}
                    """,
                    "plant",
                    Map.of()))
        .hasMessageContaining("forecasts.known-field: is \"recipe\", which input reads already");
    assertThatThrownBy(() -> config("known: [setpoint]\n  known-field: flow"))
        .hasMessageContaining("forecasts.known-field: is \"flow\", which input reads already");
    assertThatThrownBy(
            () ->
                TopologyConfig.parse(
                    """
                    name: plant
                    model: {file: unused}
                    input: {layout: tags, stream: {from: topic}, tag: {from: key}, sensors: {flow: a, setpoint: b}, time: t, step: 1s}
                    forecasts: {known: [setpoint], known-field: plan}
                    """,
                    "plant",
                    Map.of()))
        .hasMessageContaining("forecasts.known-field: needs records that hold rows");
  }

  @Test
  void namesThatAreNoSensorsAreRefused() {
    assertThatThrownBy(() -> config("known: [setpont]"))
        .hasMessageContaining(
            "forecasts.known[0]: is \"setpont\", which is not a sensor, did you mean setpoint?");
    assertThatThrownBy(() -> config("known-topic: plans"))
        .hasMessageContaining("forecasts.known-topic: needs forecasts.known");
    assertThatThrownBy(() -> config("known: [setpoint]\n  known-topic: plant.states"))
        .hasMessageContaining("forecasts.known-topic: \"plant.states\" is already input.topic");
    assertThatThrownBy(
            () ->
                TopologyConfig.parse(
                    """
                    name: plant
                    model: {file: unused}
                    input: {state: [flow, setpoint]}
                    forecasts: {known: [setpoint]}
                    """,
                    "plant",
                    Map.of()))
        .hasMessageContaining("forecasts.known: needs input.step");
    assertThatThrownBy(
            () ->
                MonitorBlueprint.of(
                    TopologyConfig.parse(
                        """
                        name: plant
                        model: {file: unused}
                        input: {state: [values], time: t, step: 20ms}
                        forecasts: {known: [flw]}
                        """,
                        "plant",
                        Map.of()),
                    MODEL))
        .hasMessageContaining("forecasts.known[0]: is \"flw\", which is not a sensor")
        .hasMessageContaining("did you mean flow?");
  }

  @Test
  void aFileThatDoesNotGoWithItsModelIsSaidSo() {
    assertThat(Cautions.of(config, Optional.of(MODEL))).noneMatch(text -> text.contains("known"));
    assertThat(Cautions.of(config(""), Optional.of(MODEL)))
        .anyMatch(
            text ->
                text.startsWith(
                    "The model's forecasts look at later values of setpoint, and forecasts.known"
                        + " does not name it: their last value stands in."));
    assertThat(Cautions.of(config, Optional.of(fit(List.of()))))
        .anyMatch(
            text ->
                text.startsWith(
                    "forecasts.known names setpoint, and the model was fitted without"));
  }

  /** What may be known ahead is part of what a stream is reckoned to take. */
  @Test
  void theHeapHoldsWhatMayBeKnownAhead() {
    MonitorBlueprint without = TestTopology.blueprint(config, fit(List.of()));
    assertThat(blueprint.heap().grown() - without.heap().grown()).isGreaterThan(64 * 16);
  }
}
