package io.kahkm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Topology files and the models that they name, as commands find them. */
class TopologySourceTest {
  private static final Model ONE = TestModels.vanDerPol(3, 1);
  private static final Model OTHER = TestModels.vanDerPol(3, 2);

  @TempDir private Path folder;

  private Path topology(String model, String more) throws IOException {
    return Files.writeString(
        folder.resolve("plant.yaml"),
        "name: plant\nmodel: "
            + model
            + "\ninput: {state: [q, p], time: t, time-unit: ms"
            + more
            + "}\n");
  }

  private TopologyConfig config(String model) throws IOException {
    return TopologySource.load(topology(model, "").toString());
  }

  private void write(Model model, String name) throws IOException {
    ModelFile.write(model, folder.resolve(name));
  }

  @Test
  void modelsAreThoseOfTheFilesThatItNames() throws Exception {
    write(ONE, "one.st");
    write(OTHER, "other.st");
    TopologyConfig both = config("{file: one.st, shadow: other.st}");
    assertThat(print(TopologySource.model(both))).isEqualTo(print(ONE));
    assertThat(TopologySource.shadow(both).map(TopologySourceTest::print)).contains(print(OTHER));
    TopologySource.models(both)
        .each()
        .forEach(
            (mode, of) -> {
              assertThat(print(of.main())).isEqualTo(print(ONE));
              assertThat(of.shadow().map(TopologySourceTest::print)).contains(print(OTHER));
            });
    assertThat(TopologySource.models(both).each()).hasSize(1);
    assertThat(TopologySource.shadow(config("{file: one.st}"))).isEmpty();
  }

  private static String print(Model model) {
    return model.map().fingerprint();
  }

  @Test
  void everyModeHasItsModelAndPerhapsOneOnTrial() throws Exception {
    write(ONE, "one.st");
    write(OTHER, "other.st");
    write(ONE, "third.st");
    TopologyConfig modes =
        TopologySource.load(
            topology(
                    "{by-mode: {slow: one.st, fast: other.st}, shadow-by-mode: {fast: third.st}}",
                    ", mode: recipe")
                .toString());
    Map<String, String> mains = new TreeMap<>();
    Map<String, String> trials = new TreeMap<>();
    TopologySource.models(modes)
        .each()
        .forEach(
            (mode, of) -> {
              mains.put(mode, print(of.main()));
              of.shadow().ifPresent(trial -> trials.put(mode, print(trial)));
            });
    assertThat(mains).isEqualTo(Map.of("slow", print(ONE), "fast", print(OTHER)));
    assertThat(trials).isEqualTo(Map.of("fast", print(ONE)));
  }

  @Test
  void aModelThatIsMissingIsNamedWithItsSetting() throws Exception {
    assertThatThrownBy(
            () -> TopologySource.model(config("{fit: {system: vanderpol, classes: 4, omega: 2}}")))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(": model.file is missing; run needs a fitted model (kahkm fit)");
    TopologyConfig absent = config("{file: none.st, shadow: two.st}");
    assertThatThrownBy(() -> TopologySource.models(absent))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(absent.name() + ": model.file: ")
        .hasMessageContaining("none.st");
    assertThatThrownBy(() -> TopologySource.shadow(absent))
        .hasMessageStartingWith(absent.name() + ": model.shadow: ")
        .hasMessageContaining("two.st");
  }

  @Test
  void packagedExamplesHaveNamesAndSettingsReplaceThoseOfTheFile() throws Exception {
    assertThat(TopologySource.load("vanderpol").input().fields().state()).containsExactly("q", "p");
    SetOption none = CommandLine.populateCommand(new SetOption());
    assertThat(none.given()).isFalse();
    assertThat(none.arguments()).isEmpty();
    SetOption two =
        CommandLine.populateCommand(
            new SetOption(), "--set", "incidents.quiet=20", "--set", "name=other");
    assertThat(two.given()).isTrue();
    assertThat(two.arguments()).isEqualTo(List.of("--set=incidents.quiet=20", "--set=name=other"));
    assertThat(two.load("vanderpol").toMaskedYaml()).contains("quiet: 20", "name: other");
    assertThat(two.load(topology("{file: m}", "").toString()).toMaskedYaml())
        .contains("quiet: 20", "name: other");
  }

  @Test
  void whatIsNeitherAFileNorAnExampleIsRefusedWithTheNamesOfThose() {
    assertThatThrownBy(() -> TopologySource.load("vanderpole"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "vanderpole: no such file, and no packaged example of that name (vanderpol, duffing,"
                + " cartpole, mountaincar, acrobot, four-state, fleet, tags, pumps)");
    assertThatThrownBy(() -> TopologySource.load("vanderpol", List.of("name=")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("vanderpol");
  }
}
