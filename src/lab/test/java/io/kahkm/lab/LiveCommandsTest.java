package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LiveCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = Main.commandLineFor(arguments);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "vanderpol, if episodes are independent and identically distributed",
    "duffing, if episodes are independent and identically distributed",
    "fleet, if streams are independent and identically distributed"
  })
  void checksEveryPackagedTopology(String name, String assumption) {
    assertThat(run("check", name)).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("name: " + name)
        .contains("Wrong verdicts to expect: at most")
        .contains(assumption);
  }

  /**
   * Of 800 records of 100 ms, that is 1080 windows a day; rolling ones close eight times as often.
   */
  @ParameterizedTest
  @CsvSource({"tumbling, 162, 1.08e+03", "rolling, 1.30e+03, 8.64e+03"})
  void countsEveryHopOfRollingWindows(
      String policy, String wrong, String windows, @TempDir Path directory) throws IOException {
    Path model = directory.resolve("model.safetensors");
    ModelFile.write(TestModels.vanDerPol(5, 1), model);
    Path file = directory.resolve("rolling.yaml");
    Files.writeString(
        file,
        """
        name: pumps
        model: {file: %s}
        input: {state: [q, p], time: t, step: 50ms, stride: 2, independent: asserted}
        certificates:
          sampling: records
          window: {units: 800, policy: %s}
          tolerance: 0.3
        """
            .formatted(model, policy));

    assertThat(run("check", file.toString())).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains(
            wrong
                + " per stream and day (0.150 per window: EXCLUDED 0.0500, ATTAINABLE 0.0500,"
                + " SUSPECT 0.0501; "
                + windows
                + " windows a day");
  }

  /**
   * Both bounds may be wrong at once, the halves may differ by chance, and horizons are claimed.
   */
  @Test
  void countsTheClaimsOfHorizons(@TempDir Path directory) throws IOException {
    Path model = directory.resolve("model.safetensors");
    ModelFile.write(TestModels.vanDerPol(5, 1), model);
    Path file = directory.resolve("horizons.yaml");
    Files.writeString(
        file,
        """
        name: pumps
        model: {file: %s}
        input: {state: [q, p], time: t, step: 50ms, stride: 2, independent: asserted}
        certificates:
          sampling: records
          window: {units: 800}
          tolerance: 0.3
          horizons: [1]
          horizon-delta: 0.02
        """
            .formatted(model));

    assertThat(run("check", file.toString())).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains(
            "184 per stream and day (0.170 per window: EXCLUDED 0.0500, ATTAINABLE 0.0500, SUSPECT"
                + " 0.0501, claims of horizons 0.0200; 1.08e+03 windows a day");
  }

  /**
   * Of windows of 800 pairs 1 % are OUT_OF_MAP for low variation; of shorter ones than 600 none.
   */
  @ParameterizedTest
  @CsvSource({
    "800, tumbling, 173 per stream and day (0.160 per window: EXCLUDED 0.0500",
    "800, tumbling, SUSPECT 0.0501; OUT_OF_MAP by low variation 0.0100",
    "800, fixed, 0.160 per stream over its whole life (0.160 per window: EXCLUDED 0.0500",
    "800, cumulative, 0.150 per stream over its whole life (EXCLUDED 0.0500",
    "800, cumulative, Besides; 0.0101 of normal windows are SUSPECT or OUT_OF_MAP",
    "500, tumbling, 259 per stream and day (0.150 per window: EXCLUDED 0.0500"
  })
  void addsWindowsOfLowVariation(int units, String policy, String said, @TempDir Path directory)
      throws IOException {
    Calibration limits =
        new Calibration(0.9, 0.995, 0.95, 1000, 1000, 0.005, Double.NaN, List.of())
            .withVariation(
                new VariationLimits(0.01, List.of(new VariationLimits.Limit(600, 0.2)), List.of()));
    Path model = directory.resolve("model.safetensors");
    ModelFile.write(TestModels.calibrated(TestModels.vanDerPol(5, 1), limits), model);
    Path file = directory.resolve("variation.yaml");
    Files.writeString(
        file,
        """
        name: pumps
        model: {file: %s}
        input: {state: [q, p], time: t, step: 50ms, stride: 2, independent: asserted}
        certificates:
          sampling: records
          window: {units: %d, policy: %s}
          tolerance: 0.3
        """
            .formatted(model, units, policy));

    assertThat(run("check", file.toString())).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains(said.replace(';', ','));
  }

  private static Path fleet(Path directory, int streams) throws IOException {
    Path model = directory.resolve("model.safetensors");
    ModelFile.write(TestModels.vanDerPol(5, 1), model);
    Path file = directory.resolve("fleet.yaml");
    Files.writeString(
        file,
        """
        name: pumps
        model: {file: %s}
        input: {state: [q, p], time: t}
        certificates:
          sampling: fleet
          fleet: {streams: %d, every: 10m, pairs: 500, grace: 2m}
          tolerance: 0.3
          family: 10
        kafka: {bootstrap.servers: "localhost:1"}
        """
            .formatted(model, streams));
    return file;
  }

  private static int largestUnit() {
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.FLEET, 200).tolerance(0.3).build();
    return FleetSummary.largestUnit(settings, 5);
  }

  @Test
  void printsHowOftenAFleetIsWrongAndHowLargeItIs(@TempDir Path directory) throws IOException {
    assertThat(run("check", fleet(directory, 200).toString())).isEqualTo(ExitCode.OK);
    // 144 windows of ten minutes a day; two bounds and the halves, each at 0.05 / 10.
    assertThat(out.toString())
        .contains(
            "at most 2.17 per day for the whole fleet (0.0151 per window: EXCLUDED 0.00500, ATTAINABLE"
                + " 0.00500, SUSPECT 0.00506; 144 windows a day)")
        .contains(
            String.format(
                Locale.ROOT,
                "200 streams with up to %,d bytes each per open window",
                largestUnit()));
  }

  @Test
  void refusesAFleetWhoseOpenWindowIsTooLarge(@TempDir Path directory) throws IOException {
    int most = (1 << 30) / largestUnit();

    assertThat(run("check", fleet(directory, most).toString())).isEqualTo(ExitCode.OK);
    assertThat(run("check", fleet(directory, most + 1).toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("certificates.fleet.streams: is " + (most + 1))
        .contains("more than 1,073,741,824 together");
  }

  @Test
  void listsEveryConfigurationErrorAtOnceWithItsPath(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("wrong.yaml");
    Files.writeString(
        file,
        """
        name: wrong
        model: {file: nowhere.safetensors}
        input: {topic: states, state: [q, p], pairing: states, colour: blue}
        closure: {beta: 1.5}
        forecasts: {topic: f, horizons: [10, 1]}
        certificates: {topic: c, sampling: records, window: {units: 100}, tolerance: 0.3}
        rejects: {topic: r}
        kafka: {bootstrap.servers: "localhost:1"}
        """);

    assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("input.colour")
        .contains("closure.beta")
        .contains("forecasts.horizons")
        .contains("certificates.sampling");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void printsTheTopologyWithoutAModelOrABroker() {
    assertThat(run("topology", "vanderpol")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("vanderpol.states", "vanderpol.forecasts", "vanderpol.rejects");
  }

  @Test
  void saysThatRunNeedsAFittedModel() {
    assertThat(run("run", "vanderpol")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("model.file is missing").contains("kahkm fit");
  }

  @Test
  void saysWhichTopologiesThereAre() {
    assertThat(run("demo", "lorenz")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("lorenz")
        .contains(
            "vanderpol, duffing, cartpole, mountaincar, acrobot, four-state, fleet, tags, pumps");
  }

  @Test
  void refusesADurationThatIsNone() {
    assertThat(run("demo", "--duration", "soon")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--duration").contains("soon");
  }
}
