package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Figures that {@code fit} and {@code inspect} print, computed again: those of the fitting data
 * from model and rows, those of the held-out rows by {@code evaluate} on a model of the rows
 * before.
 */
class FitOracleTest {
  private static final int ROWS = 600;
  private static final int KEPT = 480;
  private static final int CLASSES = 4;

  @TempDir static Path folder;
  private static String printed;
  private static Model model;
  private static final List<double[]> STATES = new ArrayList<>();

  @BeforeAll
  static void fit() throws Exception {
    STATES.clear();
    SplittableRandom random = new SplittableRandom(5);
    double[] state = new double[3];
    List<String> lines = new ArrayList<>();
    for (int t = 0; t < ROWS; t++) {
      state[0] = 0.7 * state[0] + random.nextGaussian();
      state[1] = 0.5 * state[1] + 0.4 * state[0] + random.nextGaussian();
      state[2] = 0.3 * state[2] - 0.5 * state[1] + random.nextGaussian();
      STATES.add(state.clone());
      lines.add(state[0] + "," + state[1] + "," + state[2]);
    }
    Path all = write("all.csv", lines);
    Cli fit = fit(all, "", "model.safetensors");
    printed = fit.out();
    model = ModelFile.read(folder.resolve("model.safetensors"));
    write("first.csv", lines.subList(0, KEPT));
    write("last.csv", lines.subList(KEPT, ROWS));
  }

  private static Path write(String name, List<String> lines) throws Exception {
    return Files.writeString(folder.resolve(name), "a,b,c\n" + String.join("\n", lines) + "\n");
  }

  private static Cli fit(Path input, String options, String model) {
    Cli fit =
        Cli.words(
            "fit --details --state a,b,c --classes "
                + CLASSES
                + " --omega 8 --horizons 1,4 --replace"
                + options
                + " --input "
                + input
                + " --output",
            folder.resolve(model));
    assertThat(fit.code()).as(fit.err()).isZero();
    return fit;
  }

  private static List<double[]> coordinates() {
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(CLASSES);
    List<double[]> coordinates = new ArrayList<>();
    for (double[] state : STATES) {
      encoder.encode(state, encoding);
      coordinates.add(encoding.coordinates().clone());
    }
    return coordinates;
  }

  private static double[] next(double[] phi) {
    double[] next = new double[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      for (int j = 0; j < CLASSES; j++) {
        next[i] += model.closure().get(j, i) * phi[j];
      }
    }
    return next;
  }

  private static double square(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return sum;
  }

  @Test
  void theClosureIsAsWrongAndAsLargeAsPrinted() {
    List<double[]> phi = coordinates();
    double error = 0;
    double magnitude = 0;
    for (int t = 1; t < ROWS; t++) {
      error += square(phi.get(t), next(phi.get(t - 1)));
      magnitude += square(phi.get(t), new double[CLASSES]);
    }

    assertThat(printed)
        .contains(
            String.format(
                Locale.ROOT,
                "closure: one-step relative error %.3g on the fitting data, spectral norm %.6g\n",
                error / magnitude,
                norm()));
    assertThat(Cli.words("inspect", folder.resolve("model.safetensors")).out())
        .contains(String.format(Locale.ROOT, "spectral norm %.6g, step size 0.1", norm()));
  }

  /** By powers of its square. */
  private static double norm() {
    double[] v = new double[CLASSES];
    Arrays.fill(v, 1);
    double norm = 0;
    for (int i = 0; i < 2000; i++) {
      double[] w = next(v);
      double[] back = new double[CLASSES];
      for (int k = 0; k < CLASSES; k++) {
        for (int j = 0; j < CLASSES; j++) {
          back[k] += model.closure().get(k, j) * w[j];
        }
      }
      norm = Math.sqrt(Math.sqrt(square(back, new double[CLASSES])));
      for (int k = 0; k < CLASSES; k++) {
        v[k] = back[k] / (norm * norm);
      }
    }
    return norm;
  }

  @Test
  void coordinatesVaryAsPrinted() {
    List<double[]> successors = coordinates().subList(1, ROWS);
    double[] mean = new double[CLASSES];
    successors.forEach(
        phi -> {
          for (int c = 0; c < CLASSES; c++) {
            mean[c] += phi[c] / successors.size();
          }
        });
    double variation =
        successors.stream().mapToDouble(phi -> square(phi, mean)).average().orElseThrow();
    double possible = 1 - square(mean, new double[CLASSES]);
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(CLASSES);
    double spread = 0;
    for (double[] state : STATES) {
      encoder.encode(state, encoding);
      double[] scores = encoding.scores();
      spread +=
          (Arrays.stream(scores).max().orElseThrow() - Arrays.stream(scores).min().orElseThrow())
              / STATES.size();
    }

    assertThat(printed)
        .contains(
            String.format(
                Locale.ROOT, "coordinates: retained variation %.3g, ", variation / possible))
        .contains(String.format(Locale.ROOT, "score spread %.3g, ", spread))
        .contains("uniform share 0.00, ");
    assertThat(Cli.words("inspect", folder.resolve("model.safetensors")).out())
        .contains(String.format(Locale.ROOT, "variance %.6g of the fitting data", variation));
  }

  @Test
  void rowsAndPartsAreCounted() {
    KahmMap map = model.map();

    assertThat(printed)
        .contains(": 4 classes, omega 8.0, " + map.submodels().size() + " submodels, map ")
        .contains(map.fingerprint().substring(0, 12))
        .contains(
            "fitted on %d transitions of 1 episode, %d rows held out earlier to judge a first model"
                .formatted(ROWS - 1, ROWS - KEPT))
        .contains("forecasts in sensor units for horizons [1, 4]");
    assertThat(Cli.words("inspect", folder.resolve("model.safetensors")).out())
        .contains("fitted on        " + (ROWS - 1) + " transitions")
        .contains("4 with " + map.classCounts() + " reference states")
        .contains("omega, tau       8.0, 1.0E-6");
  }

  /** The first model is that of the rows before; what is held out is forecast by evaluate. */
  @Test
  void theHeldOutRowsAreForecastAsAModelOfTheRowsBeforeForecastsThem() {
    fit(folder.resolve("first.csv"), " --holdout 0", "first.safetensors");
    JsonNode evaluated =
        Cli.words(
                "evaluate --state a,b,c --horizons 1,4 --input "
                    + folder.resolve("last.csv")
                    + " --model",
                folder.resolve("first.safetensors"))
            .json();
    String heldOut = printed.substring(printed.indexOf("on the held-out rows:"));
    for (JsonNode horizon : evaluated.path("horizons")) {
      JsonNode skill = horizon.path("sensorSkill");
      assertThat(heldOut)
          .contains(
              String.format(
                  Locale.ROOT,
                  "    %5d   %16.3f   %17.3f   %25.3f\n",
                  horizon.path("h").asInt(),
                  skill.path("persistence").asDouble(),
                  skill.path("linear").asDouble(),
                  skill.path("linearOverPersistence").asDouble()));
    }
    assertThat(heldOut)
        .contains(
            String.format(
                Locale.ROOT,
                "coordinates: retained variation %.3g, effective rank %.1f",
                evaluated.path("variation").path("rhoVar").asDouble(),
                evaluated.path("variation").path("rEff").asDouble()));
  }

  /** Medians of thirds, computed from what encode writes of the held-out rows. */
  @Test
  void theNoveltyOfTheHeldOutRowsIsThatOfTheFirstModel() throws Exception {
    fit(folder.resolve("first.csv"), " --holdout 0", "first.safetensors");
    KahmMap map = ModelFile.read(folder.resolve("first.safetensors")).map();
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(CLASSES);
    double[] novelty = new double[ROWS - KEPT];
    for (int t = KEPT; t < ROWS; t++) {
      encoder.encode(STATES.get(t), encoding);
      novelty[t - KEPT] = encoding.novelty();
    }

    assertThat(printed)
        .contains(
            String.format(
                Locale.ROOT,
                "novelty over time: median %.3g in the first third, %.3g in the last (all rows:"
                    + " %.3g, largest %.3g)",
                median(Arrays.copyOf(novelty, 40)),
                median(Arrays.copyOfRange(novelty, 80, 120)),
                median(novelty),
                Arrays.stream(novelty).max().orElseThrow()));
  }

  private static double median(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    return (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  }
}
