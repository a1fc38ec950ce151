package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.QuarantineMark;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of tags, and rows that are made of them, on which the engine throws. */
class TagQuarantineTest {
  private static final String SICK = "b";
  private static final String POISON = "POISON";

  @TempDir Path directory;

  private final Defective listener = new Defective();
  private int drivers;

  /** Throws on one row of a stream, and on a tag that no map has. */
  private static final class Defective extends CountingListener {
    final Map<String, QuarantineMark> marks = new TreeMap<>();
    long sickNanos = -1;

    @Override
    public void accepted(
        int partition, String stream, RowAssessment assessment, long recordTimestamp) {
      if (stream.equals(SICK) && assessment.time() == sickNanos) {
        throw new IllegalStateException("a row that cannot be");
      }
      super.accepted(partition, stream, assessment, recordTimestamp);
    }

    @Override
    public void unknownTag(String tag) {
      if (tag.equals(POISON)) {
        throw new IllegalStateException("a tag that cannot be");
      }
    }

    @Override
    public void quarantined(int partition, String stream, QuarantineMark mark) {
      marks.put(stream, mark);
    }
  }

  private TopologyTestDriver driver(TopologyConfig config, Quarantine quarantine) {
    return TestTopology.driver(
        config,
        TestTopology.blueprint(config, TestTopology.MODEL),
        listener,
        new HeapBudget(Long.MAX_VALUE),
        quarantine,
        // A driver in which something threw keeps its stores open.
        directory.resolve("driver-" + ++drivers));
  }

  private static void pipe(TopologyTestDriver driver, List<TestRecord<byte[], byte[]>> records) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic("pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
    records.forEach(input::pipeInput);
  }

  private static Map<String, List<String>> read(TopologyTestDriver driver, String topic) {
    Map<String, List<String>> values = new TreeMap<>();
    driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .forEach(
            record ->
                values
                    .computeIfAbsent(new String(record.key(), UTF_8), key -> new ArrayList<>())
                    .add(new String(record.value(), UTF_8)));
    return values;
  }

  private static List<TestRecord<byte[], byte[]>> records(
      TagTopologyTest.Plant plant, String names) {
    List<TestRecord<byte[], byte[]>> records = new ArrayList<>();
    TagTopologyTest.shuffled(plant.tags(), 100, 5).forEach(tag -> records.add(tag.record(names)));
    return records;
  }

  private static ExpectedOutput expected(List<SimulatedInput.Message> rows) {
    return new ExpectedOutput(
            TagTopologyTest.ROWS, TestTopology.blueprint(TagTopologyTest.ROWS, TestTopology.MODEL))
        .takeAll(rows);
  }

  /** Stops twice on what is given, each time as a new instance would. */
  private void stopsTwice(
      TopologyConfig config, MemoryCounts counts, List<TestRecord<byte[], byte[]>> records) {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
              () -> {
                try (TopologyTestDriver driver = driver(config, new Quarantine(List.of(counts)))) {
                  pipe(driver, records);
                }
              })
          .hasStackTraceContaining("that cannot be");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TagTopologyTest.IN_PLACE, TagTopologyTest.BY_TAG})
  void aRowThatKillsIsPutAsideAndEveryOtherRowIsAsWithoutIt(String names) {
    TagTopologyTest.Plant plant = TagTopologyTest.plant(3, 6, 12);
    List<SimulatedInput.Message> without = new ArrayList<>(plant.rows());
    SimulatedInput.Message sick =
        without.stream()
            .filter(row -> row.stream().equals(SICK))
            .skip(30)
            .findFirst()
            .orElseThrow();
    without.remove(sick);
    String time = sick.json().replaceFirst("\\{\"t\":(\\d+),.*", "$1");
    listener.sickNanos = Long.parseLong(time) * 1_000_000;
    TopologyConfig config = TagTopologyTest.tags(names);
    MemoryCounts counts = new MemoryCounts();
    stopsTwice(config, counts, records(plant, names));

    try (TopologyTestDriver driver = driver(config, new Quarantine(List.of(counts)))) {
      pipe(driver, records(plant, names));
      ExpectedOutput expected = expected(without);

      assertThat(read(driver, "pump.forecasts"))
          .isEqualTo(TagTopologyTest.text(expected.forecasts))
          .isNotEqualTo(TagTopologyTest.text(expected(plant.rows()).forecasts));
      assertThat(read(driver, "pump.certificates"))
          .isEqualTo(TagTopologyTest.text(expected.certificates));
      assertThat(listener.rejected).containsEntry("failed", 1);
      assertThat(listener.marks).containsOnlyKeys(SICK);
      assertThat(listener.marks.get(SICK).error()).contains("a row that cannot be");
    }
  }

  @Test
  void aTagThatKillsIsPutAsideAndTakesNoRowWithIt() {
    TagTopologyTest.Plant plant = TagTopologyTest.plant(2, 6, 12);
    List<TestRecord<byte[], byte[]>> records = records(plant, TagTopologyTest.BY_TAG);
    int offset = records.size() / 2;
    long timestamp = 1_234_567;
    records.add(
        offset,
        new TestRecord<>(
            (SICK + "/" + POISON).getBytes(UTF_8),
            "{\"value\":1,\"ts\":1700000000000}".getBytes(UTF_8),
            new RecordHeaders(),
            timestamp));
    TopologyConfig config = TagTopologyTest.tags(TagTopologyTest.BY_TAG);
    MemoryCounts counts = new MemoryCounts();
    stopsTwice(config, counts, records);

    try (TopologyTestDriver driver = driver(config, new Quarantine(List.of(counts)))) {
      pipe(driver, records);

      assertThat(read(driver, "pump.forecasts"))
          .isEqualTo(TagTopologyTest.text(expected(plant.rows()).forecasts));
      assertThat(read(driver, "pump.rejects"))
          .isEqualTo(Map.of(SICK + "/" + POISON, List.of("{\"value\":1,\"ts\":1700000000000}")));
      assertThat(listener.rejected).containsExactly(Map.entry("failed", 1));
      String error = new IllegalStateException("a tag that cannot be").toString();
      assertThat(listener.marks)
          .containsExactly(Map.entry(SICK, new QuarantineMark(1, 0, offset, timestamp, error)));
    }
  }
}
