package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's systems through fit, evaluate and certify, against the reference numbers. */
class PaperCommandsTest {
  private static final String DUFFING = "duffing_C10_w2__authors.json";
  private static final String TRAIN = "duffing_train_seeds_0_1_2.csv";
  private static final String PAIRS = "iid_pairs_vanderpol_w128_matched_stochastic_rep0.csv";

  /** Shared, so that every configuration is fitted once; no test changes a model file in place. */
  @TempDir static Path folder;

  private static Path fit(String system, String configuration, String omega) {
    Path model = folder.resolve(configuration + ".safetensors");
    return Files.exists(model) ? model : Cli.fit(system, configuration, omega, folder);
  }

  @ParameterizedTest
  @CsvSource({
    "duffing, duffing_C10_w2__authors.json, 2, none, free",
    "duffing, duffing_C10_w2__authors.json, 2, vector, vector_projected",
    "duffing, duffing_C10_w2__authors.json, 2, row, row_stochastic",
    "vanderpol, vanderpol_C25_w4__authors.json, 4, none, free"
  })
  void evaluateGivesTheReferenceErrors(
      String system, String configuration, String omega, String projection, String variant) {
    Path model = fit(system, configuration, omega);

    JsonNode result = evaluate(model, system, projection).json();

    JsonNode golden = Golden.json(configuration);
    assertThat(result.get("horizons")).hasSize(5);
    for (int i = 0; i < 5; i++) {
      JsonNode row = result.get("horizons").get(i);
      JsonNode rollout = golden.get("rollouts").get(i);
      JsonNode expected = rollout.get(variant);
      assertThat(row.get("h").asInt()).isEqualTo(rollout.get("h").asInt());
      requireRelative(row.get("E"), expected.get("E_mean"), 1e-9);
      requireAbsolute(row.get("R2"), expected.get("R2_mean"), 1e-8);
      requireRelative(row.get("pooled").get("E"), expected.get("E_pooled"), 1e-9);
      requireAbsolute(row.get("pooled").get("R2"), expected.get("R2_pooled"), 1e-8);
      requireAbsolute(row.get("nu"), expected.get("nu_pooled"), 1e-12);
      int starts = 0;
      for (int e = 0; e < 3; e++) {
        JsonNode episode = row.get("episodes").get(e);
        requireRelative(episode.get("E"), expected.get("E").get(e), 1e-9);
        requireAbsolute(episode.get("R2"), expected.get("R2").get(e), 1e-8);
        assertThat(episode.get("episode").asText()).isEqualTo(Integer.toString(100 + e));
        assertThat(episode.get("starts")).isEqualTo(expected.get("n_starts").get(e));
        starts += episode.get("starts").asInt();
      }
      assertThat(row.get("starts").asInt()).isEqualTo(starts);
      assertThat(row.get("skill").asDouble()).isLessThan(1);
    }
    JsonNode variation = golden.get("retained_variation_pooled_targets");
    requireRelative(result.get("variation").get("vCoord"), variation.get("V_coord"), 1e-9);
    requireRelative(result.get("variation").get("rhoVar"), variation.get("rho_var"), 1e-9);
    requireRelative(result.get("variation").get("rEff"), variation.get("r_eff"), 1e-8);
    requireRelative(result.get("variation").get("rhoRank"), variation.get("rho_rank"), 1e-8);
  }

  @ParameterizedTest
  @CsvSource({
    "duffing, duffing_C10_w2__authors.json, 2, 0.9835, 0.5056, -0.3155",
    "vanderpol, vanderpol_C25_w4__authors.json, 4, 0.9963, 0.9020, 0.7724"
  })
  void fitAndEvaluateGiveThePrintedDigits(
      String system, String configuration, String omega, double r1, double r50, double r200) {
    Path model = fit(system, configuration, omega);

    JsonNode horizons = evaluate(model, system, "none").json().get("horizons");

    assertThat(horizons.get(0).get("R2").asDouble()).isCloseTo(r1, within(5e-5));
    assertThat(horizons.get(2).get("R2").asDouble()).isCloseTo(r50, within(5e-5));
    assertThat(horizons.get(4).get("R2").asDouble()).isCloseTo(r200, within(5e-5));
    // Sensor forecasts one step ahead must beat "nothing changes".
    JsonNode sensors = horizons.get(0).get("sensors");
    assertThat(sensors.get(0).get("sensor").asText()).isEqualTo("q");
    assertThat(sensors.get(0).get("skill").asDouble()).isGreaterThan(0);
    assertThat(sensors.get(1).get("skill").asDouble()).isGreaterThan(0);
  }

  private static Cli evaluate(Path model, String system, String projection) {
    return Lab.run(
        "evaluate",
        "--model",
        model.toString(),
        "--input",
        Cli.golden(system + "_eval_seeds_100_101_102.csv"),
        "--state",
        "q,p",
        "--episode",
        "seed",
        "--horizons",
        "1,10,50,100,200",
        "--projection",
        projection);
  }

  @Test
  void certifyOnIndependentPairsGivesTheReferenceCertificate() {
    Path model = fit("vanderpol", "vanderpol_C25_w128__authors.json", "128");
    JsonNode reference = Golden.json("iid_certificate_vanderpol_w128_rep0.json");
    JsonNode golden = reference.get("matched_stochastic");
    String norm = reference.get("B_spectral_norm").asText();

    JsonNode result =
        certifyPairs(model, "--kappa", "1," + norm + ",1.4142135623730951", "--explain").json();

    assertThat(result.get("units").asInt()).isEqualTo(16384);
    requireAbsolute(result.get("fHat"), golden.get("f_hat"), 1e-11);
    requireAbsolute(result.get("sHat"), golden.get("s_hat"), 1e-11);
    requireRelative(result.get("closureNorm"), reference.get("B_spectral_norm"), 1e-10);
    for (int c = 0; c < 25; c++) {
      assertThat(result.get("classCounts").get(c).asInt())
          .isEqualTo(golden.get("class_counts").get(c).asInt());
    }
    for (int i = 0; i < 3; i++) {
      JsonNode row = result.get("rows").get(i);
      JsonNode expected = golden.get("certificates").get(i);
      requireRelative(row.get("kappa"), expected.get("kappa"), 1e-15);
      requireRelative(row.get("paper").get("r"), expected.get("r"), 1e-12);
      requireAbsolute(row.get("paper").get("F"), expected.get("F"), 1e-10);
      requireAbsolute(row.get("paper").get("V"), expected.get("V"), 1e-10);
      requireAbsolute(row.get("paper").get("L"), expected.get("L"), 1e-10);
      assertThat(row.get("minimum").get("delta").asDouble()).isCloseTo(0.05 / 3, within(1e-15));
    }
    JsonNode evaluable = golden.get("upper_bound_005");
    requireAbsolute(result.get("evaluable").get("LA"), evaluable.get("L_A"), 1e-9);
    requireAbsolute(result.get("evaluable").get("dA"), evaluable.get("d_A"), 1e-9);
    requireAbsolute(result.get("evaluable").get("bound"), evaluable.get("bound"), 1e-9);
    assertThat(Math.sqrt(result.get("upper").get("mse").asDouble()))
        .isCloseTo(golden.get("rmse_B").asDouble(), within(1e-9));
    assertThat(result.get("explanation").asText()).isNotBlank();
    assertThat(result.has("independent")).isFalse();
  }

  @Test
  void theAlarmOfIndependentPairsBracketsTheAttainedError() {
    Path model = fit("vanderpol", "vanderpol_C25_w128__authors.json", "128");

    JsonNode result =
        certifyPairs(model, "--tolerance", "0.2", "--kappa", "norm", "--margin", "0.01").json();

    // Reference values of the bounds at kappa = |B| and delta = 0.05.
    JsonNode alarm = result.get("alarm");
    assertThat(alarm.get("lower").asDouble()).isCloseTo(0.2534477, within(1e-6));
    assertThat(alarm.get("upper").asDouble()).isCloseTo(0.2922371, within(1e-6));
    assertThat(alarm.get("verdict").asText()).isEqualTo("EXCLUDED");
    assertThat(alarm.get("tolerance").asDouble()).isEqualTo(0.2);
    assertThat(alarm.get("toleranceR2").asDouble()).isLessThan(1);
    // The label bound lies between the other two.
    JsonNode row = result.get("rows").get(0);
    assertThat(row.get("paper").get("L").asDouble()).isCloseTo(0.0816606, within(1e-6));
    assertThat(row.get("label").get("L").asDouble()).isCloseTo(0.1011110, within(1e-6));
    assertThat(row.get("minimum").get("L").asDouble()).isCloseTo(0.2534477, within(1e-6));
    assertThat(result.get("margins").get("g")).hasSize(25);
    assertThat(result.get("margins").get("AGeom").asDouble())
        .isGreaterThanOrEqualTo(result.get("fHat").asDouble() - 1e-12);
    assertThat(
            certifyPairs(model, "--tolerance", "0.3").json().get("alarm").get("verdict").asText())
        .isEqualTo("ATTAINABLE");
  }

  @Test
  void theTightBoundAndAPilotNarrowTheInterval() {
    Path model = fit("vanderpol", "vanderpol_C25_w128__authors.json", "128");

    JsonNode result =
        certifyPairs(model, "--bound", "tight", "--pilot", "512", "--tolerance", "0.2").json();

    JsonNode alarm = result.get("alarm");
    assertThat(result.get("units").asInt()).isEqualTo(16384 - 512);
    assertThat(result.get("upperRule").asText()).isEqualTo("bet");
    assertThat(alarm.get("lower").asDouble()).isBetween(0.260, 0.2788);
    assertThat(alarm.get("upper").asDouble()).isBetween(0.2789, 0.288);
    assertThat(alarm.get("tight").get("p").asDouble()).as("own minimum").isLessThan(1e-3);
    assertThat(alarm.get("reason").asText()).isEqualTo("lower-bound-above");
  }

  @Test
  void aCapBoundsAnotherErrorAndSaysSo() {
    Path model = fit("vanderpol", "vanderpol_C25_w128__authors.json", "128");

    JsonNode result =
        certifyPairs(model, "--cap", "1.5", "--tolerance", "0.24", "--explain").json();

    JsonNode upper = result.get("upper");
    assertThat(upper.get("cap").asDouble()).isCloseTo(1.5, within(1e-12));
    assertThat(upper.get("UCap").asDouble()).isLessThan(0.24);
    assertThat(upper.get("U").asDouble()).isCloseTo(0.2922371, within(1e-6));
    assertThat(upper.get("exceedUpper").asDouble())
        .isGreaterThan(upper.get("exceedShare").asDouble());
    assertThat(result.get("alarm").get("lower").asDouble()).isGreaterThan(0.24);
    assertThat(result.get("alarm").get("reason").asText()).isEqualTo("rare-errors");
    assertThat(result.get("explanation").asText())
        .contains("rare large errors")
        .contains("Counted up to 0.36 each, the frozen one does");
    assertThat(certifyPairs(model, "--cap", "1").code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void boundsThatHoldAtEveryMomentArePublishedAsTheEngineWould() {
    Path model = fit("vanderpol", "vanderpol_C25_w128__authors.json", "128");

    JsonNode windows =
        certifyPairs(model, "--policy", "anytime", "--tolerance", "0.2", "--explain")
            .json()
            .get("windows");

    double lower = 0;
    double upper = 2;
    for (JsonNode window : windows) {
      JsonNode run = window.get("anytime");
      assertThat(run.get("restart").asInt()).isEqualTo(1);
      assertThat(run.get("bestLower").asDouble()).isGreaterThanOrEqualTo(lower);
      assertThat(run.get("bestUpper").asDouble()).isLessThanOrEqualTo(upper);
      assertThat(window.has("evaluable") || window.has("assignmentBound")).isFalse();
      lower = run.get("bestLower").asDouble();
      upper = run.get("bestUpper").asDouble();
    }
    JsonNode last = windows.get(windows.size() - 1);
    assertThat(lower).isBetween(0.24, 0.2789);
    assertThat(upper).isBetween(0.2789, 0.31);
    assertThat(last.get("alarm").get("delta").asDouble()).isEqualTo(0.025);
    assertThat(last.get("verdict").asText()).isEqualTo("EXCLUDED");
    assertThat(last.get("explanation").asText())
        .contains("Valid at every moment since")
        .contains("(restart 1, start)");
  }

  @Test
  void horizonsAreCertifiedFromTheEpisodesThatAreLongEnough() {
    Path model = fit("duffing", DUFFING, "2");
    String data = "duffing_eval_seeds_100_101_102.csv";

    JsonNode horizons =
        certifyEpisodes(model, data, "--horizons", "1,10,5000", "--starts", "2")
            .json()
            .get("horizons");

    assertThat(horizons.get("starts").asInt()).isEqualTo(2);
    assertThat(horizons.has("ok") || horizons.has("stop")).isFalse();
    JsonNode rows = horizons.get("rows");
    assertThat(rows.get(0).get("pairs").asInt()).isEqualTo(3 * 400);
    assertThat(rows.get(1).get("pairs").asInt()).isEqualTo(3 * 396);
    assertThat(rows.get(2).get("units").asInt()).isZero();
    assertThat(rows.get(2).has("U")).isFalse();
    assertThat(rows.get(1).get("kappa").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(certifyPairs(model, "--horizons", "1").err()).contains("--horizons need");
  }

  private static Cli certifyPairs(Path model, String... more) {
    String[] fixed = {
      "certify",
      "--model",
      model.toString(),
      "--input",
      Cli.golden(PAIRS),
      "--state",
      "q,p",
      "--next",
      "q_next,p_next",
      "--sampling",
      "records"
    };
    String[] all = new String[fixed.length + more.length];
    System.arraycopy(fixed, 0, all, 0, fixed.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    return Lab.run(all);
  }

  @Test
  void certifyOnEpisodesUsesTheNumberOfEpisodes() {
    Path model = fit("duffing", DUFFING, "2");
    JsonNode golden = Golden.json(DUFFING).get("certificate_trajectory");

    JsonNode result = certifyEpisodes(model, "duffing_eval_seeds_100_101_102.csv").json();

    assertThat(result.get("sampling").asText()).isEqualTo("episodes");
    assertThat(result.get("units").asInt()).isEqualTo(3);
    assertThat(result.get("pairs").asInt()).isEqualTo(2400);
    requireAbsolute(result.get("fHat"), golden.get("f_hat"), 1e-11);
    requireAbsolute(result.get("sHat"), golden.get("s_hat"), 1e-11);
    requireRelative(
        result.get("rows").get(0).get("paper").get("r"), golden.get("rows").get(1).get("r"), 1e-12);
    assertThat(result.get("alarm").get("verdict").asText()).isEqualTo("UNDECIDED");
  }

  @Test
  void strideTakesEveryThatManiethPair() {
    Path model = fit("duffing", DUFFING, "2");

    JsonNode result =
        Lab.run(
                "certify",
                "--model",
                model.toString(),
                "--input",
                Cli.golden("duffing_eval_seeds_100_101_102.csv"),
                "--state",
                "q,p",
                "--episode",
                "seed",
                "--sampling",
                "records",
                "--stride",
                "300",
                "--independent",
                "asserted")
            .json();

    assertThat(result.get("units").asInt()).isEqualTo(9);
  }

  @Test
  void trainingDataAreRefusedOrMarked() {
    Path model = fit("duffing", DUFFING, "2");
    String train = TRAIN;

    Cli certify = certifyEpisodes(model, train);
    Cli evaluate = evaluateTraining(model);

    assertThat(certify.code()).isEqualTo(ExitCode.USAGE);
    assertThat(certify.err()).contains("these rows cannot judge it").contains("3600 of the 3600");
    assertThat(certify.out()).isEmpty();
    assertThat(evaluate.code()).isEqualTo(ExitCode.USAGE);
    assertThat(evaluate.err()).contains("these rows cannot judge it");
    JsonNode marked = certifyEpisodes(model, train, "--allow-training-data").json();
    assertThat(marked.get("independent").asBoolean()).isFalse();
    assertThat(marked.get("trainingTransitions").asInt()).isEqualTo(3600);
    JsonNode markedEvaluation = evaluateTraining(model, "--allow-training-data").json();
    assertThat(markedEvaluation.get("independent").asBoolean()).isFalse();
    requireRelative(
        markedEvaluation.get("horizons").get(0).get("pooled").get("E"),
        Golden.json(DUFFING).get("train_E1"),
        1e-9);
  }

  private static Cli evaluateTraining(Path model, String... more) {
    return withMore(
        List.of(
            "evaluate",
            "--model",
            model.toString(),
            "--input",
            Cli.golden(TRAIN),
            "--state",
            "q,p",
            "--episode",
            "seed",
            "--horizons",
            "1"),
        more);
  }

  private static Cli certifyEpisodes(Path model, String data, String... more) {
    return withMore(
        List.of(
            "certify",
            "--model",
            model.toString(),
            "--input",
            Cli.golden(data),
            "--state",
            "q,p",
            "--episode",
            "seed",
            "--sampling",
            "episodes",
            "--kappa",
            "1"),
        more);
  }

  private static Cli withMore(List<String> fixed, String... more) {
    List<String> all = new ArrayList<>(fixed);
    all.addAll(List.of(more));
    return Lab.run(all.toArray(new String[0]));
  }

  @Test
  void labelsFromAColumnGiveTheSameModelAsTheCentroidsBehindThem() throws IOException {
    Path byCentroids = fit("duffing", DUFFING, "2");
    Path data = folder.resolve("labelled.csv");
    JsonNode labels = Golden.json(DUFFING).get("train_labels");
    int next = 0;
    try (CsvSink sink = CsvSink.create(data, List.of("seed", "q", "p", "k"))) {
      int seed = 0;
      for (double[][] trajectory : Golden.trajectories(TRAIN, "q", "p")) {
        for (int t = 0; t < trajectory.length; t++) {
          String label = t + 1 < trajectory.length ? labels.get(next++).asText() : "";
          sink.write(List.of(seed, trajectory[t][0], trajectory[t][1], label));
        }
        seed++;
      }
    }
    Path byLabels = folder.resolve("labels.safetensors");

    Cli fit =
        Lab.words(
            "fit --input "
                + data
                + " --state q,p --episode seed --labels k --classes 10 --omega 2"
                + " --regularization authors --far-field paper --scaling none --holdout 0"
                + " --references all --output",
            byLabels);

    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(Lab.run("inspect", byLabels.toString(), "--json").json().get("fingerprint"))
        .isEqualTo(Lab.run("inspect", byCentroids.toString(), "--json").json().get("fingerprint"));
  }

  @Test
  void encodeGivesTheReferenceCoordinates() throws IOException {
    Path model = fit("duffing", DUFFING, "2");
    JsonNode golden = Golden.json(DUFFING);
    Path states = folder.resolve("states.csv");
    double[][] rows = Golden.rows(golden.get("eval_states"));
    try (CsvSink sink = CsvSink.create(states, List.of("q", "p"))) {
      for (double[] row : rows) {
        sink.write(List.of(row[0], row[1]));
      }
    }
    Path output = folder.resolve("coordinates.csv");

    Cli encode =
        Lab.run(
            "encode",
            "--model",
            model.toString(),
            "--input",
            states.toString(),
            "--state",
            "q,p",
            "--scores",
            "--output",
            output.toString());

    assertThat(encode.code()).as(encode.err()).isZero();
    double[][] phi = Golden.rows(golden.get("Phi"));
    try (io.kahkm.cli.csv.CsvSource source = io.kahkm.cli.csv.CsvSource.open(output.toString())) {
      assertThat(source.header())
          .hasSize(22)
          .startsWith("phi_1")
          .contains("score_10")
          .endsWith("class", "outside_map");
      for (int i = 0; i < rows.length; i++) {
        assertThat(source.next()).isTrue();
        double tolerance =
            golden.get("Phi_state_in_underflow_band").get(i).asBoolean() ? 1e-9 : 1e-10;
        for (int c = 0; c < 10; c++) {
          assertThat(source.number(c)).isCloseTo(phi[i][c], within(tolerance));
        }
        assertThat(source.text(20)).isEqualTo(golden.get("eval_labels").get(i).asText());
      }
      assertThat(source.next()).isFalse();
    }
  }

  @Test
  void inspectTellsWhatIsInTheFile() throws IOException {
    Path model = fit("duffing", DUFFING, "2");

    JsonNode json = Lab.run("inspect", model.toString(), "--json").json();
    Cli text = Lab.run("inspect", model.toString());

    assertThat(json.get("classes").asInt()).isEqualTo(10);
    assertThat(json.get("omega").asDouble()).isEqualTo(2);
    assertThat(json.get("regularization").asText()).isEqualTo("authors");
    assertThat(json.get("fittingTransitions").asInt()).isEqualTo(3600);
    assertThat(json.get("submodels")).hasSize(37);
    assertThat(json.get("provenance").get("input").asText()).isEqualTo(TRAIN);
    assertThat(json.has("calibration")).isFalse();
    assertThat(text.code()).isZero();
    assertThat(text.out())
        .contains(json.get("fingerprint").asText())
        .contains("sensors          q, p")
        .contains("no threshold, no rows were held out");

    byte[] bytes = Files.readAllBytes(model);
    bytes[bytes.length - 20] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.safetensors"), bytes);
    Cli tampered = Lab.run("inspect", damaged.toString());
    assertThat(tampered.code()).isEqualTo(ExitCode.FAILED);
    assertThat(tampered.err()).isNotBlank();
  }

  @Test
  void columnsMustFitTheModel() {
    Path model = fit("duffing", DUFFING, "2");
    String input = Cli.golden("duffing_eval_seeds_100_101_102.csv");
    String evaluate = "evaluate --horizons 1 --input " + input + " --model " + model;

    Cli swapped = Lab.words(evaluate + " --state p,q");
    Cli missing = Lab.words(evaluate + " --state q");

    assertThat(swapped.code()).isEqualTo(ExitCode.USAGE);
    assertThat(swapped.err()).contains("--state").contains("q,p");
    assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
    assertThat(missing.err()).contains("2 sensors");
  }

  private static void requireRelative(JsonNode actual, JsonNode expected, double tolerance) {
    double value = expected.asDouble();
    assertThat(actual.asDouble()).isCloseTo(value, within(tolerance * Math.abs(value)));
  }

  private static void requireAbsolute(JsonNode actual, JsonNode expected, double tolerance) {
    assertThat(actual.asDouble()).isCloseTo(expected.asDouble(), within(tolerance));
  }
}
