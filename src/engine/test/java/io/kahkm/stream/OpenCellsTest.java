package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.RejectCause;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of the cells of tags that wait: since when, for whom, and that they are gone. */
class OpenCellsTest {
  @TempDir Path directory;

  private final List<String> told = new ArrayList<>();
  private int drivers;

  private final CountingListener listener =
      new CountingListener() {
        @Override
        public void openCells(int partition, String stream, OptionalLong oldest) {
          told.add(
              stream
                  + " "
                  + (oldest.isPresent() ? Long.toString(oldest.getAsLong() / 1_000_000) : "none"));
        }

        @Override
        public void quarantined(int partition, String stream, QuarantineMark mark) {
          told.add("quarantined " + stream);
        }

        @Override
        public void rejected(int partition, RejectCause cause) {
          told.add("rejected " + cause.label());
        }
      };

  private TopologyTestDriver driver(String more, Quarantine quarantine) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {layout: tags, tag: {from: field id}, sensors: {q: Q, p: P}, time: ts, step: 1s,
              grace: 3s, idle: 1m%s}
            kafka: {bootstrap.servers: "unused:1"}
            """
                .formatted(more),
            "test",
            Map.of());
    return TestTopology.driver(
        config,
        TestTopology.blueprint(config, TestTopology.MODEL),
        listener,
        new HeapBudget(Long.MAX_VALUE),
        quarantine,
        directory.resolve("driver-" + ++drivers));
  }

  private TopologyTestDriver driver(String more) throws Exception {
    return driver(more, Quarantine.none());
  }

  private static void send(TopologyTestDriver driver, String stream, String tag, long millis) {
    driver
        .createInputTopic("pump.tags", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            stream.getBytes(UTF_8),
            "{\"id\":\"%s\",\"ts\":%d,\"value\":2}".formatted(tag, millis).getBytes(UTF_8));
  }

  /** What was told within the next second. */
  private List<String> told(TopologyTestDriver driver) {
    told.clear();
    driver.advanceWallClockTime(Duration.ofSeconds(1));
    return List.copyOf(told);
  }

  @Test
  void aStreamThatChangedIsToldOnceWithItsOldestOpenCell() throws Exception {
    try (TopologyTestDriver driver = driver("")) {
      send(driver, "b", "Q", 5_000);
      send(driver, "b", "Q", 6_000);
      send(driver, "a", "P", 7_000);
      assertThat(told(driver)).containsExactly("b 5000", "a 7000");
      assertThat(told(driver)).isEmpty();

      // A cell waits for the grace, in the time that both of its tags have reached.
      send(driver, "b", "P", 5_000);
      send(driver, "b", "Q", 8_000);
      assertThat(told(driver)).containsExactly("b 5000");
      send(driver, "b", "P", 8_000);
      assertThat(told(driver)).containsExactly("b 6000");
    }
  }

  @Test
  void cellsThatAreForgottenAreToldToBeGone() throws Exception {
    long hour = 3_600_000;
    try (TopologyTestDriver driver = driver(", forget: 1h")) {
      send(driver, "silent", "Q", 0);
      send(driver, "b", "Q", 0);
      assertThat(told(driver)).containsExactly("silent 0", "b 0");
      driver.advanceWallClockTime(Duration.ofHours(1));
      send(driver, "b", "Q", 2 * hour);
      told.clear();
      for (int pass = 0; pass < 3; pass++) {
        driver.advanceWallClockTime(Duration.ofMinutes(10));
        for (int second = 0; second < 10; second++) {
          driver.advanceWallClockTime(Duration.ofSeconds(1));
        }
      }
      assertThat(told).contains("silent none").doesNotContain("b none");
      assertThat(told.stream().filter(line -> line.startsWith("silent"))).hasSize(1);
    }
  }

  @Test
  void aStreamThatIsTooManyIsRefusedReadingByReading() throws Exception {
    try (TopologyTestDriver driver = driver(", most-streams: 1")) {
      send(driver, "a", "Q", 1_000);
      send(driver, "b", "Q", 1_000);
      send(driver, "b", "P", 1_000);
      send(driver, "a", "Q", 2_000);

      assertThat(told).containsExactly("rejected too-many-streams", "rejected too-many-streams");
      assertThat(told(driver)).containsExactly("a 1000");
    }
  }

  /** What is stored of a stream cannot be read: the stream is put aside, and the others go on. */
  @ParameterizedTest
  @ValueSource(strings = {"", ", stream: {from: key, pattern: '(.+)'}"})
  void aStreamWhoseCellsCannotBeReadIsPutAside(String routed) throws Exception {
    MemoryCounts counts = new MemoryCounts();
    List<TestRecord<byte[], byte[]>> rejects = List.of();
    for (int turn = 1; turn <= 3; turn++) {
      TopologyTestDriver driver = driver(routed, new Quarantine(List.of(counts)));
      send(driver, "b", "Q", 1_000);
      KeyValueStore<Bytes, byte[]> cells = TestStores.of(driver, StoreKeys.CELLS);
      Bytes key = StoreKeys.header("sick".getBytes(UTF_8));
      cells.put(key, new byte[] {1, 2, 3});
      told.clear();
      if (turn < 3) {
        assertThatThrownBy(() -> send(driver, "sick", "Q", 1_000)).isNotNull();
      } else {
        send(driver, "sick", "Q", 1_000);
        assertThat(told).containsExactly("rejected failed", "quarantined sick");
        send(driver, "b", "Q", 2_000);
        assertThat(told(driver)).contains("b 1000");
        rejects =
            driver
                .createOutputTopic(
                    "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
        driver.close();
      }
    }
    assertThat(rejects).hasSize(1);
    assertThat(new String(rejects.get(0).headers().lastHeader(RejectRecords.REASON).value(), UTF_8))
        .isEqualTo("failed");
    assertThat(new String(rejects.get(0).value(), UTF_8)).contains("\"Q\"");
  }
}
