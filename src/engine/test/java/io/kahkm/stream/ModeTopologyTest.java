package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.RejectCause;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.MapSpaces;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine with several modes, each with its own model: instances come and go, stores stay. */
class ModeTopologyTest {
  private static final String YAML =
      """
      name: press
      model:
        by-mode: {A: a, B: b}
      input: {state: [flow, heat], time: t, time-unit: ms, step: 1s, mode: recipe, SETTLE}
      forecasts: {horizons: [1, 5], every: 1}
      incidents: {topic: press.incidents}
      """;

  private JournalStore journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private KeyValueStore<Bytes, byte[]> snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
  private final Seen seen = new Seen();

  /** What was told. */
  private static final class Seen implements EngineListener {
    private final Map<String, StreamStatus> statuses = new HashMap<>();
    private final Map<String, StreamStatus> shadows = new HashMap<>();
    private final Map<String, String> modes = new HashMap<>();
    private final List<String> rejected = new ArrayList<>();
    private final List<String> leading = new ArrayList<>();
    private final List<String> forgotten = new ArrayList<>();
    private int accepted;
    private int left;
    private int unknown;
    private int opened;
    private boolean failing;

    @Override
    public void status(int partition, String stream, StreamStatus status) {
      statuses.put(stream, status);
    }

    @Override
    public void shadowStatus(int partition, String stream, StreamStatus status) {
      shadows.put(stream, status);
    }

    @Override
    public void mode(int partition, String stream, String mode, String judging) {
      modes.put(stream, mode + " by " + judging);
    }

    @Override
    public void leads(int partition, String stream, boolean second) {
      if (second) {
        leading.add(stream);
      }
    }

    @Override
    public void leftMode(int partition, String stream, RowAssessment assessment) {
      left++;
      assertThat(assessment.readiness()).isEqualTo(Readiness.OFF);
    }

    @Override
    public void unknownMode(int partition, String stream) {
      unknown++;
    }

    @Override
    public void accepted(int partition, String stream, RowAssessment assessment, long timestamp) {
      if (failing) {
        throw new IllegalStateException("a mistake of the listener");
      }
      accepted++;
      opened += assessment.incidentChange() == IncidentChange.OPENED ? 1 : 0;
    }

    @Override
    public void rejected(int partition, RejectCause cause) {
      rejected.add(cause.label() + cause.field().map(field -> " " + field).orElse(""));
    }

    @Override
    public void forgotten(int partition, String stream) {
      forgotten.add(stream);
    }
  }

  private static TopologyConfig config(String... changes) {
    String yaml = YAML;
    for (int i = 0; i < changes.length; i += 2) {
      assertThat(yaml).contains(changes[i]);
      yaml = yaml.replace(changes[i], changes[i + 1]);
    }
    try {
      return TopologyConfig.parse(yaml.replace(", SETTLE", ""), "press", Map.of())
          .withKafka(Map.of("bootstrap.servers", "unused:1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  private static Models both() {
    return models(Recipes.A, Optional.empty(), Recipes.B, Optional.empty());
  }

  private static Models models(Model a, Optional<Model> trialA, Model b, Optional<Model> trialB) {
    Map<String, Models> modes = new LinkedHashMap<>();
    modes.put("A", Models.of(a, trialA));
    modes.put("B", Models.of(b, trialB));
    return Models.ofModes(modes);
  }

  private static MonitorBlueprint blueprint(TopologyConfig config, Models models) {
    try {
      return MonitorBlueprint.of(config, models);
    } catch (TopologyConfigException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  /** One task on one instance. */
  private final class Instance {
    private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private final MonitorProcessor processor;
    private long offset;

    Instance(TopologyConfig config, Models models, int length, long heap) {
      MonitorBlueprint blueprint = blueprint(config, models).withJournalLength(length);
      processor =
          new MonitorProcessor(
              config, () -> blueprint, new HeapBudget(heap), seen, Quarantine.none());
      context.addStateStore(journal);
      context.addStateStore(snapshots);
      processor.init(context);
    }

    Instance() {
      this(config(), both(), 7, Long.MAX_VALUE);
    }

    void take(String stream, String json) {
      context.setRecordMetadata("press.states", 0, offset++);
      processor.process(
          new Record<>(
              stream.getBytes(StandardCharsets.UTF_8),
              json.getBytes(StandardCharsets.UTF_8),
              offset));
    }

    Instance take(List<Row> rows) {
      rows.forEach(row -> take("a", row.json));
      return this;
    }

    private void punctuate(Duration interval) {
      context.scheduledPunctuators().stream()
          .filter(one -> one.getType() == PunctuationType.WALL_CLOCK_TIME)
          .filter(one -> one.getInterval().equals(interval))
          .forEach(one -> one.getPunctuator().punctuate(0));
    }

    StreamStatus status() {
      punctuate(Duration.ofSeconds(1));
      return seen.statuses.get("a");
    }

    Instance visits() {
      for (int i = 0; i < 10; i++) {
        punctuate(Duration.ofMillis(100));
      }
      return this;
    }

    Map<String, List<String>> published() {
      Map<String, List<String>> values = new TreeMap<>();
      for (var sent : context.forwarded()) {
        values
            .computeIfAbsent(sent.childName().orElseThrow(), name -> new ArrayList<>())
            .add(new String(sent.record().value(), StandardCharsets.UTF_8));
      }
      return values;
    }
  }

  /** A record as it is sent, and as a monitor takes it. */
  private record Row(String mode, Observation observation, String json) {}

  private static Row row(int n, String mode, double[] values) {
    Observation observation = Observation.state(Recipes.STEP * 1_000_000 * n, values, null, false);
    return new Row(mode, observation, Recipes.json(n, values, '"' + mode + '"'));
  }

  /** Rows of one machine whose mode changes after so many rows each. */
  private static List<Row> rows(long seed, String modes, int length) {
    Recipes machine = new Recipes(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < modes.length() * length; i++) {
      String mode = modes.substring(i / length, i / length + 1);
      rows.add(row(i, mode, machine.next(mode.equals("B") ? "B" : "A")));
    }
    return rows;
  }

  /** A monitor that is fed the rows of one mode, and one row of another at every change. */
  private static StreamMonitor alone(
      TopologyConfig config, Models models, String mode, List<Row> rows) {
    MonitorBlueprint blueprint = blueprint(config, models).byMode().get(mode);
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
    for (Row row : rows) {
      if (row.mode.equals(mode)) {
        monitor.advance(row.observation);
      } else if (monitor.isInMode()) {
        monitor.advance(row.observation.elsewhere());
      }
    }
    return monitor;
  }

  private byte[] stored(TopologyConfig config, Models models, String mode) {
    journal.flushCache();
    MonitorBlueprint whole = blueprint(config, models).withJournalLength(7);
    MonitorBlueprint of = whole.byMode().get(mode);
    MonitorStore store =
        new MonitorStore(
            journal,
            snapshots,
            new MapSpaces(journal, snapshots, whole.fingerprints())
                .of(of.model().map().fingerprint()),
            of,
            new HeapBudget(1),
            stream -> new StreamRole(of.settings(), EngineListener.SILENT),
            0,
            () -> 0);
    return store.find("a".getBytes(StandardCharsets.UTF_8)).orElseThrow().snapshot();
  }

  @Test
  void eachModeIsJudgedByItsOwnModelAndAChangeRaisesNoAlarm() {
    List<Row> rows = rows(9, "ABAB", 120);
    Instance instance = new Instance().take(rows);

    assertThat(instance.status()).isEqualTo(alone(config(), both(), "B", rows).status());
    assertThat(seen.modes).containsEntry("a", "B by B");
    assertThat(seen.opened).isZero();
    assertThat(seen.rejected).isEmpty();
    assertThat(seen.accepted).isEqualTo(rows.size());
    assertThat(seen.left).isEqualTo(3);
    assertThat(instance.published()).containsOnlyKeys(TopologyNodes.FORECASTS_SINK);
    assertThat(stored(config(), both(), "A"))
        .isEqualTo(alone(config(), both(), "A", rows).snapshot());
    assertThat(stored(config(), both(), "B"))
        .isEqualTo(alone(config(), both(), "B", rows).snapshot());
  }

  /** The control: under one model the other mode is an incident. */
  @Test
  void underOneModelTheSameRowsAreAnIncident() {
    TopologyConfig one = config("by-mode: {A: a, B: b}", "file: a", ", mode: recipe, SETTLE", "");
    new Instance(one, Models.of(Recipes.A, Optional.empty()), 7, Long.MAX_VALUE)
        .take(rows(9, "ABAB", 120));

    assertThat(seen.opened).isPositive();
  }

  /** Forecasts name the map that made them. */
  @Test
  void forecastsAreThoseOfTheModesMap() {
    List<Row> rows = rows(9, "AB", 30);
    List<String> forecasts =
        new Instance().take(rows).published().get(TopologyNodes.FORECASTS_SINK);

    assertThat(forecasts).hasSize(60);
    assertThat(forecasts.subList(0, 30))
        .allMatch(json -> json.contains(Recipes.A.map().fingerprint()));
    assertThat(forecasts.subList(30, 60))
        .allMatch(json -> json.contains(Recipes.B.map().fingerprint()));
  }

  /** With no room on the heap every record replays its stream; instances end at every few rows. */
  @Test
  void restartsAndReplaysChangeNothing() {
    List<Row> rows = rows(5, "ABAAXBA", 25);
    for (long heap : List.of(1L, Long.MAX_VALUE)) {
      journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
      snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
      int part = 11;
      StreamStatus last = null;
      for (int i = 0; i < rows.size(); i += part) {
        journal.flushCache();
        Instance instance = new Instance(config(), both(), 7, heap).visits();
        instance.take(rows.subList(i, Math.min(rows.size(), i + part)));
        last = instance.status();
      }
      assertThat(last).isEqualTo(expected(rows, "A").status());
      assertThat(stored(config(), both(), "A")).isEqualTo(expected(rows, "A").snapshot());
      assertThat(stored(config(), both(), "B")).isEqualTo(expected(rows, "B").snapshot());
    }
  }

  /** As {@link #alone}, but that a mode without a model is shown to the mode before it. */
  private static StreamMonitor expected(List<Row> rows, String mode) {
    MonitorBlueprint blueprint = blueprint(config(), both()).byMode().get(mode);
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
    String last = "";
    for (Row row : rows) {
      last = row.mode.equals("X") ? last : row.mode;
      if (row.mode.equals(mode)) {
        monitor.advance(row.observation);
      } else if (monitor.isInMode() || (row.mode.equals("X") && last.equals(mode))) {
        monitor.advance(row.observation.elsewhere());
      }
    }
    return monitor;
  }

  @ParameterizedTest
  @ValueSource(strings = {"AB", "BA"})
  void afterARestartTheModeIsToldBeforeAnyRecordComes(String modes) {
    new Instance().take(rows(9, modes, 20));
    journal.flushCache();
    seen.modes.clear();
    seen.statuses.clear();
    new Instance().visits();

    String mode = modes.substring(1);
    assertThat(seen.modes).containsEntry("a", mode + " by " + mode);
    assertThat(seen.statuses.get("a"))
        .isEqualTo(alone(config(), both(), mode, rows(9, modes, 20)).status());
  }

  /** What throws in a new mode leaves the stream in the one before, whatever comes next. */
  @Test
  void aRecordOnWhichTheNewModeFailsDoesNotBringTheStreamThere() {
    List<Row> rows = rows(9, "AB", 20);
    Instance instance = new Instance().take(rows.subList(0, 20));
    seen.failing = true;
    assertThatThrownBy(() -> instance.take(rows.subList(20, 21)))
        .hasMessage("a mistake of the listener");
    seen.failing = false;

    assertThat(seen.modes).containsEntry("a", "A by A");
    assertThat(instance.status().inOperation()).isFalse();
    instance.take(rows.subList(21, 40));
    assertThat(seen.modes).containsEntry("a", "B by B");
    assertThat(instance.status().counts().records()).isEqualTo(19);
  }

  @Test
  void aModeWithoutAModelIsOffAndCountedAndNeverNormal() {
    Instance instance = new Instance().take(rows(9, "ABX", 40));

    assertThat(seen.unknown).isEqualTo(40);
    assertThat(seen.rejected).isEmpty();
    assertThat(seen.opened).isZero();
    assertThat(seen.modes).containsEntry("a", "X by B");
    StreamStatus status = instance.status();
    assertThat(status.inOperation()).isFalse();
    assertThat(status.reading().readiness()).isEqualTo(Readiness.OFF);
    assertThat(status.counts().records()).isEqualTo(80);
  }

  /** A machine in a mode that nobody judges may send few values. */
  @Test
  void aReadingWithoutValuesInAModeWithoutAModelIsNoDeadLetter() {
    Instance instance = new Instance().take(rows(9, "A", 10));
    instance.take("a", "{\"t\": 10000, \"recipe\": \"X\"}");

    assertThat(seen.rejected).isEmpty();
    assertThat(seen.unknown).isEqualTo(1);
    assertThat(instance.status().inOperation()).isFalse();
    instance.take("a", "{\"t\": 11000, \"recipe\": \"A\"}");
    assertThat(seen.rejected).containsExactly("missing-field flow");
  }

  @Test
  void aStreamThatBeginsInAModeWithoutAModelIsOff() {
    Instance instance = new Instance().take(rows(9, "XB", 20).subList(0, 20));

    assertThat(instance.status().inOperation()).isFalse();
    assertThat(seen.unknown).isEqualTo(20);
    assertThat(seen.modes).containsEntry("a", "X by A");
    instance.take(rows(9, "XB", 20).subList(20, 40));
    assertThat(instance.status().inOperation()).isTrue();
    assertThat(seen.modes).containsEntry("a", "B by B");
    assertThat(seen.left).isZero();
  }

  @Test
  void aRecordWithoutAModeIsADeadLetterThatNamesTheField() {
    Instance instance = new Instance().take(rows(9, "A", 10));
    double[] values = {0, 0};
    for (String mode : List.of("null", "\"\"", "[1]", "{}", '"' + "x".repeat(257) + '"')) {
      instance.take("a", Recipes.json(10, values, mode));
    }
    instance.take("a", "{\"t\": 10000, \"flow\": 0, \"heat\": 0}");

    assertThat(seen.rejected)
        .containsExactly(
            "missing-field recipe",
            "missing-field recipe",
            "malformed recipe",
            "malformed recipe",
            "too-large recipe",
            "missing-field recipe");
    assertThat(seen.accepted).isEqualTo(10);
  }

  @Test
  void aNumberIsTheSameModeHoweverItIsWritten() {
    TopologyConfig config = config("{A: a, B: b}", "{1: a, 2: b}");
    Map<String, Models> modes = new LinkedHashMap<>();
    modes.put("1", Models.of(Recipes.A, Optional.empty()));
    modes.put("2", Models.of(Recipes.B, Optional.empty()));
    Instance instance = new Instance(config, Models.ofModes(modes), 7, Long.MAX_VALUE);
    Recipes machine = new Recipes(3);
    int n = 0;
    for (String mode : List.of("1", "\"1\"", "1.0", "\" 1 \"", "true", "2", "2.00")) {
      instance.take("a", Recipes.json(n++, machine.next(mode.startsWith("2") ? "B" : "A"), mode));
      assertThat(seen.modes.get("a"))
          .as(mode)
          .isEqualTo(
              mode.equals("true") ? "true by 1" : mode.startsWith("2") ? "2 by 2" : "1 by 1");
    }
  }

  /** What came late is judged by the stream's time, whatever mode it names. */
  @Test
  void aLateRecordOfAnotherModeChangesNothing() {
    Instance instance = new Instance().take(rows(9, "AB", 20));
    StreamStatus before = instance.status();
    Recipes machine = new Recipes(8);
    instance.take("a", Recipes.json(25, machine.next("A"), "\"A\""));
    instance.take("a", Recipes.json(39, machine.next("A"), "\"A\""));

    assertThat(seen.rejected).containsExactly("out-of-order", "duplicate");
    assertThat(instance.status()).isEqualTo(before);
    assertThat(seen.modes).containsEntry("a", "B by B");
  }

  @Test
  void settlesAfterEveryChangeOfMode() {
    TopologyConfig config = config("SETTLE", "settle: 5s");
    List<Row> rows = rows(9, "ABA", 20);
    Instance instance = new Instance(config, both(), 7, Long.MAX_VALUE).take(rows);
    List<String> forecasts = instance.published().get(TopologyNodes.FORECASTS_SINK);

    assertThat(forecasts).hasSize(3 * 15);
    assertThat(instance.status()).isEqualTo(alone(config, both(), "A", rows).status());
  }

  /** A machine that stands still within a mode is off; the rule is of every mode. */
  @Test
  void theRuleThatSaysWhenItRunsHoldsInEveryMode() {
    TopologyConfig config = config("SETTLE", "when: flow > -100");
    List<Row> rows = new ArrayList<>(rows(9, "AB", 20));
    rows.set(10, row(10, "A", new double[] {-1_000, 0}));
    rows.set(39, row(39, "B", new double[] {-1_000, 0}));
    Instance instance = new Instance(config, both(), 7, Long.MAX_VALUE).take(rows);

    assertThat(instance.published().get(TopologyNodes.FORECASTS_SINK)).hasSize(38);
    assertThat(instance.status().inOperation()).isFalse();
    assertThat(seen.modes).containsEntry("a", "B by B");
  }

  /** The incident of a mode waits until the machine is in that mode again. */
  @Test
  void anIncidentOfAModeIsOpenWhileTheMachineIsInAnotherOne() {
    List<Row> rows = new ArrayList<>(rows(9, "A", 60));
    Recipes machine = new Recipes(4);
    for (int n = 60; n < 120; n++) {
      rows.add(row(n, "A", machine.next("B")));
    }
    Instance instance = new Instance().take(rows);
    assertThat(seen.opened).isEqualTo(1);
    assertThat(instance.status().incidents().open()).isPresent();
    for (int n = 120; n < 180; n++) {
      instance.take("a", row(n, "B", machine.next("B")).json);
    }
    assertThat(instance.status().incidents().open()).isEmpty();
    for (int n = 180; n < 400; n++) {
      instance.take("a", row(n, "A", machine.next("A")).json);
    }
    assertThat(instance.status().incidents().open()).isEmpty();
    assertThat(instance.status().incidents().count()).isEqualTo(1);
    assertThat(instance.published().get(TopologyNodes.INCIDENTS_SINK))
        .last()
        .asString()
        .contains("\"ended\":119000");
  }

  private static TopologyConfig withTrials() {
    return config(
        "by-mode: {A: a, B: b}", "by-mode: {A: a, B: b}\n  shadow-by-mode: {A: a2, B: b2}");
  }

  private static Models withTrialModels() {
    return models(Recipes.A, Optional.of(Recipes.OTHER_A), Recipes.B, Optional.of(Recipes.OTHER_B));
  }

  /** The map on trial is that of the mode, and what publishes does so as it does alone. */
  @Test
  void everyModeHasItsOwnMapOnTrial() {
    List<Row> rows = rows(9, "ABA", 40);
    Map<String, List<String>> without = new Instance().take(rows).published();
    journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
    snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
    Instance instance = new Instance(withTrials(), withTrialModels(), 7, Long.MAX_VALUE);
    instance.take(rows.subList(0, 80));
    instance.status();
    assertThat(seen.shadows.get("a").counts().records()).isEqualTo(40);
    assertThat(seen.shadows.get("a").incidents().count()).isZero();
    instance.take(rows.subList(80, 120));
    instance.status();

    assertThat(instance.published()).isEqualTo(without);
    // Its own 80 rows, and the one that ended its episode.
    assertThat(seen.shadows.get("a").counts().records()).isEqualTo(81);
    assertThat(seen.shadows.get("a").forecasts().others()).isNotEmpty();
  }

  /**
   * Swapped in one mode, the other map goes on from what it has seen, and other modes from theirs.
   */
  @Test
  void aSwapInOneModeLeavesTheOthersAlone() {
    List<Row> rows = rows(9, "ABAB", 40);
    new Instance(withTrials(), withTrialModels(), 7, Long.MAX_VALUE).take(rows.subList(0, 100));
    journal.flushCache();
    Models swapped =
        models(Recipes.OTHER_A, Optional.of(Recipes.A), Recipes.B, Optional.of(Recipes.OTHER_B));
    TopologyConfig config = withTrials();
    Instance instance = new Instance(config, swapped, 7, Long.MAX_VALUE);
    instance.take(rows.subList(100, 120));

    assertThat(instance.status().counts().records()).isEqualTo(81);
    assertThat(seen.modes).containsEntry("a", "A by A");
    instance.take(rows.subList(120, 160));
    assertThat(instance.status().counts().records()).isEqualTo(81);
  }

  /** State of one mode is taken over by a file that names its map as that of a mode. */
  @Test
  void aFileThatGetsModesGoesOnWithTheStateOfItsOneMap() {
    TopologyConfig one = config("by-mode: {A: a, B: b}", "file: a", ", mode: recipe, SETTLE", "");
    List<Row> rows = rows(9, "AAB", 30);
    new Instance(one, Models.of(Recipes.A, Optional.empty()), 7, Long.MAX_VALUE)
        .take(rows.subList(0, 30));
    journal.flushCache();
    Instance instance = new Instance().take(rows.subList(30, 60));
    assertThat(instance.status().counts().records()).isEqualTo(60);
    instance.take(rows.subList(60, 90));

    assertThat(seen.opened).isZero();
    assertThat(seen.modes).containsEntry("a", "B by B");
    assertThat(stored(config(), both(), "A").length).isPositive();
  }

  /** A stream has one place, however many modes it has been in. */
  @Test
  void streamsAreCountedOnceWhateverTheirModes() {
    TopologyConfig config = config("SETTLE", "most-streams: 2");
    Instance instance = new Instance(config, both(), 7, Long.MAX_VALUE);
    for (String stream : List.of("a", "b", "c")) {
      rows(9, "BA", 3).forEach(row -> instance.take(stream, row.json));
    }

    assertThat(seen.rejected).hasSize(6).containsOnly("too-many-streams");
    assertThat(seen.accepted).isEqualTo(12);
  }

  @Test
  void aForgottenStreamIsForgottenInEveryMode() {
    MonitorBlueprint blueprint = blueprint(withTrials(), withTrialModels());
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    context.addStateStore(journal);
    context.addStateStore(snapshots);
    new Instance(withTrials(), withTrialModels(), 7, Long.MAX_VALUE).take(rows(9, "ABX", 20));
    journal.flushCache();
    TaskMaps maps =
        new TaskMaps(
            withTrials(), blueprint.withJournalLength(7), context, new HeapBudget(1), seen);
    byte[] key = "a".getBytes(StandardCharsets.UTF_8);
    assertThat(maps.forgettable().lastTime(key)).isEqualTo(59 * Recipes.STEP * 1_000_000);
    maps.forgettable().forget(key);
    maps.forgotten(key);
    journal.flushCache();

    for (KeyValueStore<Bytes, byte[]> store : List.of(journal.written(), snapshots)) {
      try (var all = store.all()) {
        while (all.hasNext()) {
          assertThat(new String(all.next().key.get(), StandardCharsets.ISO_8859_1))
              .doesNotContain("a");
        }
      }
    }
  }

  /** Where a file names no mode, nothing more is stored than before there were modes. */
  @Test
  void aFileWithoutModesStoresNoMode() {
    TopologyConfig one = config("by-mode: {A: a, B: b}", "file: a", ", mode: recipe, SETTLE", "");
    new Instance(one, Models.of(Recipes.A, Optional.empty()), 7, Long.MAX_VALUE)
        .take(rows(9, "A", 30));
    journal.flushCache();

    assertThat(snapshots.get(StoreKeys.mode("a".getBytes(StandardCharsets.UTF_8)))).isNull();
    try (var all = snapshots.all()) {
      while (all.hasNext()) {
        assertThat(all.next().key.get()[0]).isNotEqualTo((byte) -3);
      }
    }
  }

  @Test
  void everyErrorOfTheModelsIsToldWithItsMode() {
    Models same = models(Recipes.A, Optional.of(Recipes.B), Recipes.B, Optional.of(Recipes.A));
    assertThatThrownBy(() -> MonitorBlueprint.of(withTrials(), same))
        .hasMessageContaining(
            "model.by-mode.B: is the same map as model.shadow-by-mode.A; name another model")
        .hasMessageContaining(
            "model.shadow-by-mode.B: is the same map as model.by-mode.A; name another model");
    Models other = models(Recipes.A, Optional.empty(), TestTopology.MODEL, Optional.empty());
    assertThatThrownBy(() -> MonitorBlueprint.of(config(), other))
        .hasMessageContaining(
            "model.by-mode.B: has the sensors [q, p], model.by-mode.A has [flow, heat]");
  }

  @Test
  void theTopologyIsTheSameWithModes() {
    TopologyConfig one = config("by-mode: {A: a, B: b}", "file: a", ", mode: recipe, SETTLE", "");

    assertThat(MonitorTopology.description(config())).isEqualTo(MonitorTopology.description(one));
    assertThat(new WarmUp(config(), blueprint(config(), both()), 200, System::nanoTime).records())
        .isPositive();
  }
}
