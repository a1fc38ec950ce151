package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.RejectCause;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other forecasters' forecasts in the topology: judged, stored, and dead letters with reasons. */
class OtherTopologyTest {
  private static final Episodes STATES =
      Simulation.episodes(DynamicalSystems.named("vanderpol"), 77, 1, 400);

  @TempDir Path directory;

  private final TopologyConfig config = config();
  private final MonitorBlueprint blueprint =
      TestTopology.blueprint(config, TestTopology.MIXED_MODEL);
  private final Map<String, StreamStatus> seen = new HashMap<>();
  private final List<String> rejected = new ArrayList<>();

  private final EngineListener listener =
      new EngineListener() {
        @Override
        public void status(int partition, String stream, StreamStatus status) {
          seen.put(stream, status);
        }

        @Override
        public void rejected(int partition, RejectCause cause) {
          rejected.add(cause.label());
        }
      };

  private static TopologyConfig config() {
    try {
      return TopologyConfig.parse(
              """
              name: pump
              model: {file: unused}
              input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
              forecasts:
                horizons: [1, 5]
                every: 2
                others:
                  - name: chronos
                    topic: pump.chronos
                    horizons: [1, 5]
                    fields: {horizon: h, state: values}
                    use: true
              """,
              "pump",
              Map.of())
          .withKafka(Map.of("bootstrap.servers", "unused:1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static TestInputTopic<byte[], byte[]> input(TopologyTestDriver driver, String topic) {
    return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static void reading(TopologyTestDriver driver, int n) {
    double[] state = STATES.state(0, n);
    input(driver, "pump.states")
        .pipeInput(
            utf8("a"),
            utf8(
                String.format(
                    Locale.ROOT, "{\"t\": %d, \"q\": %s, \"p\": %s}", 20 * n, state[0], state[1])),
            Instant.ofEpochMilli(20L * n));
  }

  private static String json(int n, int horizon, String values) {
    return String.format(
        Locale.ROOT, "{\"t\": %d, \"h\": %d, \"values\": %s}", 20 * n, horizon, values);
  }

  private static double[] values(int n, int horizon) {
    double[] target = STATES.state(0, Math.min(399, n + horizon)).clone();
    target[0] += 0.01 * Math.sin(n);
    return target;
  }

  private static void forecast(TopologyTestDriver driver, String json, long millis) {
    input(driver, "pump.chronos").pipeInput(utf8("a"), utf8(json), Instant.ofEpochMilli(millis));
  }

  private static void forecast(TopologyTestDriver driver, int n, int horizon) {
    double[] values = values(n, horizon);
    forecast(driver, json(n, horizon, "[" + values[0] + ", " + values[1] + "]"), 20L * n + 5);
  }

  private TopologyTestDriver driver(int journal, long heap) {
    return TestTopology.driver(
        config, blueprint.withJournalLength(journal), listener, new HeapBudget(heap), directory);
  }

  /** What a plain loop over readings and forecasts knows in the end. */
  private StreamMonitor plain(int rows) {
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
    for (int n = 0; n < rows; n++) {
      long time = 20_000_000L * n;
      monitor.advance(Observation.state(time, STATES.state(0, n), null, false));
      for (int horizon : List.of(1, 5)) {
        if ((n + horizon) % 3 != 0) {
          monitor.advance(
              new OtherForecast("chronos", horizon, time, time + 5_000_000, values(n, horizon)));
        }
      }
    }
    return monitor;
  }

  private static void run(TopologyTestDriver driver, int from, int to) {
    for (int n = from; n < to; n++) {
      reading(driver, n);
      for (int horizon : List.of(1, 5)) {
        if ((n + horizon) % 3 != 0) {
          forecast(driver, n, horizon);
        }
      }
    }
  }

  @Test
  void theTopologyHasOneMoreSourceAndNoOtherStore() {
    assertThat(MonitorTopology.build(config, blueprint, EngineListener.SILENT).describe())
        .asString()
        .contains("Source: states (topics: [pump.states])")
        .contains("Source: others (topics: [pump.chronos])")
        .contains("Processor: monitor (stores: [journal, snapshot])")
        .doesNotContain("Sub-topology: 1");
  }

  /** With no room on the heap every record replays its stream from snapshot and journal. */
  @Test
  void storedStateContinuesToTheLastBitWhateverIsReplayed() {
    StreamStatus expected = plain(380).status();
    for (long heap : List.of(1L, Long.MAX_VALUE)) {
      seen.clear();
      try (TopologyTestDriver driver = driver(7, heap)) {
        run(driver, 0, 200);
        run(driver, 200, 380);
        driver.advanceWallClockTime(Duration.ofSeconds(2));
        assertThat(rejected).isEmpty();
        assertThat(seen.get("a")).as("heap " + heap).isEqualTo(expected);
      }
    }
    assertThat(expected.forecasts().horizons().get(0).experts())
        .as("what was said of the same moment four readings ago is mixed")
        .anyMatch(one -> one.name().equals("chronos") && one.share() > 0.1);
    OtherStatus five = expected.forecasts().others().get(1);
    assertThat(five.scored()).isBetween(240L, 260L);
    assertThat(five.theirs().outcomes()).isGreaterThan(90);
  }

  /** A crash: the heap is lost, journal and snapshot are what was committed. */
  @Test
  void aCrashAndTheReplayAfterItChangeNothing() {
    JournalStore journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
    var snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
    MonitorTopologyStores.Task task =
        new MonitorTopologyStores.Task(config, blueprint.withJournalLength(50), journal, snapshots);
    for (int n = 0; n < 380; n++) {
      double[] state = STATES.state(0, n);
      task.take(
          "pump.states",
          String.format(
              Locale.ROOT, "{\"t\": %d, \"q\": %s, \"p\": %s}", 20 * n, state[0], state[1]),
          20L * n);
      for (int horizon : List.of(1, 5)) {
        if ((n + horizon) % 3 != 0) {
          double[] values = values(n, horizon);
          task.take(
              "pump.chronos",
              json(n, horizon, "[" + values[0] + ", " + values[1] + "]"),
              20L * n + 5);
        }
      }
      if (n % 61 == 0) {
        journal.flushCache();
        task =
            new MonitorTopologyStores.Task(
                config, blueprint.withJournalLength(50), journal, snapshots);
      }
    }
    assertThat(task.status("a")).isEqualTo(plain(380).status());
  }

  @Test
  void whatCannotBeJudgedIsADeadLetterWithItsReasonAndBytes() {
    try (TopologyTestDriver driver = driver(50, Long.MAX_VALUE)) {
      for (int n = 0; n < 20; n++) {
        reading(driver, n);
      }
      String good = "[1, 2]";
      forecast(driver, json(19, 5, good), 390);
      Map<String, String> bad = new LinkedHashMap<>();
      bad.put("duplicate", json(19, 5, good));
      bad.put("late", json(10, 5, good));
      bad.put("unknown-horizon", json(19, 3, good));
      bad.put("unknown-sensor", json(18, 5, "{\"q\": 1, \"p\": 2, \"flow\": 3}"));
      bad.put("missing-time", "{\"h\": 5, \"values\": [1, 2]}");
      bad.put("not-finite", json(18, 5, "[1, NaN]"));
      bad.put("no-reading", "{\"t\": 371, \"h\": 5, \"values\": [1, 2]}");
      bad.values().forEach(json -> forecast(driver, json, 391));
      // Made when its outcome is due, though it comes before it.
      forecast(driver, json(18, 5, good), 460);
      input(driver, "pump.chronos").pipeInput(null, utf8(json(18, 5, good)));
      input(driver, "pump.chronos").pipeInput(utf8("stranger"), utf8(json(18, 5, good)));

      List<String> expected = new ArrayList<>(bad.keySet());
      expected.addAll(List.of("late", "missing-key", "no-reading"));
      assertThat(rejected).containsExactlyElementsOf(expected);
      var letters =
          driver
              .createOutputTopic(
                  "pump.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readRecordsToList();
      assertThat(letters)
          .extracting(
              letter ->
                  new String(
                      letter.headers().lastHeader(RejectRecords.REASON).value(),
                      StandardCharsets.UTF_8))
          .containsExactlyElementsOf(expected);
      assertThat(letters.get(3).value()).isEqualTo(utf8(bad.get("unknown-sensor")));
      assertThat(
              new String(
                  letters.get(3).headers().lastHeader(RejectRecords.TOPIC).value(),
                  StandardCharsets.UTF_8))
          .isEqualTo("pump.chronos");
      for (int n = 20; n < 30; n++) {
        reading(driver, n);
      }
      driver.advanceWallClockTime(Duration.ofSeconds(2));
      assertThat(seen.get("a").forecasts().others().get(1).scored()).isEqualTo(1);
    }
  }

  /** Its producer's clock is a year ahead, as that of the readings is. */
  @Test
  void aForecastIsMadeWhenItsRecordSays() {
    long ahead = System.currentTimeMillis() + 365L * 24 * 3_600_000;
    try (TopologyTestDriver driver = driver(50, Long.MAX_VALUE)) {
      for (int n = 0; n < 20; n++) {
        input(driver, "pump.states")
            .pipeInput(
                utf8("a"),
                utf8("{\"t\": %d, \"q\": 1, \"p\": 2}".formatted(ahead + 20L * n)),
                Instant.ofEpochMilli(ahead + 20L * n));
      }
      String json = "{\"t\": %d, \"h\": 5, \"values\": [1, 2]}";
      forecast(driver, json.formatted(ahead + 380), ahead + 385);
      assertThat(rejected).isEmpty();
      // Made when its outcome is due.
      forecast(driver, json.formatted(ahead + 360), ahead + 460);
      assertThat(rejected).containsExactly("late");
    }
  }
}
