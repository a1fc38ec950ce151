package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.output.RecordTimestamps;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * Whole records through the whole topology: keys, values, timestamps and headers as they come.
 * Every record must leave a trace, and what leaves the engine must be such that brokers take it.
 */
final class TopologyFuzzDriver {
  /** Records until the stores begin anew, so that streams do not become too many. */
  private static final int RECORDS_OF_ONE_STORE = 2_000;

  private static final List<String> TOPICS = List.of("fuzz.forecasts", "fuzz.certificates");

  private final TopologyConfig config;
  private final MonitorBlueprint blueprint;
  private final Map<String, Long> sizes;
  private final RenewedDriver driver = new RenewedDriver(RECORDS_OF_ONE_STORE, this::start);
  private int accepted;

  TopologyFuzzDriver(TopologyConfig config) {
    this.config = config;
    blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
    sizes = MessageSizes.largest(config, TestTopology.MODEL);
  }

  private TopologyTestDriver start(Path directory) {
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    EngineListener counting =
        new EngineListener() {
          @Override
          public void accepted(
              int partition,
              String stream,
              io.kahkm.internal.monitor.RowAssessment assessment,
              long recordTimestamp) {
            accepted++;
          }
        };
    return new TopologyTestDriver(
        MonitorTopology.build(config, blueprint, counting, new HeapBudget(1)), settings);
  }

  /**
   * Takes one record.
   *
   * @return the reason of its reject, or {@code accepted}
   */
  synchronized String take(byte[] key, byte[] value, long timestamp, byte[] header)
      throws IOException {
    TopologyTestDriver running = driver.next();
    TestInputTopic<byte[], byte[]> input =
        running.createInputTopic(
            "fuzz.states",
            new ByteArraySerializer(),
            new ByteArraySerializer(),
            Instant.ofEpochMilli(timestamp),
            Duration.ZERO);
    RecordHeaders headers = new RecordHeaders();
    headers.add(RecordTimestamps.HEADER, header);
    headers.add(RejectRecords.REASON, null);
    int before = accepted;
    input.pipeInput(new TestRecord<>(key, value, headers));
    for (String topic : TOPICS) {
      output(running, topic).readRecordsToList().forEach(record -> requireSendable(topic, record));
    }
    List<TestRecord<byte[], byte[]>> rejects = output(running, "fuzz.rejects").readRecordsToList();
    rejects.forEach(record -> requireSendable("fuzz.rejects", record));
    if (rejects.size() + accepted - before == 0 || rejects.size() > 1) {
      throw new AssertionError("a record left " + rejects.size() + " rejects and was not accepted");
    }
    return rejects.isEmpty() ? "accepted" : reason(rejects.get(0), timestamp);
  }

  private static String reason(TestRecord<byte[], byte[]> reject, long timestamp) {
    Map<String, String> headers = new HashMap<>();
    reject
        .headers()
        .forEach(h -> headers.put(h.key(), new String(h.value(), StandardCharsets.UTF_8)));
    if (!Long.toString(timestamp).equals(headers.get(RejectRecords.TIMESTAMP))) {
      throw new AssertionError("the reject's timestamp is " + headers);
    }
    return headers.get(RejectRecords.REASON);
  }

  private static TestOutputTopic<byte[], byte[]> output(TopologyTestDriver running, String topic) {
    return running.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private void requireSendable(String topic, TestRecord<byte[], byte[]> record) {
    long size =
        (record.key() == null ? 0L : record.key().length)
            + (record.value() == null ? 0 : record.value().length);
    long latest = System.currentTimeMillis() + RecordTimestamps.MOST_AHEAD.toMillis();
    if (size > sizes.get(topic)) {
      throw new AssertionError(size + " bytes for topic " + topic);
    }
    if (record.timestamp() < 0 || record.timestamp() > latest) {
      throw new AssertionError("timestamp " + record.timestamp() + " for topic " + topic);
    }
  }
}
