package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.report.SpectrumReport;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.spectrum.AdjointSpectrum;
import io.kahkm.spectrum.KoopmanSpectrum;
import io.kahkm.spectrum.SpanBasis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code spectrum} on a few pairs, whose coordinates are computed here one by one. */
class SpectrumOracleTest {
  private static final int PAIRS = Orbits.EPISODES * Orbits.TRANSITIONS;

  @TempDir static Path folder;
  private static Orbits orbits;
  private static final List<double[]> CURRENT = new ArrayList<>();
  private static final List<double[]> NEXT = new ArrayList<>();
  private static SpanBasis basis;

  @BeforeAll
  static void write() throws Exception {
    CURRENT.clear();
    NEXT.clear();
    orbits = new Orbits(folder);
    for (int e = 0; e < Orbits.EPISODES; e++) {
      for (int i = 0; i < Orbits.TRANSITIONS; i++) {
        CURRENT.add(coordinates(orbits.states.state(e, i)));
        NEXT.add(coordinates(orbits.states.state(e, i + 1)));
      }
    }
    double[][] references = orbits.model.map().referenceStates();
    double[][] phi = new double[references.length][];
    for (int i = 0; i < phi.length; i++) {
      phi[i] = coordinates(references[i]);
    }
    basis = SpanBasis.of(phi);
  }

  private static double[] coordinates(double[] state) {
    Encoder encoder = orbits.model.map().newEncoder();
    Encoding encoding = new Encoding(orbits.model.map().classes());
    encoder.encode(state, encoding);
    return encoding.coordinates().clone();
  }

  private static SpectrumReport adjoint(int[] drawn) {
    return SpectrumReport.adjoint(
        AdjointSpectrum.of(
            orbits.model.closure(), basis, chosen(CURRENT, drawn), chosen(NEXT, drawn)),
        PAIRS,
        drawn.length);
  }

  private static double[][] chosen(List<double[]> all, int[] drawn) {
    double[][] chosen = new double[drawn.length][];
    for (int i = 0; i < drawn.length; i++) {
      chosen[i] = all.get(drawn[i]);
    }
    return chosen;
  }

  private static int[] all() {
    int[] all = new int[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      all[i] = i;
    }
    return all;
  }

  private static Cli spectrum(String options) {
    return orbits.run("spectrum", ("--episode run " + options).strip());
  }

  private static void says(Cli cli, SpectrumReport report) throws Exception {
    assertThat(cli.json()).isEqualTo(new ObjectMapper().readTree(report.json().toString()));
  }

  @Test
  void candidatesAreCheckedOnAllPairsOfTheFile() throws Exception {
    SpectrumReport report = adjoint(all());

    says(spectrum(""), report);
    says(spectrum("--sample 0"), report);
    says(spectrum("--sample " + PAIRS), report);
    assertThat(spectrum("--format text").out().lines()).isEqualTo(report.text());
    assertThat(spectrum("--format csv").out().lines()).isEqualTo(report.csv());
  }

  /** As many as asked for, none twice, each pair as likely as another. */
  @Test
  void aSampleIsDrawnWithoutReplacement() throws Exception {
    RandomSource random = new RandomSource(3);
    List<Integer> drawn = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      if (random.nextInt(PAIRS - i) < 12 - drawn.size()) {
        drawn.add(i);
      }
      if (drawn.size() == 12) {
        break;
      }
    }
    assertThat(drawn).hasSize(12);

    Cli cli = spectrum("--sample 12 --seed 3");
    says(cli, adjoint(drawn.stream().mapToInt(Integer::intValue).toArray()));
    assertThat(spectrum("--sample 12 --seed 4").json()).isNotEqualTo(cli.json());
  }

  @Test
  void theKoopmanSideIsBoundedWhereUnitsAreDeclared() throws Exception {
    double[][] phi = chosen(CURRENT, all());
    double[][] z = chosen(NEXT, all());
    List<WindowCertificate> records = new ArrayList<>();
    OfflineRun.certify(
        orbits.model,
        orbits.data(orbits.rows),
        1,
        CertificateSettings.builder(Sampling.EPISODES, Orbits.EPISODES)
            .bound(Bound.PAPER)
            .delta(0.02)
            .build(),
        (row, assessment) -> records.addAll(assessment.certificates()));
    double upper = records.get(0).displayed().upper().upper();

    says(
        spectrum("--side koopman"),
        SpectrumReport.koopman(
            KoopmanSpectrum.of(orbits.model.closure(), basis, phi, z, Double.POSITIVE_INFINITY),
            basis.rank(),
            PAIRS,
            PAIRS,
            Optional.empty()));
    says(
        spectrum("--side koopman --sampling episodes --delta 0.02"),
        SpectrumReport.koopman(
            KoopmanSpectrum.of(orbits.model.closure(), basis, phi, z, upper),
            basis.rank(),
            PAIRS,
            PAIRS,
            Optional.of(
                new SpectrumReport.Certified(Sampling.EPISODES, Orbits.EPISODES, 0.02, upper))));
  }

  @Test
  void aRequirementThatNoCandidateMeetsFails() {
    Cli met = spectrum("--requirements representation=9,residual=9");
    assertThat(met.code()).isEqualTo(ExitCode.OK);
    assertThat(met.json().get("candidatesThatMeetAll").asInt())
        .isEqualTo(met.json().get("modes").size());
    Cli missed = spectrum("--requirements residual=1e-30");
    assertThat(missed.code()).isEqualTo(ExitCode.FAILED);
    assertThat(missed.err()).contains("residual (R3) is ").contains("required at most 1.0E-30");
    assertThat(missed.out()).contains("\"candidatesThatMeetAll\" : 0");
  }

  @Test
  void thePictureIsWrittenOnce() {
    Path svg = folder.resolve("spectrum.svg");

    assertThat(spectrum("--picture " + svg).json()).isEqualTo(spectrum("").json());
    assertThat(svg).content().startsWith("<?xml");
    Cli again = spectrum("--picture " + svg);
    assertThat(again.code()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).startsWith("kahkm: --picture " + svg + " exists");
    assertThat(spectrum("--replace --picture " + orbits.file).code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void trainingDataAreMarked() throws Exception {
    Path training = Orbits.write(folder.resolve("training.csv"), Orbits.fresh(1, 3, 400));

    Cli refused = orbits.run("spectrum", training, "--episode run");
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("the model was fitted on", "so these rows cannot judge it");
    JsonNode marked =
        orbits.run("spectrum", training, "--episode run --allow-training-data").json();
    assertThat(marked.get("trainingTransitions").asInt()).isEqualTo(1200);
    assertThat(marked.get("sample").asInt()).as("the usual number of pairs").isEqualTo(800);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sample -1 | --sample is -1, must be at least 0",
        "--delta 0 | --delta is 0.0, must be between 0 and 1",
        "--delta 1 | --delta is 1.0, must be between 0 and 1",
        "--sampling episodes | --sampling needs --side koopman: rho has no certified bound",
        "--side koopman --requirements residual=1 | --requirements needs --side adjoint",
        "--side koopman --sampling fleet | --sampling is records or episodes here",
        "--side koopman --sampling records | --sampling records needs independent pairs: give them"
            + " with --next",
      })
  void whatCannotBeCheckedIsRefused(String options, String message) {
    Cli cli = spectrum(options);

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).isEqualTo("kahkm: " + message + "\n");
  }

  @Test
  void episodesNeedTheirColumnAndMoreThanOne() throws Exception {
    Cli none = orbits.run("spectrum", "--side koopman --sampling episodes");
    assertThat(none.err())
        .isEqualTo("kahkm: --sampling episodes needs --episode, the episodes' column\n");
    Path one = Orbits.write(folder.resolve("one.csv"), Orbits.fresh(5, 1, 9));
    Cli single = orbits.run("spectrum", one, "--episode run --side koopman --sampling episodes");
    assertThat(single.code()).isEqualTo(ExitCode.USAGE);
    assertThat(single.err()).endsWith("kahkm: --sampling episodes finds 1 unit in " + one + "\n");
    Path two = Orbits.write(folder.resolve("two.csv"), Orbits.fresh(5, 2, 9));
    assertThat(
            orbits
                .run("spectrum", two, "--episode run --side koopman --sampling episodes")
                .json()
                .get("certified")
                .get("units")
                .asInt())
        .isEqualTo(2);
  }

  @Test
  void labelsOfSidesAndFormatsAreTheirNames() {
    assertThat(Labels.find(SpectrumCommand.Side.class, "koopman"))
        .isEqualTo(SpectrumCommand.Side.KOOPMAN);
    assertThat(Labels.find(SpectrumCommand.Format.class, "text"))
        .isEqualTo(SpectrumCommand.Format.TEXT);
    assertThat(spectrum("--side left").err()).contains("is none of: adjoint, koopman");
    assertThat(spectrum("--format xml").err()).contains("is none of: json, text, csv");
  }
}
