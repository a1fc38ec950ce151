package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.MonitorTopology;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine writes to the incidents topic, and what it learns from it. */
class IncidentTopicTest {
  @TempDir static Path folder;

  private final IncidentBook book = new IncidentBook();
  private final List<IncidentEntry.Happening> written = new ArrayList<>();

  private static double[] row(SplittableRandom random, boolean fault) {
    double swing = random.nextGaussian();
    return new double[] {
      swing + 0.1 * random.nextGaussian(),
      2 * swing + 0.1 * random.nextGaussian(),
      random.nextGaussian() + (fault ? 12 : 0)
    };
  }

  private static Path model() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder csv = new StringBuilder("a,b,c\n");
    for (int t = 0; t < 500; t++) {
      double[] row = row(random, false);
      csv.append(row[0]).append(',').append(row[1]).append(',').append(row[2]).append('\n');
    }
    Path input = Files.writeString(folder.resolve("normal.csv"), csv);
    Path model = folder.resolve("m.safetensors");
    Cli fit =
        Cli.words(
            "fit --state a,b,c --classes 5 --horizons 1 --input " + input + " --output", model);
    assertThat(fit.code()).as(fit.err()).isZero();
    return model;
  }

  private void feed(
      TestInputTopic<byte[], byte[]> input, String stream, long seed, int from, int to) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int t = 0; t < 160; t++) {
      double[] row = row(random, t >= from && t < to);
      String json =
          "{\"t\":%d,\"a\":%s,\"b\":%s,\"c\":%s}"
              .formatted(1_790_000_000_000L + 60_000L * t, row[0], row[1], row[2]);
      input.pipeInput(
          stream.getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void drain(TestOutputTopic<byte[], byte[]> output) {
    for (TestRecord<byte[], byte[]> record : output.readRecordsToList()) {
      IncidentEntry entry = IncidentRecords.read(record.value()).orElseThrow();
      assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(entry.key());
      book.add(entry);
      written.add(entry.happening().orElseThrow());
    }
  }

  @Test
  void oneIncidentOpensAndEndsAndTheNextOneOfItsKindKnowsWhatItWas() throws Exception {
    String yaml =
        """
        name: plant
        model: {file: %s}
        input: {state: [a, b, c], time: t, time-unit: ms, step: 1m}
        incidents: {topic: plant.incidents, quiet: 5}
        kafka: {bootstrap.servers: "unused:1"}
        """
            .formatted(model());
    TopologyConfig config = TopologyConfig.parse(yaml, "plant", Map.of());
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(config, ModelFile.read(config.model().file().orElseThrow()));
    EngineListener listener =
        new EngineListener() {
          @Override
          public IncidentBook incidents() {
            return book;
          }
        };
    Properties settings = new Properties();
    settings.put("application.id", "plant");
    settings.put("bootstrap.servers", "unused:1");
    settings.put("state.dir", Files.createTempDirectory(folder, "state").toString());
    try (TopologyTestDriver driver =
        new TopologyTestDriver(MonitorTopology.build(config, blueprint, listener), settings)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "plant.states", new ByteArraySerializer(), new ByteArraySerializer());
      TestOutputTopic<byte[], byte[]> output =
          driver.createOutputTopic(
              "plant.incidents", new ByteArrayDeserializer(), new ByteArrayDeserializer());
      feed(input, "quiet", 7, 0, 0);
      drain(output);
      assertThat(written).isEmpty();

      feed(input, "pump-a", 8, 60, 90);
      drain(output);
      String first = written.get(0).id();
      assertThat(written).extracting(IncidentEntry.Happening::id).containsOnly(first);
      assertThat(written.get(0).over()).isFalse();
      assertThat(written.get(written.size() - 1).over()).isTrue();
      assertThat(written.stream().filter(IncidentEntry.Happening::over)).hasSize(1);
      assertThat(written.get(0).shares())
          .hasEntrySatisfying("c", c -> assertThat(c).isGreaterThan(0.5));
      book.add(new IncidentEntry.Mark(first, MarkLabel.FAULT, "worn seal", "me", 1));

      written.clear();
      feed(input, "pump-b", 9, 80, 110);
      drain(output);
      assertThat(written.get(0).json().path("words").asText())
          .startsWith("pump-b has ")
          .endsWith("which was marked as fault (worn seal).");
      assertThat(written.get(0).json().path("similar").get(0).path("incident").asText())
          .isEqualTo(first);
      assertThat(written.get(0).json().path("state").asText()).isEqualTo("open");
    }
  }
}
