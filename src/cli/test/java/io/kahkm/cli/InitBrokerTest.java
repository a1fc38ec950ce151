package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.testing.BrokerStandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code init} on topics: what is kept of them, and what it says to do next. */
class InitBrokerTest {
  private static final long START = 1_700_000_000_000L;

  @TempDir private Path folder;

  private final BrokerStandIn cluster = new BrokerStandIn();
  private BrokerStandIn.Topic topic;
  private Path draft;

  @BeforeEach
  void topic() {
    topic = cluster.topic("plant", 1);
    draft = folder.resolve("draft.yaml");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private Cli init(String options) {
    return Cli.words("init plant --bootstrap " + cluster.servers() + options + " --output", draft);
  }

  /** Cells of a row a second: time, q and p. */
  private static List<String[]> rows() {
    SplittableRandom random = new SplittableRandom(3);
    List<String[]> rows = new ArrayList<>();
    double swing = 0;
    for (int t = 0; t < 160; t++) {
      swing = 0.5 * swing + random.nextGaussian();
      rows.add(
          new String[] {
            Long.toString(START + 1_000L * t),
            String.format(Locale.ROOT, "%.4f", swing),
            String.format(Locale.ROOT, "%.4f", 2 * swing + random.nextGaussian())
          });
    }
    return rows;
  }

  private void appendRows() {
    for (String[] row : rows()) {
      topic.append(
          0,
          Long.parseLong(row[0]),
          "a",
          "{\"t\":%s,\"q\":%s,\"p\":%s}".formatted(row[0], row[1], row[2]));
    }
  }

  /** What it says of a sample, which is the same whichever way the rows came. */
  private static List<String> verdict(Cli cli) {
    assertThat(cli.code()).as(cli.err()).isZero();
    List<String> lines = cli.out().lines().toList();
    int from = 0;
    while (lines.get(from).startsWith("Wrote ") || lines.get(from).endsWith("left out")) {
      from++;
    }
    return lines.subList(from, lines.indexOf(""));
  }

  @Test
  void rowsOfATopicAreKeptBesideTheDraft() throws IOException {
    appendRows();
    topic.append(0, START, null, "{\"t\":1,\"q\":2,\"p\":3}");
    Cli init = init("");
    Path kept = folder.resolve("draft.sample.csv");
    Cli ofFile = Cli.words("init " + kept + " --output " + folder.resolve("other.yaml"));

    assertThat(init.out())
        .startsWith(
            "1 record without a key or a JSON object was left out\nWrote "
                + kept
                + ": 160 records of plant\n");
    List<String> expected = new ArrayList<>(List.of("stream,t,q,p"));
    rows().forEach(row -> expected.add("a," + row[0] + "," + plain(row[1]) + "," + plain(row[2])));
    assertThat(Files.readAllLines(kept)).isEqualTo(expected);
    assertThat(verdict(init))
        .isEqualTo(verdict(ofFile))
        .contains("  --details prints everything that was found");
    assertThat(init.out().substring(init.out().indexOf("\n\n")))
        .startsWith("\n\nWrote " + draft + ". Next:\n  ./kahkm fit " + draft + " --input " + kept)
        .doesNotContain("on this recording")
        .endsWith(
            "live, on your brokers:\n  ./kahkm topics %s --create\n  ./kahkm run %s\n"
                .formatted(draft, draft));
    assertThat(Files.readString(draft)).contains("topic: plant", cluster.servers());
    assertThat(Files.readString(folder.resolve("other.yaml"))).contains("localhost:9092");
  }

  private static String plain(String number) {
    return Double.toString(Double.parseDouble(number));
  }

  @Test
  void asManyOfTheNewestRecordsAreReadAsAreAskedFor() throws IOException {
    appendRows();

    assertThat(init(" --records 150").out())
        .startsWith("Wrote " + folder.resolve("draft.sample.csv") + ": 150 records of plant\n");
    Cli few = init(" --records 1");
    assertThat(few.code()).isEqualTo(ExitCode.USAGE);
    assertThat(few.err()).contains("--records is 1, at least 2 are needed");
  }

  private void appendTags() {
    for (String[] row : rows()) {
      for (int i = 1; i <= 2; i++) {
        topic.append(
            0,
            Long.parseLong(row[0]),
            "line1",
            "{\"tag\":\"%s\",\"value\":%s,\"ts\":%s}"
                .formatted(i == 1 ? "TT-1" : "PT-1", row[i], row[0]));
      }
    }
  }

  @Test
  void tagsOfATopicAreKeptAndJoinedIntoRows() throws IOException {
    appendTags();
    topic.append(0, START, "line1", "{\"other\":1}");
    Cli init = init("");
    Path kept = folder.resolve("draft.sample.csv");
    Path rows = folder.resolve("draft.rows.csv");

    assertThat(init.code()).as(init.err()).isZero();
    assertThat(init.out())
        .startsWith(
            "Wrote %s: 320 readings of plant\n".formatted(kept)
                + "1 record that could not be read in this way was skipped\n"
                + "Each record of the sample holds one value of one tag; they are joined into"
                + " rows.\n")
        .contains(
            "  TT-1: numbers at a rate, 160 readings, every 1s",
            "\nWrote " + rows + ", the rows that were made of the sample:\n" + rows + ": ",
            "\n\nWrote " + draft + ". Next:\n")
        .doesNotContain("on this recording")
        .endsWith("  ./kahkm run " + draft + "\n");
    assertThat(Files.readAllLines(kept)).hasSize(321);
    assertThat(Files.readAllLines(rows)).hasSize(161);
    assertThat(Files.readString(draft)).contains("layout: tags", "topic: plant", cluster.servers());
  }

  @Test
  void filesThatExistAreKeptUnlessTheyMayBeReplaced() throws IOException {
    appendTags();
    for (String existing : List.of("draft.sample.csv", "draft.rows.csv", "draft.yaml")) {
      Path other = Files.writeString(folder.resolve(existing), "mine");
      Cli refused = init("");
      assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains(existing);
      assertThat(other).hasContent("mine");
      Files.delete(other);
      Files.deleteIfExists(folder.resolve("draft.sample.csv"));
    }
    assertThat(init("").code()).isZero();
    assertThat(init("").code()).isEqualTo(ExitCode.USAGE);
    assertThat(init(" --force").code()).isZero();
    assertThat(init(" --replace").code()).isZero();
  }

  /** A checkout's command. */
  @Command(name = "demo")
  private static final class Demo implements Runnable {
    @Override
    public void run() {}
  }

  private Cli ofCheckout(String... arguments) {
    CommandLine line = Main.commandLineFor(arguments).addSubcommand("demo", new Demo());
    return Cli.run(line, arguments);
  }

  /** Only a checkout has a demonstration, and it replays files. */
  @Test
  void aCheckoutReplaysTheSample() throws IOException {
    List<String> lines = new ArrayList<>(List.of("t,pump,q,p"));
    rows().forEach(row -> lines.add(row[0] + ",a," + row[1] + "," + row[2]));
    Path sample = Files.write(folder.resolve("plant.csv"), lines);
    String[] words = {"init", sample.toString(), "--output", draft.toString()};
    Cli init = ofCheckout(words);
    assertThat(init.code()).as(init.err()).isZero();
    assertThat(init.out())
        .contains(
            "live, on this recording and a broker of its own:\n  ./kahkm demo %s --replay %s"
                .formatted(draft, sample),
            "live, on your brokers:\n");
    assertThat(Cli.run("init", sample.toString(), "--output", draft.toString(), "--force").out())
        .doesNotContain("on this recording");
    appendRows();
    Cli ofTopic =
        ofCheckout(
            "init",
            "plant",
            "--bootstrap",
            cluster.servers(),
            "--force",
            "--output",
            draft.toString());
    assertThat(ofTopic.code()).as(ofTopic.err()).isZero();
    assertThat(ofTopic.out()).doesNotContain("on this recording").contains("on your brokers");
  }

  @Test
  void standardInputIsNoSample() {
    Cli cli = Cli.words("init -");
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("SAMPLE is -, a file is needed: fit will read it again");
  }
}
