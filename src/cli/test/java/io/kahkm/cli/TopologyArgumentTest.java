package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topology file says what options leave out, and options win over it. */
class TopologyArgumentTest {
  private static final String FIT = " --classes 4 --epochs 2 --scaling none --holdout 0";

  @TempDir private Path folder;
  private Path rows;
  private Path topology;
  private Path declared;

  @BeforeEach
  void writeFiles() throws IOException {
    rows = folder.resolve("rows.csv");
    StringBuilder text = new StringBuilder("t,run,q,p\n");
    for (int i = 0; i < 400; i++) {
      // A step of a minute every fifty rows is longer than idle, and one of 1.3 s is irregular.
      long time = 1_700_000_000_000L + 1000L * i + 60_000L * (i / 50) + (i % 50 == 25 ? 300 : 0);
      text.append(time).append(',').append(i / 200).append(',');
      text.append(StrictMath.sin(0.11 * i))
          .append(',')
          .append(StrictMath.cos(0.07 * i))
          .append('\n');
    }
    Files.writeString(rows, text);
    declared = folder.resolve("plant.safetensors");
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {file: %s}
        input: {topic: plant.states, state: [q, p], time: t, time-unit: ms, step: 1s, step-tolerance: 0.1, episode: run, idle: 30s}
        """
            .formatted(declared));
  }

  @Test
  void fitAndEvaluateTakeColumnsTimesAndModelFromIt() throws IOException {
    Path other = folder.resolve("other.safetensors");
    String columns =
        " --state q,p --time t --step 1s --step-tolerance 0.1 --episode run --idle 30s";
    Cli byOptions = Cli.words("fit --output " + other + columns + FIT + " --input " + rows);
    Cli byFile = Cli.words("fit " + topology + FIT + " --input " + rows);
    assertThat(byOptions.code()).as(byOptions.err()).isZero();
    assertThat(byFile.code()).as(byFile.err()).isZero();
    assertThat(byFile.out())
        .contains(
            "\n  ./kahkm score "
                + topology
                + " --input "
                + rows
                + " --output plant.scores.csv --report plant.html\n");
    assertThat(byOptions.out()).doesNotContain("./kahkm score");
    assertThat(Files.readAllBytes(declared)).isEqualTo(Files.readAllBytes(other));
    String rest = " --allow-training-data --horizons 1 --input " + rows;
    assertThat(Cli.words("evaluate " + topology + rest).out())
        .isEqualTo(Cli.words("evaluate --model " + other + columns + rest).out())
        .contains("\"R2\"");
  }

  @Test
  void theUnitOfTimeIsItsUnit() throws IOException {
    Path minutes = folder.resolve("minutes.csv");
    StringBuilder text = new StringBuilder("t,run,q,p\n");
    for (int i = 0; i < 400; i++) {
      text.append(i).append(",0,").append(StrictMath.sin(0.11 * i)).append(',');
      text.append(StrictMath.cos(0.07 * i)).append('\n');
    }
    Files.writeString(minutes, text);
    Files.writeString(
        topology,
        Files.readString(topology)
            .replace("time-unit: ms, step: 1s", "time-unit: min, step: 1m")
            .replace("idle: 30s", "idle: 30m"));
    Cli fit = Cli.words("fit " + topology + FIT + " --input " + minutes);
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(
            Cli.words("fit " + topology + FIT + " --replace --time-unit auto --input " + minutes)
                .err())
        .contains("no row has a time that --time-unit auto can read");
  }

  @Test
  void optionsWinOverIt() {
    Cli fit = Cli.words("fit " + topology + FIT + " --step 2s --input " + rows);
    assertThat(fit.code()).isNotZero();
    assertThat(fit.err())
        .contains(
            "holds no transition: rows are 1s apart, but the declared step is 2s (input.step or"
                + " --step)");
  }

  @Test
  void itsHorizonsAreTakenWhereNoOptionNamesSome() throws IOException {
    Files.writeString(
        topology, Files.readString(topology) + "forecasts: {topic: f, horizons: [2, 7]}\n");
    assertThat(Cli.words("fit " + topology + FIT + " --input " + rows).code()).isZero();
    Cli evaluate = Cli.words("evaluate " + topology + " --allow-training-data --input " + rows);
    assertThat(evaluate.code()).as(evaluate.err()).isZero();
    assertThat(evaluate.out()).contains("\"h\" : 2", "\"h\" : 7");
  }

  @Test
  void figuresOfRowsInAlarmAreSaidToBeSo() throws IOException {
    String fit = "fit " + topology + " --classes 4 --epochs 2 --input " + rows;
    assertThat(Cli.words(fit).code()).isZero();
    StringBuilder faulty = new StringBuilder();
    List<String> lines = Files.readAllLines(rows);
    for (int i = 0; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",");
      cells[2] = i > 300 ? "9.5" : cells[2];
      faulty.append(String.join(",", cells)).append('\n');
    }
    Path fault = Files.writeString(folder.resolve("fault.csv"), faulty);
    String rest = " --allow-training-data --horizons 1 --input ";
    assertThat(Cli.words("evaluate " + topology + rest + rows).err())
        .doesNotContain("were unlike the recording");
    assertThat(Cli.words("evaluate " + topology + rest + fault).err())
        .containsPattern(
            "\\d+ of \\d+ rows were unlike the recording, \\d+ had sensors that disagree and \\d+ a"
                + " faulty sensor");
    String certify = " --allow-training-data --sampling episodes --tolerance 0.5 --input ";
    assertThat(Cli.words("certify " + topology + certify + fault).err())
        .contains("rows were unlike the recording");
  }

  @Test
  void allWrongColumnsAreNamedAtOnceWithWhatMayBeMeant() {
    Cli fit = Cli.words("fit --state q,pp --time T --stream pump --output m --input " + rows);
    assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fit.err())
        .contains("no column \"pp\", which --state or the topology file names, did you mean p?")
        .contains("no column \"T\", which --time or the topology file names, did you mean t?")
        .contains("no column \"pump\", which --stream or the topology file names\n")
        .contains("has the columns t, run, q, p");
  }

  @Test
  void withoutItWhatIsMissingIsNamed() {
    Cli evaluate = Cli.words("evaluate --horizons 1 --state q,p --input " + rows);
    assertThat(evaluate.code()).isEqualTo(ExitCode.USAGE);
    assertThat(evaluate.err()).contains("--model is missing");
    Cli fit = Cli.words("fit --state q,p --input " + rows);
    assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fit.err()).contains("--output is missing");
  }
}
