package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands started in another folder than that of the topology file find the files it names. */
class TopologyPathsTest {
  private static final String FIT = " --classes 4 --omega 2 --horizons 1 --seed 1 --input ";

  @TempDir private Path folder;
  private Path topology;
  private Path rows;

  @BeforeEach
  void recordRows() throws IOException {
    rows = folder.resolve("plant.csv");
    StringBuilder text = new StringBuilder("q,p\n");
    for (int i = 0; i < 300; i++) {
      text.append(StrictMath.sin(0.11 * i)).append(',').append(StrictMath.cos(0.07 * i));
      text.append('\n');
    }
    Files.writeString(rows, text);
    topology = folder.resolve("plant.yaml");
    write("plant.safetensors");
  }

  private void write(String model) throws IOException {
    Files.writeString(
        topology, "name: plant\nmodel: {file: " + model + "}\ninput: {state: [q, p]}\n");
  }

  @Test
  void aModelIsWrittenAndReadBesideItsFile() {
    Cli fit = Cli.words("fit " + topology + FIT + rows);
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(folder.resolve("plant.safetensors")).exists();
    assertThat(Path.of("plant.safetensors")).doesNotExist();

    Cli check = Cli.words("check " + topology);
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out()).contains("file: plant.safetensors\n");
    Cli evaluate =
        Cli.words("evaluate " + topology + " --allow-training-data --horizons 1 --input " + rows);
    assertThat(evaluate.code()).as(evaluate.err()).isZero();
  }

  @Test
  void aModelThatIsNowhereIsNamedWhole() {
    String absent = "model.file: there is no file " + folder.resolve("plant.safetensors");
    for (String command : new String[] {"check ", "evaluate --input " + rows + " "}) {
      Cli cli = Cli.words(command + topology);
      assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains(absent).doesNotContain("working directory");
    }
  }

  @Test
  void aPathOfAnEarlierReleaseIsRefusedWithWhatToWrite() throws IOException {
    Path present = Path.of("src/core/test/resources/embedding/vanderpol.safetensors");
    assertThat(present).exists();
    write(present.toString());
    String instead = folder.toAbsolutePath().relativize(present.toAbsolutePath()).toString();

    Cli refused = Cli.words("check " + topology);
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains("model.file: there is no file " + folder.resolve(present))
        .contains("which has this file: write " + instead);

    write(instead);
    assertThat(Cli.words("check " + topology).code()).isZero();
  }

  @Test
  void aSettingOfTheCommandLineStartsFromTheWorkingDirectory() {
    Cli check =
        Cli.words(
            "check "
                + topology
                + " --set model.file=src/core/test/resources/embedding/vanderpol.safetensors");
    assertThat(check.code()).as(check.err()).isZero();
  }

  @Test
  void initWritesAPathThatIsRightBesideTheFile() throws IOException {
    Path drafted = folder.resolve("drafted.yaml");
    Cli init = Cli.words("init " + rows + " --output " + drafted);
    assertThat(init.code()).as(init.err()).isZero();
    assertThat(Files.readString(drafted)).contains("model: {file: drafted.safetensors}\n");

    assertThat(Cli.words("fit " + drafted + FIT + rows).code()).isZero();
    assertThat(folder.resolve("drafted.safetensors")).exists();
  }
}
