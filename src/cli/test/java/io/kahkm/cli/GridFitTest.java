package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fit} with several classes and exponents. */
class GridFitTest {
  private static final String GRID =
      "fit --state q,p --episode seed --scaling none --holdout 0 --classes 6,4 --omega 4,2"
          + " --repeats 2 --horizons 1,10 --select ";
  private static final int FITS = 8;

  private static final String DUFFING = "duffing_eval_seeds_100_101_102.csv";
  private static final String VAN_DER_POL = "vanderpol_eval_seeds_100_101_102.csv";

  /** Of every trajectory so many readings: what a search does it does on few of them too. */
  private static final int READINGS = 161;

  @TempDir private Path folder;

  @BeforeEach
  void shorten() throws IOException {
    for (String name : List.of(DUFFING, VAN_DER_POL)) {
      List<String> lines = Files.readAllLines(Path.of(Cli.golden(name)));
      Map<String, Integer> read = new HashMap<>();
      Files.write(
          folder.resolve(name),
          lines.stream()
              .filter(line -> read.merge(line.split(",")[0], 1, Integer::sum) <= READINGS)
              .toList());
    }
  }

  private Cli fit(String rule, String more, String data, String output) {
    return Cli.words(
        GRID + rule + more + " --replace --input " + folder.resolve(data) + " --output",
        folder.resolve(output));
  }

  private Cli fit(String rule, String more) {
    return fit(rule, more, DUFFING, "m.safetensors");
  }

  @Test
  void theWholeGridIsPrintedAndTheChosenModelWritten() throws Exception {
    Cli fit = fit("e:10", "");

    assertThat(fit.code()).as(fit.err()).isZero();
    List<String> rows = fit.out().lines().filter(line -> line.matches("[*+ ] +[46] .*")).toList();
    assertThat(rows).hasSize(4);
    String chosen = rows.stream().filter(row -> row.startsWith("*")).findFirst().orElseThrow();
    double smallest = rows.stream().mapToDouble(row -> score(row)).min().orElseThrow();
    assertThat(score(chosen)).isEqualTo(smallest);
    assertThat(fit.out()).contains("* chosen: C=").contains("has the smallest E_10");
    Model model = ModelFile.read(folder.resolve("m.safetensors"));
    String[] cells = chosen.substring(1).strip().split(" +");
    assertThat(model.map().classes()).isEqualTo(Integer.parseInt(cells[0]));
    assertThat(model.map().omega()).isEqualTo(Double.parseDouble(cells[1]));
    assertThat(model.provenance().get("selection")).startsWith("e:10 of 4: C=");
  }

  private static double score(String row) {
    return Double.parseDouble(row.substring(1).strip().split(" +")[2]);
  }

  @Test
  void theChosenModelIsTheOneThatAPlainFitOfThatCellGives() throws Exception {
    Cli chosen = fit("e:10", "");
    Model model = ModelFile.read(folder.resolve("m.safetensors"));
    assertThat(chosen.code()).isZero();

    Cli plain =
        Cli.words(
            "fit --state q,p --episode seed --scaling none --holdout 0 --horizons 1,10 --classes "
                + model.map().classes()
                + " --omega "
                + model.map().omega()
                + " --input "
                + folder.resolve(DUFFING)
                + " --replace --output",
            folder.resolve("plain.safetensors"));

    assertThat(plain.code()).isZero();
    Model same = ModelFile.read(folder.resolve("plain.safetensors"));
    assertThat(same.map().fingerprint()).isEqualTo(model.map().fingerprint());
    assertThat(same.closure().toArray()).containsExactly(model.closure().toArray());
  }

  @Test
  void anInterruptedSearchEndsAsAnUninterruptedOneAndAnotherRuleFitsNothingAgain()
      throws IOException {
    Cli whole = fit("one-se", "");
    Path journal = folder.resolve("m.safetensors.grid.csv");
    List<String> lines = Files.readAllLines(journal);
    byte[] model = Files.readAllBytes(folder.resolve("m.safetensors"));
    // As after a kill: three fits are missing and one is half written.
    String rest = String.join("\n", lines.subList(0, lines.size() - 3));
    Files.writeString(journal, rest + "\n" + lines.get(lines.size() - 3).substring(0, 20));

    Cli resumed = fit("one-se", "");

    assertThat(resumed.out()).isEqualTo(whole.out());
    assertThat(resumed.err()).contains("has 5 finished fits, which are reused");
    assertThat(resumed.err()).contains("fits of the grid 5/8");
    assertThat(Files.readAllBytes(folder.resolve("m.safetensors"))).isEqualTo(model);
    Cli other = fit("mean-e", "");
    assertThat(other.code()).isZero();
    assertThat(other.err())
        .contains("has " + FITS + " finished fits")
        .contains("fits of the grid 8/8");
  }

  @Test
  void otherDataAreRefusedUnlessTheSearchRestarts() throws IOException {
    fit("e:10", "");
    String before = Files.readString(folder.resolve("m.safetensors.grid.csv"));

    Cli refused = fit("e:10", "", VAN_DER_POL, "m.safetensors");
    Cli otherSetting = fit("e:10", " --beta 0.2");
    String after = Files.readString(folder.resolve("m.safetensors.grid.csv"));
    Cli restarted = fit("e:10", " --restart", VAN_DER_POL, "m.safetensors");

    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("data was ").contains("--restart discards them");
    assertThat(otherSetting.err()).contains("beta was 0.1 and is 0.2");
    assertThat(after).isEqualTo(before);
    assertThat(restarted.code()).isZero();
  }

  @Test
  void trainingNoiseMakesFitsOfItsOwn() throws IOException {
    Cli fit = fit("noise-aware:10=1", " --noise 0,0.5");

    assertThat(fit.code()).as(fit.err()).isZero();
    List<String> lines =
        Files.readAllLines(folder.resolve("m.safetensors.grid.csv")).stream()
            .filter(line -> line.matches("[46],.*"))
            .toList();
    assertThat(lines).hasSize(2 * FITS);
    double clean = meanError(lines, "0.0");
    // Half a standard deviation of noise on the fitting rows must show.
    assertThat(meanError(lines, "0.5")).isGreaterThan(2 * clean);
  }

  private static double meanError(List<String> lines, String noise) {
    return lines.stream()
        .map(line -> line.split(","))
        .filter(cells -> cells[3].equals(noise))
        .mapToDouble(cells -> Double.parseDouble(cells[9]))
        .average()
        .orElseThrow();
  }

  @Test
  void aCandidateThatCannotBeFittedIsSaidAndPassedOver() {
    Cli fit =
        Cli.words(
            "fit --state q,p --episode seed --scaling none --holdout 0 --classes 4,5000 --omega 2"
                + " --repeats 1 --horizons 1,10 --select e:1 --input "
                + folder.resolve(DUFFING)
                + " --replace --output",
            folder.resolve("m.safetensors"));

    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out()).contains("not possible").contains("are too few for 5000 classes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--classes 4,6 | --select says how to choose",
        "--classes 4 --repeats 2 | --repeats needs --select",
        "--select best | there is no selection rule best",
        "--select one-se --repeats 1 | needs at least 2",
        "--select e:1 --validation 1 | --validation is 1.0",
        "--select e:1 --noise -1 | levels must be at least 0",
        "--select e:1 --classes 4,0 | classes is 0",
        "--select e:1 --labels seed | excludes --centroids and --labels"
      })
  void contradictionsAreExplained(String options, String message) {
    Cli fit =
        Cli.words(
            "fit --state q,p --episode seed --input "
                + folder.resolve(DUFFING)
                + " "
                + options
                + " --replace --output",
            folder.resolve("m.safetensors"));

    assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fit.err()).contains(message);
  }

  @Test
  void aHorizonLongerThanTheSelectionRowsIsRefusedWithItsNumbers() {
    Cli fit = fit("e:300", "");

    assertThat(fit.code()).isEqualTo(ExitCode.FAILED);
    assertThat(fit.err()).contains("horizon 300 cannot be scored").contains("39 transitions");
  }
}
