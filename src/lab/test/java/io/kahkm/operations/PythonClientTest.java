package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.SeasonChoice;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.Oscillator;
import io.kahkm.system.Simulation;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.testing.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Python client gives the numbers of the engine: golden files hold what the engine says of a
 * few models and readings, here it is seen that it still does, and Python is asked whether it says
 * the same.
 */
class PythonClientTest {
  private static final Path CLIENT = Path.of("clients/python");
  private static final Path GOLDEN = CLIENT.resolve("tests/golden");
  private static final Path STORED = Path.of("src/engine/test/resources/stored/0.1.0");
  private static final String NUMPY = "python3 with numpy; Debian's package is python3-numpy";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROWS = 70;
  private static final int MISSING = 60;
  private static final int FAR = 65;
  private static final double STEP_SECONDS = 0.25;
  private static final int SEASON = 27;

  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "delayed", "paper"})
  void goldenFilesHoldWhatTheEngineSays(String name) throws Exception {
    Path file = GOLDEN.resolve(name + ".json");
    Path model = GOLDEN.resolve(name + ".safetensors");
    if (System.getProperty("kahkm.regenerate") != null) {
      ModelFile.write(model(name), model);
      PythonGolden golden = new PythonGolden(ModelFile.read(model), readings(name));
      Files.writeString(file, JSON.writeValueAsString(golden.content()) + "\n");
    }
    JsonNode held = JSON.readTree(Files.readString(file));
    PythonGolden golden = new PythonGolden(ModelFile.read(model), PythonGolden.readings(held));

    assertThat(JSON.readTree(JSON.writeValueAsString(golden.content())))
        .as("make it again: mvn test -Dtest=PythonClientTest -Dkahkm.regenerate")
        .isEqualTo(held);
  }

  /** The first has everything that a model file can have; the others are of the first release. */
  private static Model model(String name) throws Exception {
    return switch (name) {
      case "vanderpol" -> fit();
      case "delayed" -> ModelFile.read(STORED.resolve("delayed/model.safetensors"));
      default -> ModelFile.read(STORED.resolve("vanderpol/model.safetensors"));
    };
  }

  private static Model fit() {
    MapSettings map =
        new MapSettings(
            List.of("q", "p"),
            5,
            4,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(40, FarField.SMOOTH, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.STANDARD));
    FitSettings settings =
        new FitSettings(
                map,
                new Partition.KMeansStart(1),
                ClosureMethod.RIDGE,
                0.1,
                1,
                0.2,
                FitSettings.DEFAULT_QUANTILE,
                List.of(1, 5, SEASON),
                Map.of("data", "simulated Van der Pol"))
            .withSeasons(SeasonChoice.of(List.of(SEASON)));
    return ModelFitter.fit(settings, Simulation.episodes(system(), 3, 3, 120), Progress.NONE)
        .model();
  }

  private static Oscillator system() {
    return Oscillator.vanDerPol().withNoise(0.02).withTimeStep(STEP_SECONDS);
  }

  /** One run, with a value that is missing and a reading far from all that was recorded. */
  private static double[][] readings(String name) {
    double[][] rows = new double[ROWS][];
    Oscillator system = name.equals("vanderpol") ? system() : Oscillator.vanDerPol();
    Episodes run = Simulation.episodes(system, 11, 1, ROWS);
    for (int t = 0; t < ROWS; t++) {
      rows[t] = run.state(0, t).clone();
    }
    Random random = new Random(5);
    for (int t = FAR; t < ROWS; t++) {
      rows[t][0] += random.nextGaussian();
    }
    rows[FAR] = new double[] {40, -30};
    rows[MISSING][1] = Double.NaN;
    return rows;
  }

  @Test
  void aModelOfTheFixturesHasEveryPart() throws Exception {
    Model model = ModelFile.read(GOLDEN.resolve("vanderpol.safetensors"));
    PastModel past = model.past();

    assertThat(model.alarms().orElseThrow().relations()).isPresent();
    assertThat(past.seasons()).containsExactly(SEASON);
    assertThat(past.experts(5).orElseThrow().experts()).hasSizeGreaterThan(3);
    assertThat(past.experts(SEASON)).isPresent();
    assertThat(Files.size(GOLDEN.resolve("vanderpol.safetensors"))).isLessThan(300_000);
    assertThat(model.map().settings().reconstruction().farField()).isEqualTo(FarField.SMOOTH);
  }

  @Test
  void pythonSaysTheSame() throws Exception {
    Tool.Answer numpy = Tool.run("python3", NUMPY, List.of("-c", "import numpy"));
    Assumptions.assumeTrue(numpy.exit() == 0, NUMPY + " is not installed");

    Tool.Answer answer =
        Tool.run(
            "python3",
            NUMPY,
            List.of(
                "-B",
                "-m",
                "unittest",
                "discover",
                "-t",
                CLIENT.toString(),
                "-s",
                CLIENT + "/tests"));

    assertThat(answer.exit()).as(answer.output()).isZero();
    assertThat(answer.output()).contains("Ran ").doesNotContain("Ran 0 ");
  }

  @Test
  void theWheelHasTheProjectsLicenceAndNeedsNumpyAlone() {
    String project = ProjectFiles.text(CLIENT + "/pyproject.toml");

    assertThat(project).contains("Apache-2.0", "dependencies = [\"numpy>=");
    assertThat(Arrays.stream(project.split("\n")).filter(line -> line.startsWith("dependencies")))
        .hasSize(1);
  }
}
