package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.TopologySource;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A press with two recipes, by the commands: each mode has a model of its own rows. */
class ModeCommandsTest {
  private static final int ROWS = 1_600;

  /** Rows until the recipe changes. */
  private static final int BATCH = 100;

  @TempDir static Path shared;
  @TempDir Path folder;

  /** A recording, which both models are of, and a later one. */
  private static Path press;

  private static Path later;

  /** What fit said of either mode. */
  private static final List<String> FITTED = new ArrayList<>();

  @BeforeAll
  static void fitBoth() throws IOException {
    press = recording("press.csv", 1);
    later = recording("later.csv", 2);
    Path yaml = topology(shared, shared);
    for (String mode : List.of("A", "B")) {
      String said =
          run(
              "fit",
              yaml.toString(),
              "--mode",
              mode,
              "--input",
              press.toString(),
              "--classes",
              "6",
              "--references",
              "all",
              "--block",
              "40",
              "--omega",
              "4");
      FITTED.add(said);
    }
  }

  private static boolean isB(int row) {
    return row / BATCH % 2 == 1;
  }

  /** Speed and force swing together around the recipe's level. */
  private static Path recording(String name, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder rows = new StringBuilder("t,speed,force,recipe\n");
    double swing = 0;
    for (int n = 0; n < ROWS; n++) {
      swing = 0.7 * swing + random.nextGaussian();
      double level = isB(n) ? 60 : 20;
      rows.append(
          String.format(
              Locale.ROOT,
              "%d,%.6f,%.6f,%s%n",
              1_000L * n,
              level + swing + 0.3 * random.nextGaussian(),
              3 * level + swing + 0.3 * random.nextGaussian(),
              n == 7 ? "" : isB(n) ? "B" : n % 1_000 >= 880 && n % 1_000 < 900 ? "washing" : "A"));
    }
    return Files.writeString(shared.resolve(name), rows);
  }

  /** The file of the guide, with models of a folder. */
  private static Path topology(Path folder, Path models) throws IOException {
    String guide = ProjectFiles.text("docs/fitting.md");
    Matcher snippet =
        Pattern.compile("## A machine with several recipes\\R(?s:.*?)```yaml\\R(?s:(.*?))```")
            .matcher(guide);
    assertThat(snippet.find()).isTrue();
    return Files.writeString(
        folder.resolve("press.yaml"),
        snippet
            .group(1)
            .replaceAll("(\\w+\\.safetensors)", models + "/$1")
            .replaceAll("(?m)^  shadow-by-mode:.*\\R", ""));
  }

  private static String run(String... arguments) {
    Cli run = Cli.run(arguments);
    assertThat(run.code()).as(run.err()).isZero();
    return run.out() + run.err();
  }

  private String refused(String... arguments) {
    Cli run = Cli.run(arguments);
    assertThat(run.code()).isEqualTo(2);
    return run.err();
  }

  @Test
  void everyCommandReadsOneModeAndScoreSaysWhatTheEngineSays() throws Exception {
    Path yaml = topology(folder, shared);
    for (String said : FITTED) {
      assertThat(said).containsPattern("rows skipped: [78]\\d\\d of other modes");
      assertThat(said).contains("1 without a mode");
    }
    Model a = ModelFile.read(shared.resolve("a.safetensors"));
    assertThat(a.provenance()).containsEntry("mode", "A");
    String checked = run("check", yaml.toString());
    assertThat(checked)
        .contains("Mode A: False alarms: ", "Mode B: False alarms: ")
        .contains("Mode A: State size: ", "Mode B: State size: ")
        .doesNotContain("rows of all modes");

    for (String mode : List.of("A", "B")) {
      Path scores = folder.resolve(mode + ".csv");
      String said =
          run(
              "score",
              yaml.toString(),
              "--mode",
              mode,
              "--input",
              later.toString(),
              "--output",
              scores.toString());
      assertThat(said).contains("no incident");
      assertSameAsLive(yaml, mode, later, scores);
    }
  }

  /** Live a monitor is shown one row of another mode at each change. */
  private static void assertSameAsLive(Path yaml, String mode, Path rows, Path scores)
      throws Exception {
    TopologyConfig config = TopologySource.load(yaml.toString());
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(config, TopologySource.models(config)).byMode().get(mode);
    StreamMonitor live = StreamMonitor.create(blueprint.settings(), blueprint.model());
    List<String> written = Files.readAllLines(scores);
    List<String> head = List.of(written.get(0).split(","));
    int novelty = head.indexOf("novelty");
    int state = head.indexOf("state");
    int line = 1;
    int compared = 0;
    for (String row : Files.readAllLines(rows).subList(1, ROWS + 1)) {
      String[] cells = row.split(",");
      String[] said = written.get(line++).split(",", -1);
      if (cells.length < 4) {
        assertThat(said[state]).isEqualTo("skipped");
        continue;
      }
      double[] values = {Double.parseDouble(cells[1]), Double.parseDouble(cells[2])};
      Observation observation =
          Observation.state(1_000_000L * Long.parseLong(cells[0]), values, null, false);
      if (cells[3].equals(mode)) {
        RowAssessment expected = live.advance(observation);
        if (expected.readiness() == Readiness.READY) {
          assertThat(Double.parseDouble(said[novelty])).isEqualTo(expected.novelty());
          compared++;
        } else {
          assertThat(said[state]).isEqualTo("off");
        }
      } else {
        assertThat(said[state]).isEqualTo("off");
        if (live.isInMode()) {
          live.advance(observation.elsewhere());
        }
      }
    }
    assertThat(compared).isGreaterThan(600);
  }

  /** The control: one model of one mode judges all rows, and the other mode is an incident. */
  @Test
  void withoutModesTheOtherRecipeIsAnIncident() throws Exception {
    Path yaml = topology(folder, shared);
    String file = Files.readString(yaml);
    Files.writeString(
        yaml,
        file.replaceFirst("by-mode: .*", "file: " + shared + "/a.safetensors")
            .replaceAll("(?m)^  (mode|settle): .*\\R", ""));

    assertThat(
            run(
                "score",
                yaml.toString(),
                "--input",
                later.toString(),
                "--output",
                folder.resolve("scores.csv").toString()))
        .doesNotContain("no incident");
  }

  @Test
  void aModelOfAnotherModeIsSaid() throws Exception {
    Path yaml = topology(folder, shared);
    String file = Files.readString(yaml);
    Files.writeString(
        yaml,
        file.replace("a.safetensors", "x")
            .replace("b.safetensors", "a.safetensors")
            .replace("/x", "/b.safetensors"));

    assertThat(run("check", yaml.toString()))
        .contains("The model of mode A was fitted on rows of mode B. Check model.by-mode.")
        .contains("The model of mode B was fitted on rows of mode A. Check model.by-mode.");
  }

  @Test
  void aFileWithModesWantsToKnowWhich() throws Exception {
    Path yaml = topology(folder, folder);
    String csv = press.toString();
    assertThat(refused("fit", yaml.toString(), "--input", csv))
        .contains("--mode is missing", "has a model for each of the modes A, B; say which one");
    assertThat(refused("fit", yaml.toString(), "--input", csv, "--mode", "C"))
        .contains("--mode is C, which is no mode of model.by-mode (A, B)");
    assertThat(refused("fit", "--state", "speed,force", "--input", csv, "--mode", "A"))
        .contains("--mode needs a topology file with model.by-mode");
    assertThat(refused("promote", yaml.toString())).contains("has models by mode, and promote");
    assertThat(
            refused(
                "accept",
                yaml.toString(),
                "--reference",
                csv,
                "--input",
                csv,
                "--why",
                "x",
                "--output",
                folder.resolve("new.safetensors").toString()))
        .contains("has models by mode, and accept takes one model");
    assertThat(refused("check", yaml.toString())).contains("model.by-mode.A: there is no file");
  }
}
