package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.topology.TopologySchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** {@code --set} and {@code schema} as users meet them. */
class SetOptionTest {
  @TempDir private Path folder;
  private Path topology;

  @BeforeEach
  void write() throws IOException {
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {fit: {system: vanderpol, classes: 4, omega: 2}}
        input: {state: [q, p], time: t, time-unit: ms}
        incidents: {quiet: 7}
        """);
  }

  @Test
  void replacesSettingsOfTheFile() {
    assertThat(Cli.words("check " + topology).out()).contains("quiet: 7");

    Cli set =
        Cli.words("check " + topology + " --set incidents.quiet=20 --set forecasts.horizons=[1,5]");

    assertThat(set.code()).as(set.err()).isZero();
    assertThat(set.out()).contains("quiet: 20").doesNotContain("quiet: 7");
  }

  @Test
  void listsEveryErrorOfFileAndSettingsWithItsPath() throws IOException {
    Files.writeString(topology, "\ntelemetry: {port: -1}\n", StandardOpenOption.APPEND);

    Cli wrong =
        Cli.words(
            "topology " + topology + " --set incidents.quite=20 --set relations.run-length=1");

    assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err())
        .contains("3 errors")
        .contains("incidents.quite: is not known, did you mean incidents.quiet?")
        .contains("relations.run-length: is 1, must be from 100 to 1000000000")
        .contains("telemetry.port: is -1, must be from 0 to 65535");
  }

  @Test
  void everyCommandThatTakesATopologyFileTakesSettings() {
    int seen = 0;
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      boolean topologyFile =
          command.getCommandSpec().args().stream()
              .map(ArgSpec::paramLabel)
              .anyMatch(label -> label.contains("TOPOLOGY"));
      assertThat(command.getCommandSpec().findOption("--set") != null)
          .as(command.getCommandName())
          .isEqualTo(topologyFile);
      seen += topologyFile ? 1 : 0;
    }
    assertThat(seen).isGreaterThan(10);
  }

  @Test
  void needsATopologyFile() {
    Cli wrong = Cli.words("fit --input rows.csv --state q --output m --classes 4 --set name=x");

    assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("--set needs");
  }

  @Test
  void schemaIsPrintedAsItIsPublished() throws IOException {
    Cli schema = Cli.words("schema");

    assertThat(schema.code()).isZero();
    assertThat(schema.out()).isEqualTo(TopologySchema.text());
    assertThat(
            new ObjectMapper()
                .readTree(schema.out())
                .at("/properties/incidents/properties/quiet/default")
                .asInt())
        .isEqualTo(10);
  }
}
