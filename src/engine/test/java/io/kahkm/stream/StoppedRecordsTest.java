package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.CrashCounts;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A record that ended the process twice, without anything that could be caught, is put aside before
 * it is looked at, wherever in the topology that was; the records beside it are not.
 */
class StoppedRecordsTest {
  @TempDir Path directory;

  private final CountingListener listener = new CountingListener();

  /** Where the record is, and records of the input. */
  private enum Stage {
    MONITOR("input: {state: [q, p], time: t}", "pump.states", "pump.states"),
    ASSEMBLE(
        "input: {layout: tags, tag: {from: field id}, sensors: {q: Q, p: P}, time: t, step: 1s}",
        "pump.tags",
        "pump.tags"),
    ASSEMBLE_ROUTED(
        "input: {layout: tags, stream: {from: key, pattern: '(.+)'}, tag: {from: field id}, "
            + "sensors: {q: Q, p: P}, time: t, step: 1s}",
        "pump.tags",
        "pump-tags-by-stream-repartition"),
    ASSEMBLE_SPLIT(
        "input: {layout: tags, stream: {from: field s}, tag: {from: field id}, "
            + "sensors: {q: Q, p: P}, time: t, step: 1s}",
        "pump.tags",
        "pump-tags-by-stream-repartition"),
    ROUTE(
        "input: {layout: tags, stream: {from: field s}, tag: {from: field id}, "
            + "sensors: {q: Q, p: P}, time: t, step: 1s}",
        "pump.tags",
        "pump.tags");

    private final String input;
    private final String topic;
    private final String stopped;

    Stage(String input, String topic, String stopped) {
      this.input = input;
      this.topic = topic;
      this.stopped = stopped;
    }

    TopologyConfig config(String more) {
      try {
        return TopologyConfig.parse(
            "name: pump\nmodel: {file: unused}\n"
                + input
                + more
                + "\nkafka: {bootstrap.servers: 'unused:1'}\n",
            "test",
            Map.of());
      } catch (TopologyConfigException wrong) {
        throw new IllegalArgumentException(wrong);
      }
    }

    String value(int n) {
      return this == MONITOR
          ? "{\"t\":%d,\"q\":1,\"p\":2}".formatted(1000 * n)
          : "{\"t\":%d,\"s\":\"pump-1\",\"id\":\"Q\",\"value\":2}".formatted(1000 * n);
    }
  }

  private TopologyTestDriver driver(TopologyConfig config, CrashCounts counts) {
    return TestTopology.driver(
        config,
        TestTopology.blueprint(config, TestTopology.MODEL),
        listener,
        new HeapBudget(Long.MAX_VALUE),
        new Quarantine(List.of(counts)),
        directory);
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void theRecordIsPutAsideAndTheNextOneIsTaken(Stage stage) {
    MemoryCounts counts = new MemoryCounts();
    counts.note(new TopicPartition(stage.stopped, 0), new CrashCounts.Stop(1, 2, true));
    try (TopologyTestDriver driver = driver(stage.config(""), counts)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              stage.topic, new ByteArraySerializer(), new ByteArraySerializer());
      for (int n = 0; n < 4; n++) {
        input.pipeInput("pump-1".getBytes(UTF_8), stage.value(n).getBytes(UTF_8));
      }
      List<TestRecord<byte[], byte[]>> rejects =
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecordsToList();
      assertThat(rejects).hasSize(1);
      assertThat(header(rejects.get(0), RejectRecords.REASON)).isEqualTo("failed");
      assertThat(header(rejects.get(0), RejectRecords.ERROR))
          .endsWith("the engine stopped 2 times while it worked on this record; see its log");
      assertThat(header(rejects.get(0), RejectRecords.TOPIC)).isEqualTo(stage.topic);
      assertThat(header(rejects.get(0), RejectRecords.OFFSET)).isEqualTo("1");
      assertThat(listener.rejected).isEqualTo(Map.of("failed", 1));
    }
  }

  /** Once, and stops that threw: then the record is looked at. */
  @ParameterizedTest
  @EnumSource
  void aRecordThatMayHaveBeenInnocentIsLookedAt(Stage stage) {
    for (CrashCounts.Stop stop :
        List.of(new CrashCounts.Stop(1, 1, true), new CrashCounts.Stop(1, 2, false))) {
      MemoryCounts counts = new MemoryCounts();
      counts.note(new TopicPartition(stage.stopped, 0), stop);
      try (TopologyTestDriver driver = driver(stage.config(""), counts)) {
        TestInputTopic<byte[], byte[]> input =
            driver.createInputTopic(
                stage.topic, new ByteArraySerializer(), new ByteArraySerializer());
        for (int n = 0; n < 4; n++) {
          input.pipeInput("pump-1".getBytes(UTF_8), stage.value(n).getBytes(UTF_8));
        }
      }
      assertThat(listener.rejected).isEmpty();
    }
  }

  /** Headers that go on are bounded wherever a record comes in, whole or read for its streams. */
  @ParameterizedTest
  @EnumSource
  void headersThatAreTooLongAreRefusedAtTheInput(Stage stage) {
    try (TopologyTestDriver driver =
        driver(stage.config("\nheaders: {pass: [site]}"), new MemoryCounts())) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              stage.topic, new ByteArraySerializer(), new ByteArraySerializer());
      for (int length : new int[] {16_384 - 16, 16_384 - 15}) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("site", new byte[length]);
        input.pipeInput(
            new TestRecord<>(
                "pump-1".getBytes(UTF_8), stage.value(length).getBytes(UTF_8), headers, 5L));
      }
      List<TestRecord<byte[], byte[]>> rejects =
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecordsToList();
      assertThat(rejects).hasSize(1);
      assertThat(header(rejects.get(0), RejectRecords.REASON)).isEqualTo("too-large");
      assertThat(header(rejects.get(0), RejectRecords.FIELD)).isEqualTo("headers");
      assertThat(listener.rejected).isEqualTo(Map.of("too-large", 1));
    }
  }

  @Test
  void whatIsNoSparkplugIsRefusedWithItsReason() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            "name: pump\nmodel: {file: unused}\nkafka: {bootstrap.servers: 'unused:1'}\n"
                + "input: {layout: tags, format: sparkplug, stream: {from: key}, "
                + "tag: {from: name}, sensors: {q: Q, p: P}, step: 1s}\n",
            "test",
            Map.of());
    try (TopologyTestDriver driver = driver(config, new MemoryCounts())) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
      input.pipeInput("no topic of sparkplug".getBytes(UTF_8), new byte[] {1, 2});
      input.pipeInput("spBv1.0/plant/DDATA/node/pump".getBytes(UTF_8), new byte[] {1, 2});
      List<TestRecord<byte[], byte[]>> rejects =
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecordsToList();
      assertThat(rejects)
          .extracting(record -> header(record, RejectRecords.REASON))
          .containsExactly("malformed", "malformed");
      assertThat(listener.rejected).isEqualTo(Map.of("malformed", 2));
    }
  }
}
