package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.RejectCause;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.engine.RecordStage;
import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.CrashCounts;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a task makes of single records: of its input, of other forecasters and of what is known. */
class MonitorProcessorTest {
  private static final String INPUT = "pump.states";
  private static final String OTHERS = "pump.other";
  private static final String KNOWN = "pump.plan";

  private final JournalStore journal =
      new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
  private final MemoryCounts counts = new MemoryCounts();
  private final Told told = new Told();
  private MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private MonitorProcessor processor;
  private long offset;

  /** What was told, in order. */
  private static final class Told implements EngineListener {
    final List<String> lines = new ArrayList<>();
    final List<String> begun = new ArrayList<>();
    RuntimeException failure;

    private List<String> taken() {
      List<String> taken = List.copyOf(lines);
      lines.clear();
      return taken;
    }

    @Override
    public void begins(
        RecordStage stage,
        Record<byte[], byte[]> record,
        RecordMetadata place,
        RecordMetadata origin) {
      begun.add(stage + " " + place.topic() + "@" + place.offset());
    }

    @Override
    public void ends() {
      begun.add("ends");
    }

    @Override
    public void accepted(int partition, String stream, RowAssessment assessment, long timestamp) {
      if (failure != null) {
        throw failure;
      }
      lines.add(stream + " accepted at " + timestamp);
    }

    @Override
    public void rejected(int partition, RejectCause cause) {
      lines.add("rejected: " + cause.label() + cause.field().map(field -> " " + field).orElse(""));
    }

    @Override
    public void quarantined(int partition, String stream, QuarantineMark mark) {
      lines.add(
          stream
              + " quarantined "
              + mark.records()
              + ", last "
              + mark.offset()
              + " at "
              + mark.timestamp());
    }

    @Override
    public void status(int partition, String stream, StreamStatus status) {
      lines.add(stream + " has " + status.counts().records());
    }

    @Override
    public void mode(int partition, String stream, String mode, String judging) {
      lines.add(stream + " is in mode " + mode + ", judged by " + judging);
    }

    @Override
    public void leftMode(int partition, String stream, RowAssessment assessment) {
      lines.add(stream + " left its mode");
    }

    @Override
    public void unknownMode(int partition, String stream) {
      lines.add(stream + " is in a mode without a model");
    }

    @Override
    public void shadowed(int partition, String stream, RowAssessment assessment) {
      lines.add(stream + " shown to the map on trial");
    }

    @Override
    public void joined(int partition) {
      lines.add("joined " + partition);
    }

    @Override
    public void left(int partition) {
      lines.add("left " + partition);
    }
  }

  private static TopologyConfig config(String input, String forecasts) {
    try {
      return TopologyConfig.parse(
          """
          name: pump
          model: {file: unused}
          input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms%s}
          forecasts:
            horizons: [1, 5]
            every: 1
            known: [setpoint]
            known-topic: pump.plan
            others:
              - {name: o, topic: pump.other, horizons: [5], fields: {horizon: h, state: v, time: t}}%s
          """
              .formatted(input, forecasts),
          "pump.yaml",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private void start(TopologyConfig config) {
    start(config, TestTopology.blueprint(config, KnownTopologyTest.MODEL));
  }

  private void start(TopologyConfig config, MonitorBlueprint blueprint) {
    context = new MockProcessorContext<>();
    context.addStateStore(journal);
    context.addStateStore(snapshots);
    processor =
        new MonitorProcessor(
            config,
            () -> blueprint,
            new HeapBudget(Long.MAX_VALUE),
            told,
            new Quarantine(List.of(counts)));
    processor.init(context);
  }

  private void start() {
    start(config("", ""));
    told.taken();
  }

  @AfterEach
  void everyRecordThatBeganEnded() {
    for (int i = 0; i < told.begun.size(); i++) {
      assertThat(told.begun.get(i).equals("ends")).isEqualTo(i % 2 == 1);
    }
    assertThat(told.begun.size() % 2).isZero();
  }

  private List<String> send(String topic, byte[] key, byte[] value) {
    context.resetForwards();
    context.setRecordMetadata(topic, 0, offset++);
    processor.process(new Record<>(key, value, 10 + offset));
    return told.taken();
  }

  private List<String> send(String topic, String key, String value) {
    return send(topic, key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  private List<String> row(String key, int n) {
    return send(
        INPUT, key, "{\"t\":%d,\"flow\":%d,\"setpoint\":%d}".formatted(20 * n, n % 3, n % 5));
  }

  private List<String> rows(String key, int rows) {
    List<String> all = new ArrayList<>();
    for (int n = 1; n <= rows; n++) {
      all.addAll(row(key, n));
    }
    return all;
  }

  private List<String> rejects(String header) {
    return context.forwarded().stream()
        .filter(sent -> sent.childName().orElseThrow().equals(TopologyNodes.REJECTS_SINK))
        .map(sent -> new String(sent.record().headers().lastHeader(header).value(), UTF_8))
        .toList();
  }

  private void punctuate(Duration interval) {
    context.scheduledPunctuators().stream()
        .filter(one -> one.getType() == PunctuationType.WALL_CLOCK_TIME)
        .filter(one -> one.getInterval().equals(interval))
        .filter(one -> !one.cancelled())
        .forEach(one -> one.getPunctuator().punctuate(0));
  }

  @Test
  void aRowIsTakenAndItsForecastsGoOut() {
    start();
    assertThat(rows("a", 3))
        .containsExactly("a accepted at 11", "a accepted at 12", "a accepted at 13");
    assertThat(context.forwarded()).hasSize(1);
    assertThat(context.forwarded().get(0).childName()).contains(TopologyNodes.FORECASTS_SINK);
    assertThat(told.begun)
        .startsWith("MONITOR pump.states@0", "ends", "MONITOR pump.states@1", "ends");
    punctuate(Duration.ofSeconds(1));
    assertThat(told.taken()).containsExactly("a has 3");
    punctuate(Duration.ofSeconds(1));
    assertThat(told.taken()).as("told once").isEmpty();
  }

  @Test
  void aRecordWithoutAStreamIsADeadLetterOfEveryTopic() {
    start();
    for (String topic : List.of(INPUT, OTHERS, KNOWN)) {
      byte[] value = "{}".getBytes(UTF_8);
      assertThat(send(topic, null, value)).containsExactly("rejected: missing-key");
      assertThat(rejects(RejectRecords.REASON)).containsExactly("missing-key");
      assertThat(send(topic, new byte[0], value)).containsExactly("rejected: missing-key");
      assertThat(send(topic, new byte[1_025], value)).containsExactly("rejected: too-large");
      assertThat(send(topic, new byte[] {(byte) 0xff}, value))
          .containsExactly("rejected: malformed");
    }
    assertThat(send(INPUT, "k".repeat(1_024), "{\"t\":20,\"flow\":1,\"setpoint\":1}"))
        .hasSize(1)
        .allMatch(line -> line.contains(" accepted "));
  }

  @Test
  void aRowThatCannotBeTakenIsADeadLetterWithItsReason() {
    start();
    rows("a", 3);
    assertThat(row("a", 3)).containsExactly("rejected: duplicate");
    assertThat(row("a", 1)).containsExactly("rejected: out-of-order");
    assertThat(send(INPUT, "a", "{\"t\":80,\"flow\":\"x\",\"setpoint\":1}"))
        .containsExactly("rejected: not-numeric flow");
    assertThat(rejects(RejectRecords.FIELD)).containsExactly("flow");
    assertThat(send(INPUT, "a", "{\"t\":80,\"flow\":null,\"setpoint\":1}"))
        .containsExactly("rejected: missing-field flow");
    assertThat(row("a", 4)).hasSize(1);
    assertThat(send(INPUT, "a", "{\"t\":83,\"flow\":1,\"setpoint\":1}"))
        .containsExactly("a accepted at " + (10 + offset), "rejected: irregular");
    assertThat(context.forwarded())
        .extracting(sent -> sent.childName().orElseThrow())
        .contains(TopologyNodes.REJECTS_SINK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"h\":5,\"v\":[1,2],\"t\":60} |",
        "{\"h\":5,\"v\":[1,2],\"t\":40} |",
        "{\"h\":2,\"v\":[1,2],\"t\":60} | rejected: unknown-horizon h",
        "{\"h\":5,\"v\":[1,2],\"t\":-20} | rejected: no-reading",
        "{\"h\":5,\"v\":[1],\"t\":60} | rejected: wrong-dimension v",
        "no json | rejected: malformed"
      })
  void aForecastOfAnotherIsTakenWhereItsReadingIsThere(String value, String expected) {
    start();
    assertThat(send(OTHERS, "a", value)).hasSize(1);
    rows("a", 3);
    int before = told.begun.size();
    assertThat(send(OTHERS, "a", value))
        .isEqualTo(expected == null ? List.of() : List.of(expected));
    assertThat(told.begun).hasSize(before + 2);
    if (expected == null) {
      assertThat(context.forwarded()).isEmpty();
      punctuate(Duration.ofSeconds(1));
      assertThat(told.taken()).containsExactly("a has 3");
      assertThat(send(OTHERS, "a", value)).containsExactly("rejected: duplicate");
    } else {
      assertThat(rejects(RejectRecords.REASON)).hasSize(1);
    }
  }

  @Test
  void aForecastWhoseOutcomeIsOverIsLate() {
    start();
    rows("a", 10);
    assertThat(send(OTHERS, "a", "{\"h\":5,\"v\":[1,2],\"t\":20}"))
        .containsExactly("rejected: late");
  }

  /** Of those that wait for their reading the nearest are kept. */
  @Test
  void whatIsTooFarAheadIsToldSo() {
    start();
    rows("a", 3);
    Map<String, String> values =
        Map.of(OTHERS, "{\"h\":5,\"v\":[1,2],\"t\":%d}", KNOWN, "{\"t\":%d,\"setpoint\":2}");
    values.forEach(
        (topic, value) -> {
          int kept = 0;
          List<String> told = send(topic, "a", value.formatted(100_000));
          while (told.isEmpty() && kept < 10_000) {
            kept++;
            told = send(topic, "a", value.formatted(100_000 + 20 * kept));
          }
          assertThat(told).containsExactly("rejected: ahead");
          assertThat(kept).as(topic).isEqualTo(topic.equals(OTHERS) ? 64 : KnownAhead.most(5));
          assertThat(rejects(RejectRecords.REASON)).containsExactly("ahead");
        });
  }

  @Test
  void aForecastOfAStreamWithoutReadingsHasNothingToBeComparedWith() {
    start();
    assertThat(send(OTHERS, "a", "{\"h\":5,\"v\":[1,2],\"t\":60}"))
        .containsExactly("rejected: no-reading");
    assertThat(send(KNOWN, "a", "{\"t\":100,\"setpoint\":2}"))
        .containsExactly("rejected: no-reading");
    punctuate(Duration.ofSeconds(1));
    assertThat(told.taken()).as("no stream is made of them").isEmpty();
  }

  @Test
  void whatIsKnownAheadIsTakenUnlessItHasPassedOrIsTooFar() {
    start();
    rows("a", 3);
    assertThat(send(KNOWN, "a", "{\"t\":100,\"setpoint\":2}")).isEmpty();
    punctuate(Duration.ofSeconds(1));
    assertThat(told.taken()).containsExactly("a has 3");
    assertThat(send(KNOWN, "a", "{\"t\":60,\"setpoint\":2}")).containsExactly("rejected: late");
    assertThat(send(KNOWN, "a", "{\"t\":100,\"setpoint\":\"x\"}"))
        .containsExactly("rejected: not-numeric setpoint");
    assertThat(rejects(RejectRecords.FIELD)).containsExactly("setpoint");
  }

  @Test
  void aPartitionHasNoMoreStreamsThanItMay() {
    start(config(", most-streams: 2", ""));
    told.taken();
    try (CapturedLog log = new CapturedLog(PartitionUpkeep.class.getName())) {
      assertThat(row("a", 1)).hasSize(1);
      assertThat(row("b", 1)).hasSize(1);
      assertThat(row("c", 1)).containsExactly("rejected: too-many-streams");
      assertThat(row("d", 1)).containsExactly("rejected: too-many-streams");
      assertThat(row("a", 2)).containsExactly("a accepted at " + (10 + offset));
      assertThat(log.lines())
          .as("said once")
          .containsExactly(
              "Partition 0 is full with 2 streams; records of further streams are rejected as"
                  + " too-many-streams. If these streams are genuine, raise input.most-streams, or"
                  + " the heap if it is not set.");
    }
  }

  /** Those that are stored count from the start. */
  @Test
  void aPartitionThatComesHasTheStreamsThatItHad() {
    TopologyConfig two = config(", most-streams: 2", "");
    start(two);
    row("a", 1);
    row("b", 1);
    processor.close();
    journal.flushCache();
    start(two);
    told.taken();
    assertThat(row("c", 1)).containsExactly("rejected: too-many-streams");
    assertThat(row("b", 2)).containsExactly("b accepted at " + (10 + offset));
  }

  @Test
  void headersThatAreTooLongToGoOnAreADeadLetter() {
    start(config("", "\nheaders: {pass: [site]}"));
    told.taken();
    for (int length : new int[] {16_384 - 16, 16_384 - 15}) {
      context.setRecordMetadata(INPUT, 0, offset++);
      RecordHeaders headers = new RecordHeaders();
      headers.add("site", new byte[length]);
      processor.process(
          new Record<>(
              "a".getBytes(UTF_8),
              "{\"t\":%d,\"flow\":1,\"setpoint\":1}".formatted(20 * offset).getBytes(UTF_8),
              10 + offset,
              headers));
    }
    assertThat(told.taken()).containsExactly("a accepted at 11", "rejected: too-large headers");
  }

  /** What was taken is in the journal: another instance knows of it. */
  @Test
  void aForecastOfAnotherOutlivesTheTask() {
    start();
    rows("a", 3);
    assertThat(send(OTHERS, "a", "{\"h\":5,\"v\":[1,2],\"t\":60}")).isEmpty();
    processor.close();
    journal.flushCache();
    start();
    assertThat(send(OTHERS, "a", "{\"h\":5,\"v\":[1,2],\"t\":60}"))
        .containsExactly("rejected: duplicate");
  }

  private List<String> press(String key, int n, String mode) {
    return send(INPUT, key, Recipes.json(n, new double[] {n % 3, n % 5}, '"' + mode + '"'));
  }

  @Test
  void aStreamIsJudgedByTheModelOfItsMode() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {by-mode: {A: a, B: b}}
            input: {state: [flow, heat], time: t, time-unit: ms, step: 1s, mode: recipe}
            """,
            "press.yaml",
            Map.of());
    Map<String, Models> byMode = new LinkedHashMap<>();
    byMode.put("A", Models.of(Recipes.A, Optional.empty()));
    byMode.put("B", Models.of(Recipes.B, Optional.empty()));
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, Models.ofModes(byMode));
    start(config, blueprint);
    told.taken();
    String inA = "a is in mode A, judged by A";
    String inB = "a is in mode B, judged by B";
    assertThat(press("a", 1, "A")).containsExactly(inA, "a accepted at 11");
    assertThat(press("a", 2, "A")).containsExactly("a accepted at 12");
    assertThat(press("a", 3, "B")).containsExactly("a left its mode", inB, "a accepted at 13");
    assertThat(press("a", 4, "X"))
        .containsExactly(
            "a is in mode X, judged by B", "a accepted at 14", "a is in a mode without a model");
    assertThat(press("a", 5, "A")).containsExactly(inA, "a accepted at 15");

    // A record that fails brings its stream into no other mode.
    told.failure = new IllegalStateException("a mistake");
    assertThatThrownBy(() -> press("a", 6, "B")).isSameAs(told.failure);
    assertThat(told.taken()).containsExactly("a left its mode", inB, inA);
    told.failure = null;
    assertThat(press("a", 5, "B"))
        .as("before the last one")
        .containsExactly("rejected: out-of-order");
    processor.close();
    journal.flushCache();
    start(config, blueprint);
    told.taken();
    assertThat(press("a", 7, "A")).as("read again").containsExactly(inA, "a accepted at 18");
  }

  @Test
  void aMapOnTrialIsShownTheSameRecords() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: a, shadow: b}
            input: {state: [flow, heat], time: t, time-unit: ms, step: 1s}
            """,
            "press.yaml",
            Map.of());
    start(config, MonitorBlueprint.of(config, Recipes.A, Optional.of(Recipes.B)));
    told.taken();
    assertThat(press("a", 1, "A"))
        .containsExactly("a accepted at 11", "a shown to the map on trial");
    assertThat(press("a", 1, "A")).containsExactly("rejected: duplicate");
  }

  private static TopologyConfig planned(String input) throws Exception {
    return TopologyConfig.parse(
        """
        name: pump
        model: {file: unused}
        input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms%s}
        forecasts: {horizons: [1, 5], every: 1, known: [setpoint], known-field: plan}
        """
            .formatted(input),
        "pump.yaml",
        Map.of());
  }

  private List<String> plan(int n, int from, int to, String setpoint) {
    List<String> plan = new ArrayList<>();
    for (int k = from; k < to; k++) {
      plan.add("{\"t\":%d,\"setpoint\":%s}".formatted(20 * k, setpoint));
    }
    return send(
        INPUT,
        "a",
        "{\"t\":%d,\"flow\":1,\"setpoint\":2,\"plan\":[%s]}"
            .formatted(20 * n, String.join(",", plan)));
  }

  /** The reading is taken whatever its plan is; a plan may begin in the past. */
  @Test
  void aRowWhosePlanCannotBeTakenIsTakenAndADeadLetterToo() throws Exception {
    start(planned(""));
    told.taken();
    assertThat(plan(1, 2, 7, "3")).containsExactly("a accepted at 11");
    assertThat(plan(2, 1, 7, "3")).containsExactly("a accepted at 12");
    assertThat(plan(3, 4, 4 + 2 * KnownAhead.most(5), "3"))
        .containsExactly("a accepted at 13", "rejected: ahead");
    assertThat(rejects(RejectRecords.REASON)).containsExactly("ahead");
    assertThat(plan(4, 5, 7, "\"x\""))
        .hasSize(2)
        .startsWith("a accepted at 14")
        .last()
        .asString()
        .startsWith("rejected: not-numeric");
  }

  @Test
  void aRowThatCannotBeReadIsADeadLetter() {
    start();
    assertThat(send(INPUT, "a", "no json")).containsExactly("rejected: malformed");
    assertThat(send(INPUT, "a", "[1]")).hasSize(1).allMatch(line -> line.startsWith("rejected: "));
    assertThat(rejects(RejectRecords.REASON)).hasSize(1);
  }

  /** A value that is missing is held; where there is none to hold the row is not complete. */
  @Test
  void aRowWithoutAValueToHoldIsTakenAsAGap() throws Exception {
    start(planned(", hold: 60ms"));
    told.taken();
    String gap = "{\"t\":%d,\"flow\":null,\"setpoint\":1}";
    assertThat(send(INPUT, "a", gap.formatted(20)))
        .containsExactly("a accepted at 11", "rejected: missing-field flow");
    assertThat(row("a", 2)).containsExactly("a accepted at 12");
    assertThat(send(INPUT, "a", gap.formatted(60))).containsExactly("a accepted at 13");
  }

  @Test
  void aPartitionThatComesAndGoesIsTold() {
    try (CapturedLog log = new CapturedLog(MonitorProcessor.class.getName())) {
      start(config("", ""));
      assertThat(told.taken()).containsExactly("joined 0");
      processor.close();
      assertThat(told.taken()).containsExactly("left 0");
      assertThat(log.lines())
          .containsExactly(
              "Partition 0 assigned; its streams resume from the last commit. No action needed.",
              "Partition 0 revoked. No action needed if you start or stop instances; otherwise see"
                  + " KahkmRebalancing in the runbook.");
    }
  }

  @Test
  void aProcessorThatNeverBeganLeavesNothing() {
    new MonitorProcessor(
            config("", ""),
            () -> {
              throw new IllegalStateException("not asked for");
            },
            new HeapBudget(1),
            told,
            Quarantine.none())
        .close();
    assertThat(told.taken()).isEmpty();
  }

  /** A mistake of the engine: the record counts, nothing of it goes out, and nothing is kept. */
  @Test
  void aRecordOnWhichTheEngineThrowsIsTakenTheNextTimeAsIfItWereNew() {
    start();
    rows("a", 3);
    told.failure = new IllegalStateException("a mistake");
    assertThatThrownBy(() -> row("a", 4)).isSameAs(told.failure);
    assertThat(context.forwarded()).isEmpty();
    assertThat(counts.stops)
        .containsExactly(
            Map.entry(new TopicPartition(INPUT, 0), new CrashCounts.Stop(3, 1, false)));
    told.failure = null;
    assertThat(row("a", 4)).containsExactly("a accepted at 15");
    assertThat(context.forwarded()).hasSize(1);
    punctuate(Duration.ofSeconds(1));
    assertThat(told.taken()).containsExactly("a has 4");
  }

  @Test
  void aRecordThatStoppedTheEngineTwiceIsQuarantinedAndItsStreamIsMarked() {
    start();
    rows("a", 3);
    told.failure = new IllegalStateException("a mistake");
    counts.note(new TopicPartition(INPUT, 0), new CrashCounts.Stop(3, 2, false));
    assertThat(row("a", 4)).containsExactly("rejected: failed", "a quarantined 1, last 3 at 14");
    assertThat(rejects(RejectRecords.REASON)).containsExactly("failed");
    assertThat(rejects(RejectRecords.ERROR)).singleElement().asString().contains("a mistake");
    counts.note(new TopicPartition(INPUT, 0), new CrashCounts.Stop(4, 2, false));
    assertThat(row("a", 5)).containsExactly("rejected: failed", "a quarantined 2, last 4 at 15");
    told.failure = null;

    start(config("", ""));
    assertThat(told.taken())
        .as("what is kept of it comes with the partition")
        .containsExactly("joined 0", "a quarantined 2, last 4 at 15");
  }

  /** Nothing was thrown that could be caught: it is put aside before anybody looks at it. */
  @Test
  void aRecordThatEndedTheProcessTwiceIsNotLookedAt() {
    counts.note(new TopicPartition(OTHERS, 0), new CrashCounts.Stop(3, 2, true));
    start();
    rows("a", 3);
    assertThat(send(OTHERS, "a", "{\"h\":5,\"v\":[1,2],\"t\":60}"))
        .containsExactly("rejected: failed", "a quarantined 1, last 3 at 14");
    assertThat(send(OTHERS, "a", "{\"h\":5,\"v\":[1,2],\"t\":60}")).isEmpty();
  }

  @Test
  void aRecordWithoutAKeyThatEndedTheProcessTwiceMarksNoStream() {
    counts.note(new TopicPartition(INPUT, 0), new CrashCounts.Stop(0, 2, true));
    start();
    assertThat(send(INPUT, null, new byte[0])).containsExactly("rejected: failed");
  }

  @Test
  void aStreamIsVisitedAfterItsPartitionCame() {
    start();
    rows("a", 3);
    rows("b", 2);
    processor.close();
    journal.flushCache();
    start();
    for (int i = 0; i < 5; i++) {
      punctuate(Duration.ofMillis(100));
    }
    assertThat(told.taken()).containsExactlyInAnyOrder("a has 3", "b has 2");
    assertThat(
            context.scheduledPunctuators().stream()
                .filter(one -> one.getInterval().equals(Duration.ofMillis(100)))
                .map(MockProcessorContext.CapturedPunctuator::cancelled))
        .as("nobody looks again")
        .containsExactly(true);
  }
}
