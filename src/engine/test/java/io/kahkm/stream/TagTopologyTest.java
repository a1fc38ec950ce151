package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that are made of tags in the running topology against the same rows sent whole. */
class TagTopologyTest {
  private static final HeapBudget AMPLE = new HeapBudget(Long.MAX_VALUE);
  private static final int STEP_MILLIS = 20;
  private static final int GRACE_MILLIS = 200;

  static final String IN_PLACE = "tag: {from: field id}";
  static final String BY_TAG =
      "stream: {from: key, pattern: '(.+)/.+'}\n  tag: {from: key, pattern: '.+/(.+)'}";
  static final String BY_FIELD = "stream: {from: field line}\n  tag: {from: field id}";

  @TempDir Path directory;

  private final CountingTags listener = new CountingTags();

  /** Counts what happens to tags. */
  private static final class CountingTags extends CountingListener {
    final Map<String, Integer> tags = new TreeMap<>();
    final Map<String, Integer> unknown = new TreeMap<>();
    int byGrace;

    @Override
    public void tag(String tag, TagOutcome outcome) {
      tags.merge(tag + " " + outcome, 1, Integer::sum);
    }

    @Override
    public void unknownTag(String tag) {
      unknown.merge(tag, 1, Integer::sum);
    }

    @Override
    public void cellClosed(boolean early) {
      byGrace += early ? 0 : 1;
    }
  }

  private static TopologyConfig parse(String input) {
    String yaml =
        """
        name: pump
        model: {file: unused}
        %s
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}}
        """
            .formatted(input);
    try {
      return TopologyConfig.parse(yaml, "test", Map.of())
          .withKafka(Map.of("bootstrap.servers", "unused:1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  static final TopologyConfig ROWS =
      parse(
          "input: {state: [q, p], time: t, time-unit: ms, step: 20ms, step-tolerance: 0,"
              + " episode: run}");

  static TopologyConfig tags(String names) {
    return parse(
        """
        input:
          layout: tags
          topic: pump.tags
          %s
          sensors: {q: Q, p: P}
          time: ts
          time-unit: ms
          step: 20ms
          grace: 200ms
          episode: {tag: RUN}
        """
            .formatted(names));
  }

  /** A record of a tag. */
  record Tag(String stream, String id, long millis, String value) {
    TestRecord<byte[], byte[]> record(String names) {
      String key = names.equals(IN_PLACE) ? stream : stream + "/" + id;
      String json =
          String.format(
              Locale.ROOT,
              "{\"line\":\"%s\",\"id\":\"%s\",\"value\":%s,\"ts\":%d}",
              stream,
              id,
              value,
              millis);
      return new TestRecord<>(key.getBytes(UTF_8), json.getBytes(UTF_8));
    }
  }

  record Plant(List<SimulatedInput.Message> rows, List<Tag> tags) {}

  static Plant plant(int streams, int count, int transitions) {
    Map<Long, List<SimulatedInput.Message>> rows = new TreeMap<>();
    List<Tag> tags = new ArrayList<>();
    for (int s = 0; s < streams; s++) {
      String name = Character.toString('a' + s);
      Episodes episodes =
          Simulation.episodes(DynamicalSystems.named("vanderpol"), 70 + s, count, transitions);
      long millis = 1_700_000_000_000L;
      for (int e = 0; e < count; e++) {
        tags.add(new Tag(name, "RUN", millis, "\"" + name + e + "\""));
        for (int t = 0; t <= transitions; t++) {
          double[] state = episodes.state(e, t);
          String json =
              String.format(
                  Locale.ROOT,
                  "{\"t\":%d,\"q\":%s,\"p\":%s,\"run\":\"%s\"}",
                  millis,
                  Double.toString(state[0]),
                  Double.toString(state[1]),
                  name + e);
          rows.computeIfAbsent(millis, at -> new ArrayList<>())
              .add(new SimulatedInput.Message(name, json));
          tags.add(new Tag(name, "Q", millis, Double.toString(state[0])));
          tags.add(new Tag(name, "P", millis, Double.toString(state[1])));
          millis += STEP_MILLIS;
        }
      }
      // Later readings close the last cells; their own stays open.
      tags.add(new Tag(name, "Q", millis + 30_000, "0"));
      tags.add(new Tag(name, "P", millis + 30_000, "0"));
    }
    List<SimulatedInput.Message> inOrder = new ArrayList<>();
    rows.values().forEach(inOrder::addAll);
    return new Plant(inOrder, tags);
  }

  static List<Tag> shuffled(List<Tag> tags, int millis, int seed) {
    Random random = new Random(seed);
    Map<Tag, Double> arrival = new HashMap<>();
    tags.forEach(tag -> arrival.put(tag, tag.millis() + random.nextDouble() * millis));
    return tags.stream().sorted(Comparator.comparingDouble(arrival::get)).toList();
  }

  private TopologyTestDriver driver(TopologyConfig config, HeapBudget budget) {
    MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
    return TestTopology.driver(config, blueprint, listener, budget, directory);
  }

  private static void pipe(TopologyTestDriver driver, List<Tag> tags, String names) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic("pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
    tags.forEach(tag -> input.pipeInput(tag.record(names)));
  }

  private static List<TestRecord<byte[], byte[]>> records(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static Map<String, List<String>> byStream(List<TestRecord<byte[], byte[]>> records) {
    Map<String, List<String>> values = new TreeMap<>();
    records.forEach(
        record ->
            values
                .computeIfAbsent(new String(record.key(), UTF_8), stream -> new ArrayList<>())
                .add(new String(record.value(), UTF_8)));
    return values;
  }

  static Map<String, List<String>> text(Map<String, List<byte[]>> values) {
    Map<String, List<String>> text = new TreeMap<>();
    values.forEach(
        (stream, all) -> text.put(stream, all.stream().map(v -> new String(v, UTF_8)).toList()));
    return text;
  }

  private static ExpectedOutput expected(Plant plant) {
    return new ExpectedOutput(ROWS, TestTopology.blueprint(ROWS, TestTopology.MODEL))
        .takeAll(plant.rows());
  }

  @ParameterizedTest
  @CsvSource({"0, true", "0, false", "1, true", "1, false", "2, true"})
  void outputsAreThoseOfTheSameRowsSentWhole(int names, boolean ample) {
    String description = List.of(IN_PLACE, BY_TAG, BY_FIELD).get(names);
    Plant plant = plant(3, 9, 12);
    ExpectedOutput expected = expected(plant);

    // A budget of one byte leaves a single stream on the heap: most records reload their stream.
    try (TopologyTestDriver driver = driver(tags(description), ample ? AMPLE : new HeapBudget(1))) {
      pipe(driver, shuffled(plant.tags(), GRACE_MILLIS, names), description);

      assertThat(byStream(records(driver, "pump.forecasts"))).isEqualTo(text(expected.forecasts));
      assertThat(byStream(records(driver, "pump.certificates")))
          .isEqualTo(text(expected.certificates));
      assertThat(records(driver, "pump.rejects")).isEmpty();
      assertThat(expected.forecasts.get("a")).hasSizeGreaterThan(30);
      assertThat(expected.certificates.get("a")).isNotEmpty();
    }
  }

  @Test
  void orderBeyondTheGraceIsLateAndSaidSo() {
    Plant plant = plant(1, 4, 12);
    try (TopologyTestDriver driver = driver(tags(IN_PLACE), AMPLE)) {
      pipe(driver, shuffled(plant.tags(), 5 * GRACE_MILLIS, 1), IN_PLACE);
      assertThat(listener.rejected.get("late")).isPositive();
      assertThat(listener.tags.keySet()).contains("Q LATE");
      assertThat(byStream(records(driver, "pump.forecasts")))
          .isNotEqualTo(text(expected(plant).forecasts));
    }
  }

  @Test
  void openCellsContinueWhereverTheEngineIsInterrupted() {
    Plant plant = plant(2, 5, 12);
    List<Tag> tags = shuffled(plant.tags(), GRACE_MILLIS, 3);
    Map<String, Map<Bytes, byte[]>> saved = new LinkedHashMap<>();
    Map<String, List<String>> forecasts = new TreeMap<>();
    int parts = 5;

    for (int part = 0; part < parts; part++) {
      try (TopologyTestDriver driver = driver(tags(BY_TAG), AMPLE)) {
        saved.forEach(
            (name, entries) -> {
              KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
              entries.forEach(store::put);
            });
        pipe(
            driver,
            tags.subList(tags.size() * part / parts, tags.size() * (part + 1) / parts),
            BY_TAG);
        byStream(records(driver, "pump.forecasts"))
            .forEach(
                (stream, values) ->
                    forecasts.computeIfAbsent(stream, name -> new ArrayList<>()).addAll(values));
        save(driver, saved);
      }
    }

    assertThat(forecasts).isEqualTo(text(expected(plant).forecasts));
  }

  private static void save(TopologyTestDriver driver, Map<String, Map<Bytes, byte[]>> saved) {
    for (String name :
        List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT, StoreKeys.TAGS, StoreKeys.CELLS)) {
      KeyValueStore<Bytes, byte[]> store = TestStores.of(driver, name);
      Map<Bytes, byte[]> entries = new LinkedHashMap<>();
      try (var all = store.all()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          entries.put(entry.key, entry.value);
        }
      }
      saved.put(name, entries);
    }
  }

  @Test
  void whatIsWrongWithARecordIsRejectedWithItsBytesAndOrigin() {
    try (TopologyTestDriver driver = driver(tags(BY_TAG), AMPLE)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
      String good = "{\"value\":1,\"ts\":1700000000000}";
      send(input, "a/Q", good);
      send(input, "a/Q", good);
      send(input, "a/Q", "{\"value\":2,\"ts\":1700000000000}");
      send(input, "a/X", good);
      send(input, "nothing", good);
      send(input, "a/Q", "{\"value\":\"open\",\"ts\":1700000000000}");
      send(input, "a/Q", "{\"value\":1e999,\"ts\":1700000000000}");
      send(input, "a/Q", "{");
      send(input, "a/Q", "{\"value\":null,\"ts\":1700000000020}");

      List<TestRecord<byte[], byte[]>> rejects = records(driver, "pump.rejects");
      assertThat(rejects.stream().map(r -> header(r.headers(), "kahkm.reason")))
          .containsExactly(
              "duplicate", "conflict", "missing-key", "not-numeric", "not-finite", "malformed");
      assertThat(rejects.subList(0, 5).stream().map(r -> field(r.headers())))
          .containsExactly("Q", "Q", "none", "Q", "Q");
      assertThat(field(rejects.get(5).headers())).isEqualTo("none");
      assertThat(rejects.get(1).key()).isEqualTo("a/Q".getBytes(UTF_8));
      assertThat(new String(rejects.get(1).value(), UTF_8)).contains("\"value\":2");
      assertThat(header(rejects.get(1).headers(), "kahkm.topic")).isEqualTo("pump.tags");
      assertThat(header(rejects.get(1).headers(), "kahkm.offset")).isEqualTo("2");
      assertThat(listener.unknown).containsExactly(Map.entry("X", 1));
      assertThat(listener.tags).containsEntry("Q BAD_QUALITY", 1).containsEntry("Q CONFLICT", 1);
    }
  }

  private static String field(Headers headers) {
    return headers.lastHeader("kahkm.field") == null ? "none" : header(headers, "kahkm.field");
  }

  private static String header(Headers headers, String name) {
    return new String(headers.lastHeader(name).value(), UTF_8);
  }

  private static void send(TestInputTopic<byte[], byte[]> input, String key, String json) {
    input.pipeInput(key.getBytes(UTF_8), json.getBytes(UTF_8));
  }

  @Test
  void rowThatLacksAValueIsRejectedAsSomethingAPersonCanRead() {
    try (TopologyTestDriver driver = driver(tags(BY_TAG), AMPLE)) {
      List<Tag> tags = new ArrayList<>();
      for (int k = 0; k < 30; k++) {
        long millis = 1_700_000_000_000L + (long) k * STEP_MILLIS;
        tags.add(new Tag("a", "Q", millis, "1.5"));
        tags.add(new Tag("a", "P", millis, k == 5 ? "null" : "2"));
      }
      pipe(driver, tags, BY_TAG);
      List<TestRecord<byte[], byte[]>> rejects = records(driver, "pump.rejects");
      assertThat(new String(rejects.get(0).value(), UTF_8))
          .isEqualTo("{\"time\":1700000000100,\"values\":{\"q\":1.5,\"p\":null}}");
      assertThat(header(rejects.get(0).headers(), "kahkm.reason")).isEqualTo("missing-field");
      assertThat(field(rejects.get(0).headers())).isEqualTo("P");
      assertThat(listener.tags).containsEntry("P MISSING", 1);
      assertThat(listener.byGrace).isGreaterThan(15);
    }
  }

  @Test
  void namedHeadersGoOnToForecastsAndRejects() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
                """
                name: pump
                model: {file: unused}
                headers: {pass: [traceparent, "ce_*"]}
                input:
                  layout: tags
                  topic: pump.tags
                  stream: {from: key, pattern: '(.+)/.+'}
                  tag: {from: key, pattern: '.+/(.+)'}
                  sensors: {q: Q, p: P}
                  time: ts
                  step: 20ms
                forecasts: {horizons: [1], every: 1}
                """,
                "test",
                Map.of())
            .withKafka(Map.of("bootstrap.servers", "unused:1"));
    try (TopologyTestDriver driver = driver(config, AMPLE)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
      for (int k = 0; k < 5; k++) {
        for (String tag : List.of("Q", "P", "Q")) {
          RecordHeaders headers = new RecordHeaders();
          headers.add("traceparent", ("00-" + k).getBytes(UTF_8));
          headers.add("ce_id", "7".getBytes(UTF_8));
          headers.add("secret", "8".getBytes(UTF_8));
          byte[] value =
              ("{\"value\":1,\"ts\":" + (1_700_000_000_000L + (long) k * STEP_MILLIS) + "}")
                  .getBytes(UTF_8);
          input.pipeInput(new TestRecord<>(("a/" + tag).getBytes(UTF_8), value, headers));
        }
      }
      Headers forecast = records(driver, "pump.forecasts").get(2).headers();
      assertThat(header(forecast, "traceparent")).startsWith("00-");
      assertThat(header(forecast, "ce_id")).isEqualTo("7");
      assertThat(forecast.toArray()).hasSize(2);
      Headers reject = records(driver, "pump.rejects").get(0).headers();
      assertThat(header(reject, "kahkm.reason")).isEqualTo("duplicate");
      assertThat(header(reject, "__streams.errors.message")).isEqualTo("duplicate");
      assertThat(header(reject, "__streams.errors.topic")).isEqualTo("pump.tags");
      assertThat(header(reject, "traceparent")).isEqualTo("00-0");
      assertThat(reject.lastHeader("secret")).isNull();
    }
  }

  @Test
  void refusesToContinueOpenCellsOfOtherTags() {
    Map<String, Map<Bytes, byte[]>> saved = new LinkedHashMap<>();
    try (TopologyTestDriver driver = driver(tags(IN_PLACE), AMPLE)) {
      pipe(driver, plant(1, 1, 3).tags(), IN_PLACE);
      save(driver, saved);
    }
    TopologyConfig other =
        parse(
            "input: {layout: tags, topic: pump.tags, tag: {from: field id}, sensors: {q: Q, p: P},"
                + " time: ts, step: 20ms, idle: 1s, restart-after-idle: asserted}");
    try (TopologyTestDriver driver = driver(other, AMPLE)) {
      KeyValueStore<Bytes, byte[]> cells = TestStores.of(driver, StoreKeys.CELLS);
      saved.get(StoreKeys.CELLS).forEach(cells::put);
      AssemblerStore store =
          new AssemblerStore(
              TestStores.journal(driver, StoreKeys.TAGS),
              cells,
              other.input().assembly().orElseThrow(),
              "[q, p] ",
              64,
              AMPLE,
              0,
              () -> 0);
      assertThatThrownBy(store::requireSameTags)
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("[q, p] RUN");
    }
  }

  /** The event time decides rows; what is published of one is as old as the record that made it. */
  @Test
  void whatIsPublishedHasTheTimestampOfTheRecordThatMadeItsRow() {
    try (TopologyTestDriver driver = driver(tags(IN_PLACE), AMPLE)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
      List<Tag> tags = plant(1, 4, 12).tags();
      for (int k = 0; k < tags.size(); k++) {
        TestRecord<byte[], byte[]> record = tags.get(k).record(IN_PLACE);
        input.pipeInput(
            new TestRecord<>(record.key(), record.value(), new RecordHeaders(), 5_000L + k));
      }

      List<Long> timestamps =
          records(driver, "pump.forecasts").stream().map(TestRecord::timestamp).toList();
      assertThat(timestamps)
          .hasSizeGreaterThan(5)
          .isSorted()
          .allMatch(at -> at >= 5_000 && at < 5_000 + tags.size());
    }
  }
}
