package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.stream.Models;
import io.kahkm.stream.client.EngineException;
import io.kahkm.testing.TestModels;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How errors become words and exit codes, whatever the command. */
class MainTest {
  /** A command that fails as it is told to. */
  @Command(name = "fail")
  static final class Failing implements Callable<Integer> {
    private final Exception failure;

    @Option(names = "--count")
    int count;

    @Option(names = "--long")
    Long length;

    @Option(names = "--share")
    double share;

    Failing(Exception failure) {
      this.failure = failure;
    }

    @Override
    public Integer call() throws Exception {
      throw failure;
    }
  }

  private static Cli failing(Exception failure, String... options) {
    CommandLine line = Main.commandLine();
    line.addSubcommand(new Failing(failure));
    Main.configure(line);
    String[] words = new String[options.length + 1];
    words[0] = "fail";
    System.arraycopy(options, 0, words, 1, options.length);
    return Cli.run(line, words);
  }

  private static void fails(Exception failure, int code, String words) {
    Cli cli = failing(failure);
    assertThat(cli.err()).isEqualTo(words + System.lineSeparator());
    assertThat(cli.code()).isEqualTo(code);
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void whatTheUserCanFixIsToldInALine() throws Exception {
    fails(new UsageException("wrong"), 2, "kahkm: wrong");
    fails(new NoSuchFileException("a.csv"), 1, "kahkm: file not found: a.csv");
    fails(new FileNotFoundException("a.csv"), 1, "kahkm: file not found: a.csv");
    fails(new DataException("row 3"), 1, "kahkm: row 3");
    fails(new IOException("disk full"), 1, "kahkm: disk full");
    fails(new EngineException("no broker", null), 1, "kahkm: no broker");
    fails(new MapFitException("no rows"), 1, "kahkm: no rows");
    fails(new ModelFileException("torn"), 1, "kahkm: torn");
  }

  @Test
  void whatIsAMistakeOfTheProgramKeepsItsTrace() {
    Cli cli = failing(new IllegalStateException("impossible"));
    assertThat(cli.code()).isOne();
    assertThat(cli.err()).contains("java.lang.IllegalStateException: impossible", "at io.kahkm");
  }

  @Test
  void numbersAreNamedInWords() {
    assertThat(failing(new IOException(), "--count", "x").err())
        .contains("--count", "\"x\" is not a whole number")
        .endsWith("Try: kahkm fail --help" + System.lineSeparator());
    assertThat(failing(new IOException(), "--long", "1.5").err())
        .contains("\"1.5\" is not a whole number");
    assertThat(failing(new IOException(), "--share", "1,5").err())
        .contains("\"1,5\" is not a number");
    assertThat(failing(new IOException("ran"), "--count=7", "--long=8", "--share=.5").err())
        .contains("ran");
  }

  @Test
  void anUnknownCommandIsToldWithThoseThatThereAre() {
    Cli cli = Cli.words("fitt rows.csv");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err())
        .startsWith(
            "kahkm: there is no command \"fitt rows.csv\"; the commands are run, check, topology,"
                + " topics, simulate,")
        .doesNotContain("rehearse")
        .endsWith("Try: kahkm --help" + System.lineSeparator());
    assertThat(Cli.words("fit --input x --nonsense 3").err())
        .contains("--nonsense")
        .doesNotContain("there is no command");
    Cli none = Cli.run();
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).startsWith("kahkm: a command is missing");
  }

  /** Whoever leaves --input out has often written the file where the topology file belongs. */
  @Test
  void aRecordingWithoutItsOptionIsRecognized() {
    String hint = "Did you mean --input rows.CSV?" + System.lineSeparator();
    assertThat(Cli.words("fit rows.CSV").err()).contains(hint);
    assertThat(Cli.words("score plant.yaml rows.CSV").err()).contains(hint);
    assertThat(Cli.words("fit plant.yaml").err()).contains("--input").doesNotContain("Did you");
    assertThat(Cli.words("fit plant.yaml --centroids rows.CSV").err()).doesNotContain("Did you");
  }

  @Test
  void helpAndVersionArePrinted() {
    Cli version = Cli.words("--version");
    assertThat(version.code()).isZero();
    assertThat(version.out()).startsWith("kahkm ");
    Cli help = Cli.words("fit --help");
    assertThat(help.code()).isZero();
    assertThat(help.out().lines().mapToInt(String::length).max().orElseThrow()).isBetween(81, 100);
  }

  @Test
  void labelsThatAreUnknownNameTheOption() {
    assertThatThrownBy(
            () ->
                Main.byLabel(
                        text -> {
                          throw new IllegalArgumentException(text + " is unknown");
                        })
                    .convert("x"))
        .isInstanceOf(CommandLine.TypeConversionException.class)
        .hasMessage("x is unknown");
    assertThat(Cli.words("shelve plant.yaml a --for soon --why x").err())
        .contains("--for", "\"soon\" is not a duration such as 500ms, 20s, 5m or 2h");
  }

  @Test
  void fusedMultiplyAddIsAFlagOfItsOwn() {
    assertThat(HardwareNotice.fuses("model name\t: x\nflags\t\t: fpu fma sse\n")).isTrue();
    assertThat(HardwareNotice.fuses("flags\t\t: fpu sse fma\n")).isTrue();
    assertThat(HardwareNotice.fuses("flags\t\t: fpu fma4 sse\n")).isFalse();
    assertThat(HardwareNotice.fuses("model name\t: fma\nflags\t\t: fpu\n")).isFalse();
    HardwareNotice.warnWithoutFusedMultiplyAdd();
  }

  @Test
  void anEngineThatStartsNamesTheMapsOfItsModes() {
    Model main = TestModels.vanDerPol(3, 1);
    Model other = TestModels.vanDerPol(3, 2);
    String one = main.map().fingerprint();
    String two = other.map().fingerprint();
    assertThat(RunCommand.maps(Models.of(main, Optional.empty()))).isEqualTo(" map=" + one);
    assertThat(RunCommand.maps(Models.of(main, Optional.of(other))))
        .isEqualTo(" map=" + one + " shadow=" + two);
    assertThat(RunCommand.maps(Models.ofModes(Map.of("slow", Models.of(other, Optional.empty())))))
        .isEqualTo(" mode=slow map=" + two);
  }
}
