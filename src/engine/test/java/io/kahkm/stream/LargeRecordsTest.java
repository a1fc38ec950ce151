package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.InputJson;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records as large as brokers take them: what they become fits every topic it goes to. */
class LargeRecordsTest {
  private static final long MILLIS = 1_700_000_000_000L;
  private static final String BY_FIELD =
      "layout: tags, fields: {each: values, value: v}, stream: {from: field s}, tag: {from: field"
          + " t}, sensors: {q: Q, p: P}, time: ts, step: 10ms, grace: 200ms";
  private static final String BY_KEY =
      "layout: tags, stream: {from: key, pattern: '([^/]+)/.*'}, tag: {from: key, pattern:"
          + " '.*/([^/]+)'}, sensors: {q: Q, p: P}, time: ts, step: 10ms, grace: 200ms";
  private static final String ROWS = "state: [q, p], time: t, time-unit: ms";

  private static final String ROUTED = internal(config(BY_KEY, ""), "tags-by-stream-repartition");

  @TempDir Path directory;

  private final CountingListener listener = new CountingListener();

  private static TopologyConfig config(String input, String more) {
    String yaml =
        """
        name: large
        model: {file: unused}
        input: {topic: large.in, %s}
        forecasts: {horizons: [1, 5], every: 1}
        %s
        """
            .formatted(input, more);
    try {
      return TopologyConfig.parse(yaml, "large", Map.of())
          .withKafka(Map.of("bootstrap.servers", "unused:1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static String internal(TopologyConfig config, String name) {
    return config.applicationId() + "-" + name;
  }

  private TopologyTestDriver driver(TopologyConfig config) {
    return TestTopology.driver(config, listener, directory.resolve("state"));
  }

  private static void pipe(TopologyTestDriver driver, TestRecord<byte[], byte[]> record) {
    driver
        .createInputTopic("large.in", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(record);
  }

  private static TestRecord<byte[], byte[]> record(String key, String value) {
    return record(key, value.getBytes(UTF_8));
  }

  private static TestRecord<byte[], byte[]> record(String key, byte[] value) {
    return new TestRecord<>(key.getBytes(UTF_8), value, new RecordHeaders(), MILLIS);
  }

  private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return record.headers().lastHeader(name) == null
        ? "none"
        : new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  /** A record of one reading for each stream, filled up with spaces. */
  private static String fan(int streams, int bytes) {
    List<String> readings = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      readings.add("{\"s\":\"m" + i + "\",\"t\":\"Q\",\"v\":1}");
    }
    String json = "{\"ts\":" + MILLIS + ",\"values\":[" + String.join(",", readings) + "]}";
    return json + " ".repeat(bytes - json.length());
  }

  @Test
  void aRecordOfManyStreamsSendsEachOnlyItsReadings() {
    try (TopologyTestDriver driver = driver(config(BY_FIELD, ""))) {
      pipe(driver, record("gateway", fan(1_000, 100_000)));
      List<TestRecord<byte[], byte[]>> routed = read(driver, ROUTED);

      assertThat(routed).hasSize(1_000);
      // One copy of the record for each of them would be a hundred megabytes.
      assertThat(routed.stream().mapToLong(r -> r.value().length).sum()).isLessThan(100_000);
      assertThat(read(driver, "large.rejects")).isEmpty();
    }
  }

  @Test
  void readingsThatAreRefusedAreShownWithoutTheRecordThatHeldThem() {
    try (TopologyTestDriver driver = driver(config(BY_FIELD, ""))) {
      String two =
          "{\"ts\":%d,\"values\":[{\"s\":\"a\",\"t\":\"Q\",\"v\":1.5},{\"s\":\"b\",\"t\":\"P\",\"v\":%s},"
              + "{\"s\":\"b\",\"t\":\"Q\",\"v\":\"x\"}]}";
      pipe(driver, record("gateway", two.formatted(MILLIS, "2")));
      pipe(driver, record("gateway", two.formatted(MILLIS, "3")));

      List<TestRecord<byte[], byte[]>> rejects = read(driver, "large.rejects");
      assertThat(rejects.stream().map(r -> header(r, RejectRecords.REASON)))
          .containsExactly("not-numeric", "not-numeric", "duplicate", "conflict");
      assertThat(new String(rejects.get(1).value(), UTF_8)).isEqualTo(two.formatted(MILLIS, "3"));
      assertThat(new String(rejects.get(3).value(), UTF_8))
          .isEqualTo(
              "{\"stream\":\"b\",\"readings\":[{\"tag\":\"P\",\"time\":1700000000000,\"value\":3.0}]}");
      assertThat(new String(rejects.get(3).key(), UTF_8)).isEqualTo("gateway");
      assertThat(header(rejects.get(3), RejectRecords.TOPIC)).isEqualTo("large.in");
      assertThat(header(rejects.get(3), RejectRecords.OFFSET)).isEqualTo("1");
    }
  }

  @Test
  void aRecordThatBecomesTooMuchForItsStreamsIsOneReject() {
    try (TopologyTestDriver driver = driver(config(BY_FIELD, ""))) {
      // The key goes with every stream's readings.
      pipe(driver, record("k".repeat(60_000), fan(200, 10_000)));

      assertThat(read(driver, ROUTED)).isEmpty();
      List<TestRecord<byte[], byte[]>> rejects = read(driver, "large.rejects");
      assertThat(rejects).hasSize(1);
      assertThat(header(rejects.get(0), RejectRecords.REASON)).isEqualTo("too-large");
      assertThat(header(rejects.get(0), RejectRecords.FIELD)).isEqualTo("s");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"value", "key", "header", "stream"})
  void whatTheTopicToTheStreamsPartitionWouldNotTakeIsRejected(String part) {
    try (TopologyTestDriver driver = driver(config(BY_KEY, ""))) {
      String value = "{\"value\":1,\"ts\":" + MILLIS + "}";
      TestRecord<byte[], byte[]> large =
          switch (part) {
            case "value" -> record("line/Q", value + " ".repeat(1_000_000));
            case "key" -> record("line/" + "x".repeat(1_000_000) + "/Q", value);
            case "stream" -> record("x".repeat(2_000) + "/Q", value);
            default -> record("line/Q", value);
          };
      if (part.equals("header")) {
        large.headers().add("trace", new byte[1_000_000]);
      }
      pipe(driver, large);
      pipe(driver, record("line/Q", value));

      assertThat(read(driver, ROUTED)).hasSize(1);
      List<TestRecord<byte[], byte[]>> rejects = read(driver, "large.rejects");
      assertThat(rejects.stream().map(r -> header(r, RejectRecords.REASON)))
          .containsExactly("too-large");
    }
  }

  @ParameterizedTest
  @EnumSource(ManyReadings.class)
  void manyReadingsOfOneRecordAreStoredInValuesThatATopicTakes(ManyReadings readings)
      throws Exception {
    TopologyConfig config = config(readings.input(directory), "");
    byte[] value = readings.value(MILLIS);
    assertThat(value.length).isBetween(90_000, InputJson.LONGEST_VALUE);
    long largest = MessageSizes.internal(config).get(internal(config, "tags-changelog"));
    assertThat(largest).isLessThan(1_000_000);
    for (int turn = 0; turn < 2; turn++) {
      // The second time another process reads what the first has stored.
      try (TopologyTestDriver driver = driver(config)) {
        if (readings.before(MILLIS).length > 0) {
          pipe(driver, record(readings.key().replace("DATA", "BIRTH"), readings.before(MILLIS)));
        }
        for (int i = 0; i < 2; i++) {
          pipe(driver, record(readings.key(), value));
        }
        for (String store : List.of("tags", "cells", "journal", "snapshot")) {
          assertThat(read(driver, internal(config, store + "-changelog")))
              .as(store)
              .allSatisfy(
                  stored ->
                      assertThat(
                              stored.key().length
                                  + (stored.value() == null ? 0L : stored.value().length))
                          .isLessThan(largest));
        }
        assertThat(
                new TreeSet<>(
                    read(driver, "large.rejects").stream()
                        .map(r -> header(r, RejectRecords.REASON))
                        .toList()))
            .containsExactly("duplicate");
      }
    }
    assertThat(listener.rejected).containsOnlyKeys("duplicate");
  }

  @Test
  void headersThatGoOnAreBoundedAndWhatIsRejectedForThemFitsItsTopic() {
    TopologyConfig config = config(ROWS, "headers: {pass: ['*']}");
    Map<String, Long> sizes = MessageSizes.largest(config, TestTopology.MODEL);
    Map<String, Long> without = MessageSizes.largest(config(ROWS, ""), TestTopology.MODEL);
    assertThat(sizes.get("large.forecasts") - without.get("large.forecasts"))
        .isEqualTo(RecordLimits.MOST_HEADER_BYTES);
    try (TopologyTestDriver driver = driver(config)) {
      for (int i = 0; i < 8; i++) {
        TestRecord<byte[], byte[]> row =
            record("s", "{\"q\":1,\"p\":0.5,\"t\":" + (MILLIS + 20L * i) + "}");
        row.headers().add("small", new byte[] {1});
        row.headers().add("trace", new byte[i == 7 ? 1_000_000 : 16_000]);
        pipe(driver, row);
      }

      assertThat(read(driver, "large.forecasts"))
          .isNotEmpty()
          .allSatisfy(
              forecast -> {
                assertThat(forecast.headers().lastHeader("trace").value()).hasSize(16_000);
                assertThat(RecordLimits.bytes(forecast.headers()) + forecast.value().length)
                    .isLessThan(sizes.get("large.forecasts"));
              });
      List<TestRecord<byte[], byte[]>> rejects = read(driver, "large.rejects");
      assertThat(rejects).hasSize(1);
      assertThat(header(rejects.get(0), RejectRecords.REASON)).isEqualTo("too-large");
      assertThat(header(rejects.get(0), RejectRecords.FIELD)).isEqualTo("headers");
      assertThat(header(rejects.get(0), RejectRecords.HEADERS_DROPPED)).isEqualTo("1");
      assertThat(rejects.get(0).headers().lastHeader("small").value()).hasSize(1);
      assertThat(RecordLimits.bytes(rejects.get(0).headers()))
          .isLessThan(2L * RejectRecords.KEPT_BYTES);
    }
  }
}
