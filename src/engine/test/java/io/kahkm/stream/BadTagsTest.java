package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.InputRecord;
import io.kahkm.decode.registry.RegistryStandIn;
import io.kahkm.stream.input.TagSource;
import io.kahkm.topology.TopologyConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to tags that no gateway should send, as the page on tags says. */
class BadTagsTest {
  @TempDir Path directory;

  private static TopologyConfig config(String input) throws Exception {
    return TopologyConfig.parse(
        "name: pump\nmodel: {file: unused}\nkafka: {bootstrap.servers: 'unused:1'}\n"
            + "input: {layout: tags, topic: pump.tags, sensors: {q: Q, p: P}, time: ts, step: 1s, "
            + input
            + "}\n",
        "test",
        Map.of());
  }

  @Test
  void twoTagsThatAreTakenForOneSensorContradictEachOther() throws Exception {
    TopologyConfig config =
        config(
            "stream: {from: key, pattern: '(.+)/.+'}, tag: {from: key, pattern: '.+/(?:a|b)(.)'}");
    try (TopologyTestDriver driver =
        TestTopology.driver(config, new CountingListener(), directory)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
      for (String key : List.of("line/aQ", "line/bQ")) {
        String value = key.contains("a") ? "1" : "2";
        input.pipeInput(
            key.getBytes(UTF_8),
            ("{\"value\":" + value + ",\"ts\":1700000000000}").getBytes(UTF_8));
      }
      List<String> reasons = new ArrayList<>();
      for (TestRecord<byte[], byte[]> reject :
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecordsToList()) {
        reasons.add(new String(reject.headers().lastHeader("kahkm.reason").value(), UTF_8));
      }
      assertThat(reasons).containsExactly("conflict");
    }
  }

  /** On their way to the partition of their stream records carry headers of these names. */
  @Test
  void headersThatTheEngineUsesItselfSayNothingWhereSomebodyElseSendsThem() throws Exception {
    TopologyConfig config =
        config("stream: {from: key, pattern: '(.+)/.'}, tag: {from: key, pattern: '.+/(.)'}");
    try (TopologyTestDriver driver =
        TestTopology.driver(config, new CountingListener(), directory)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.tags", new ByteArraySerializer(), new ByteArraySerializer());
      for (int value = 1; value <= 2; value++) {
        RecordHeaders headers = new RecordHeaders();
        for (String name : List.of("key", "readings.key", "topic", "place")) {
          headers.add("kahkm.routed." + name, "mine".getBytes(UTF_8));
        }
        input.pipeInput(
            new TestRecord<>(
                "line/Q".getBytes(UTF_8),
                ("{\"value\":" + value + ",\"ts\":1700000000000}").getBytes(UTF_8),
                headers,
                1_700_000_000_000L));
      }
      TestRecord<byte[], byte[]> reject =
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecord();
      assertThat(new String(reject.headers().lastHeader("kahkm.reason").value(), UTF_8))
          .isEqualTo("conflict");
      assertThat(new String(reject.headers().lastHeader("kahkm.topic").value(), UTF_8))
          .isEqualTo("pump.tags");
      assertThat(new String(reject.headers().lastHeader("kahkm.offset").value(), UTF_8))
          .isEqualTo("1");
    }
  }

  @Test
  void aRecordOnTheEnginesOwnTopicThatNoEngineSentIsADeadLetter() throws Exception {
    TopologyConfig config =
        config("stream: {from: key, pattern: '(.+)/.'}, tag: {from: key, pattern: '.+/(.)'}");
    try (TopologyTestDriver driver =
        TestTopology.driver(config, new CountingListener(), directory)) {
      TestInputTopic<byte[], byte[]> own =
          driver.createInputTopic(
              "pump-tags-by-stream-repartition",
              new ByteArraySerializer(),
              new ByteArraySerializer());
      own.pipeInput("line".getBytes(UTF_8), "{\"value\":1,\"ts\":1700000000000}".getBytes(UTF_8));
      own.pipeInput((byte[]) null, "x".getBytes(UTF_8));
      List<String> reasons = new ArrayList<>();
      for (TestRecord<byte[], byte[]> reject :
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecordsToList()) {
        reasons.add(new String(reject.headers().lastHeader("kahkm.reason").value(), UTF_8));
      }
      assertThat(reasons).containsExactly("malformed", "malformed");
    }
  }

  @Test
  void aRegistryThatIsGoneIsAskedAgainAndNothingIsSkipped() throws Exception {
    try (RegistryStandIn registry = new RegistryStandIn(0)) {
      String schema =
          "{\"type\":\"record\",\"name\":\"T\",\"fields\":[{\"name\":\"ts\",\"type\":\"long\"},"
              + "{\"name\":\"value\",\"type\":\"double\"}]}";
      registry.answers.put(
          "/schemas/ids/1", "{\"schema\":\"" + schema.replace("\"", "\\\"") + "\"}");
      registry.refusals.set(2);
      TopologyConfig config =
          config(
              "format: avro, schema: {registry: '" + registry.address() + "'}, tag: {from: topic}");
      TagSource source = TagSource.of(config.input().tags().orElseThrow(), Optional.empty(), null);
      ByteBuffer value =
          ByteBuffer.allocate(14).order(ByteOrder.LITTLE_ENDIAN).put(new byte[] {0, 0, 0, 0, 1, 2});
      value.putDouble(3.5);
      List<Double> read = new ArrayList<>();
      assertThat(
              source.decode(
                  new InputRecord(
                      "pump.tags", "line".getBytes(UTF_8), value.array(), new RecordHeaders(), 0),
                  reading -> read.add(reading.number())))
          .isNull();
      assertThat(read).containsExactly(3.5);
      assertThat(registry.asked).hasSize(3);
    }
  }
}
