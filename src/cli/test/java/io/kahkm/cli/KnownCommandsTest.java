package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.DrivenPlant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Known inputs of a recording: {@code fit}, {@code evaluate}, {@code score} and {@code check}. */
class KnownCommandsTest {
  private static final double[][] ROWS = DrivenPlant.rows(21, 5000);
  private static final int FITTED = 3000;

  @TempDir static Path folder;
  private static Path train;
  private static Path fresh;
  private static Path topology;
  private static Path model;
  private static Path plain;
  private static Cli fit;

  @BeforeAll
  static void fit() throws Exception {
    train = write("train.csv", Arrays.copyOf(ROWS, FITTED));
    fresh = write("fresh.csv", Arrays.copyOfRange(ROWS, FITTED, ROWS.length));
    model = folder.resolve("model.safetensors");
    plain = folder.resolve("plain.safetensors");
    topology = topology("plant.yaml", "known: [setpoint]");
    fit = fit(topology.toString(), "--details");
    assertThat(fit.code()).as(fit.err()).isZero();
    Cli without =
        Cli.words(
            "fit --state flow,setpoint --time t --time-unit s --step 1s --classes 8 --horizons 1,10"
                + " --input "
                + train
                + " --output "
                + plain);
    assertThat(without.code()).as(without.err()).isZero();
  }

  private static Path topology(String name, String forecasts) throws Exception {
    return Files.writeString(
        folder.resolve(name),
        """
        name: plant
        model: {file: %s}
        input: {state: [flow, setpoint], time: t, time-unit: s, step: 1s}
        forecasts:
          horizons: [1, 10]
          %s
        kafka: {bootstrap.servers: "localhost:1"}
        """
            .formatted(model, forecasts));
  }

  private static Path write(String name, double[][] rows) throws Exception {
    List<String> lines = new ArrayList<>(List.of("t,flow,setpoint"));
    for (int t = 0; t < rows.length; t++) {
      lines.add(t + "," + rows[t][0] + "," + rows[t][1]);
    }
    return Files.write(folder.resolve(name), lines);
  }

  private static Cli fit(String words, String more) {
    return Cli.words("fit " + words + " --classes 8 --input " + train + " --replace " + more);
  }

  private static JsonNode evaluate(Path of) {
    Cli cli =
        Cli.words(
            "evaluate --state flow,setpoint --time t --time-unit s --step 1s --horizons 1,10"
                + " --model "
                + of
                + " --input "
                + fresh);
    assertThat(cli.code()).as(cli.err()).isZero();
    return cli.json();
  }

  @Test
  void fitSaysWhatKnownInputsAreWorth() throws Exception {
    assertThat(ModelFile.read(model).past().known()).containsExactly(1);
    assertThat(ModelFile.read(plain).past().known()).isEmpty();
    assertThat(fit.out())
        .containsPattern(
            "10 steps ahead: known inputs forecast 1 sensor best on held-out rows, skill 0.9\\d+,"
                + " without them 0.\\d+")
        .containsPattern("10 steps ahead, each alone over persistence: .*known inputs 0.9");
  }

  /** By the plant's law, as far as 2,000 rows show it. */
  @Test
  void evaluateReadsTheLaterValuesFromTheRows() {
    double with = squaredError(evaluate(model));
    double without = squaredError(evaluate(plain));
    assertThat(with).isLessThan(1.3 * DrivenPlant.errorKnowing(10));
    assertThat(without).isGreaterThan(0.7 * DrivenPlant.errorWithoutKnowing(10));
    assertThat(evaluate(model).toString()).contains("known inputs");
    assertThat(evaluate(plain).toString()).doesNotContain("known inputs");
  }

  /** Of the flow, ten steps ahead. */
  private static double squaredError(JsonNode json) {
    double rmse = json.at("/horizons/1/sensors/0/rmse").asDouble();
    assertThat(rmse).isPositive();
    return rmse * rmse;
  }

  @Test
  void checkSaysWhatIsKnownAndWhatDoesNotGoTogether() throws Exception {
    assertThat(Cli.words("check " + topology).out())
        .contains("known-topic: plant.known")
        .contains("Known ahead: up to 64 times of setpoint for every stream, 1,024 bytes of it.")
        .doesNotContain("does not name");
    assertThat(Cli.words("check " + topology("bare.yaml", "every: 1")).out())
        .contains("forecasts.known does not name it: their last value stands in");
    assertThat(Cli.words("check " + topology("wrong.yaml", "known: [setpont]")).err())
        .contains(
            "forecasts.known[0]: is \"setpont\", which is not a sensor, did you mean setpoint?");
  }

  @Test
  void whatCannotBeKnownIsRefused() throws Exception {
    String usual = "--state flow,setpoint --output " + folder.resolve("x.safetensors");
    assertThat(fit(usual, "--known setpont").err())
        .contains("--known is \"setpont\", which is not a sensor, did you mean setpoint?");
    double[][] constant =
        Arrays.stream(ROWS).map(row -> new double[] {row[0], 4}).toArray(double[][]::new);
    Path still = write("still.csv", Arrays.copyOf(constant, 500));
    Cli cli =
        Cli.words("fit " + usual + " --classes 4 --replace --known setpoint --input " + still);
    assertThat(cli.code()).isNotZero();
    assertThat(cli.err()).contains("the known input setpoint never changes");
  }

  /** Without known inputs no forecast is that much better than no change, as the law says. */
  @Test
  void scoreReadsThemToo() {
    assertThat(score(model).out())
        .containsPattern("Beats \"no change\" .*at least [5-9]0 % at 10 steps");
    assertThat(score(plain).out())
        .contains("no change")
        .doesNotContainPattern("Beats \"no change\" .*at least [5-9]0 % at 10 steps");
  }

  private static Cli score(Path of) {
    Cli cli =
        Cli.words(
            "score "
                + topology
                + " --model "
                + of
                + " --input "
                + fresh
                + " --output "
                + folder.resolve("scores.csv")
                + " --replace");
    assertThat(cli.code()).as(cli.err()).isZero();
    return cli;
  }
}
