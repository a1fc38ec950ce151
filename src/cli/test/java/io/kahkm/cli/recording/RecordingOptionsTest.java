package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Recording;
import io.kahkm.fitting.SeasonChoice;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.testing.TestModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Options of the commands on recordings: what they mean, and what they refuse. */
class RecordingOptionsTest {
  private static final Model MODEL = TestModels.vanDerPol(3, 1);

  @TempDir private Path folder;

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(UsageException.class).hasMessage(message);
  }

  @Test
  void aToleranceIsAnErrorOrAShareOfVariation() {
    assertThat(Tolerance.parse("0.3").error(MODEL)).isEqualTo(0.3);
    assertThat(Tolerance.parse("r2:0.9").error(MODEL)).isEqualTo(Math.sqrt((1 - 0.9) * 0.2));
    assertThat(Tolerance.parse("r2:-1").error(MODEL)).isEqualTo(Math.sqrt(2 * 0.2));
    assertThat(Tolerance.r2(0.3, MODEL)).isEqualTo(1 - 0.3 * 0.3 / 0.2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tolerance.parse("r2:1"))
        .withMessage("\"r2:1\": an R2 tolerance must be below 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tolerance.parse("0"))
        .withMessage("\"0\": an error must be positive");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tolerance.parse("much"))
        .withMessageContaining("\"much\"");
  }

  @Test
  void aNormLimitIsANumberOrTheClosuresOwn() {
    assertThat(Kappa.parse("norm").value()).isEmpty();
    assertThat(Kappa.parse("0").value()).hasValue(0);
    assertThat(Kappa.parse("1.5").value()).hasValue(1.5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kappa.parse("-0.1"))
        .withMessage("\"-0.1\": a norm limit must be at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kappa.parse("large"))
        .withMessage("\"large\" is neither a number nor norm");
  }

  /** Rows of two sensors, the second of which is constant. */
  private static StateData data(int rows, boolean timed, boolean pairs) {
    double[][] states = new double[rows][];
    for (int t = 0; t < rows; t++) {
      states[t] = new double[] {t, 3};
    }
    StateData given = GivenRows.of(new int[rows], states, timed);
    return new StateData(
        Recording.of(Episodes.of(List.<double[][]>of(states))),
        given.names(),
        List.of(),
        pairs,
        List.of(),
        given.rows(),
        timed ? InputTiming.TIMED.withStep(60_000_000_000L, 0) : InputTiming.NONE,
        given.report());
  }

  @Test
  void seasonsAreWholeNumbersOfStepsThatTheRowsHoldEightOf() {
    StateData minutes = data(160, true, false);
    StateData untimed = data(160, false, false);

    assertThat(SeasonOption.of(List.of("auto"), minutes))
        .isEqualTo(SeasonChoice.auto(Optional.of(Duration.ofMinutes(1))));
    assertThat(SeasonOption.of(List.of("none"), minutes)).isEqualTo(SeasonChoice.NONE);
    assertThat(SeasonOption.of(List.of("20m", "2m"), minutes))
        .isEqualTo(SeasonChoice.of(List.of(2, 20)));
    assertThat(SeasonOption.of(List.of("20"), untimed)).isEqualTo(SeasonChoice.of(List.of(20)));
    refuses(
        () -> SeasonOption.of(List.of("21m"), minutes),
        "--season 21m is 21 steps, must be from 2 to an eighth of the 160 rows, 20");
    refuses(
        () -> SeasonOption.of(List.of("1"), untimed),
        "--season 1 is 1 step, must be from 2 to an eighth of the 160 rows, 20");
    refuses(
        () -> SeasonOption.of(List.of("90s"), minutes),
        "--season 90s is no whole number of steps of 1m, the rows' declared step");
    refuses(
        () -> SeasonOption.of(List.of("5m"), untimed),
        "--season 5m: the rows have no declared step of time, give a number of steps, none or"
            + " auto");
    SeasonOption.check(List.of("auto"));
    SeasonOption.check(List.of("none"));
    SeasonOption.check(List.of("24", "1h"));
    for (List<String> words : List.of(List.of("auto", "1h"), List.of("often"))) {
      assertThatThrownBy(() -> SeasonOption.check(words))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("--season is none, auto or durations: ");
    }
  }

  private static InputOptions input(String name) {
    InputOptions options = InputOptions.of(null, name, null, new SetOption());
    options.state = List.of("q", "p");
    return options;
  }

  @Test
  void knownInputsAreSensorsThatChange() {
    InputOptions options = input("rows.csv");
    StateData rows = data(20, true, false);

    assertThat(KnownOption.of(List.of("q"), options, rows)).containsExactly("q");
    assertThat(KnownOption.of(null, options, rows)).isEmpty();
    assertThatThrownBy(() -> KnownOption.of(List.of("p"), options, rows))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("rows.csv: the known input p never changes");
    refuses(
        () -> KnownOption.of(List.of("q"), options, data(20, true, true)),
        "--known needs rows in order, --next gives pairs");
    assertThatThrownBy(() -> KnownOption.names(List.of("x"), options))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--known ")
        .hasMessageContaining("x");
  }

  @Test
  void classesAreGivenByCentroidsOrLabels() throws Exception {
    Path file = Files.writeString(folder.resolve("centres.csv"), "p,note,q\n1,a,2\n3,b,4\n");
    GivenClasses centroids =
        CommandLine.populateCommand(new GivenClasses(), "--centroids", file.toString());
    StateData rows = data(20, true, false);

    assertThat(centroids.hasCentroids()).isTrue();
    assertThat(centroids.labels()).isNull();
    Partition.GivenCentroids given =
        (Partition.GivenCentroids) centroids.partition(rows, List.of("q", "p"));
    assertThat(given.centroids().get(0, 0)).isEqualTo(2);
    assertThat(given.centroids().get(0, 1)).isEqualTo(1);
    assertThat(given.centroids().get(1, 0)).isEqualTo(4);
    Files.writeString(file, "p,q\n");
    assertThatThrownBy(() -> centroids.partition(rows, List.of("q", "p")))
        .isInstanceOf(DataException.class)
        .hasMessage(file + " has no data row");
    GivenClasses labels = CommandLine.populateCommand(new GivenClasses(), "--labels", "class");
    assertThat(labels.hasCentroids()).isFalse();
    assertThat(labels.labels()).isEqualTo("class");
    assertThat(labels.partition(rows, List.of())).isInstanceOf(Partition.GivenLabels.class);
  }

  private static RefinementOptions refinements(String... options) {
    return new CommandLine(new RefinementOptions())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(options)
        .asCommandLineList()
        .get(0)
        .getCommand();
  }

  @Test
  void refinementsOfACertificateAreDeclaredTogether() {
    RefinementOptions none = refinements();
    assertThat(none.hasHorizons()).isFalse();
    assertThat(none.anytime()).isFalse();
    none.check(Sampling.RECORDS, 1, true);
    none.checkPilot(2);
    assertThat(none.of(0.05).horizons()).isEmpty();
    assertThat(none.of(0.05).cap()).isEmpty();

    RefinementOptions all =
        refinements(
            "--cap",
            "2.5",
            "--pilot",
            "4",
            "--horizons",
            "1,5",
            "--starts",
            "3",
            "--horizon-delta",
            "0.01");
    Refinements declared = all.of(0.05);
    assertThat(all.hasHorizons()).isTrue();
    assertThat(declared.cap()).isEqualTo(OptionalDouble.of(2.5));
    assertThat(declared.pilot()).isEqualTo(4);
    assertThat(declared.horizons())
        .contains(new HorizonSettings(List.of(1, 5), 3, 0.01, true, Projection.NONE));
    assertThat(refinements("--horizons", "1").of(0.05).horizons().orElseThrow().delta())
        .isEqualTo(0.05);
    all.checkPilot(6);
    assertThatThrownBy(() -> all.checkPilot(5))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("5 units and at least 2 must be left");
  }

  @Test
  void refinementsThatCannotHoldAreRefused() {
    RefinementOptions anytime = refinements("--policy", "anytime");
    assertThat(anytime.anytime()).isTrue();
    anytime.check(Sampling.EPISODES, 1, false);
    refuses(
        () -> anytime.check(Sampling.FLEET, 1, false),
        "--policy anytime does not go with --sampling fleet");
    assertThatThrownBy(() -> refinements("--policy", "rolling").check(Sampling.RECORDS, 1, false))
        .isInstanceOf(UsageException.class);
    RefinementOptions pilot = refinements("--pilot", "1");
    pilot.check(Sampling.EPISODES, 1, false);
    refuses(
        () -> pilot.check(Sampling.FLEET, 1, false),
        "--pilot needs --policy fixed, of records or episodes");
    refuses(
        () -> refinements("--pilot", "1", "--policy", "anytime").check(Sampling.RECORDS, 1, false),
        "--pilot needs --policy fixed, of records or episodes");
    RefinementOptions ahead = refinements("--horizons", "5,2");
    ahead.check(Sampling.EPISODES, 1, false);
    ahead.check(Sampling.RECORDS, 6, false);
    assertThatThrownBy(() -> ahead.check(Sampling.RECORDS, 5, false))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("with --sampling records need --stride of at least 6, it is 5");
    assertThatThrownBy(() -> ahead.check(Sampling.EPISODES, 1, true))
        .isInstanceOf(UsageException.class);
  }

  private static FleetOptions fleet(String... options) {
    return (FleetOptions)
        new CommandLine(new FleetOptions())
            .registerConverter(Duration.class, Duration::parse)
            .parseArgs(options)
            .asCommandLineList()
            .get(0)
            .getCommand();
  }

  @Test
  void streamsOfAFileAreAFleetWhereAllIsGiven() {
    InputOptions rows = input("rows.csv");
    rows.stream = "pump";
    rows.timing.time = "t";
    FleetOptions all =
        fleet("--streams", "20", "--every", "PT10M", "--pairs", "50", "--retired", "a,b");
    all.check(true, rows);

    FleetSettings settings = all.settings();
    assertThat(settings.streams()).isEqualTo(20);
    assertThat(settings.every()).isEqualTo(600_000_000_000L);
    assertThat(settings.pairs()).isEqualTo(50);
    assertThat(settings.grace()).isZero();
    assertThat(settings.retired()).containsExactlyInAnyOrder("a", "b");
    assertThat(fleet("--streams", "20", "--every", "PT10M", "--pairs", "50").settings().retired())
        .isEmpty();
    fleet().check(false, rows);
    refuses(
        () -> fleet("--streams", "20", "--pairs", "5").check(true, rows),
        "--sampling fleet needs --every");
    refuses(() -> fleet("--pairs", "5").check(false, rows), "--pairs needs --sampling fleet");
    refuses(() -> fleet("--retired", "a").check(false, rows), "--retired needs --sampling fleet");
    rows.stream = null;
    refuses(() -> all.check(true, rows), "--sampling fleet needs --stream");
    rows.stream = "pump";
    rows.timing.time = null;
    refuses(() -> all.check(true, rows), "--sampling fleet needs --time");
    assertThatThrownBy(
            () -> fleet("--streams", "0", "--every", "PT10M", "--pairs", "50").settings())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--streams is 0");
  }

  @Test
  void rowsOfTheFitJudgeNoModelUnlessThatIsAllowedAndMarked() {
    StateData rows = data(20, true, false);
    Model fitted = TestModels.builderOf(MODEL).fittingRows(FittingRows.of(rows.episodes())).build();
    IndependenceOption strict = new IndependenceOption();
    IndependenceOption lax =
        CommandLine.populateCommand(new IndependenceOption(), "--allow-training-data");
    ObjectNode marked = JsonNodeFactory.instance.objectNode();
    ObjectNode plain = JsonNodeFactory.instance.objectNode();
    IndependenceOption.mark(marked, 19);
    IndependenceOption.mark(plain, 0);

    assertThat(strict.check(MODEL, rows)).isZero();
    assertThat(lax.check(fitted, rows)).isEqualTo(19);
    assertThatThrownBy(() -> strict.check(fitted, rows))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the model was fitted on 19 of the 19 transitions, so");
    assertThat(marked).hasToString("{\"independent\":false,\"trainingTransitions\":19}");
    assertThat(plain).hasToString("{}");
  }

  @Test
  void sensorsThatNoMapCanHoldAreNamedWithTheOthers() {
    UnfitSensors sensors = new UnfitSensors("rows.csv", List.of("a", "b", "c"));
    sensors.requireVaryingEarly(List.of());
    sensors.requireReadings(List.of());
    assertThatThrownBy(() -> sensors.requireVaryingEarly(List.of("b")))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("rows.csv: constant over the fitting rows")
        .hasMessageEndingWith(": b. Leave them out with --state a,c");
    assertThatThrownBy(() -> sensors.requireVaryingEarly(List.of("a", "b", "c")))
        .hasMessageEndingWith(": a, b, c. No other sensor is named.");
    assertThatThrownBy(() -> sensors.requireReadings(List.of(0, 2)))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("rows.csv: these columns count rows or time")
        .hasMessageEndingWith(": a, c. Leave them out with --state b");
    assertThatThrownBy(() -> sensors.requireReadings(List.of(0, 1, 2)))
        .hasMessageEndingWith("No other sensor is named.");
  }
}
