package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.MonitorTopology;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code certify --sampling fleet}: the live windows of a fleet, from a file. */
class CertifyFleetTest {
  private static final int STREAMS = 6;
  private static final int STATES = 100;
  private static final int STEP_MILLIS = 20;
  private static final String EVERY = "500ms";
  private static final int PAIRS = 12;

  @TempDir static Path folder;

  private static Model model;
  private static Path modelFile;

  /** Rows in order of time; a row is stream, time in milliseconds, q, p. */
  private static final List<List<Object>> ROWS = new ArrayList<>();

  @BeforeAll
  static void simulate() throws Exception {
    ROWS.clear();
    model = TestModels.vanDerPol(5, 1);
    modelFile = folder.resolve("model.safetensors");
    ModelFile.write(model, modelFile);
    Episodes data =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), 300, STREAMS, STATES - 1);
    for (int t = 0; t < STATES; t++) {
      for (int s = 0; s < STREAMS; s++) {
        double[] state = data.state(s, t);
        ROWS.add(List.of("pump-" + s, (long) STEP_MILLIS * t, state[0], state[1]));
      }
    }
  }

  private static Path csv(List<List<Object>> rows) throws Exception {
    Path file = Files.createTempFile(folder, "fleet", ".csv");
    try (CsvSink sink = CsvSink.create(file, List.of("pump", "t", "q", "p"))) {
      for (List<Object> row : rows) {
        sink.write(row);
      }
    }
    return file;
  }

  private static Cli certify(List<List<Object>> rows, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "certify",
                "--model",
                modelFile.toString(),
                "--input",
                csv(rows).toString(),
                "--state",
                "q,p",
                "--sampling",
                "fleet",
                "--stream",
                "pump",
                "--time",
                "t",
                "--streams",
                Integer.toString(STREAMS),
                "--every",
                EVERY,
                "--pairs",
                Integer.toString(PAIRS),
                "--tolerance",
                "r2:0.5"));
    arguments.addAll(List.of(more));
    if (!arguments.contains("--time-unit")) {
      arguments.addAll(List.of("--time-unit", "ms"));
    }
    return Cli.run(arguments.toArray(new String[0]));
  }

  private static List<JsonNode> live(List<List<Object>> rows) throws Exception {
    return live(rows, "");
  }

  private static List<JsonNode> live(List<List<Object>> rows, String retired) throws Exception {
    String yaml =
        """
        name: pump
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: ms, step: %dms}
        certificates:
          sampling: fleet
          fleet: {streams: %d, every: %s, pairs: %d, grace: 1h%s}
          tolerance: {r2: 0.5}
        kafka: {bootstrap.servers: "unused:1"}
        """
            .formatted(STEP_MILLIS, STREAMS, EVERY, PAIRS, retired);
    TopologyConfig config = TopologyConfig.parse(yaml, "pump", Map.of());
    Properties settings = new Properties();
    settings.put("application.id", "pump");
    settings.put("bootstrap.servers", "unused:1");
    settings.put("state.dir", Files.createTempDirectory(folder, "state").toString());
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> windows = new ArrayList<>();
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            MonitorTopology.build(
                config, MonitorBlueprint.of(config, model), EngineListener.SILENT),
            settings)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.states", new ByteArraySerializer(), new ByteArraySerializer());
      for (List<Object> row : rows) {
        Object p = row.get(3).equals("") ? "null" : row.get(3);
        String json = "{\"t\":%s,\"q\":%s,\"p\":%s}".formatted(row.get(1), row.get(2), p);
        input.pipeInput(
            row.get(0).toString().getBytes(StandardCharsets.UTF_8),
            json.getBytes(StandardCharsets.UTF_8));
      }
      for (byte[] value :
          driver
              .createOutputTopic(
                  "pump.certificates", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readValuesToList()) {
        windows.add(mapper.readTree(value));
      }
    }
    return windows;
  }

  @Test
  void givesTheRecordsThatTheLiveTopologyPublishes() throws Exception {
    JsonNode result = certify(ROWS).json();
    List<JsonNode> windows = new ArrayList<>();
    result.get("windows").forEach(windows::add);

    assertThat(windows).hasSize(4).isEqualTo(live(ROWS));
    assertThat(windows.get(0).get("units").asInt()).isEqualTo(STREAMS);
    assertThat(windows.get(0).get("missing").asInt()).isZero();
    assertThat(windows.get(0).get("words").asText())
        .contains("one matrix shared by the fleet")
        .contains("per-stream closures may do better");
    assertThat(result.get("toleranceR2").asDouble()).isEqualTo(0.5);
  }

  @Test
  void doesNotCareHowTheStreamsAreMixed() throws Exception {
    List<List<Object>> oneAfterTheOther = new ArrayList<>();
    for (int s = STREAMS - 1; s >= 0; s--) {
      for (List<Object> row : ROWS) {
        if (row.get(0).equals("pump-" + s)) {
          oneAfterTheOther.add(row);
        }
      }
    }

    assertThat(certify(oneAfterTheOther).json()).isEqualTo(certify(ROWS).json());
  }

  @Test
  void aStreamWithoutAUnitLeavesItsWindowIncomplete() throws Exception {
    List<List<Object>> rows = new ArrayList<>(ROWS);
    rows.removeIf(row -> row.get(0).equals("pump-2") && (long) row.get(1) >= 1000);

    JsonNode windows = certify(rows, "--explain").json().get("windows");

    assertThat(windows.get(1).get("missing").asInt()).isZero();
    assertThat(windows.get(2).get("missing").asInt()).isEqualTo(1);
    assertThat(windows.get(2).get("reason").asText()).isEqualTo("incomplete");
    assertThat(windows.get(2).get("explanation")).isEqualTo(windows.get(2).get("words"));
  }

  @Test
  void aRetiredStreamIsMissedNowhereAndLiveSaysTheSame() throws Exception {
    List<List<Object>> rows = new ArrayList<>(ROWS);
    rows.removeIf(row -> row.get(0).equals("pump-2") && (long) row.get(1) >= 1000);
    rows.removeIf(row -> row.get(0).equals("pump-4"));

    List<JsonNode> windows = new ArrayList<>();
    certify(rows, "--retired", "pump-2,pump-4").json().get("windows").forEach(windows::add);

    assertThat(windows).extracting(window -> window.get("missing").asInt()).containsOnly(0);
    assertThat(windows)
        .extracting(window -> window.get("units").asInt())
        .containsExactly(STREAMS - 1, STREAMS - 1, STREAMS - 2, STREAMS - 2);
    assertThat(live(rows, ", retired: [pump-2, pump-4]")).isEqualTo(windows);
    assertThat(certify(rows, "--retired", "pump-0,pump-1,pump-2,pump-3,pump-4").err())
        .contains("--streams without the retired ones is 1, must be at least 2");
  }

  @Test
  void theEndOfTheFileEndsTheLastUnits() throws Exception {
    JsonNode whole = certify(ROWS.subList(0, STREAMS * 5)).json().get("windows");

    assertThat(whole).hasSize(1);
    assertThat(whole.get(0).get("missing").asInt()).isZero();
    assertThat(whole.get(0).get("pairs").asInt()).isEqualTo(4 * STREAMS);
  }

  @Test
  void namesWhatDoesNotFit() throws Exception {
    List<List<Object>> undeclared = new ArrayList<>(ROWS);
    undeclared.add(List.of("pump-9", 40L, 1.0, 1.0));

    assertThat(certify(undeclared).code()).isEqualTo(ExitCode.FAILED);
    assertThat(certify(undeclared).err()).contains("stream pump-9 is one more than --streams 6");
    assertThat(certify(ROWS, "--time-unit", "fortnight").code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void rowsWithoutAPlaceInTimeAreCountedAndSkipped() throws Exception {
    List<List<Object>> rows = new ArrayList<>(ROWS);
    rows.add(List.of("pump-3", 40L, 1.0, 1.0));
    rows.add(List.of("pump-3", "noon", 1.0, 1.0));

    Cli certify = certify(rows);

    assertThat(certify.json()).isEqualTo(certify(ROWS).json());
    assertThat(certify.err()).contains("1 without a readable time", "1 earlier than a row before");
  }

  @Test
  void missingCellsAreTakenAsTheLiveTopologyTakesThem() throws Exception {
    List<List<Object>> rows = new ArrayList<>(ROWS);
    for (int i : new int[] {7, 8, 200, 401}) {
      List<Object> row = rows.get(i);
      rows.set(i, List.of(row.get(0), row.get(1), row.get(2), ""));
    }

    Cli certify = certify(rows, "--step", STEP_MILLIS + "ms");

    List<JsonNode> windows = new ArrayList<>();
    certify.json().get("windows").forEach(windows::add);
    assertThat(windows).isEqualTo(live(rows)).isNotEqualTo(live(ROWS));
    assertThat(certify.err()).contains("4 missing");
  }

  @Test
  void refusesTransitionsTheModelWasFittedOn() throws Exception {
    Episodes fitted = Simulation.episodes(DynamicalSystems.named("vanderpol"), 1, 3, 400);
    List<List<Object>> rows = new ArrayList<>(ROWS);
    rows.removeIf(row -> row.get(0).equals("pump-0"));
    for (int t = 0; t < 10; t++) {
      double[] state = fitted.state(0, t);
      rows.add(List.of("pump-0", (long) STEP_MILLIS * t, state[0], state[1]));
    }

    assertThat(certify(rows).code()).isEqualTo(ExitCode.USAGE);
    assertThat(certify(rows).err()).contains("fitted on 9 of the 504 transitions");
    assertThat(certify(rows, "--allow-training-data").json().get("trainingTransitions").asInt())
        .isEqualTo(9);
  }
}
