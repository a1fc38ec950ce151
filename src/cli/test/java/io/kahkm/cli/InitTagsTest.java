package io.kahkm.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.draft.TagProfile;
import io.kahkm.cli.draft.TagTopicSample;
import io.kahkm.topology.InputConfig;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code init} on tags: from a file of one value a row to a fitted model. */
class InitTagsTest {
  @TempDir Path folder;

  private record Arrival(double at, String row) {}

  /** Two sensors each second, a valve that changes now and then, the name of the batch. */
  private static List<String> rows() throws IOException {
    List<String> golden =
        Files.readAllLines(Path.of(Cli.golden("duffing_eval_seeds_100_101_102.csv")));
    List<String> header = List.of(golden.get(0).split(","));
    Random random = new Random(5);
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 1; i < 500; i++) {
      String[] cells = golden.get(i).split(",");
      long millis = 1_700_000_000_000L + 1000L * i;
      List<String> values = new ArrayList<>();
      values.add("TT-1," + cells[header.indexOf("q")]);
      values.add("PT-1," + cells[header.indexOf("p")]);
      if (random.nextInt(9) == 0) {
        values.add("XV-7," + random.nextInt(2));
      }
      if (i % 200 == 1) {
        values.add("BATCH,B" + i);
      }
      for (String value : values) {
        arrivals.add(new Arrival(i + 2.5 * random.nextDouble(), millis + "," + value));
      }
    }
    arrivals.sort(Comparator.comparingDouble(Arrival::at));
    return arrivals.stream().map(Arrival::row).toList();
  }

  private Path sample() throws IOException {
    List<String> lines = new ArrayList<>(List.of("time,tag,value"));
    lines.addAll(rows());
    return Files.write(folder.resolve("plant.csv"), lines);
  }

  private static InputConfig drafted(Path file) throws Exception {
    return TopologyConfig.load(file, Map.of()).input();
  }

  @Test
  void draftsStreamsTagsRatesAndTheGridAndSaysWhatItCannotKnow() throws Exception {
    Path file = folder.resolve("plant.yaml");
    Cli init = Cli.words("init " + sample() + " --output", file);

    assertThat(init.code()).as(init.err()).isZero();
    assertThat(Files.readString(file)).contains("layout: tags");
    InputConfig input = drafted(file);
    assertThat(input.tags().orElseThrow().sensors()).containsKeys("TT-1", "PT-1");
    assertThat(input.steps().step()).contains(Duration.ofSeconds(1));
    assertThat(input.tags().get().grace()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
    assertThat(input.steps().hold()).contains(Duration.ofSeconds(2));
    assertThat(input.tags().get().onChange()).containsExactly("XV-7");
    assertThat(Files.readString(file))
        .contains("clock-skew")
        .contains("Tag BATCH is text (B1, B201, B401)");
    assertThat(init.out())
        .contains("TT-1: numbers at a rate, 499 readings, every 1s")
        .contains("XV-7: numbers, sent on change")
        .contains("readings came behind a later one of their stream");
  }

  @Test
  void theCommandsItPrintsWork() throws Exception {
    Path file = folder.resolve("plant.yaml");
    Cli init = Cli.words("init " + sample() + " --output", file);
    assertThat(init.code()).as(init.err()).isZero();
    List<String> commands =
        init.out().lines().filter(line -> line.startsWith("  ./kahkm")).map(String::strip).toList();
    assertThat(commands).hasSize(5);
    for (String command : commands.subList(0, 3)) {
      Cli next = Cli.run(command.substring("./kahkm ".length()).split(" "));
      assertThat(next.code()).as(command + "\n" + next.err()).isZero();
    }
  }

  @Test
  void topicsAreReadByTheFieldsTheirNamesSuggest() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String row : rows()) {
      String[] cells = row.split(",");
      String json = "{\"v\":" + quoted(cells[2]) + ",\"timestamp\":" + cells[0] + "}";
      records.add(
          new ConsumerRecord<>(
              "plant",
              0,
              records.size(),
              ("line1/" + cells[1]).getBytes(UTF_8),
              json.getBytes(UTF_8)));
    }
    TagTopicSample sample = TagTopicSample.of("plant", records).orElseThrow();
    TagProfile profile = TagProfile.of(sample.write(folder.resolve("s.csv")));

    assertThat(sample.rules())
        .containsEntry("stream", "{from: key, pattern: \"(.*)[/.|:][^/.|:]+\"}")
        .containsEntry("fields", "{value: v}")
        .containsEntry("time", "timestamp");
    assertThat(profile.sensors()).containsExactlyInAnyOrder("TT-1", "PT-1", "XV-7");
    assertThat(profile.streams()).isEqualTo(1);
    assertThat(TagTopicSample.of("rows", List.of(row("{\"t\":1,\"q\":2,\"p\":3}")))).isEmpty();
  }

  private static String quoted(String text) {
    return text.startsWith("B") ? "\"" + text + "\"" : text;
  }

  private static ConsumerRecord<byte[], byte[]> row(String json) {
    return new ConsumerRecord<>("rows", 0, 0, "a".getBytes(UTF_8), json.getBytes(UTF_8));
  }

  @Test
  void filesOfRowsAreDraftedAsBefore() throws Exception {
    Path file = folder.resolve("rows.yaml");
    Cli init =
        Cli.words("init " + Cli.golden("duffing_eval_seeds_100_101_102.csv") + " --output", file);
    assertThat(init.code()).as(init.err()).isZero();
    assertThat(drafted(file).tags()).isEmpty();
  }
}
