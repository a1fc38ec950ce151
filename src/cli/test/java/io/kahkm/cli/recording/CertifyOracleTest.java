package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.offline.FleetRun;
import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.json.CertificateJson;
import io.kahkm.testing.TestModels;
import io.kahkm.text.TimeFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code certify}: which certificate its options declare, and which it refuses. */
class CertifyOracleTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String EPISODES = "--episode run --sampling episodes";

  @TempDir static Path folder;
  private static Orbits orbits;

  @BeforeAll
  static void write() throws Exception {
    orbits = new Orbits(folder);
  }

  private static double norm() {
    return MatrixNorms.spectralNorm(orbits.model.closure()) * (1 + 1e-9);
  }

  /** What a certificate of the rows is printed as. */
  private static ObjectNode certificate(CertificateSettings settings, int stride) throws Exception {
    return printed(record(settings, stride));
  }

  private static WindowCertificate record(CertificateSettings settings, int stride)
      throws Exception {
    List<WindowCertificate> records = new ArrayList<>();
    OfflineRun.certify(
        orbits.model,
        orbits.data(orbits.rows),
        stride,
        settings,
        (row, assessment) -> records.addAll(assessment.certificates()));
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private static ObjectNode printed(WindowCertificate record) {
    ObjectNode json = CertificateJson.of(record);
    double tolerance = record.alarm().tolerance();
    double share = 1 - tolerance * tolerance / orbits.model.coordinateVariance();
    ((ObjectNode) json.get("alarm")).put("toleranceR2", share);
    return json;
  }

  private static void says(Cli cli, JsonNode expected) throws Exception {
    assertThat(cli.json()).isEqualTo(MAPPER.readTree(expected.toString()));
  }

  @Test
  void withoutOptionsTheUsualCertificateOfAllEpisodesIsGiven() throws Exception {
    CertificateSettings usual =
        CertificateSettings.builder(Sampling.EPISODES, Orbits.EPISODES)
            .bound(Bound.MINIMUM)
            .delta(0.05)
            .tolerance(Math.sqrt((1 - 0.9) * orbits.model.coordinateVariance()))
            .displayKappas(List.of(1.0, 1.4142135623730951))
            .build();

    Cli cli = orbits.run("certify", EPISODES);

    says(cli, certificate(usual, 1));
    assertThat(cli.err()).doesNotContain("rows were unlike");
  }

  @Test
  void optionsAreDeclaredAsGiven() throws Exception {
    CertificateSettings given =
        CertificateSettings.builder(Sampling.EPISODES, Orbits.EPISODES)
            .bound(Bound.LABEL)
            .kappa(OptionalDouble.of(1.25))
            .delta(0.02)
            .tolerance(0.3)
            .displayKappas(List.of(0.5, norm()))
            .build();
    ObjectNode expected = certificate(given, 1);
    expected.put("explanation", record(given, 1).words());

    says(
        orbits.run(
            "certify",
            EPISODES
                + " --bound label --alarm-kappa 1.25 --delta 0.02 --tolerance 0.3 --kappa 0.5,norm"
                + " --explain"),
        expected);
  }

  @Test
  void everySecondPairIsARecordOfItsOwn() throws Exception {
    CertificateSettings usual =
        CertificateSettings.builder(Sampling.RECORDS, Orbits.EPISODES * Orbits.TRANSITIONS / 2)
            .bound(Bound.MINIMUM)
            .delta(0.05)
            .tolerance(0.3)
            .displayKappas(List.of(1.0))
            .build();

    says(
        orbits.run(
            "certify",
            "--episode run --sampling records --stride 2 --independent asserted --kappa 1"
                + " --tolerance 0.3"),
        certificate(usual, 2));
  }

  /** The same windows as live, whose number of units is open. */
  @Test
  void whoLooksAtAnyTimeGetsEveryWindow() throws Exception {
    Path many = Orbits.write(folder.resolve("many.csv"), Orbits.fresh(5, 24, 3));
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.EPISODES, RefinementOptions.USUAL_UNITS)
            .policy(WindowPolicy.ANYTIME)
            .budget(Budget.FOREVER)
            .bound(Bound.TIGHT)
            .delta(0.05)
            .tolerance(0.3)
            .displayKappas(List.of(1.0))
            .build();
    List<WindowCertificate> records = new ArrayList<>();
    OfflineRun.run(
        orbits.model,
        orbits.data(many),
        1,
        List.of(1),
        Projection.NONE,
        Optional.of(settings),
        (row, assessment) -> records.addAll(assessment.certificates()));
    ObjectNode expected = Json.object();
    expected.put("toleranceR2", 1 - 0.3 * 0.3 / orbits.model.coordinateVariance());
    for (WindowCertificate record : records) {
      ObjectNode window = CertificateJson.ofWindow(record);
      window.put("explanation", record.words());
      expected.withArray("windows").add(window);
    }
    assertThat(records).isNotEmpty();
    String options = EPISODES + " --policy anytime --tolerance 0.3 --kappa 1";

    says(orbits.run("certify", many, options + " --explain"), expected);
    JsonNode plain = orbits.run("certify", many, options).json();
    assertThat(plain.get("windows")).hasSameSizeAs(records);
    assertThat(plain.findValues("explanation")).isEmpty();
  }

  @Test
  void aFleetHasACertificateForEveryWindowOfTime() throws Exception {
    Path fleet = folder.resolve("fleet.csv");
    StringBuilder text = new StringBuilder("machine,t,q,p\n");
    for (int i = 0; i <= Orbits.TRANSITIONS; i++) {
      for (int e = 0; e < Orbits.EPISODES; e++) {
        double[] state = orbits.states.state(e, i);
        text.append("m%d,%d,%s,%s\n".formatted(e, 60 * i, state[0], state[1]));
      }
    }
    Files.writeString(fleet, text);
    InputOptions rows = InputOptions.of(null, fleet.toString(), "machine", new SetOption());
    rows.state = List.of("q", "p");
    rows.timing.time = "t";
    rows.timing.timeUnit = TimeFormat.S;
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.FLEET, 3)
            .policy(WindowPolicy.TUMBLING)
            .bound(Bound.MINIMUM)
            .delta(0.05)
            .tolerance(0.3)
            .displayKappas(List.of(1.0))
            .build();
    List<WindowCertificate> records =
        new FleetRun(
                orbits.model, rows.read(), new FleetSettings(3, 600_000_000_000L, 5, 0), settings)
            .close();
    assertThat(records).hasSizeGreaterThan(1);
    ObjectNode expected = Json.object();
    expected.put("toleranceR2", 1 - 0.3 * 0.3 / orbits.model.coordinateVariance());
    for (WindowCertificate record : records) {
      expected
          .withArray("windows")
          .add(
              CertificateJson.ofTopic(FleetWindow.FLEET, orbits.model.map().fingerprint(), record));
    }
    String options =
        "--sampling fleet --stream machine --time t --time-unit s --streams 3 --every 10m --pairs 5"
            + " --tolerance 0.3 --kappa 1";

    Cli plain = orbits.run("certify", fleet, options);
    says(plain, expected);
    JsonNode explained = orbits.run("certify", fleet, options + " --explain").json();
    for (int i = 0; i < records.size(); i++) {
      assertThat(explained.get("windows").get(i).get("explanation").asText())
          .isEqualTo(records.get(i).words());
    }
    Path training = folder.resolve("training-fleet.csv");
    StringBuilder fitted = new StringBuilder("machine,t,q,p\n");
    for (int i = 0; i <= 9; i++) {
      double[] state = Orbits.fresh(1, 1, 400).state(0, i);
      fitted.append("m0,%d,%s,%s\n".formatted(60 * i, state[0], state[1]));
    }
    Files.writeString(training, fitted);
    JsonNode marked = orbits.run("certify", training, options + " --allow-training-data").json();
    assertThat(marked.get("trainingTransitions").asInt()).isEqualTo(9);
    Cli picture = orbits.run("certify", fleet, options + " --horizons 1 --picture x.svg");
    assertThat(picture.err()).startsWith("kahkm: --picture shows the horizons of one window");
  }

  @Test
  void trainingDataAreMarked() throws Exception {
    Path training = Orbits.write(folder.resolve("training.csv"), Orbits.fresh(1, 3, 400));

    Cli refused = orbits.run("certify", training, EPISODES);
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("the model was fitted on 1200 of the 1200");
    JsonNode marked = orbits.run("certify", training, EPISODES + " --allow-training-data").json();
    assertThat(marked.get("independent").asBoolean(true)).isFalse();
    assertThat(marked.get("trainingTransitions").asInt()).isEqualTo(1200);
    JsonNode anytime =
        orbits
            .run("certify", training, EPISODES + " --policy anytime --allow-training-data")
            .json();
    assertThat(anytime.get("trainingTransitions").asInt()).isEqualTo(1200);
    assertThat(orbits.run("certify", EPISODES).json().has("independent")).isFalse();
  }

  @Test
  void rowsUnlikeTheRecordingAreCountedBesideTheCertificate() throws Exception {
    Model narrow = TestModels.withNoveltyLimit(orbits.model, 1e-12);
    Path file = folder.resolve("narrow.safetensors");
    ModelFile.write(narrow, file);
    for (String more : List.of("", " --policy anytime")) {
      Cli cli =
          Cli.words(
              "certify --state q,p " + EPISODES + more + " --input " + orbits.rows + " --model",
              file);
      assertThat(cli.code()).as(cli.err()).isZero();
      assertThat(cli.err())
          .containsPattern("\\d+ of 63 rows were unlike the recording")
          .doesNotContain("kahkm:");
    }
  }

  @Test
  void horizonsHaveTheLevelOfTheRestUnlessTheyHaveTheirOwn() throws Exception {
    String ahead = EPISODES + " --delta 0.2 --horizons 1,5";
    Cli shared = orbits.run("certify", ahead);

    assertThat(shared.code()).as(shared.err()).isZero();
    assertThat(shared.json())
        .isEqualTo(orbits.run("certify", ahead + " --horizon-delta 0.2").json())
        .isNotEqualTo(orbits.run("certify", ahead + " --horizon-delta 0.05").json());
  }

  @Test
  void thePictureIsOfTheHorizons() throws Exception {
    Path svg = folder.resolve("horizons.svg");
    String ahead = EPISODES + " --horizons 1,5 --picture " + svg;

    Cli drawn = orbits.run("certify", ahead);
    assertThat(drawn.json()).isEqualTo(orbits.run("certify", EPISODES + " --horizons 1,5").json());
    assertThat(svg).content().startsWith("<?xml");
    Cli again = orbits.run("certify", ahead);
    assertThat(again.code()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).startsWith("kahkm: --picture " + svg + " exists");
    assertThat(orbits.run("certify", ahead + " --replace").code()).isZero();
    Cli model =
        orbits.run("certify", EPISODES + " --horizons 1,5 --replace --picture " + orbits.file);
    assertThat(model.code()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sampling episodes --episode run --picture x.svg | --picture shows the horizons of one"
            + " window: it needs --horizons, and goes neither with --sampling fleet nor with"
            + " certificates that are looked at any time",
        "--sampling episodes --episode run --policy anytime --horizons 1 --picture x.svg |"
            + " --picture shows the horizons of one window: it needs --horizons, and goes neither"
            + " with --sampling fleet nor with certificates that are looked at any time",
        "--sampling records --stride 2 --independent yes | --independent is \"yes\", only asserted"
            + " is known",
        "--sampling episodes --episode run --stride 0 | --stride is 0, at least 1 is needed",
        "--sampling records --independent asserted | --sampling records needs independent pairs:"
            + " give them with --next, or use --stride 2 or more with --independent asserted;"
            + " consecutive pairs of a stream share a state and are not independent",
        "--sampling records --stride 2 | --sampling records needs independent pairs: give them with"
            + " --next, or use --stride 2 or more with --independent asserted; consecutive pairs of"
            + " a stream share a state and are not independent",
        "--sampling records --next q,p --stride 2 --independent asserted | --stride is for"
            + " episodes, pairs of --next are all used",
        "--sampling episodes | --sampling episodes needs --episode, the episodes' column",
        "--sampling episodes --episode run --stride 2 | --stride needs --sampling records",
        "--sampling fleet --stream run --time t --streams 3 --every 10m --pairs 5 --stride 2 |"
            + " --stride needs --sampling records",
      })
  void whatCannotBeCertifiedIsRefused(String options, String message) {
    Cli cli = orbits.run("certify", options);

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).isEqualTo("kahkm: " + message + "\n");
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void oneUnitIsNotEnoughNorIsADeltaAboveOne() throws Exception {
    Path one = Orbits.write(folder.resolve("one.csv"), Orbits.fresh(5, 1, 9));

    Cli cli = orbits.run("certify", one, EPISODES);

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err())
        .endsWith(
            "kahkm: --sampling episodes finds 1 unit in "
                + one
                + ", a certificate needs at least 2 independent ones\n");
    assertThat(orbits.run("certify", EPISODES + " --delta 2").err())
        .endsWith("kahkm: delta is 2.0, must be between 0 and 1\n");
    Path two = Orbits.write(folder.resolve("two.csv"), Orbits.fresh(5, 2, 9));
    assertThat(orbits.run("certify", two, EPISODES).json().get("units").asInt()).isEqualTo(2);
  }

  @Test
  void unitsThatAreAssertedElsewhereAreRefused() {
    assertThat(orbits.run("certify", EPISODES + " --streams 3").err())
        .isEqualTo("kahkm: --streams needs --sampling fleet\n");
    assertThat(orbits.run("certify", EPISODES + " --cap 2 --pilot 2").err())
        .endsWith("kahkm: --pilot is 2, the data have 3 units and at least 2 must be left\n");
    assertThat(orbits.run("certify", EPISODES + " --cap 2 --pilot 1").code()).isZero();
  }

  /** Pairs of a file are the units, all of them. */
  @Test
  void pairsOfAFileAreRecords() throws Exception {
    StringBuilder text = new StringBuilder("q,p,q2,p2\n");
    for (int e = 0; e < Orbits.EPISODES; e++) {
      for (int i = 0; i < Orbits.TRANSITIONS; i++) {
        double[] from = orbits.states.state(e, i);
        double[] to = orbits.states.state(e, i + 1);
        text.append("%s,%s,%s,%s\n".formatted(from[0], from[1], to[0], to[1]));
      }
    }
    Path pairs = Files.writeString(folder.resolve("pairs.csv"), text);

    JsonNode json = orbits.run("certify", pairs, "--next q2,p2 --sampling records").json();

    assertThat(json.get("units").asInt()).isEqualTo(Orbits.EPISODES * Orbits.TRANSITIONS);
    JsonNode episodes = orbits.run("certify", EPISODES).json();
    assertThat(json.get("upper").get("mse").asDouble())
        .isCloseTo(episodes.get("upper").get("mse").asDouble(), within(1e-12));
  }

  @Test
  void theColumnOfEpisodesMayBeThatOfTheTopologyFile() throws Exception {
    Path topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: model.safetensors}
            input: {state: [q, p], time: t, time-unit: s, episode: run}
            """);

    Cli cli = Cli.words("certify " + topology + " --sampling episodes --input", orbits.rows);

    assertThat(cli.json().get("units").asInt()).isEqualTo(3);
  }
}
