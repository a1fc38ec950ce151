package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** The plain loop and a task publish the same bytes of the same records, sound and unsound. */
class SequentialRunTest {
  private static final Map<SequentialRun.Output, String> SINKS =
      new EnumMap<>(
          Map.of(
              SequentialRun.Output.FORECASTS, TopologyNodes.FORECASTS_SINK,
              SequentialRun.Output.CERTIFICATES, TopologyNodes.CERTIFICATES_SINK,
              SequentialRun.Output.REJECTS, TopologyNodes.REJECTS_SINK,
              SequentialRun.Output.INCIDENTS, TopologyNodes.INCIDENTS_SINK));

  private static final String EPISODES =
      """
      input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end: done}
      forecasts: {horizons: [1, 5], every: 3}
      certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
      """;

  private static TopologyConfig config(String sections) {
    try {
      return TopologyConfig.parse(
          "name: pump\nmodel: {file: unused}\n" + sections, "pump", Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** By sink and key, what a loop gives of all messages. */
  private static Map<String, List<String>> plain(
      TopologyConfig config, MonitorBlueprint blueprint, List<SimulatedInput.Message> messages) {
    Map<String, List<String>> given = new TreeMap<>();
    run(config, blueprint, messages, messages.size(), given);
    return given;
  }

  /** A loop that ends after each of so many messages and is continued. */
  private static SequentialRun run(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      List<SimulatedInput.Message> messages,
      int each,
      Map<String, List<String>> given) {
    SequentialRun run =
        new SequentialRun(
            config,
            blueprint,
            (output, key, value) ->
                given
                    .computeIfAbsent(SINKS.get(output) + " " + key, name -> new ArrayList<>())
                    .add(new String(value, UTF_8)));
    for (int n = 0; n < messages.size(); n++) {
      if (n > 0 && n % each == 0) {
        run = run.continued(config, blueprint);
      }
      run.take(messages.get(n).stream(), messages.get(n).value(), n + 1);
    }
    return run;
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }

  private static String ofStreamAlone(String incident) {
    return new String(
        IncidentRecords.bytes(IncidentRecords.ofStreamAlone((ObjectNode) json(incident))), UTF_8);
  }

  /** The same of a task. */
  private static Map<String, List<String>> published(
      TopologyConfig config, MonitorBlueprint blueprint, List<SimulatedInput.Message> messages) {
    Map<String, List<String>> published =
        new TaskInstance(
                config,
                blueprint,
                Long.MAX_VALUE,
                new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL)),
                MonitorTopologyStores.store(StoreKeys.SNAPSHOT),
                EngineListener.SILENT)
            .take(messages)
            .published();
    published.replaceAll(
        (place, values) ->
            place.startsWith(TopologyNodes.INCIDENTS_SINK)
                ? values.stream().map(SequentialRunTest::ofStreamAlone).toList()
                : values);
    return published;
  }

  private static Map<String, List<String>> compared(
      TopologyConfig config, Model model, List<SimulatedInput.Message> messages) {
    MonitorBlueprint blueprint = TestTopology.blueprint(config, model).withJournalLength(5);
    Map<String, List<String>> given = plain(config, blueprint, messages);
    assertThat(given).isEqualTo(published(config, blueprint, messages));
    return given;
  }

  private static int count(Map<String, List<String>> given, String sink) {
    return given.entrySet().stream()
        .filter(one -> one.getKey().startsWith(sink + " "))
        .mapToInt(one -> one.getValue().size())
        .sum();
  }

  /** Sound rows, then those that are repeated, late, without a value, no JSON, or far off. */
  private static List<SimulatedInput.Message> messages() {
    List<SimulatedInput.Message> all = new ArrayList<>(SimulatedInput.messages(2, 6, 12));
    int last = all.size() / 2;
    for (String stream : List.of("a", "b")) {
      for (int n = 0; n < 60; n++) {
        double[] far = {40 + n, -90};
        all.add(new SimulatedInput.Message(stream, TestTopology.json(last + n, far, "x", false)));
      }
      all.add(
          new SimulatedInput.Message(
              stream, TestTopology.json(last + 59, new double[] {1, 1}, "x", false)));
      all.add(
          new SimulatedInput.Message(
              stream, TestTopology.json(last, new double[] {1, 1}, "x", false)));
      all.add(new SimulatedInput.Message(stream, "no json"));
      all.add(
          new SimulatedInput.Message(
              stream, "{\"t\":%d,\"q\":null,\"p\":1,\"run\":\"x\"}".formatted(20 * (last + 60))));
      all.add(
          new SimulatedInput.Message(
              stream, "{\"t\":%d,\"q\":1,\"p\":1,\"run\":\"x\"}".formatted(20 * (last + 61) + 7)));
    }
    return all;
  }

  @Test
  void rowsOfEveryKindGiveWhatATaskPublishes() {
    String rows =
        """
        input: {state: [q, p], time: t, time-unit: ms, %s, episode: run, end: done}
        forecasts: {horizons: [1, 5], every: 3}
        incidents: {topic: pump.incidents}
        certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
        """;
    for (String step : List.of("step: 20ms", "step: 20ms, hold: 60ms", "idle: 1m")) {
      Map<String, List<String>> given =
          compared(config(rows.formatted(step)), TestTopology.MODEL, messages());
      assertThat(count(given, TopologyNodes.FORECASTS_SINK)).as(step).isGreaterThan(50);
      assertThat(count(given, TopologyNodes.CERTIFICATES_SINK)).as(step).isGreaterThan(3);
      assertThat(count(given, TopologyNodes.INCIDENTS_SINK)).as(step).isPositive();
      assertThat(count(given, TopologyNodes.REJECTS_SINK)).as(step).isGreaterThan(5);
    }
  }

  /** Empty before the first window of its stream is closed. */
  @Test
  void anIncidentTellsTheVerdictOnTheLastWindow() {
    TopologyConfig config =
        config(
            """
            input: {state: [q, p], time: t, time-unit: ms, idle: 1m, episode: run, end: done}
            incidents: {topic: pump.incidents}
            certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
            """);
    Map<String, String> last = new TreeMap<>();
    List<String> verdicts = new ArrayList<>();
    SequentialRun run =
        new SequentialRun(
            config,
            TestTopology.blueprint(config, TestTopology.MODEL),
            (output, key, value) -> {
              JsonNode json = json(new String(value, UTF_8));
              String stream = json.path("stream").asText();
              if (output == SequentialRun.Output.CERTIFICATES && json.has("verdict")) {
                last.put(stream, json.path("verdict").asText());
              } else if (output == SequentialRun.Output.INCIDENTS) {
                assertThat(json.path("verdict").asText()).isEqualTo(last.getOrDefault(stream, ""));
                verdicts.add(last.getOrDefault(stream, ""));
              }
            });
    messages().stream()
        .filter(message -> !message.json().equals("no json"))
        .forEach(message -> run.take(message.stream(), message.value(), 1));
    assertThat(verdicts).isNotEmpty().allMatch(verdict -> !verdict.isEmpty());
  }

  @Test
  void withoutATopicNoIncidentIsGiven() {
    TopologyConfig none = config("input: {state: [q, p], time: t, time-unit: ms, step: 20ms}\n");
    Map<String, List<String>> given = compared(none, TestTopology.MODEL, messages());
    assertThat(count(given, TopologyNodes.INCIDENTS_SINK)).isZero();
    assertThat(count(given, TopologyNodes.CERTIFICATES_SINK)).isZero();
  }

  /** Of a plan some is for the next rows, some has passed, some is too far ahead, some is none. */
  @Test
  void rowsWithPlansGiveWhatATaskPublishes() {
    TopologyConfig config =
        config(
            "input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms}\n"
                + "forecasts: {horizons: [1, 5], every: 1, known: [setpoint], known-field:"
                + " plan}\n");
    List<SimulatedInput.Message> messages = new ArrayList<>();
    for (int n = 1; n <= 200; n++) {
      int from = n % 50 == 7 ? 4 * n : n - 2;
      int length = n % 50 == 9 ? 500 : 8;
      List<String> plan = new ArrayList<>();
      for (int k = from; k < from + length; k++) {
        plan.add(
            "{\"t\":%d,\"setpoint\":%s}"
                .formatted(20 * k, n % 50 == 11 ? "\"x\"" : Integer.toString(k % 9)));
      }
      if (length == 500) {
        // The last one has passed, and some before it are too far ahead.
        plan.add(plan.get(0));
      }
      int row = n % 50 == 13 ? n - 1 : n;
      messages.add(
          new SimulatedInput.Message(
              "a",
              "{\"t\":%d,\"flow\":%d,\"setpoint\":%d,\"plan\":[%s]}"
                  .formatted(20 * row, row % 4, row % 9, String.join(",", plan))));
    }
    Map<String, List<String>> given = compared(config, KnownTopologyTest.MODEL, messages);
    assertThat(count(given, TopologyNodes.FORECASTS_SINK)).isGreaterThan(150);
    assertThat(count(given, TopologyNodes.REJECTS_SINK)).isGreaterThan(8);
  }

  private static void assertGoesOn(
      TopologyConfig config, Model model, List<SimulatedInput.Message> messages) {
    MonitorBlueprint blueprint = TestTopology.blueprint(config, model).withJournalLength(5);
    Map<String, List<String>> whole = new TreeMap<>();
    SequentialRun once = run(config, blueprint, messages, messages.size(), whole);
    for (int each : new int[] {13, 50}) {
      Map<String, List<String>> given = new TreeMap<>();
      SequentialRun parts = run(config, blueprint, messages, each, given);
      assertThat(given).as("every " + each).isEqualTo(whole);
      assertThat(parts.monitors()).hasSameSizeAs(once.monitors());
      once.monitors()
          .forEach(
              (stream, monitor) ->
                  assertThat(parts.monitors().get(stream).snapshot())
                      .as(stream)
                      .isEqualTo(monitor.snapshot()));
    }
  }

  @Test
  void aRunThatIsContinuedGivesWhatOneGivesThatWasNeverEnded() {
    assertGoesOn(config(EPISODES), TestTopology.MODEL, messages());
  }

  /** Values that are known ahead are kept with the observations since the snapshot. */
  @Test
  void aContinuedRunKnowsWhatWasKnownAhead() {
    List<SimulatedInput.Message> messages = new ArrayList<>();
    for (int n = 1; n <= 60; n++) {
      List<String> plan = new ArrayList<>();
      for (int k = n; n % 8 == 1 && k < n + 16; k++) {
        plan.add("{\"t\":%d,\"setpoint\":%d}".formatted(20 * k, k % 9));
      }
      messages.add(
          new SimulatedInput.Message(
              "a",
              "{\"t\":%d,\"flow\":%d,\"setpoint\":%d,\"plan\":[%s]}"
                  .formatted(20 * n, n % 4, n % 9, String.join(",", plan))));
    }
    assertGoesOn(
        config(
            "input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms}\n"
                + "forecasts: {horizons: [1, 5], every: 1, known: [setpoint], known-field:"
                + " plan}\n"),
        KnownTopologyTest.MODEL,
        messages);
  }

  @Test
  void whatTheMonitorMadeOfARecordIsGivenBackUnlessItSawNone() {
    TopologyConfig config =
        config(
            """
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: [1], every: 1}
            """);
    List<String> given = new ArrayList<>();
    SequentialRun run =
        new SequentialRun(
            config,
            TestTopology.blueprint(config, TestTopology.MODEL),
            (output, key, value) -> given.add(output + " " + key));
    assertThat(
            run.take(
                "a", TestTopology.json(1, new double[] {2, 0.1}, "x", false).getBytes(UTF_8), 1))
        .hasValueSatisfying(seen -> assertThat(seen.issued()).hasSize(1));
    assertThat(run.take("a", "no json".getBytes(UTF_8), 2)).isEmpty();
    assertThat(run.take("b", "{\"t\":40,\"q\":null,\"p\":1}".getBytes(UTF_8), 3)).isEmpty();
    assertThat(
            run.take(
                "a", TestTopology.json(1, new double[] {2, 0.1}, "x", false).getBytes(UTF_8), 4))
        .as("a row that was taken before")
        .hasValueSatisfying(seen -> assertThat(seen.admission().changesState()).isFalse());
    assertThat(given).containsExactly("FORECASTS a", "REJECTS a", "REJECTS b", "REJECTS a");
    assertThat(run.monitors()).containsOnlyKeys("a");
    assertThatThrownBy(() -> run.monitors().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** At the last snapshot of each stream: what was taken since is replayed under the new one. */
  @Test
  void aChangedSettingTakesEffectWhereItDoesInATask() {
    TopologyConfig before = config(EPISODES);
    TopologyConfig after;
    try {
      after =
          TopologyConfig.parse(
              before.toMaskedYaml().replaceFirst("beta: [0-9.]+", "beta: 0.02"), "pump", Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
    MonitorBlueprint first =
        TestTopology.blueprint(before, TestTopology.MODEL).withJournalLength(5);
    MonitorBlueprint second =
        TestTopology.blueprint(after, TestTopology.MODEL).withJournalLength(5);
    List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 6, 12);
    // Three observations of each stream after a snapshot.
    int change = 2 * 38;
    JournalStore journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
    KeyValueStore<Bytes, byte[]> snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
    new TaskInstance(before, first, Long.MAX_VALUE, journal, snapshots, EngineListener.SILENT)
        .take(messages.subList(0, change));
    Map<String, List<String>> expected =
        new TaskInstance(after, second, Long.MAX_VALUE, journal, snapshots, EngineListener.SILENT)
            .take(messages.subList(change, messages.size()))
            .published();

    Map<String, List<String>> given = new TreeMap<>();
    SequentialRun run = run(before, first, messages.subList(0, change), change, given);
    given.clear();
    SequentialRun changed = run.continued(after, second);
    for (SimulatedInput.Message message : messages.subList(change, messages.size())) {
      changed.take(message.stream(), message.value(), 1);
    }
    assertThat(given).isEqualTo(expected);
    // The control: it matters where.
    Map<String, List<String>> sooner = plain(after, second, messages);
    expected.forEach(
        (place, values) ->
            assertThat(sooner.get(place)).as(place).doesNotContainAnyElementsOf(values));
  }
}
