package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class UsageTest {
  @TempDir Path folder;

  @Test
  void helpNamesEveryCommandAndExitCode() {
    Cli help = Lab.run("--help");

    assertThat(help.code()).isZero();
    assertThat(help.out())
        .contains("simulate", "replay", "fit", "inspect", "encode", "evaluate", "certify")
        .contains("Exit codes:", "a stream thread died");
    assertThat(help.err()).isEmpty();
  }

  @Test
  void everyCommandExplainsItselfAndAllItsOptions() {
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      Cli help = Lab.run(command.getCommandName(), "--help");
      assertThat(help.code()).as(command.getCommandName()).isZero();
      command
          .getCommandSpec()
          .options()
          .forEach(
              option -> {
                assertThat(option.description())
                    .as(command.getCommandName() + " " + option.longestName())
                    .isNotEmpty();
                assertThat(help.out()).contains(option.longestName());
              });
      assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
    }
  }

  /** No default that is a list of nothing, the name of a constant or of a Java format. */
  @Test
  void defaultsAndLabelsAreWhatAUserWouldType() {
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      assertThat(command.getUsageMessage())
          .as(command.getCommandName())
          .doesNotContainPattern("Default: (\\[|\\{|PT|null|[A-Z_]{2})")
          .doesNotContain("....");
    }
  }

  /** A command alone is made much sooner than all of them. */
  @Test
  void aCommandThatIsMadeAloneSaysWhatItSaysAmongAll() {
    CommandLine all = Main.commandLine();
    all.getSubcommands()
        .forEach(
            (name, command) -> {
              CommandLine alone = Main.commandLineFor(name, "--no-such-option");
              assertThat(alone.getSubcommands().keySet()).isSubsetOf("demo", name).contains(name);
              CommandLine made = alone.getSubcommands().get(name);
              assertThat(made.getUsageMessage()).isEqualTo(command.getUsageMessage());
              assertThat(Cli.run(alone, name, "--no-such-option"))
                  .isEqualTo(Cli.run(all, name, "--no-such-option"));
            });
  }

  @Test
  void withoutACommandTheCommandLineHasAll() {
    String all = Main.commandLine().getUsageMessage();
    assertThat(Main.commandLineFor().getUsageMessage()).isEqualTo(all);
    for (String first : new String[] {"--help", "dance", "fi"}) {
      assertThat(Main.commandLineFor(first).getUsageMessage()).isEqualTo(all);
    }
    assertThat(io.kahkm.cli.Main.commandLineFor("demo").getUsageMessage())
        .as("which production does not have")
        .isEqualTo(io.kahkm.cli.Main.commandLine().getUsageMessage());
  }

  @Test
  void versionIsPrinted() {
    assertThat(Lab.run("--version").out()).startsWith("kahkm ");
  }

  @Test
  void aMissingCommandIsAUsageError() {
    Cli none = Lab.run();

    assertThat(none.code()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("command").contains("--help");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit --state q,p --output m | --input",
        "fit --input data.csv --output m | --state",
        "fit --input data.csv --state q,p | --output",
        "fit --input data.csv --state q,r --output m | \"r\"",
        "fit --input data.csv --state q,p --episode seed --output m | \"seed\"",
        "fit --input data.csv --state q,p --classes many --output m | --classes",
        "fit --input data.csv --state q,p --classes 0 --output m | classes is 0",
        "fit --input data.csv --state q,p --omega -1 --output m | omega is -1.0",
        "fit --input data.csv --state q,p --holdout 1 --output m | holdout is 1.0",
        "fit --input data.csv --state q,p --beta 0 --output m | beta is 0.0",
        "fit --input data.csv --state q,p --beta 1 --output m | beta is 1.0",
        "fit --input data.csv --state q,p --epochs 0 --output m | epochs is 0",
        "fit --input data.csv --state q,p --horizons 0 --output m | horizons has 0",
        "fit --input data.csv --state q,p --regularization mine --output m | --regularization",
        "fit --input data.csv --state q,p --far-field near --output m | --far-field",
        "fit --input data.csv --state q,p --scaling wild --output m | --scaling",
        "fit --input data.csv --state q,p --closure magic --output m | --closure",
        "fit --input data.csv --state q,p --labels k --centroids c --output m | --labels",
        "fit --input data.csv --state q,p --next q --output m | --next",
        "fit --input data.csv --state q,p --next q,p --episode e --output m | --episode",
        "fit --input data.csv --state q,p --centroids data.csv --classes 7 --output m |"
            + " --centroids",
        "fit --input data.csv --state q,p --unknown --output m | --unknown",
        "evaluate --model m --input data.csv --state q,p | --horizons",
        "evaluate --model m --input data.csv --state q,p --horizons 0 | --horizons",
        "evaluate --model m --input data.csv --state q,p --horizons 1 --projection x |"
            + " --projection",
        "evaluate --model m --input data.csv --state q,p --next q,p --horizons 2 | --horizons",
        "encode --model m --input data.csv --state q,p | --output",
        "certify --model m --input data.csv --state q,p | --sampling",
        "certify --model m --input data.csv --state q,p --sampling lots | --sampling",
        "certify --model m --input data.csv --state q,p --sampling records | --next",
        "certify --model m --input data.csv --state q,p --sampling fleet | --stream",
        "certify --model m --input data.csv --state q,p --sampling fleet --stream q --time p"
            + " --streams 2 --every 1s | --pairs",
        "certify --model m --input data.csv --state q,p --sampling fleet --stream q --time p"
            + " --streams 2 --every soon --pairs 3 | --every",
        "certify --model m --input data.csv --state q,p --sampling fleet --stream q --time p"
            + " --streams 2 --every 1s --pairs 3 --stride 2 | --stride",
        "certify --model m --input data.csv --state q,p --sampling records --next q,p --every 1s"
            + " | --every",
        "certify --model m --input data.csv --state q,p --sampling episodes | --episode",
        "certify --model m --input data.csv --state q,p --sampling records --stride 5 | --stride",
        "certify --model m --input data.csv --state q,p --sampling records --independent yes"
            + " | --independent",
        "certify --model m --input data.csv --state q,p --sampling episodes --episode q --stride 2"
            + " | --stride",
        "certify --model m --input data.csv --state q,p --sampling records --next q,p --kappa x"
            + " | --kappa",
        "certify --model m --input data.csv --state q,p --sampling records --next q,p --tolerance"
            + " r2:2 | --tolerance",
        "certify --model m --input data.csv --state q,p --sampling records --next q,p --bound x"
            + " | --bound",
        "certify --model m --input data.csv --state q,p --sampling records --next q,p --alarm-kappa"
            + " -1 | --alarm-kappa",
        "inspect | MODEL",
        "simulate pendulum --output x | pendulum",
        "simulate vanderpol | --output",
        "simulate vanderpol --topic t | --bootstrap",
        "simulate vanderpol --output x --streams 0 | streams is 0",
        "simulate vanderpol --output x --duration soon | soon",
        "simulate vanderpol --output x --duration 1s --episodes 2 | --episodes",
        "simulate vanderpol --output x --episodes 0 | --episodes",
        "simulate vanderpol --output x --fault kind=drift,from=1s,to=2s,size=1 | stream",
        "simulate vanderpol --output x --fault stream=sensor-01,kind=melt,from=1s,to=2s | melt",
        "simulate vanderpol --output x --fault stream=sensor-01,kind=bias,from=1s,to=2s | size",
        "simulate vanderpol --output x --fault stream=sensor-09,kind=frozen,from=1s,to=2s"
            + " | sensor-09",
        "replay data.csv --topic t --key-value s | --bootstrap",
        "replay data.csv --topic t --bootstrap localhost:1 | --key",
        "replay data.csv --topic t --bootstrap localhost:1 --key stream | \"stream\"",
        "replay data.csv --topic t --bootstrap localhost:1 --key-value s --rate -1 | --rate",
        "replay data.csv --topic t --bootstrap nowhere --key-value s | --bootstrap",
        "fit --input data.csv --state q,p --output no/such/folder/m | --output",
        "encode --model m --input data.csv --state q,p --output no/such/folder/f | --output",
        "simulate vanderpol --output no/such/folder/f | --output",
        "dance | dance"
      })
  void usageErrorsNameWhatIsWrongAndExitWithTwo(String line) throws IOException {
    Files.writeString(folder.resolve("data.csv"), "q,p\n1,2\n3,4\n");
    String[] parts = line.split(" \\| ");
    String[] words = parts[0].split(" ");
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("data.csv")) {
        words[i] = folder.resolve("data.csv").toString();
      }
    }

    Cli result = Lab.run(words);

    assertThat(result.err()).contains(parts[1]);
    assertThat(result.err()).doesNotContain("Exception").containsPattern("(?m)^kahkm: ");
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aRecordingInPlaceOfATopologyFileIsAnsweredWithItsOption() {
    assertThat(Lab.words("fit plant.csv").err())
        .contains("--input")
        .contains("Did you mean --input plant.csv?");
    assertThat(Lab.words("fit plant.yaml").err()).doesNotContain("Did you mean");
    assertThat(Lab.words("score plant.yaml --model m --output out.csv").err())
        .contains("--input")
        .doesNotContain("Did you mean");
  }

  @Test
  void anUnknownCommandIsAnsweredWithTheKnownOnes() {
    assertThat(Lab.words("dance now").err())
        .contains("there is no command \"dance now\"")
        .contains("fit, ")
        .contains("Try: kahkm --help");
  }

  /** The rest, of which it waits eight seconds, is in BrokerReachTest. */
  @Test
  void runAsksTheBrokersOfItsOptionWithoutAnyOfTheFile() throws IOException {
    Path file = fitted();

    assertThat(Lab.run("run", file.toString()).err()).contains("bootstrap.servers");
    Cli nowhere = Lab.run("run", file.toString(), "--bootstrap", "nowhere");
    assertThat(nowhere.code()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err()).contains("bootstrap.servers nowhere: ");
  }

  @Tag("full")
  @Test
  void runSaysSoonThatNoBrokerAnswers() throws IOException {
    Cli run = Lab.run("run", fitted().toString(), "--bootstrap", "127.0.0.1:1");

    assertThat(run.code()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("no broker answers at 127.0.0.1:1").contains("--bootstrap");
  }

  /** A topology file with its model. */
  private Path fitted() throws IOException {
    StringBuilder rows = new StringBuilder("q\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i * 37 % 61).append('\n');
    }
    Path data = Files.writeString(folder.resolve("data.csv"), rows);
    Path model = folder.resolve("m");
    assertThat(
            Lab.words("fit --state q --classes 2 --horizons 1 --output " + model + " --input", data)
                .code())
        .isZero();
    return Files.writeString(
        folder.resolve("plant.yaml"),
        "name: plant\nmodel: {file: \"" + model + "\"}\ninput: {state: [q]}\n");
  }

  @Test
  void aMissingFileIsAFailureNotAUsageError() {
    Cli result = Lab.words("fit --input nowhere.csv --state q,p --output m");

    assertThat(result.code()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains("nowhere.csv");
  }

  @Test
  void aFileThatIsNoModelIsAFailureThatSaysSo() throws IOException {
    Path data = Files.writeString(folder.resolve("data.csv"), "q,p\n1,2\n3,4\n");

    Cli result = Lab.run("inspect", data.toString());

    assertThat(result.code()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).startsWith("kahkm: ").contains("data.csv");
  }
}
