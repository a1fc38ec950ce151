package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code certify} on the rows of a window says what the engine said of it. */
class CertifyTwinTest {
  private static final int UNITS = 20;
  private static final int STATES = 15;

  @TempDir Path folder;

  private final Model model = TestModels.vanDerPol(5, 1);
  private final Episodes data =
      Simulation.episodes(DynamicalSystems.named("vanderpol"), 300, 2 * UNITS, STATES - 1);

  /** The engine's certificate of the second window. */
  private JsonNode live(boolean learn) throws Exception {
    String yaml =
        """
        name: plant
        model: {file: unused}
        input: {state: [q, p], episode: run}
        closure: {learn: %s}
        certificates: {sampling: episodes, window: {units: %d}, tolerance: {r2: 0.5}}
        kafka: {bootstrap.servers: "unused:1"}
        """
            .formatted(learn, UNITS);
    TopologyConfig config = TopologyConfig.parse(yaml, "plant", Map.of());
    Properties settings = new Properties();
    settings.put("application.id", "plant");
    settings.put("bootstrap.servers", "unused:1");
    settings.put("state.dir", Files.createTempDirectory(folder, "state").toString());
    List<JsonNode> windows = new ArrayList<>();
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            MonitorTopology.build(
                config, MonitorBlueprint.of(config, model), EngineListener.SILENT),
            settings)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "plant.states", new ByteArraySerializer(), new ByteArraySerializer());
      long time = 0;
      for (int e = 0; e <= data.count(); e++) {
        for (int t = 0; t < STATES; t++) {
          double[] state = data.state(Math.min(e, data.count() - 1), t);
          String json = "{\"run\":\"%d\",\"q\":%s,\"p\":%s}".formatted(e, state[0], state[1]);
          input.pipeInput(
              "a".getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8), time++);
        }
      }
      for (byte[] value :
          driver
              .createOutputTopic(
                  "plant.certificates", new ByteArrayDeserializer(), new ByteArrayDeserializer())
              .readValuesToList()) {
        JsonNode record = new ObjectMapper().readTree(value);
        // Between windows the topic has records of skill.
        if (!record.has("kind")) {
          windows.add(record);
        }
      }
    }
    return windows.get(1);
  }

  private JsonNode offline() throws Exception {
    Path file = folder.resolve("second.csv");
    try (CsvSink sink = CsvSink.create(file, List.of("run", "q", "p"))) {
      for (int e = UNITS; e < 2 * UNITS; e++) {
        for (int t = 0; t < STATES; t++) {
          sink.write(List.of(e, data.state(e, t)[0], data.state(e, t)[1]));
        }
      }
    }
    Path modelFile = folder.resolve("model.safetensors");
    ModelFile.write(model, modelFile);
    return Cli.words(
            "certify --sampling episodes --state q,p --episode run --tolerance r2:0.5 --model "
                + modelFile
                + " --input",
            file)
        .json();
  }

  @Test
  void itDoesWithoutLearningAndNotWithAsTheRunbookSays() throws Exception {
    JsonNode offline = offline();

    assertThat(live(false).get("alarm").get("upper")).isEqualTo(offline.get("alarm").get("upper"));
    assertThat(live(false).get("verdict")).isEqualTo(offline.get("alarm").get("verdict"));
    assertThat(live(true).get("alarm").get("upper"))
        .isNotEqualTo(offline.get("alarm").get("upper"));
    assertThat(Files.readString(Path.of("docs/operate/runbook.md")))
        .contains(
            "With `closure: {learn: false}`, `kahkm certify` recomputes",
            "With learning on, it cannot: the engine judges a window with the closure as learned");
  }
}
