package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.plot.Picture;
import io.kahkm.plot.Plot;
import io.kahkm.spectrum.AdjointSpectrum;
import io.kahkm.spectrum.KoopmanMode;
import io.kahkm.spectrum.KoopmanSpectrum;
import io.kahkm.spectrum.SpectralMode;
import io.kahkm.spectrum.SpectralSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A spectrum as text, CSV and JSON, with and without requirements. */
class SpectrumReportTest {
  private static final SpectralMode NEAR = new SpectralMode(1, 0, 0.25, 0.5, 0.125);
  private static final SpectralMode FAR = new SpectralMode(0.6, -0.8, 0.75, 0.5, 2);

  private static SpectrumReport adjoint() {
    return SpectrumReport.adjoint(
        new AdjointSpectrum(
            3, 1.5, List.of(FAR, NEAR), new SpectralSummary(0.25, 0.5, 2, List.of(0, 1, 2))),
        100,
        50);
  }

  private static Requirements required(String... limits) {
    return Requirements.parse(
        List.of(limits), Set.of("representation", "residual", "other"), Set.of());
  }

  @Test
  void candidatesAreToldWithTheirModulus() {
    assertThat(adjoint().text())
        .containsExactly(
            "50 of 100 pairs, rank of the coordinates 3",
            "          re          im     modulus         rho  rho (Gram)         eta",
            "     0.60000    -0.80000     1.00000       0.750       0.500        2.00",
            "     1.00000     0.00000     1.00000       0.250       0.500       0.125",
            "spectral radius 1.5000, smallest rho 0.250, median 0.500, largest eta 2.00; rho at"
                + " most .01: 0, .05: 1, .10: 2",
            "rho checks weighted sums; only under deterministic exact closure does it certify"
                + " eigenfunctions.");
    assertThat(adjoint().csv())
        .containsExactly(
            "re,im,rho,rho_gram,eta", "0.6,-0.8,0.75,0.5,2.0", "1.0,0.0,0.25,0.5,0.125");
    ObjectNode json = adjoint().json();
    assertThat(json.path("side").asText()).isEqualTo("adjoint");
    assertThat(json.path("pairs").asInt()).isEqualTo(100);
    assertThat(json.path("sample").asInt()).isEqualTo(50);
    assertThat(json.path("spectralRadius").asDouble()).isEqualTo(1.5);
    assertThat(json.path("modes").get(0).toString())
        .isEqualTo("{\"re\":0.6,\"im\":-0.8,\"rho\":0.75,\"rhoGram\":0.5,\"eta\":2.0}");
    assertThat(json.path("summary").toString())
        .isEqualTo("{\"minRho\":0.25,\"medianRho\":0.5,\"maxEta\":2.0,\"counts\":[0,1,2]}");
    assertThat(json.has("requirements")).isFalse();
  }

  @Test
  void aCandidateMeetsAllRequirementsOrNone() {
    SpectrumReport report = adjoint();
    Requirements required = required("residual=0.25", "representation=0.125");
    report.require(required);

    assertThat(required.missed()).isEmpty();
    assertThat(report.text().get(1)).endsWith("         eta  R3");
    assertThat(report.text().get(2)).endsWith("        2.00  -");
    assertThat(report.text().get(3)).endsWith("       0.125  met");
    assertThat(report.text()).contains("1 of 2 candidates meet every requirement (R3)");
    assertThat(report.csv().get(0)).isEqualTo("re,im,rho,rho_gram,eta,met");
    assertThat(report.csv().get(2)).isEqualTo("1.0,0.0,0.25,0.5,0.125,true");
    assertThat(report.json().path("candidatesThatMeetAll").asInt()).isEqualTo(1);
    assertThat(report.json().path("modes").get(1).path("met").asBoolean()).isTrue();
    assertThat(report.json().path("requirements")).hasSize(2);
  }

  @Test
  void whereNoneMeetsThemTheClosestIsCompared() {
    SpectrumReport report = adjoint();
    Requirements required = required("residual=0.2");
    report.require(required);
    assertThat(required.missed()).containsExactly("residual (R3) is 0.2500, required at most 0.2");
    assertThat(report.text()).contains("0 of 2 candidates meet every requirement (R3)");

    SpectrumReport free = adjoint();
    free.require(required());
    assertThat(free.csv().get(0)).doesNotContain("met");
    SpectrumReport koopman = koopman(Optional.empty());
    koopman.require(required("residual=0.2"));
    assertThat(koopman.json().has("candidatesThatMeetAll")).isFalse();
  }

  private static SpectrumReport koopman(Optional<SpectrumReport.Certified> certified) {
    return SpectrumReport.koopman(
        new KoopmanSpectrum(
            List.of(
                new KoopmanMode(0.6, 0.8, 0.5, 0.25, 0.75),
                new KoopmanMode(0, 1, 1e-10, 0.25, Double.POSITIVE_INFINITY))),
        3,
        100,
        100,
        certified);
  }

  @Test
  void koopmanModesAreToldWithTheirBoundWhereThereIsOne() {
    assertThat(koopman(Optional.empty()).text())
        .containsExactly(
            "100 of 100 pairs, rank of the coordinates 3",
            "          re          im     modulus       |P w|    residual       bound",
            "     0.60000     0.80000     1.00000       0.500       0.250       0.750",
            "     0.00000     1.00000     1.00000    1.00e-10       0.250           -  zero"
                + " function",
            "no bound without --sampling: it declares what is independent");
    assertThat(koopman(Optional.empty()).csv())
        .containsExactly(
            "re,im,span,residual,bound", "0.6,0.8,0.5,0.25,0.75", "0.0,1.0,1.0E-10,0.25,Infinity");
    SpectrumReport certified =
        koopman(Optional.of(new SpectrumReport.Certified(Sampling.EPISODES, 20, 0.25, 0.125)));
    assertThat(certified.text())
        .endsWith(
            "bound: with probability 0.75 the expectation of every residual is at most U^2 ="
                + " 0.1250^2, if the 20 episodes are independent and identically distributed");
    ObjectNode json = certified.json();
    assertThat(json.path("side").asText()).isEqualTo("koopman");
    assertThat(json.path("certified").toString())
        .isEqualTo("{\"sampling\":\"episodes\",\"units\":20,\"delta\":0.25,\"U\":0.125}");
    assertThat(json.path("modes").get(0).toString())
        .isEqualTo(
            "{\"re\":0.6,\"im\":0.8,\"span\":0.5,\"zeroFunction\":false,\"residual\":0.25,\"bound\":0.75}");
    assertThat(json.path("modes").get(1).path("zeroFunction").asBoolean()).isTrue();
    assertThat(json.path("modes").get(1).has("bound")).isFalse();
  }

  private static byte[] drawn(
      List<Double> re, List<Double> im, List<Double> colour, String scale, double[]... ranges) {
    List<Plot> plots = new ArrayList<>();
    for (double[] range : ranges) {
      plots.add(
          Plot.of("Re \u03bb", "Im \u03bb")
              .circle(1)
              .shades(re, im, colour, scale)
              .range(range[0], range[1], range[2], range[3]));
    }
    return new Picture(plots, 2, 520, 420).png();
  }

  /** The unit circle with a margin of .15, and the candidates with one of .15 of their extent. */
  @Test
  void candidatesAreDrawnTwice() {
    SpectrumReport two =
        SpectrumReport.adjoint(
            new AdjointSpectrum(
                2,
                1.5,
                List.of(
                    new SpectralMode(-1.5, 0.5, 0.01, 0.5, 2),
                    new SpectralMode(0.5, -0.5, 0, 0.5, 0.1)),
                new SpectralSummary(0.25, 0.5, 2, List.of(0, 1, 2))),
            100,
            50);
    assertThat(two.picture().png())
        .isEqualTo(
            drawn(
                List.of(-1.5, 0.5),
                List.of(0.5, -0.5),
                List.of(Math.log10(0.01), -16.0),
                "log\u2081\u2080 \u03c1",
                new double[] {-1.725, 1.725, -1.725, 1.725},
                new double[] {-1.8, 0.8, -0.575, 0.575}));
    SpectrumReport flat =
        SpectrumReport.koopman(
            new KoopmanSpectrum(List.of(new KoopmanMode(0.5, 0, 0.5, 0.25, 0.75))),
            2,
            100,
            50,
            Optional.empty());
    double margin = 0.15 * 1e-3;
    assertThat(flat.picture().png())
        .isEqualTo(
            drawn(
                List.of(0.5),
                List.of(0.0),
                List.of(Math.log10(0.25)),
                "log\u2081\u2080 residual",
                new double[] {-1.15, 1.15, -1.15, 1.15},
                new double[] {0.5 - margin, 0.5 + margin, -margin, margin}));
  }
}
