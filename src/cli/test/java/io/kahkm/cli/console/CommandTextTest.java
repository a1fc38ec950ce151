package io.kahkm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command line to copy, made of one that was given. */
class CommandTextTest {
  /** A command under a root, as all are. */
  @Command(name = "fit")
  static final class Fit {
    @Parameters List<String> files;

    @Option(names = {"-i", "--input"})
    List<String> inputs;

    @Option(names = "--from")
    String from;

    @Option(names = "--replace")
    boolean replace;
  }

  private CommandSpec fit;

  @BeforeEach
  void command() {
    CommandLine root = new CommandLine(CommandSpec.create().name("kahkm"));
    root.addSubcommand(new Fit());
    fit = root.getSubcommands().get("fit").getCommandSpec();
  }

  private String of(Set<String> without, List<String> more, String... arguments) {
    CommandLine root = fit.root().commandLine();
    String[] words = new String[arguments.length + 1];
    words[0] = "fit";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    root.parseArgs(words);
    return CommandText.of(fit, without, more);
  }

  @Test
  void filesComeFirstAndOptionsByTheirLongNames() {
    assertThat(of(Set.of(), List.of(), "-i", "a.csv", "x.yaml", "--replace", "-i=b.csv", "y"))
        .isEqualTo("kahkm fit x.yaml y --input a.csv --input b.csv --replace");
  }

  @Test
  void whatIsReplacedIsLeftOutAndOthersFollow() {
    String[] given = {"x.yaml", "--from", "1", "--replace", "--input", "a.csv"};
    assertThat(of(Set.of("--from", "--replace"), List.of("--from", "2"), given))
        .isEqualTo("kahkm fit x.yaml --input a.csv --from 2");
  }

  @Test
  void whatAShellWouldNotTakeAsItIsStandsInQuotes() {
    assertThat(of(Set.of(), List.of("", "./b:c@d%e+f=g,h-i_J0"), "a b", "it's", "$x", "*"))
        .isEqualTo("kahkm fit 'a b' 'it'\\''s' '$x' '*' '' ./b:c@d%e+f=g,h-i_J0");
  }
}
