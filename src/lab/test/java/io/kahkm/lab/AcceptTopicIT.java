package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.Cli;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.kahm.file.ModelFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new normal taken from the input topic, with marks of the incidents topic. */
class AcceptTopicIT {
  private static final long START = 1_700_000_000_000L;
  private static final long STEP = 60_000;
  private static final int ROWS = 400;

  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static Path topology;
  private static Path reference;

  @BeforeAll
  static void plant() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
    broker.createTopics(List.of("plant.states", "plant.incidents"), 2, Map.of());
    reference = folder.resolve("normal.csv");
    StringBuilder csv = new StringBuilder("t,plant,a,b,c\n");
    double[][] rows = rows(1, 0);
    for (int t = 0; t < ROWS; t++) {
      csv.append(START + STEP * t).append(",pump-a");
      for (double value : rows[t]) {
        csv.append(',').append(value);
      }
      csv.append('\n');
    }
    Files.writeString(reference, csv);
    Path model = folder.resolve("plant.safetensors");
    Cli fit =
        Lab.run(
            "fit",
            "--state",
            "a,b,c",
            "--time",
            "t",
            "--time-unit",
            "ms",
            "--step",
            "1m",
            "--classes",
            "4",
            "--horizons",
            "1",
            "--input",
            reference.toString(),
            "--output",
            model.toString());
    assertThat(fit.code()).as(fit.err()).isZero();
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: %s}
            input: {state: [a, b, c], time: t, time-unit: ms, step: 1m}
            incidents: {topic: plant.incidents}
            kafka: {bootstrap.servers: "unused:1"}
            """
                .formatted(model));
    try (TopicWriter writer = new TopicWriter(broker.bootstrapServers(), "plant.states")) {
      send(writer, "pump-a", rows(2, 9));
      send(writer, "pump-b", rows(3, -9));
      writer.flush();
    }
  }

  /** Three sensors that follow one swing; the first may lie elsewhere. */
  private static double[][] rows(long seed, double shift) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[ROWS][];
    double swing = 0;
    for (int t = 0; t < ROWS; t++) {
      swing = 0.6 * swing + random.nextGaussian();
      rows[t] =
          new double[] {
            shift + swing + 0.2 * random.nextGaussian(),
            2 * swing + 0.2 * random.nextGaussian(),
            0.2 * random.nextGaussian() - swing
          };
    }
    return rows;
  }

  private static void send(TopicWriter writer, String stream, double[][] rows) throws Exception {
    for (int t = 0; t < ROWS; t++) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("t", START + STEP * t);
      json.put("a", rows[t][0]).put("b", rows[t][1]).put("c", rows[t][2]);
      writer.send(stream, json);
    }
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  private static Cli accept(int from, int to, Path output, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "accept",
                topology.toString(),
                "--bootstrap",
                broker.bootstrapServers(),
                "--stream",
                "pump-a",
                "--from",
                Long.toString(START + STEP * from),
                "--to",
                Long.toString(START + STEP * to),
                "--reference",
                reference.toString(),
                "--why",
                "new impeller",
                "--records",
                "100000",
                "--output",
                output.toString()));
    words.addAll(List.of(more));
    return Lab.run(words.toArray(String[]::new));
  }

  @Test
  void takesTheReadingsOfOneStreamAndHeedsMarksOfFaults() throws Exception {
    Path output = folder.resolve("plant-2.safetensors");
    Cli accepted = accept(50, 299, output);
    assertThat(accepted.code()).as(accepted.out() + accepted.err()).isZero();
    assertThat(accepted.out())
        .contains("Accepted readings: 250", "outside of the parent:           250 of 250");
    assertThat(ModelFile.read(output).ancestry().get(0).stream()).isEqualTo("pump-a");

    String id = "pump-a@2023-11-15T00:00:00Z";
    try (TopicWriter writer = new TopicWriter(broker.bootstrapServers(), "plant.incidents")) {
      String json =
          "{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"pump-a\",\"opened\":%d,"
              + "\"since\":%d,\"updated\":%d,\"ended\":%d,\"state\":\"ended\"}";
      long since = START + STEP * 100;
      long ended = START + STEP * 120;
      writer.send(
          id,
          IncidentRecords.read(
                  json.formatted(id, since, since, ended, ended).getBytes(StandardCharsets.UTF_8))
              .orElseThrow()
              .happening()
              .orElseThrow()
              .json());
      writer.flush();
    }
    Cli mark =
        Lab.run("mark", topology.toString(), id, "fault", "--bootstrap", broker.bootstrapServers());
    assertThat(mark.code()).as(mark.err()).isZero();
    Cli refused = accept(50, 299, folder.resolve("refused.safetensors"));
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).contains("Refused: a fault was labelled");
    Cli later = accept(130, 379, folder.resolve("plant-3.safetensors"));
    assertThat(later.code()).as(later.out() + later.err()).isZero();
    assertThat(later.out()).contains("Labelled faults: 1, found before 1");
  }
}
