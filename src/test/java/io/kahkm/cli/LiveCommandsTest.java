package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LiveCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "duffing"})
  void checksEveryPackagedTopology(String name) {
    assertThat(run("check", name)).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("name: " + name)
        .contains("Wrong verdicts to expect: at most")
        .contains("if episodes are independent and identically distributed");
  }

  @Test
  void listsEveryConfigurationErrorAtOnceWithItsPath(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("wrong.yaml");
    Files.writeString(
        file,
        """
        name: wrong
        model: {file: nowhere.safetensors}
        input: {topic: states, state: [q, p], pairing: states, colour: blue}
        closure: {beta: 1.5}
        forecasts: {topic: f, horizons: [10, 1]}
        certificates: {topic: c, sampling: records, window: {units: 100}, tolerance: 0.3}
        rejects: {topic: r}
        kafka: {bootstrap.servers: "localhost:1"}
        """);

    assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("input.colour")
        .contains("closure.beta")
        .contains("forecasts.horizons")
        .contains("certificates.sampling");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void printsTheTopologyWithoutAModelOrABroker() {
    assertThat(run("topology", "vanderpol")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("vanderpol.states", "vanderpol.forecasts", "vanderpol.rejects");
  }

  @Test
  void saysThatRunNeedsAFittedModel() {
    assertThat(run("run", "vanderpol")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("model.file is missing").contains("kahkm fit");
  }

  @Test
  void saysWhichTopologiesThereAre() {
    assertThat(run("demo", "lorenz")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("lorenz").contains("vanderpol, duffing");
  }

  @Test
  void refusesADurationThatIsNone() {
    assertThat(run("demo", "--duration", "soon")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--duration").contains("soon");
  }
}
