package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code replay} makes of a file, message by message, and what it refuses. */
class ReplayCommandTest {
  private static final String TO = " --bootstrap 127.0.0.1:1 --topic in";
  private static final String FILE = "t,pump,q,p\n1000,a,0.5,open\n2000,b,,shut\n3000,a,7,\n";

  @TempDir private Path folder;

  /** Each message after its key. */
  private List<String> sent(String text, int keyColumn, String options) throws Exception {
    ReplayCommand command = new ReplayCommand();
    CommandLine line = new CommandLine(command);
    Main.configure(line);
    line.parseArgs(("rows.csv" + TO + " " + options).split(" "));
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    List<String> messages = new ArrayList<>();
    try (CsvSource source = CsvSource.open(file.toString())) {
      command.send(source, keyColumn, (key, message) -> messages.add(key + " " + message));
    }
    return messages;
  }

  @Test
  void everyRowIsAMessageOfItsStream() throws Exception {
    assertThat(sent(FILE, 1, "--key pump"))
        .containsExactly(
            "a {\"t\":1000,\"pump\":\"a\",\"q\":0.5,\"p\":\"open\"}",
            "b {\"t\":2000,\"pump\":\"b\",\"p\":\"shut\"}",
            "a {\"t\":3000,\"pump\":\"a\",\"q\":7}");
    assertThat(sent(FILE, -1, "--key-value s").get(1)).startsWith("s {\"t\":2000,");
    assertThat(sent(FILE, 0, "--key t").get(1)).as("the first column").startsWith("2000 {");
    assertThat(sent(FILE, 0, "--key t --layout tags --time t --time-unit ms").get(0))
        .startsWith("1000 {\"tag\":\"pump\"");
  }

  @Test
  void everyValueIsAMessageWithItsTag() throws Exception {
    assertThat(sent(FILE, 1, "--key pump --layout tags --time t --time-unit ms"))
        .containsExactly(
            "a {\"tag\":\"q\",\"value\":0.5,\"ts\":1000}",
            "a {\"tag\":\"p\",\"value\":\"open\",\"ts\":1000}",
            "b {\"tag\":\"p\",\"value\":\"shut\",\"ts\":2000}",
            "a {\"tag\":\"q\",\"value\":7,\"ts\":3000}");
    assertThat(
            sent(
                "t,q\n0.0015,1\n1e3,2\n",
                -1,
                "--key-value s --layout tags --time t --time-unit s --key-by-tag"))
        .containsExactly(
            "s/q {\"tag\":\"q\",\"value\":1,\"ts\":1.5}",
            "s/q {\"tag\":\"q\",\"value\":2,\"ts\":1000000}");
  }

  @Test
  void shuffledValuesAreTheSameInAnotherOrderThatTheSeedGives() throws Exception {
    StringBuilder text = new StringBuilder("t,q,p\n");
    for (int i = 0; i < 40; i++) {
      text.append(1000 * i).append(',').append(i).append(',').append(-i).append('\n');
    }
    String tags = "--key-value s --layout tags --time t --time-unit ms";
    List<String> plain = sent(text.toString(), -1, tags);
    List<String> shuffled = sent(text.toString(), -1, tags + " --shuffle 5s --seed 3");
    assertThat(shuffled).containsExactlyInAnyOrderElementsOf(plain).isNotEqualTo(plain);
    assertThat(sent(text.toString(), -1, tags + " --shuffle 5s --seed 3")).isEqualTo(shuffled);
    assertThat(sent(text.toString(), -1, tags + " --shuffle 5s --seed 4")).isNotEqualTo(shuffled);
  }

  @Test
  void aTimeThatIsNoneIsToldWithItsPlace() {
    assertThatThrownBy(
            () ->
                sent(
                    "t,q\n1000,1\nnoon,2\n",
                    -1,
                    "--key-value s --layout tags --time t --time-unit ms"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("rows.csv")
        .hasMessageContaining("3")
        .hasMessageEndingWith(": is not a time");
  }

  private static String refused(String options) {
    Cli cli = Cli.words("replay none.csv" + TO + " --key-value s " + options);
    assertThat(cli.code()).isEqualTo(2);
    return cli.err().strip();
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    assertThat(refused("--rate -1")).isEqualTo("kahkm: --rate is -1.0, at least 0 is needed");
    assertThat(refused("--rate NaN")).isEqualTo("kahkm: --rate is NaN, at least 0 is needed");
    assertThat(refused("--rate Infinity")).contains("--rate is Infinity");
    assertThat(refused("--layout tags"))
        .isEqualTo("kahkm: --layout tags needs --time, the column of the event time");
    for (String tagsOnly : List.of("--time t", "--shuffle 1s", "--key-by-tag")) {
      assertThat(refused(tagsOnly))
          .isEqualTo("kahkm: --time, --shuffle and --key-by-tag need --layout tags");
    }
    Cli missing = Cli.words("replay none.csv" + TO + " --key-value s --rate 0");
    assertThat(missing.code()).isOne();
    assertThat(missing.err()).contains("none.csv");
  }

  /** The command itself, with brokers. */
  private List<String> replayed(String options, String said) throws Exception {
    Path file = Files.writeString(folder.resolve("rows.csv"), FILE);
    return SentRecords.of("replay " + file + " " + options, said);
  }

  @Test
  void whatWasSentIsOnTheTopicWhenItIsCounted() throws Exception {
    assertThat(replayed("--key pump", "3 rows sent\n"))
        .containsExactly(
            "a={\"t\":1000,\"pump\":\"a\",\"q\":0.5,\"p\":\"open\"}",
            "b={\"t\":2000,\"pump\":\"b\",\"p\":\"shut\"}",
            "a={\"t\":3000,\"pump\":\"a\",\"q\":7}");
    assertThat(replayed("--key-value s", "3 rows sent\n").get(1))
        .isEqualTo("s={\"t\":2000,\"pump\":\"b\",\"p\":\"shut\"}");
    assertThat(
            replayed(
                "--key pump --layout tags --time t --time-unit ms --key-by-tag", "4 values sent\n"))
        .containsExactly(
            "a/q={\"tag\":\"q\",\"value\":0.5,\"ts\":1000}",
            "a/p={\"tag\":\"p\",\"value\":\"open\",\"ts\":1000}",
            "b/p={\"tag\":\"p\",\"value\":\"shut\",\"ts\":2000}",
            "a/q={\"tag\":\"q\",\"value\":7,\"ts\":3000}");
  }

  @Test
  void columnsThatTheFileLacksAreNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("rows.csv"), FILE);
    Cli key = Cli.words("replay " + file + TO + " --key none");
    assertThat(key.code()).isNotZero();
    assertThat(key.err()).contains("--key", "none");
    assertThatThrownBy(() -> sent(FILE, 1, "--key pump --layout tags --time none"))
        .hasMessageContaining("--time")
        .hasMessageContaining("none");
  }
}
