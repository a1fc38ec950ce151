package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands on files whose states take several readings or a scaling of the stream's own. */
class PreparedFilesTest {
  private static final String FIT =
      " --state q,p --episode run --classes 5 --omega 16 --closure ridge --horizons 1,5 ";

  @TempDir Path folder;

  private Path train;
  private Path mixed;
  private Path fresh;

  @BeforeEach
  void writeFiles() throws IOException {
    List<String> rows = rows(5, 80);
    train = write("train.csv", rows);
    List<String> alternating = new ArrayList<>();
    int perStream = rows.size() / 3;
    for (int i = 0; i < perStream; i++) {
      for (int s = 0; s < 3; s++) {
        alternating.add(rows.get(s * perStream + i));
      }
    }
    mixed = write("mixed.csv", alternating);
    fresh = write("fresh.csv", rows(77, 100));
  }

  /** Three streams of two episodes in units of their own. */
  private static List<String> rows(long seed, int transitions) {
    Episodes fleet = TestModels.fleet(seed, 3, 2, transitions);
    List<String> rows = new ArrayList<>();
    for (int e = 0; e < fleet.count(); e++) {
      for (int t = 0; t < fleet.length(e); t++) {
        double[] state = fleet.state(e, t);
        rows.add("s" + fleet.stream(e) + "," + e + "," + state[0] + "," + state[1]);
      }
    }
    return rows;
  }

  private Path write(String name, List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("machine,run,q,p"));
    lines.addAll(rows);
    return Files.write(folder.resolve(name), lines);
  }

  private Path fit(Path input, String name, String options) {
    Path model = folder.resolve(name);
    Cli fit = Cli.words("fit --input " + input + FIT + options + " --output " + model);
    assertThat(fit.code()).as(fit.err()).isZero();
    return model;
  }

  private static String fingerprint(Path model) {
    return Cli.run("inspect", model.toString(), "--json").json().get("fingerprint").asText();
  }

  @Test
  void encodesOneRowPerRowAndLeavesThoseOfAWarmUpEmpty() throws IOException {
    Path model = fit(train, "delayed.safetensors", "--delays 3");
    Path encoded = folder.resolve("encoded.csv");

    Cli cli =
        Cli.words(
            "encode --state q,p --episode run --model %s --input %s --output %s"
                .formatted(model, fresh, encoded));

    assertThat(cli.code()).as(cli.err()).isZero();
    List<String> lines = Files.readAllLines(encoded);
    assertThat(lines).hasSize(1 + 6 * 101);
    String blank = String.join("", Collections.nCopies(5, ","));
    for (int e = 0; e < 6; e++) {
      List<String> episode = lines.subList(1 + 101 * e, 1 + 101 * (e + 1));
      assertThat(episode.subList(0, 2)).containsOnly(blank);
      assertThat(episode.subList(2, 101)).doesNotContain(blank);
    }
    JsonNode inspected = Cli.run("inspect", model.toString(), "--json").json();
    assertThat(inspected.get("delays").intValue()).isEqualTo(3);
    assertThat(inspected.get("sensors")).hasSize(2);
  }

  @Test
  void evaluatesStatesOfSeveralReadingsInSensorUnits() {
    Path model = fit(train, "delayed.safetensors", "--delays 2");

    Cli cli =
        Cli.words(
            "evaluate --state q,p --episode run --horizons 1,5 --model %s --input %s"
                .formatted(model, fresh));

    assertThat(cli.code()).as(cli.err()).isZero();
    JsonNode first = cli.json().get("horizons").get(0);
    // Of 101 rows of an episode 100 give states, of these 99 have a successor.
    assertThat(first.get("starts").intValue()).isEqualTo(6 * 99);
    assertThat(first.get("sensors")).hasSize(2);
  }

  @Test
  void mixedStreamsGiveTheModelOfStreamsOneAfterTheOther() {
    String options = "--stream machine --scaling per-stream --scaling-rows 50";

    Path apart = fit(train, "apart.safetensors", options);
    Path together = fit(mixed, "together.safetensors", options);
    Path asOneStream = fit(train, "one.safetensors", "--delays 1");

    assertThat(fingerprint(together)).isEqualTo(fingerprint(apart));
    assertThat(fingerprint(asOneStream)).isNotEqualTo(fingerprint(apart));
  }

  @Test
  void certifiesAndEncodesEveryStreamInItsOwnUnits() throws IOException {
    Path model =
        fit(
            train,
            "fleet.safetensors",
            "--stream machine --scaling per-stream --scaling-rows 50 --delays 2");
    Path encoded = folder.resolve("encoded.csv");
    String where = " --state q,p --episode run --stream machine --model " + model;

    Cli encode = Cli.words("encode --output " + encoded + " --input " + fresh + where);
    Cli certify =
        Cli.words("certify --sampling episodes --kappa 1 --tolerance 0.5 --input " + fresh + where);

    assertThat(encode.code()).as(encode.err()).isZero();
    List<String> lines = Files.readAllLines(encoded).stream().skip(1).toList();
    // Every stream learns its scaling from 50 rows; its second episode only fills the delay.
    long blank = lines.stream().filter(line -> line.startsWith(",")).count();
    assertThat(blank).isEqualTo(3 * (50 + 1));
    assertThat(certify.code()).as(certify.err()).isZero();
    assertThat(certify.json().get("units").intValue()).isEqualTo(6);
  }

  @Test
  void checkSaysWhatAStreamNeedsBeforeItsFirstState() throws IOException {
    Path model =
        fit(
            train,
            "fleet.safetensors",
            "--stream machine --scaling per-stream --scaling-rows 50 --delays 3");
    Path topology =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: fleet
            model: {file: %s}
            input: {state: [q, p], time: t}
            closure: {rollback: true}
            """
                .formatted(model));

    Cli check = Cli.words("check " + topology);

    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out())
        .contains(
            "A state is 3 consecutive readings: after every gap, the first 2 give no state yet.")
        .contains("from its first 50 readings")
        .contains("rollback: true");
  }

  @ParameterizedTest
  @CsvSource({
    "--scaling per-stream, --scaling per-stream needs --stream",
    "--delays 0, delays is 0",
    "'--stream machine --scaling per-stream --scaling-rows 1', scalingRows is 1"
  })
  void refusesWhatCannotBePrepared(String options, String message) {
    Cli fit =
        Cli.words(
            "fit --input "
                + train
                + FIT
                + options
                + " --output "
                + folder.resolve("m.safetensors"));

    assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fit.err()).contains(message);
  }

  @Test
  void refusesPairsWhereAStateTakesSeveralReadings() throws IOException {
    Path model = fit(train, "delayed.safetensors", "--delays 2");
    Path pairs =
        Files.write(
            folder.resolve("pairs.csv"), List.of("q,p,q_next,p_next", "1,2,3,4", "2,3,4,5"));
    String next = " --state q,p --next q_next,p_next --input " + pairs;

    Cli fit = Cli.words("fit --delays 2 --output " + folder.resolve("m.safetensors") + next);
    Cli evaluate = Cli.words("evaluate --horizons 1 --model " + model + next);

    assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fit.err()).contains("--delays is 2").contains("--next");
    assertThat(evaluate.code()).isEqualTo(ExitCode.USAGE);
    assertThat(evaluate.err()).contains("--next gives pairs").contains("--delays 2");
  }

  @Test
  void theLastCountedEpisodeMayEndInADuplicateBeforeAStreamWithoutPairs() throws IOException {
    Path model = fit(train, "plain.safetensors", "--delays 1");
    List<String> lines = new ArrayList<>(List.of("machine,run,t,q,p"));
    List<String> readings = rows(77, 20);
    for (int i = 0; i < 42; i++) {
      String[] cells = readings.get(i).split(",", 3);
      lines.add("a," + cells[1] + "," + i + "," + cells[2]);
    }
    lines.add(lines.get(lines.size() - 1));
    lines.add("b,0,0,1,1");
    Path input = Files.write(folder.resolve("ends.csv"), lines);

    Cli certify =
        Cli.words(
            "certify --sampling episodes --kappa 1 --tolerance 0.5 --state q,p --episode run"
                + " --stream machine --time t --time-unit s --model %s --input %s"
                    .formatted(model, input));

    assertThat(certify.code()).as(certify.err()).isZero();
    assertThat(certify.json().get("units").intValue()).isEqualTo(2);
    assertThat(certify.err()).contains("1 with the time of the row before");
  }
}
