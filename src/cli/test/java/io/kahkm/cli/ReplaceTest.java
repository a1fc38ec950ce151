package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** No command overwrites what it reads or, unasked, a file that exists. */
class ReplaceTest {
  @TempDir static Path original;
  @TempDir Path folder;
  private Path recording;
  private Path topology;
  private Path model;

  @BeforeAll
  static void fitOnce() throws IOException {
    Path rows = original.resolve("own.csv");
    StringBuilder text = new StringBuilder("t,a,b\n");
    for (int i = 0; i < 300; i++) {
      double angle = 0.1 * i;
      text.append(i * 60_000L).append(',').append(Math.sin(angle)).append(',');
      text.append(Math.cos(angle) + 0.01 * (i * 37 % 11)).append('\n');
    }
    Files.writeString(rows, text);
    Path fitted = original.resolve("plant.safetensors");
    Path plant = topology(original, fitted);
    String fit = "fit " + plant + " --classes 4 --omega 4 --horizons 1 --input";
    assertThat(Cli.words(fit, rows).err()).doesNotContain("exists");
    assertThat(fitted).exists();
  }

  private static Path topology(Path folder, Path model) throws IOException {
    return Files.writeString(
        folder.resolve("plant.yaml"),
        """
        name: plant
        model: {file: "%s"}
        input: {topic: in, state: [a, b], time: t, time-unit: ms, step: 1m}
        kafka: {bootstrap.servers: "localhost:9092"}
        """
            .formatted(model));
  }

  @BeforeEach
  void copy() throws IOException {
    recording = Files.copy(original.resolve("own.csv"), folder.resolve("own.csv"));
    model = Files.copy(original.resolve("plant.safetensors"), folder.resolve("plant.safetensors"));
    topology = topology(folder, model);
  }

  private Cli run(String line, Path... more) {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ")) {
      words.add(
          switch (word) {
            case "TOPOLOGY" -> topology.toString();
            case "RECORDING" -> recording.toString();
            case "MODEL" -> model.toString();
            default -> word;
          });
    }
    for (Path path : more) {
      words.add(path.toString());
    }
    return Cli.run(words.toArray(String[]::new));
  }

  /** Whoever mistypes the input hears of that, not of the model that is there already. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit TOPOLOGY --classes 4 --omega 4 --input",
        "score TOPOLOGY --output MODEL --input"
      })
  void anInputThatIsMissingIsToldFirst(String line) {
    Cli cli = run(line, folder.resolve("mistyped.csv"));

    assertThat(cli.code()).isOne();
    assertThat(cli.err()).contains("mistyped.csv").doesNotContain("exists");
  }

  @Test
  void scoreWritesNoFileUnasked() throws IOException {
    List<Path> before = files();

    Cli cli = run("score TOPOLOGY --input RECORDING");

    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("false alarms").doesNotContain("scores and status");
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** A command that writes, its option for that file last. */
  static Stream<String> writing() {
    return Stream.of(
        "fit TOPOLOGY --input RECORDING --classes 4 --omega 4 --horizons 1 --output",
        "fit TOPOLOGY --input RECORDING --classes 4 --omega 4 --output OTHER --report",
        "accept TOPOLOGY --reference RECORDING --input RECORDING --why test --output",
        "accept TOPOLOGY --reference RECORDING --input RECORDING --why test --output OTHER"
            + " --report",
        "score TOPOLOGY --input RECORDING --output",
        "score TOPOLOGY --input RECORDING --output OTHER --report",
        "encode TOPOLOGY --input RECORDING --output",
        "certify TOPOLOGY --input RECORDING --sampling records --stride 5 --independent asserted"
            + " --horizons 1 --picture",
        "spectrum TOPOLOGY --input RECORDING --picture",
        "init RECORDING --output");
  }

  private String named(String line) {
    return line.replace("OTHER", folder.resolve("other").toString());
  }

  @ParameterizedTest
  @MethodSource("writing")
  void whatExistsIsRefusedWithoutReplace(String line) throws IOException {
    Path kept = Files.writeString(folder.resolve("kept.svg"), "the only one");

    Cli cli = run(named(line), kept);

    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains(kept + " exists: choose another name, or --replace");
    assertThat(Files.readString(kept)).isEqualTo("the only one");
  }

  @ParameterizedTest
  @MethodSource("writing")
  void anInputIsRefusedUnderEveryNameEvenWithReplace(String line) throws IOException {
    byte[] rows = Files.readAllBytes(recording);
    Path hard = Files.createLink(folder.resolve("hard.svg"), recording);
    Path soft = Files.createSymbolicLink(folder.resolve("soft.svg"), recording);
    Path winding = folder.resolve("..").resolve(folder.getFileName()).resolve("own.csv");

    for (Path name : List.of(recording, hard, soft, winding)) {
      Cli cli = run(named(line) + " " + name + " --replace");

      assertThat(cli.code()).as(cli.err()).isEqualTo(2);
      assertThat(cli.err()).contains(name + " would overwrite " + recording);
    }
    assertThat(Files.readAllBytes(recording)).isEqualTo(rows);
    assertThat(soft).isSymbolicLink();
  }

  /** The parent of an accepted model, and the model that readings are judged by. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "accept TOPOLOGY --reference RECORDING --input RECORDING --why test --output",
        "accept TOPOLOGY --reference RECORDING --input RECORDING --why test --model COPY --output",
        "score TOPOLOGY --input RECORDING --output",
        "encode TOPOLOGY --input RECORDING --output",
        "spectrum TOPOLOGY --input RECORDING --picture"
      })
  void theModelIsRefused(String line) throws IOException {
    byte[] bytes = Files.readAllBytes(model);
    Path copy = Files.copy(model, folder.resolve("copy.safetensors"));
    Path link = Files.createLink(folder.resolve("link.safetensors"), model);

    for (Path name : List.of(model, link)) {
      Cli cli = run(line.replace("COPY", copy.toString()) + " " + name + " --replace");

      assertThat(cli.code()).isEqualTo(2);
      assertThat(cli.err()).contains(name + " would overwrite " + model);
    }
    assertThat(Files.readAllBytes(model)).isEqualTo(bytes);
  }

  @Test
  void fitReplacesItsModelWhereAskedTo() throws IOException {
    byte[] before = Files.readAllBytes(model);
    String fit = "fit TOPOLOGY --input RECORDING --classes 5 --omega 4 --horizons 1";

    Cli refused = run(fit);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--output " + model + " exists");
    assertThat(Files.readAllBytes(model)).isEqualTo(before);

    assertThat(run(fit + " --replace").code()).isZero();
    assertThat(Files.readAllBytes(model)).isNotEqualTo(before);
  }

  @Test
  void twoOutputsOfOneNameAreRefused() {
    Path both = folder.resolve("both");
    Cli cli = run("score TOPOLOGY --input RECORDING --output " + both + " --report " + both);

    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("would overwrite " + both);
    assertThat(both).doesNotExist();
  }

  /** An output is written under this name until it is whole. */
  @Test
  void anInputOfTheNameThatAPartHasIsRefused() throws IOException {
    Path part = Files.copy(recording, folder.resolve("scores.csv.part"));
    Cli cli = run("score TOPOLOGY --output " + folder.resolve("scores.csv") + " --input " + part);

    assertThat(cli.code()).isEqualTo(2);
    assertThat(part).exists();
  }

  @Test
  void devicesNeedNoReplace() {
    assertThat(run("score TOPOLOGY --input RECORDING --output /dev/null").code()).isZero();
  }

  /** A command that somebody adds cannot leave it out. */
  @Test
  void everyCommandThatWritesAFileHasReplace() {
    Set<String> writing = Set.of("--output", "--report", "--picture");
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      boolean writes =
          writing.stream().anyMatch(name -> command.getCommandSpec().findOption(name) != null);
      assertThat(command.getCommandSpec().findOption("--replace") != null)
          .as(command.getCommandName())
          .isEqualTo(writes);
    }
  }
}
