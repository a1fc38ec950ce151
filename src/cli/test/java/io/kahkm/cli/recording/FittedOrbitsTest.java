package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.option.VersionProvider;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.ReferenceChoice;
import io.kahkm.fitting.SeasonChoice;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fit} on a few rows: which fit its options ask for, and what they cannot ask for. */
class FittedOrbitsTest {
  private static final String SMALL = " --classes 3 --omega 2 --block 20 --horizons 1 --holdout 0";

  @TempDir static Path folder;
  private static Orbits orbits;
  private static int fits;

  @BeforeAll
  static void write() throws Exception {
    orbits = new Orbits(folder);
  }

  private static Path output() {
    return folder.resolve("fitted" + fits++);
  }

  private static Cli fit(Path output, String options) {
    return Cli.words(
        "fit --state q,p --episode run --input " + orbits.rows + options + " --output", output);
  }

  private static Model fitted(String options) throws Exception {
    Path output = output();
    Cli cli = fit(output, options);
    assertThat(cli.code()).as(cli.err()).isZero();
    return ModelFile.read(output);
  }

  private static Map<String, String> provenance(Map<String, String> more) {
    Map<String, String> provenance = new LinkedHashMap<>();
    provenance.put("program", "kahkm " + VersionProvider.version());
    provenance.put("input", "rows.csv");
    provenance.put("episodes", "3");
    provenance.put("transitions", "60");
    provenance.put("holdout", "0.0");
    provenance.put("closure", "nlms");
    provenance.put("epochs", "20");
    provenance.put("partition", "k-means, seed 0");
    provenance.putAll(more);
    provenance.values().removeIf(String::isEmpty);
    return provenance;
  }

  @Test
  void theModelIsThatOfTheSettings() throws Exception {
    MapSettings map =
        new MapSettings(
            List.of("q", "p"),
            3,
            2,
            1e-5,
            new MapSettings.Reconstruction(20, FarField.EXACT, Regularization.AUTHORS),
            new MapSettings.States(ScalingKind.STANDARD, 2, 0));
    FitSettings settings =
        new FitSettings(
            map,
            new Partition.KMeansStart(5),
            ReferenceChoice.of("30"),
            new FitSettings.StartClosure(ClosureMethod.NLMS, 0.2, 7),
            0,
            0.9,
            new FitSettings.Forecasts(List.of(1, 2), SeasonChoice.NONE, List.of("p")),
            provenance(Map.of("epochs", "7", "partition", "k-means, seed 5")));
    Path output = output();

    Cli cli =
        fit(
            output,
            " --classes 3 --omega 2 --tau 1e-5 --block 20 --far-field exact --regularization"
                + " authors --delays 2 --seed 5 --references 30 --beta 0.2 --epochs 7 --holdout 0"
                + " --quantile 0.9 --horizons 2,1 --season none --known p");

    assertThat(cli.code()).as(cli.err()).isZero();
    Model expected =
        ModelFitter.fit(settings, orbits.data(orbits.rows).recording(), Progress.NONE).model();
    assertThat(Files.readAllBytes(output)).isEqualTo(ModelFile.toBytes(expected));
  }

  @Test
  void provenanceSaysWhatWasFittedAndHow() throws Exception {
    assertThat(fitted(SMALL).provenance()).isEqualTo(provenance(Map.of()));
    assertThat(fitted(SMALL + " --closure ridge").provenance())
        .isEqualTo(provenance(Map.of("closure", "ridge", "epochs", "")));
    assertThat(fitted(SMALL + " --exclude 4/6 --rows 60").provenance())
        .containsEntry("excluded", "4/6")
        .containsEntry("rows at most", "60");
    assertThat(fitted(SMALL + " --rows 63").provenance()).doesNotContainKey("rows at most");
  }

  @Test
  void classesMayBeGiven() throws Exception {
    StringBuilder centres = new StringBuilder("q,p\n");
    for (int i : new int[] {0, 5, 10, 15}) {
      double[] state = orbits.states.state(i % Orbits.EPISODES, i);
      centres.append(state[0]).append(',').append(state[1]).append('\n');
    }
    Path centroids = Files.writeString(folder.resolve("c.csv"), centres);
    String few = " --omega 2 --block 20 --horizons 1 --holdout 0";

    Model given = fitted(few + " --centroids " + centroids);
    assertThat(given.map().classes()).isEqualTo(4);
    assertThat(given.provenance()).isEqualTo(provenance(Map.of("partition", "given centroids")));
    assertThat(fitted(few + " --classes 4 --centroids " + centroids).map().fingerprint())
        .isEqualTo(given.map().fingerprint());
    Cli other = fit(output(), few + " --classes 5 --centroids " + centroids);
    assertThat(other.code()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).endsWith("kahkm: --centroids gives 4 classes, --classes is 5\n");

    StringBuilder labelled = new StringBuilder("run,q,p,k\n");
    for (int e = 0; e < Orbits.EPISODES; e++) {
      for (int i = 0; i <= Orbits.TRANSITIONS; i++) {
        double[] state = orbits.states.state(e, i);
        String label = i == Orbits.TRANSITIONS ? "" : i % 2 == 0 ? "1" : "0";
        labelled.append("r%d,%s,%s,%s\n".formatted(e, state[0], state[1], label));
      }
    }
    Path rows = Files.writeString(folder.resolve("labelled.csv"), labelled);
    Path output = output();
    String words =
        "fit --state q,p --episode run --labels k --input " + rows + few + " --output " + output;
    Cli byLabels = Cli.words(words);
    assertThat(byLabels.code()).as(byLabels.err()).isZero();
    Model labels = ModelFile.read(output);
    assertThat(labels.map().classes()).isEqualTo(2);
    assertThat(labels.provenance().get("partition")).isEqualTo("given labels");
    assertThat(Cli.words(words + " --replace --classes 3").err())
        .endsWith("kahkm: --labels gives 2 classes, --classes is 3\n");
  }

  @Test
  void saysWhereTheModelIsAndWhatMoreThereIs() throws Exception {
    Path output = output();
    Path page = folder.resolve("fit.html");

    Cli cli = fit(output, SMALL + " --report " + page);
    assertThat(cli.out())
        .contains(output.toString())
        .endsWith("  --details prints every figure, --report FILE writes a page with charts\n");
    assertThat(page).content().contains("<html", output.getFileName().toString());
    Cli details = fit(output, SMALL + " --replace --details");
    assertThat(details.out())
        .doesNotContain("--details prints every figure")
        .contains("\n\n")
        .hasSizeGreaterThan(cli.out().length());
    assertThat(fit(output, SMALL).err()).startsWith("kahkm: --output " + output + " exists");
    assertThat(fit(output(), SMALL + " --report " + page).err())
        .startsWith("kahkm: --report " + page + " exists");
    Path same = output();
    assertThat(fit(same, SMALL + " --report " + same).err()).contains("would overwrite " + same);
  }

  @Test
  void theChoiceAmongCandidatesIsKeptAndSaid() throws Exception {
    Path output = output();
    String grid =
        " --classes 2,3 --omega 2 --block 20 --horizons 1 --holdout 0 --select e:1 --repeats 1";

    Cli first = fit(output, grid);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err()).doesNotContain("finished fits");
    Model chosen = ModelFile.read(output);
    assertThat(chosen.provenance().get("selection")).startsWith("e:1 of 2: ");
    assertThat(first.out()).startsWith("selection by the ").contains("\n* chosen: ");
    Path kept = output.resolveSibling(output.getFileName() + ".grid.csv");
    Cli again = fit(output, grid + " --replace");
    assertThat(again.err()).contains(kept + " has 2 finished fits, which are reused");
    assertThat(ModelFile.read(output).map().fingerprint()).isEqualTo(chosen.map().fingerprint());
    // The seed of the choice is that of the fit.
    assertThat(
            fitted(
                    " --classes "
                        + chosen.map().classes()
                        + " --omega 2 --block 20 --horizons 1 --holdout 0")
                .map()
                .fingerprint())
        .isEqualTo(chosen.map().fingerprint());
    Cli other = fit(output, grid + " --replace --tau 1e-5");
    assertThat(other.code()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).endsWith(". --restart discards them, another --output keeps them\n");
    assertThat(fit(output, grid + " --replace --tau 1e-5 --restart").err())
        .doesNotContain("finished fits");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--classes 2,3 --omega 2,4 | --classes and --omega give 4 candidates; --select says how to"
            + " choose: e:H, mean-e[:H,..], one-se[:H,..] or noise-aware[:H=WEIGHT,..]",
        "--classes 2,3 --select e:1 --labels run | --select makes classes by k-means and excludes"
            + " --centroids and --labels",
        "--classes 0 --select e:1 --horizons 1 | classes is 0, must be at least 1",
        "--repeats 2 | --repeats needs --select",
        "--validation 0.5 | --validation needs --select",
        "--noise 0.1 | --noise needs --select",
        "--restart | --restart needs --select",
        "--select often | --select: ",
        "--select e:1 --repeats 0 | --repeats is 0, --select e:1 needs at least 1",
        "--select one-se --repeats 1 | --repeats is 1, --select one-se needs at least 2",
        "--select e:1 --validation 0 | --validation is 0.0, must be between 0 and 1",
        "--select e:1 --validation 1 | --validation is 1.0, must be between 0 and 1",
        "--select e:1 --noise 0.1,-0.1 | --noise is [-0.1, 0.1], levels must be at least 0 and"
            + " finite",
        "--select e:1 --noise 0,Infinity | --noise is [0.0, Infinity], levels must be at least 0"
            + " and finite",
        "--beta 1 | beta is 1.0, must be",
        "--season often | --season is none, auto or durations: ",
        "--known x | --known ",
        "--rows 0 | --rows is 0, must be at least 1",
        "--scaling-rows 5 | --scaling-rows needs --scaling per-stream",
        "--rows few | --rows is 'few', must be all or a number",
      })
  void whatCannotBeFittedIsRefusedBeforeARowIsRead(String options, String message)
      throws Exception {
    Path output = output();

    Cli cli = fit(output, " " + options);

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).startsWith("kahkm: " + message);
    assertThat(cli.err()).doesNotContain("rows read");
    assertThat(output).doesNotExist();
  }

  @Test
  void anOutputIsNeeded() {
    Cli cli = Cli.words("fit --state q,p --input", orbits.rows);

    assertThat(cli.err())
        .isEqualTo(
            "kahkm: --output is missing, and no topology file with model.file supplies it\n");
  }

  @Test
  void moreClassesThanStatesCannotBeFitted() {
    Cli cli = fit(output(), " --classes 99 --references all --holdout 0 --horizons 1");

    assertThat(cli.code()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .contains("kahkm: cannot fit ")
        .endsWith(": 60 training states are too few for 99 classes\n");
  }

  @Test
  void evaluateTellsWhatForecastsAreMadeOf() {
    Path output = output();
    assertThat(fit(output, SMALL).code()).isZero();

    JsonNode horizons =
        Cli.words(
                "evaluate --state q,p --episode run --allow-training-data --horizons 1,2 --input "
                    + orbits.rows
                    + " --model",
                output)
            .json()
            .get("horizons");

    JsonNode made = horizons.get(0).get("madeOf");
    double sum = 0;
    for (JsonNode share : made) {
      assertThat(share.asDouble()).isBetween(0.0, 1.0);
      sum += share.asDouble();
    }
    assertThat(made.size()).isGreaterThan(1);
    assertThat(sum).isCloseTo(1, within(1e-9));
    assertThat(horizons.get(0).get("experts").size()).isPositive();
    assertThat(horizons.get(1).has("madeOf")).as("the model forecasts one step").isFalse();
  }

  @Test
  void aFitForATopologyFileSaysWhatIsNext() throws Exception {
    Path topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: plant.safetensors}
            input: {state: [q, p], time: t, time-unit: s, episode: run}
            """);

    Cli cli = Cli.words("fit " + topology + SMALL + " --stream run --input", orbits.rows);

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .endsWith(
            "\nNext, preferably on readings that the model was not fitted on:\n  ./kahkm score "
                + topology
                + " --stream run --input "
                + orbits.rows
                + " --output plant.scores.csv --report plant.html\n");
    assertThat(ModelFile.read(folder.resolve("plant.safetensors")).provenance())
        .containsEntry("stream column", "run");
  }

  /** It would have no scale. */
  @Test
  void aSensorThatVariesInTheHeldOutRowsOnlyIsRefused() throws Exception {
    StringBuilder text = new StringBuilder("q,p\n");
    for (int i = 0; i < 100; i++) {
      text.append(i * 37 % 61).append(',').append(i < 90 ? 5 : i).append('\n');
    }
    Path rows = Files.writeString(folder.resolve("late.csv"), text);

    Cli cli =
        Cli.words(
            "fit --state q,p --classes 2 --horizons 1 --input " + rows + " --output", output());

    assertThat(cli.code()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .endsWith(
            ": constant over the fitting rows and so without a scale, although not constant over"
                + " the held-out ones: p. Leave them out with --state q\n");
  }

  @Test
  void theScoresOfASearchDoNotReplaceItsInput() throws Exception {
    Path input = folder.resolve("m.grid.csv");
    Files.copy(orbits.rows, input);

    Cli cli =
        Cli.words(
            "fit --state q,p --episode run --classes 2,3 --omega 2 --block 20 --horizons 1"
                + " --holdout 0 --select e:1 --repeats 1 --replace --input "
                + input
                + " --output",
            folder.resolve("m"));

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("would overwrite " + input);
    assertThat(input).hasSameTextualContentAs(orbits.rows);
  }
}
