package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What {@code --set} says reaches the topology file of every command that has it. */
class SetEverywhereTest {
  /** Values of arguments that are needed and take no number. */
  private static final Map<String, String> VALUES =
      Map.of("--sampling", "episodes", "--for", "2h", "LABEL", "fault");

  @TempDir private Path folder;

  static Stream<String> commands() {
    return Main.commandLine().getSubcommands().entrySet().stream()
        .filter(command -> command.getValue().getCommandSpec().findOption("--set") != null)
        .map(Map.Entry::getKey);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aPathThatIsNoneIsRefused(String command) throws Exception {
    Path topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {fit: {system: vanderpol, classes: 4, omega: 2}}
        input: {state: [q, p], time: t, time-unit: ms}
        """);
    CommandSpec spec = Main.commandLineFor(command).getSubcommands().get(command).getCommandSpec();
    List<String> words = new ArrayList<>(List.of(command));
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      if (positional.paramLabel().contains("TOPOLOGY")) {
        words.add(topology.toString());
      } else if (positional.required()) {
        words.add(VALUES.getOrDefault(positional.paramLabel(), "1"));
      }
    }
    for (OptionSpec option : spec.options()) {
      if (option.required() && option.group() == null) {
        words.add(option.longestName());
        words.add(VALUES.getOrDefault(option.longestName(), "1"));
      }
    }
    words.addAll(List.of("--set", "nmae=x"));

    Cli refused = Lab.run(words.toArray(String[]::new));

    assertThat(refused.err()).contains("nmae: is not known, did you mean name?");
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
  }
}
