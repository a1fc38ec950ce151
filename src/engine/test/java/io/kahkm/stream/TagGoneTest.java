package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.Recording;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.testing.DrivenPlant;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tag that stays away: its rows are dead letters, and its sensor is gone. */
class TagGoneTest {
  private static final int RECORDED = 3_000;
  private static final int ROWS = 400;
  private static final int GONE = 200;
  private static final int AWAY = 60;
  private static final long START = 1_700_000_000_000L;
  private static final List<String> SENSORS = List.of("flow", "setpoint", "pressure");
  private static double[][] rows;
  private static Model model;

  /** Fitted to a recording in which the flow stays away as long now and then. */
  private static Model used;

  @TempDir Path directory;

  private final CountingListener listener = new CountingListener();

  @BeforeAll
  static void fit() {
    double[][] all = new double[RECORDED + ROWS][];
    Random random = new Random(2);
    double[][] driven = DrivenPlant.rows(1, all.length);
    for (int t = 0; t < all.length; t++) {
      double pressure = driven[t][0] / 2 + 0.1 * random.nextGaussian();
      all[t] = new double[] {driven[t][0], driven[t][1], pressure};
    }
    Episodes recorded = Episodes.of(List.<double[][]>of(Arrays.copyOf(all, RECORDED)));
    rows = Arrays.copyOfRange(all, RECORDED, all.length);
    model = fit(Recording.of(recorded));
    int[] gaps = IntStream.generate(() -> AWAY).limit(30).toArray();
    used = fit(new Recording(recorded, recorded, List.of(gaps, new int[0], new int[0])));
  }

  private static Model fit(Recording recording) {
    FitSettings plain = FitSettings.plain(SENSORS, 4, List.of(1));
    FitSettings settings =
        new FitSettings(
            // Nothing here looks at how well the map is fitted.
            plain.map().withReferences(Optional.of(new ReferenceLimit(60, ReferenceWay.SPREAD))),
            plain.partition(),
            plain.closure().method(),
            plain.closure().beta(),
            plain.closure().epochs(),
            0.2,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1),
            Map.of());
    return ModelFitter.fit(settings, recording, Progress.NONE).model();
  }

  private static TopologyConfig config() throws Exception {
    return TopologyConfig.parse(
            """
            name: tank
            model: {file: unused}
            incidents: {topic: tank.incidents}
            input:
              layout: tags
              topic: tank.tags
              tag: {from: field id}
              sensors: {flow: flow, setpoint: setpoint, pressure: pressure}
              time: ts
              time-unit: ms
              step: 1s
              grace: 2s
            forecasts: {horizons: [1], every: 1}
            """,
            "test",
            Map.of())
        .withKafka(Map.of("bootstrap.servers", "unused:1"));
  }

  /** Feeds all rows, without some of the flow's. */
  private void feed(TopologyTestDriver driver) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic("tank.tags", new ByteArraySerializer(), new ByteArraySerializer());
    for (int t = 0; t < ROWS; t++) {
      for (int s = 0; s < SENSORS.size(); s++) {
        if (s > 0 || t < GONE || t >= GONE + AWAY) {
          String json =
              String.format(
                  Locale.ROOT,
                  "{\"id\":\"%s\",\"value\":%s,\"ts\":%d}",
                  SENSORS.get(s),
                  Double.toString(rows[t][s]),
                  START + 1000L * t);
          input.pipeInput("tank".getBytes(UTF_8), json.getBytes(UTF_8));
        }
      }
    }
  }

  private static List<JsonNode> incidents(TopologyTestDriver driver) throws Exception {
    List<JsonNode> told = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record :
        driver
            .createOutputTopic(
                "tank.incidents", new ByteArrayDeserializer(), new ByteArrayDeserializer())
            .readRecordsToList()) {
      told.add(new ObjectMapper().readTree(record.value()));
    }
    return told;
  }

  private TopologyTestDriver driver(Model fitted) throws Exception {
    TopologyConfig config = config();
    return TestTopology.driver(
        config,
        TestTopology.blueprint(config, fitted),
        listener,
        new HeapBudget(Long.MAX_VALUE),
        directory);
  }

  @Test
  void isAnIncidentAndEveryRowADeadLetter() throws Exception {
    try (TopologyTestDriver driver = driver(model)) {
      feed(driver);
      List<JsonNode> incidents = incidents(driver);
      JsonNode opened = incidents.get(0);
      assertThat(opened.path("state").textValue()).isEqualTo("open");
      assertThat(opened.path("faults").path(0).path("sensor").textValue()).isEqualTo("flow");
      assertThat(opened.path("faults").path(0).path("kind").textValue()).isEqualTo("gone");
      assertThat(opened.path("faults").path(0).path("since").longValue())
          .isEqualTo(START + 1000L * GONE);
      // Evidence doubles with each row.
      assertThat(opened.path("opened").longValue())
          .isBetween(START + 1000L * (GONE + 18), START + 1000L * (GONE + 25));
      assertThat(incidents.get(incidents.size() - 1).path("state").textValue()).isEqualTo("ended");
      assertThat(incidents).extracting(one -> one.path("number").intValue()).containsOnly(1);
      assertThat(listener.rejected).containsExactly(Map.entry("missing-field", AWAY));
    }
  }

  @Test
  void isNoneWhereTheTagStaysAwayAsLongInTheRecording() throws Exception {
    try (TopologyTestDriver driver = driver(used)) {
      feed(driver);
      assertThat(incidents(driver)).isEmpty();
      assertThat(listener.rejected).containsExactly(Map.entry("missing-field", AWAY));
    }
  }
}
