package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths in a topology file start from its folder, which is not the folder that tests run in. */
class FilePathsTest {
  /** A file that the working directory has, named as in a file of an earlier release. */
  private static final Path PRESENT = Path.of("topologies", "pumps.yaml");

  @TempDir private Path folder;

  private TopologyConfig load(String yaml, Map<String, String> environment, String... settings)
      throws IOException, TopologyConfigException {
    Path file = folder.resolve("plant.yaml");
    Files.writeString(file, yaml);
    return TopologyConfig.load(file, environment, List.of(settings));
  }

  private List<String> errors(String yaml) {
    return catchThrowableOfType(TopologyConfigException.class, () -> load(yaml, Map.of())).errors();
  }

  private static String file(String model) {
    return "name: plant\nmodel: {" + model + "}\ninput: {state: [q], time: t}\n";
  }

  @Test
  void modelsAreRelativeToTheFile() throws Exception {
    TopologyConfig config = load(file("file: m/a.safetensors, shadow: ../b.safetensors"), Map.of());

    assertThat(config.model().file()).contains(folder.resolve("m/a.safetensors"));
    assertThat(config.model().shadow()).contains(folder.resolve("../b.safetensors"));
    assertThat(config.folder()).isEqualTo(folder);
  }

  @Test
  void modelsOfModesAreRelativeToTheFile() throws Exception {
    String modes =
        file("by-mode: {A: m/a, \"7/8 in~\": b}, shadow-by-mode: {A: c}")
            .replace("state: [q]", "state: [q], mode: recipe");
    TopologyConfig config = load(modes, Map.of(), "model.by-mode.B=typed");

    assertThat(config.model().byMode().get("A").file()).isEqualTo(folder.resolve("m/a"));
    assertThat(config.model().byMode().get("A").shadow()).contains(folder.resolve("c"));
    assertThat(config.model().byMode().get("7/8 in~").file()).isEqualTo(folder.resolve("b"));
    assertThat(config.model().byMode().get("B").file()).isEqualTo(Path.of("typed"));
    assertThat(TopologyWriter.write(config)).contains("A: m/a").contains("A: c");
  }

  @Test
  void absolutePathsStay() throws Exception {
    assertThat(load(file("file: /models/a.safetensors"), Map.of()).model().file())
        .contains(Path.of("/models/a.safetensors"));
    assertThat(
            load(file("file: \"${MODELS}/a.safetensors\""), Map.of("MODELS", "/srv"))
                .model()
                .file())
        .contains(Path.of("/srv/a.safetensors"));
  }

  @Test
  void textWithoutAFileStartsFromTheWorkingDirectory() throws Exception {
    TopologyConfig config = TopologyConfig.parse(file("file: m"), "packaged", Map.of());

    assertThat(config.model().file()).contains(Path.of("m"));
    assertThat(config.written(Path.of("m"))).isEqualTo(Path.of("m"));
  }

  @Test
  void settingsOfTheCommandLineAreRelativeToTheWorkingDirectory() throws Exception {
    TopologyConfig config =
        load(file("file: a, shadow: b"), Map.of(), "model.file=typed.safetensors");
    assertThat(config.model().file()).contains(Path.of("typed.safetensors"));
    assertThat(config.model().shadow()).contains(folder.resolve("b"));

    TopologyConfig section = load(file("file: a"), Map.of(), "model={file: a}");
    assertThat(section.model().file()).contains(Path.of("a"));
  }

  @Test
  void passwordsAndSchemasAreBesideTheFileToo() throws Exception {
    Files.writeString(folder.resolve("secret"), "hush\n");
    TopologyConfig config =
        load(
            file("file: m")
                + "telemetry: {user: ops, password-file: secret}\n"
                + "incidents: {topic: plant.incidents}\n"
                + "alerts: {mail: {server: h, from: a@b, to: [c@d], user: u, password-file: secret}}\n",
            Map.of());
    assertThat(config.telemetry().login().orElseThrow().password().reveal()).isEqualTo("hush");
    assertThat(config.alerts().mail().orElseThrow().login().orElseThrow().password().reveal())
        .isEqualTo("hush");

    String rows = "input: {state: [q], format: avro, schema: {file: row.avsc}}\n";
    assertThat(
            load("name: plant\nmodel: {file: m}\n" + rows, Map.of())
                .input()
                .rows()
                .schema()
                .orElseThrow()
                .file())
        .contains(folder.resolve("row.avsc"));
  }

  @Test
  void aVariableNamesAFileFromTheWorkingDirectory() {
    List<String> errors =
        catchThrowableOfType(
                TopologyConfigException.class,
                () ->
                    load(
                        file("file: m") + "telemetry: {user: ops}\n",
                        Map.of("KAHKM_TELEMETRY_PASSWORD_FILE", "nowhere")))
            .errors();
    assertThat(errors).containsExactly("telemetry.password-file: cannot be read: nowhere");
  }

  @Test
  void aPathOfAnEarlierReleaseIsRefusedWithWhatToWrite() throws Exception {
    Path here = Path.of("").toAbsolutePath();
    Path folder = this.folder.toAbsolutePath();
    String write =
        "there is no file "
            + folder.resolve(PRESENT)
            + "; a relative path is relative to the topology file, no longer to the working"
            + " directory, which has this file: write "
            + folder.relativize(here.resolve(PRESENT));
    TopologyConfig config = load(file("file: " + PRESENT), Map.of());
    assertThat(config.absent(config.model().file().orElseThrow())).isEqualTo(write);

    assertThat(errors(file("file: m") + "telemetry: {user: ops, password-file: " + PRESENT + "}\n"))
        .contains("telemetry.password-file: " + write);
    assertThat(
            errors(
                "name: plant\nmodel: {file: m}\ninput: {state: [q], format: avro, schema: {file: "
                    + PRESENT
                    + "}}\n"))
        .containsExactly("input.schema.file: " + write);
    assertThat(folder.resolve(folder.relativize(here.resolve(PRESENT)))).exists();
  }

  @Test
  void aFileThatIsNowhereIsNamedWhole() throws Exception {
    TopologyConfig config = load(file("file: nowhere.safetensors"), Map.of());
    assertThat(config.absent(config.model().file().orElseThrow()))
        .isEqualTo("there is no file " + folder.resolve("nowhere.safetensors").toAbsolutePath());
  }

  @Test
  void theResolvedFileIsPrintedWithItsOwnPathsAgain() throws Exception {
    TopologyConfig config = load(file("file: m/a, shadow: /srv/b"), Map.of());
    assertThat(config.toMaskedYaml()).contains("file: m/a\n", "shadow: /srv/b\n");
    Path again = folder.resolve("again.yaml");
    Files.writeString(again, config.toMaskedYaml());
    assertThat(TopologyConfig.load(again, Map.of())).isEqualTo(config);
  }

  @Test
  void aPathIsWrittenAsTheFileWouldHaveIt() {
    Path conf = Path.of("conf");
    assertThat(FilePaths.written(conf, Path.of("conf/m/a"))).isEqualTo(Path.of("m/a"));
    assertThat(FilePaths.written(conf, Path.of("m/a"))).isEqualTo(Path.of("../m/a"));
    assertThat(FilePaths.written(conf, Path.of("/srv/a"))).isEqualTo(Path.of("/srv/a"));
    assertThat(FilePaths.written(Path.of("/etc"), Path.of("/etc/a"))).isEqualTo(Path.of("a"));
  }

  @Test
  void everySettingThatNamesAFileIsKnown() {
    List<String> named = new ArrayList<>();
    TopologySchema.settings()
        .forEach(
            setting -> {
              String path = setting.path();
              String key = path.substring(path.lastIndexOf('.') + 1);
              if (key.equals("file") || key.equals("shadow") || key.endsWith("-file")) {
                named.add(path);
              }
            });
    assertThat(FilePaths.SETTINGS).containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void whatIsNoPathIsLeftToTheReader() {
    assertThat(errors(file("file: [a]"))).isNotEmpty();
    assertThat(errors(file("file: {a: b}"))).isNotEmpty();
    assertThat(Optional.of(errors("name: plant\nmodel: a\ninput: {state: [q]}\n"))).isNotEmpty();
  }
}
