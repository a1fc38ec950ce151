package io.kahkm.cli.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.TestModels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code accept} refuses before it reads a recording. */
class AcceptCommandOptionsTest {
  @TempDir private Path folder;
  private Path model;
  private Path topology;

  @BeforeEach
  void files() throws Exception {
    model = folder.resolve("m.safetensors");
    ModelFile.write(
        TestModels.smallVanDerPol().toBuilder().alarms(TestModels.alarms(2)).build(), model);
    topology = file("{file: m.safetensors}");
  }

  private Path file(String models) throws Exception {
    return Files.writeString(
        folder.resolve("plant.yaml"),
        """
        name: plant
        model: %s
        input: {state: [q, p], time: t, time-unit: ms, step: 1m}
        """
            .formatted(models));
  }

  private String refused(String options) {
    Cli cli = Cli.words("accept " + topology + " " + options);
    assertThat(cli.code()).as(cli.err()).isEqualTo(ExitCode.USAGE);
    return cli.err().strip();
  }

  private static final String REASON = "--reference r.csv --why y ";

  @Test
  void aMachineWithModesIsFittedAgain() throws Exception {
    Files.writeString(
        topology,
        """
        name: plant
        model: {by-mode: {slow: a, fast: b}}
        input: {state: [q, p], mode: recipe}
        """);
    assertThat(refused("--requests"))
        .isEqualTo(
            "kahkm: "
                + topology
                + " has models by mode, and accept takes one model: fit the mode's model again"
                + " with kahkm fit --mode on a recording that holds the accepted readings, too");
  }

  @Test
  void whatIsMissingIsAskedForOneAfterTheOther() {
    assertThat(refused("")).contains("--reference is missing");
    assertThat(refused("--reference r.csv"))
        .isEqualTo("kahkm: --why is missing: what happened? The model keeps it");
    assertThat(refused(REASON)).isEqualTo("kahkm: --output is missing: the model file to write");
    assertThat(refused("--requests --output o")).contains("--reference is missing");
    assertThat(refused("--requests --reference r.csv"))
        .as("the requests say why")
        .isEqualTo("kahkm: --output is missing: the model file to write");
    assertThat(refused(REASON + "--output " + folder.resolve("o")))
        .isEqualTo("kahkm: --stream is missing: whose readings are normal now?");
    for (String times : new String[] {"", " --from 1", " --to 2"}) {
      assertThat(refused(REASON + "--stream a --output " + folder.resolve("o") + times))
          .isEqualTo("kahkm: --from and --to are missing: say which part of the topic is normal");
    }
  }

  @Test
  void modelsAndReportsThatExistAreKept() throws Exception {
    Path other = folder.resolve("other.safetensors");
    ModelFile.write(TestModels.smallVanDerPol(), other);
    String fresh = " --output " + folder.resolve("o");

    assertThat(refused(REASON + "--output " + other)).contains("--output", "other.safetensors");
    assertThat(refused(REASON + "--replace --output " + model))
        .as("the parent")
        .contains("--output", "m.safetensors");
    assertThat(refused(REASON + "--replace --model " + other + " --output " + model))
        .as("the model in use, which is not the parent")
        .contains("--output", "m.safetensors");
    assertThat(refused(REASON + "--report " + other + fresh))
        .contains("--report", "other.safetensors");
    assertThat(refused(REASON + "--replace --report " + model + fresh))
        .contains("--report", "m.safetensors");
    assertThat(refused(REASON + "--sensor q" + fresh)).contains("--recording is missing");
  }

  @Test
  void theParentIsTheModelGivenOrElseThatOfTheFile() throws Exception {
    String fresh = "--output " + folder.resolve("o");
    Path absent = folder.resolve("absent.safetensors");
    Cli ofOption = Cli.words("accept " + topology + " " + REASON + fresh + " --model " + absent);
    assertThat(ofOption.code()).isEqualTo(ExitCode.FAILED);
    assertThat(ofOption.err()).contains("absent.safetensors");
    assertThat(refused(REASON + fresh)).contains("--stream is missing");
    Path bare = folder.resolve("bare.safetensors");
    ModelFile.write(TestModels.bareOf(TestModels.smallVanDerPol()).build(), bare);
    Cli ofBare = Cli.words("accept " + topology + " " + REASON + fresh + " --model " + bare);
    assertThat(ofBare.code()).isNotZero();
    assertThat(ofBare.err()).as("it has no threshold").doesNotContain("--stream is missing");
    Files.delete(model);
    assertThat(refused(REASON + fresh)).contains("model.file", "m.safetensors");
    topology = file("{fit: {system: vanderpol, classes: 5, omega: 4, scaling: none}}");
    assertThat(refused(REASON + fresh))
        .isEqualTo("kahkm: --model is missing, and the topology file names no model");
  }
}
