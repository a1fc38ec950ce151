package io.kahkm.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.draft.TagProfile;
import io.kahkm.cli.draft.TagTopicSample;
import io.kahkm.cli.topic.RowMessage;
import io.kahkm.config.InputConfig;
import io.kahkm.decode.FieldRules;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.TagDecoder;
import io.kahkm.decode.TagDecoders;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
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

  /** The topology file says that records are tags, which says nothing of a file. */
  @Test
  void whoForgetsTheLayoutIsToldTheOptions() throws Exception {
    Path file = folder.resolve("plant.yaml");
    Path sample = sample();
    assertThat(Cli.words("init " + sample + " --output", file).code()).isZero();

    Cli fit = Cli.words("fit " + file + " --classes 4 --omega 4 --input", sample);

    assertThat(fit.code()).isNotZero();
    assertThat(fit.err())
        .contains("plant.csv holds one value of one tag in each row; add --layout tags --tag tag")
        .contains("--value value --time time --time-unit auto");
  }

  @Test
  void theCommandsItPrintsWork() throws Exception {
    Path file = folder.resolve("plant.yaml");
    Cli init = Cli.words("init " + sample() + " --output", file);
    assertThat(init.code()).as(init.err()).isZero();
    List<String> commands =
        init.out().lines().filter(line -> line.startsWith("  ./kahkm")).map(String::strip).toList();
    assertThat(commands).hasSize(5);
    List<String> later = new ArrayList<>();
    for (String command : commands.subList(0, 3)) {
      Cli next = Cli.run(command.substring("./kahkm ".length()).split(" "));
      assertThat(next.code()).as(command + "\n" + next.err()).isZero();
      next.out().lines().filter(line -> line.startsWith("  ./kahkm score")).forEach(later::add);
    }

    assertThat(later).singleElement().asString().contains("--layout tags --tag tag");
    String score =
        later
            .get(0)
            .strip()
            .replace("plant.scores.csv", folder.resolve("scores.csv").toString())
            .replace("plant.html", folder.resolve("plant.html").toString());
    Cli scored = Cli.run(score.substring("./kahkm ".length()).split(" "));
    assertThat(scored.code()).as(score + "\n" + scored.err()).isZero();
    assertThat(folder.resolve("scores.csv")).isNotEmptyFile();
  }

  @Test
  void recordsMadeOfTheFileAreReadByTheDraft() throws Exception {
    List<String> lines = new ArrayList<>(List.of("at,point,pv,status"));
    rows().forEach(row -> lines.add(row + ",good"));
    Path sample = Files.write(folder.resolve("points.csv"), lines);
    Path file = folder.resolve("points.yaml");
    Cli init = Cli.words("init " + sample + " --output", file);
    assertThat(init.code()).as(init.err()).isZero();
    assertThat(Files.readString(file)).contains("the fields are called like the file's columns");

    FieldRules rules = drafted(file).tags().orElseThrow().fields();
    TagDecoder decoder = TagDecoders.of(InputFormat.JSON, rules, Optional.empty());
    List<String> read = new ArrayList<>();
    try (CsvSource source = CsvSource.open(sample.toString())) {
      source.next();
      byte[] value = RowMessage.of(source).toString().getBytes(UTF_8);
      byte[] key = "line1".getBytes(UTF_8);
      decoder.decode(
          new InputRecord("points", key, value, new RecordHeaders(), 0),
          reading -> read.add(reading.stream() + " " + reading.tag() + " " + reading.time()));
    }
    String[] first = lines.get(1).split(",");
    assertThat(read).containsExactly("line1 " + first[1] + " " + first[0] + "000000");
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

  /** A draft for one of them would lose the other without a word. */
  @Test
  void topicsOfSeveralFormsAreRefusedByName() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      records.add(row("{\"tag\":\"TT-1\",\"value\":" + i + ",\"ts\":" + i + "}"));
    }
    for (int i = 0; i < 40; i++) {
      records.add(row("{\"t\":" + i + ",\"q\":2,\"p\":3}"));
    }
    assertThatThrownBy(() -> TagTopicSample.of("plant", records))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("plant holds payloads of several forms")
        .hasMessageContaining("60 of 100 one value in value, its tag in tag")
        .hasMessageContaining("40 of 100 rows, one value a field");

    records.subList(60, 100).clear();
    records.add(row("{\"values\":[{\"id\":\"a\",\"v\":1}],\"ts\":1}"));
    assertThatThrownBy(() -> TagTopicSample.of("plant", records))
        .hasMessageContaining("1 of 61 a list values of values in v, its tag in id");
  }

  /** One record in a hundred may be anything, also the first. */
  @Test
  void aStrayRecordIsNoForm() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(row("{\"t\":1,\"q\":2,\"p\":3}"));
    for (int i = 0; i < 150; i++) {
      records.add(row("{\"tag\":\"TT-1\",\"value\":1,\"ts\":" + (1_700_000_000_000L + i) + "}"));
    }
    assertThat(TagTopicSample.of("plant", records).orElseThrow().unread()).isEqualTo(1);
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
