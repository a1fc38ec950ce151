package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spectrum of the selected Duffing closure from its model file and a CSV. */
class SpectrumCommandTest {
  private static final String EVALUATION = "duffing_eval_seeds_100_101_102.csv";
  private static final int CLASSES = 10;

  @TempDir static Path folder;
  private static Path model;

  @BeforeAll
  static void fit() {
    model = Cli.fit("duffing", "duffing_C10_w2__authors.json", "2", folder);
  }

  private static Cli spectrum(String options) {
    return Lab.words(
        ("spectrum --state q,p --episode seed --input " + Cli.golden(EVALUATION) + " " + options)
                .strip()
            + " --model",
        model);
  }

  /** tab:exp_spectra, Duffing, NLMS: the published 800 pairs, given as pairs of a file. */
  @Test
  void theAdjointSideHasThePrintedDigits() throws IOException {
    Path pairs = folder.resolve("pairs.csv");
    Files.write(pairs, publishedPairs());

    JsonNode json =
        Lab.words(
                "spectrum --state q,p --next q_next,p_next --sample 0 --input "
                    + pairs
                    + " --model",
                model)
            .json();

    assertThat(json.get("rank").asInt()).isEqualTo(CLASSES);
    assertThat(json.get("spectralRadius").asDouble()).isCloseTo(1, within(5e-4));
    JsonNode summary = json.get("summary");
    assertThat(summary.get("minRho").asDouble()).isCloseTo(2.75e-5, within(5e-8));
    assertThat(summary.get("medianRho").asDouble()).isCloseTo(5.88e-2, within(5e-5));
    assertThat(summary.get("maxEta").asDouble()).isCloseTo(4.58e-10, within(5e-13));
    assertThat(summary.get("counts").toString()).isEqualTo("[3,4,9]");
    for (JsonNode mode : json.get("modes")) {
      double rho = mode.get("rho").asDouble();
      assertThat(mode.get("rhoGram").asDouble()).isCloseTo(rho, within(1e-9 * (1 + rho)));
    }
  }

  private static List<String> publishedPairs() throws IOException {
    List<String> rows = Files.readAllLines(Path.of(Cli.golden(EVALUATION)));
    List<String> pairs = new ArrayList<>();
    for (int i = 1; i + 1 < rows.size(); i++) {
      String[] now = rows.get(i).split(",");
      String[] next = rows.get(i + 1).split(",");
      if (now[0].equals(next[0])) {
        pairs.add(String.join(",", now[2], now[3], next[2], next[3]));
      }
    }
    List<String> lines = new ArrayList<>(List.of("q,p,q_next,p_next"));
    String indices = "";
    try (InputStream bytes =
        SpectrumCommandTest.class.getResourceAsStream("/paper/spectral_subsample.csv")) {
      indices = new String(bytes.readAllBytes(), StandardCharsets.UTF_8).lines().toList().get(1);
    }
    for (String index : indices.substring("duffing,".length()).split(" ")) {
      lines.add(pairs.get(Integer.parseInt(index)));
    }
    return lines;
  }

  @Test
  void theKoopmanSideStatesTheSquareOfTheCertifiedUpperBound() {
    JsonNode json = spectrum("--side koopman --sampling episodes --sample 0").json();
    JsonNode certificate =
        Lab.words(
                "certify --state q,p --episode seed --sampling episodes --input "
                    + Cli.golden(EVALUATION)
                    + " --model",
                model)
            .json();

    double upper = certificate.get("upper").get("U").asDouble();
    assertThat(json.get("certified").get("U").asDouble()).isEqualTo(upper);
    assertThat(json.get("certified").get("units").asInt()).isEqualTo(3);
    double mse = certificate.get("upper").get("mse").asDouble();
    for (JsonNode mode : json.get("modes")) {
      assertThat(mode.get("bound").asDouble()).isCloseTo(upper * upper, within(1e-15));
      // |w| = 1: no candidate can miss by more than the closure does.
      assertThat(mode.get("residual").asDouble()).isLessThanOrEqualTo(mse * (1 + 1e-9));
      assertThat(mode.get("span").asDouble()).isBetween(1e-6, 1 + 1e-12);
      assertThat(mode.get("zeroFunction").asBoolean()).isFalse();
    }
  }

  @Test
  void thePictureShowsEveryCandidateInTheComplexPlane() throws IOException {
    Path png = folder.resolve("spectrum.png");
    Path svg = folder.resolve("spectrum.svg");

    assertThat(spectrum("--picture " + png).code()).isZero();
    assertThat(spectrum("--side koopman --picture " + svg).code()).isZero();

    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isEqualTo(2 * 1040);
    // White, text and the colour scale alone have few colours; candidates have one each.
    assertThat(
            IntStream.range(0, image.getWidth())
                .flatMap(x -> IntStream.range(0, image.getHeight()).map(y -> image.getRGB(x, y)))
                .distinct()
                .count())
        .isGreaterThan(CLASSES);
    assertThat(svg)
        .content()
        .startsWith("<?xml")
        .contains("<svg")
        .contains("viewBox=\"0 0 1040 420\"");
    assertThat(spectrum("--picture " + folder.resolve("no/such/folder.png")).code())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void evaluationChecksItsRequirements() {
    String command =
        "evaluate --state q,p --episode seed --horizons 1,50 --input " + Cli.golden(EVALUATION);
    Cli met = Lab.words(command + " --requirements closure=1,forecast:50=1 --model", model);
    Cli missed = Lab.words(command + " --requirements closure=1,simplex:50=1e-30 --model", model);
    Cli unlisted = Lab.words(command + " --requirements forecast:10=1 --model", model);
    Cli unknown = Lab.words(command + " --requirements speed=1 --model", model);

    JsonNode first = met.json().get("requirements").get(0);
    assertThat(first.get("criterion").asText()).isEqualTo("R1");
    assertThat(first.get("value").asDouble())
        .isEqualTo(met.json().get("horizons").get(0).get("rmse").asDouble());
    assertThat(first.get("met").asBoolean()).isTrue();
    assertThat(missed.code()).isEqualTo(ExitCode.FAILED);
    assertThat(missed.err()).contains("simplex:50 (R2) is ").doesNotContain("closure (R1)");
    assertThat(unlisted.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unlisted.err()).contains("forecast:10 needs --horizons with 10");
    assertThat(unknown.err()).contains("closure=LIMIT, forecast:H=LIMIT, simplex:H=LIMIT");
  }

  @Test
  void persistenceStandsBesideEveryForecast() {
    JsonNode horizons =
        Lab.words(
                "evaluate --state q,p --episode seed --horizons 1,50 --input "
                    + Cli.golden(EVALUATION)
                    + " --model",
                model)
            .json()
            .get("horizons");

    for (JsonNode row : horizons) {
      double persistence = row.get("persistenceE").asDouble();
      double skill = 1 - row.get("pooled").get("E").asDouble() / persistence;
      assertThat(row.get("skill").asDouble()).isCloseTo(skill, within(1e-12));
      assertThat(row.get("sensorSkill").has("persistence")).isTrue();
    }
  }
}
