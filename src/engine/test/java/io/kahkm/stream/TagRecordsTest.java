package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.output.RecordOrigin;
import io.kahkm.stream.quarantine.CrashCounts;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that hold readings of several tags, of one stream or of several. */
class TagRecordsTest {
  @TempDir Path directory;
  private final Rows listener = new Rows();

  /** The rows that monitors took, and what became of tags. */
  private static final class Rows extends CountingListener {
    final Map<String, List<Long>> rows = new TreeMap<>();
    final Map<String, Integer> outcomes = new TreeMap<>();
    boolean throwsOnLate;

    @Override
    public void accepted(
        int partition, String stream, RowAssessment assessment, long recordTimestamp) {
      rows.computeIfAbsent(stream, name -> new ArrayList<>()).add(assessment.time() / 1_000_000);
    }

    @Override
    public void tag(String tag, TagOutcome outcome) {
      outcomes.merge(tag + " " + outcome, 1, Integer::sum);
      if (throwsOnLate && outcome == TagOutcome.LATE) {
        throw new IllegalStateException("late");
      }
    }
  }

  /** Offset of a record that stopped two instances before: it is put aside at once. */
  private static final long STOPPED_TWICE = 10;

  private static CrashCounts counts() {
    MemoryCounts counts = new MemoryCounts();
    counts.note(new TopicPartition("pump.tags", 0), new CrashCounts.Stop(STOPPED_TWICE, 2, false));
    return counts;
  }

  private TopologyTestDriver driver(String stream) throws Exception {
    return driver(stream, new HeapBudget(Long.MAX_VALUE), directory);
  }

  private TopologyTestDriver driver(String stream, HeapBudget budget, Path folder)
      throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input:
              layout: tags
              topic: pump.tags
              %s
              tag: {from: field id}
              fields: {each: values, value: v}
              sensors: {q: Q, p: P}
              time: ts
              time-unit: ms
              step: 1s
              grace: 2s
            kafka: {bootstrap.servers: "unused:1"}
            """
                .formatted(stream),
            "test",
            Map.of());
    return TestTopology.driver(
        config,
        TestTopology.blueprint(config, TestTopology.MODEL),
        listener,
        budget,
        new Quarantine(List.of(counts())),
        folder);
  }

  /** Open cells take heap in every task: what one has, another cannot have. */
  @Test
  void theHeapDecidesHowManyStreamsOfTagsAllTasksHave() throws Exception {
    HeapBudget budget = new HeapBudget(Long.MAX_VALUE, 3);
    String byKey = "stream: {from: key}";
    try (TopologyTestDriver other = driver(byKey, budget, directory.resolve("other"))) {
      try (TopologyTestDriver one = driver(byKey, budget, directory.resolve("one"))) {
        send(one, "a", 0);
        send(one, "b", 0);
        send(other, "c", 0);
        send(other, "d", 0);
        send(one, "e", 0);
        // Known streams continue.
        send(one, "a", 1000);
        send(other, "c", 1000);
        assertThat(rejects(one)).hasSize(1);
        assertThat(rejects(other)).hasSize(1);
        assertThat(listener.rejected).containsExactly(Map.entry("too-many-streams", 2));
      }
      // The partition went elsewhere, with two streams.
      send(other, "d", 0);
      send(other, "e", 0);
      send(other, "f", 0);
      assertThat(rejects(other)).hasSize(1);
    }
  }

  private static void send(TopologyTestDriver driver, String key, long millis) {
    driver
        .createInputTopic("pump.tags", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            new TestRecord<>(
                key.getBytes(UTF_8),
                ("{\"values\":[" + value("", "Q", millis) + "]}").getBytes(UTF_8)));
  }

  private static void send(TopologyTestDriver driver, String... values) {
    driver
        .createInputTopic("pump.tags", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            new TestRecord<>(
                "a".getBytes(UTF_8),
                ("{\"values\":[" + String.join(",", values) + "]}").getBytes(UTF_8)));
  }

  private static String value(String stream, String tag, long millis) {
    return "{\"line\":\"%s\",\"id\":\"%s\",\"ts\":%d,\"v\":0.5}".formatted(stream, tag, millis);
  }

  private static List<String> rejects(TopologyTestDriver driver) {
    return driver
        .createOutputTopic("pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .stream()
        .map(TestRecord::value)
        .map(value -> new String(value, UTF_8))
        .toList();
  }

  /** Each stream gets the record; each of its readings is taken once, by its own stream. */
  @ParameterizedTest
  @ValueSource(strings = {"a,b", "b,a"})
  void aRecordOfSeveralStreamsIsTakenOnceByEach(String order) throws Exception {
    String[] names = order.split(",");
    try (TopologyTestDriver driver = driver("stream: {from: field line}")) {
      for (long t = 1000; t < 9000; t += 1000) {
        send(
            driver,
            value(names[0], "Q", t),
            value(names[1], "P", t),
            value(names[1], "Q", t),
            value(names[0], "P", t));
      }

      assertThat(listener.rows).containsOnlyKeys("a", "b");
      assertThat(listener.rows.get("a")).startsWith(1000L, 2000L, 3000L).doesNotHaveDuplicates();
      assertThat(listener.rows.get("b")).isEqualTo(listener.rows.get("a"));
      assertThat(listener.outcomes).as("no reading came twice").isEmpty();
      assertThat(rejects(driver)).isEmpty();
    }
  }

  /** Earlier versions sent the whole record to each of its streams; some may be on the way. */
  @ParameterizedTest
  @ValueSource(strings = {"a,b", "b,a"})
  void ofARecordThatWasRoutedWholeAStreamTakesItsOwnReadings(String order) throws Exception {
    try (TopologyTestDriver driver = driver("stream: {from: field line}")) {
      for (long t = 1000; t < 9000; t += 1000) {
        byte[] whole =
            ("{\"values\":["
                    + String.join(
                        ",",
                        value("a", "Q", t),
                        value("b", "P", t),
                        value("b", "Q", t),
                        value("a", "P", t))
                    + "]}")
                .getBytes(UTF_8);
        Record<byte[], byte[]> record = new Record<>("plant".getBytes(UTF_8), whole, t);
        for (String stream : order.split(",")) {
          routed(driver, record, stream, t);
        }
      }

      assertThat(listener.rows.get("a")).startsWith(1000L, 2000L, 3000L).doesNotHaveDuplicates();
      assertThat(listener.rows.get("b")).isEqualTo(listener.rows.get("a"));
      assertThat(listener.outcomes).as("no reading came twice").isEmpty();
      assertThat(rejects(driver)).isEmpty();
    }
  }

  /** What is wrong with it was said where it was read first. */
  @Test
  void aFaultOfARecordThatWasRoutedWholeIsNotSaidByEachOfItsStreams() throws Exception {
    try (TopologyTestDriver driver = driver("stream: {from: field line}")) {
      byte[] whole =
          ("{\"values\":["
                  + String.join(
                      ",",
                      value("a", "Q", 1000),
                      value("b", "Q", 1000),
                      "{\"line\":\"a\",\"id\":\"P\",\"ts\":1000}")
                  + "]}")
              .getBytes(UTF_8);
      Record<byte[], byte[]> record = new Record<>("plant".getBytes(UTF_8), whole, 1000);
      for (String stream : List.of("a", "b")) {
        routed(driver, record, stream, 7);
      }

      assertThat(rejects(driver)).isEmpty();
      assertThat(listener.rejected).isEmpty();
    }
  }

  /** Sends a record as earlier versions routed it. */
  private static void routed(
      TopologyTestDriver driver, Record<byte[], byte[]> record, String stream, long offset) {
    Record<byte[], byte[]> routed =
        new RecordOrigin("pump.tags", 0, offset, record, false).routed(stream.getBytes(UTF_8));
    driver
        .createInputTopic(
            "pump-" + TopologyNodes.TAGS_BY_STREAM + "-repartition",
            new ByteArraySerializer(),
            new ByteArraySerializer())
        .pipeInput(
            new TestRecord<>(routed.key(), routed.value(), routed.headers(), record.timestamp()));
  }

  /** A record of two readings, the second of which makes the engine throw: neither was taken. */
  @Test
  void ofARecordThatIsPutAsideNothingIsKept() throws Exception {
    try (TopologyTestDriver driver = driver("stream: {from: key}")) {
      for (long t = 1000; t <= 10_000; t += 1000) {
        send(driver, value("a", "Q", t), value("a", "P", t));
      }
      listener.throwsOnLate = true;
      send(driver, value("a", "Q", 11_000), value("a", "P", 1000));
      listener.throwsOnLate = false;
      assertThat(listener.rejected).containsEntry("failed", 1);
      send(driver, value("a", "P", 11_000));
      for (long t = 12_000; t <= 15_000; t += 1000) {
        send(driver, value("a", "Q", t), value("a", "P", t));
      }

      assertThat(rejects(driver).get(0)).contains("11000");
      assertThat(listener.outcomes).containsEntry("Q MISSING", 1);
      assertThat(listener.rejected).containsEntry("missing-field", 1);
      assertThat(listener.rows.get("a")).contains(10_000L, 11_000L, 12_000L);
    }
  }
}
