package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What held-out rows show of a model, told a second time run by run. */
class HeldOutRunTest {
  private static final Model MODEL = TestModels.vanDerPol(3, 1);
  private static final Episodes SYSTEM =
      Simulation.episodes(DynamicalSystems.named("vanderpol"), 11, 3, 199);

  /**
   * An episode of two runs with five missing steps between them, one of a run, and one of three.
   */
  private static Episodes rows() {
    List<double[][]> runs =
        List.of(
            SYSTEM.run(0, 0, 60),
            SYSTEM.run(0, 65, 100),
            SYSTEM.run(1, 0, 80),
            SYSTEM.run(2, 0, 30),
            SYSTEM.run(2, 31, 32),
            SYSTEM.run(2, 132, 190));
    List<Episodes.Place> places =
        List.of(
            new Episodes.Place(0, 0, 0),
            new Episodes.Place(0, 0, 65),
            new Episodes.Place(0, 1, 0),
            new Episodes.Place(1, 2, 0),
            new Episodes.Place(1, 2, 31),
            new Episodes.Place(1, 2, 132));
    return Episodes.ofRuns(runs, places);
  }

  private static HeldOutRun run(List<Integer> horizons, Optional<CertificateSettings> settings) {
    PreparedEpisodes prepared = PreparedEpisodes.of(MODEL.map().settings(), rows());
    return HeldOutRun.of(MODEL, rows(), prepared, horizons, 1, settings);
  }

  private static Encoding encoded(double[] state) {
    Encoder encoder = MODEL.map().newEncoder();
    Encoding encoding = new Encoding(MODEL.map().classes());
    encoder.encode(state, encoding);
    return encoding;
  }

  /** A gap longer than the mean run, 44 rows, counts as that. */
  @Test
  void noveltiesHaveTheGapsOfTheirEpisode() {
    Episodes rows = rows();
    HeldOutRun run = run(List.of(1), Optional.empty());
    int[][] parts = {{0, 5, 1}, {2}, {3, 1, 4, 44, 5}};
    List<List<Double>> expected = new ArrayList<>();
    for (int[] part : parts) {
      List<Double> series = new ArrayList<>();
      for (int i = 0; i < part.length; i++) {
        if (i % 2 == 1) {
          for (int gap = 0; gap < part[i]; gap++) {
            series.add(Double.NaN);
          }
        } else {
          for (double[] state : rows.run(part[i])) {
            series.add(encoded(state).novelty());
          }
        }
      }
      expected.add(series);
    }

    assertThat(run.noveltySeries()).hasSize(3);
    for (int e = 0; e < 3; e++) {
      assertThat(Arrays.stream(run.noveltySeries().get(e)).boxed().toList())
          .isEqualTo(expected.get(e));
    }
    assertThat(run.novelty().rows()).isEqualTo(60 + 35 + 80 + 30 + 1 + 58);
    assertThat(run.novelty().streams()).containsExactly(0, 0, 1);
    assertThat(run.novelty().episodes().get(0)).hasSize(95).doesNotContain(Double.NaN);
    assertThat(run.uniform()).isZero();
  }

  @Test
  void pairsAreThoseOfUninterruptedRuns() {
    Episodes rows = rows();
    HeldOutRun run = run(List.of(), Optional.empty());
    List<List<double[]>> successors =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<double[]> scores = new ArrayList<>();
    for (int r = 0; r < rows.count(); r++) {
      for (int t = 0; t < rows.length(r); t++) {
        Encoding encoding = encoded(rows.state(r, t));
        scores.add(encoding.scores());
        if (t > 0) {
          successors.get(rows.place(r).episode()).add(encoding.coordinates());
        }
      }
    }

    assertThat(run.successors()).hasSize(3);
    for (int e = 0; e < 3; e++) {
      assertThat(run.successors().get(e).toArray(double[][]::new))
          .isDeepEqualTo(successors.get(e).toArray(double[][]::new));
    }
    assertThat(run.scores().toArray(double[][]::new))
        .isDeepEqualTo(scores.toArray(double[][]::new));
    List<double[]> all = successors.stream().flatMap(List::stream).toList();
    assertThat(run.variation().count()).isEqualTo(59 + 34 + 79 + 29 + 57);
    assertThat(run.variation().rhoVar()).isCloseTo(retained(all), within(1e-9));
    double lowest = 1;
    for (int w = 0; w < all.size() / 20; w++) {
      lowest = Math.min(lowest, retained(all.subList(20 * w, 20 * (w + 1))));
    }
    assertThat(run.windows().lowestVariation())
        .as("windows of 20 pairs go on from run to run")
        .isCloseTo(lowest, within(1e-9));
    assertThat(run.windows().ranges().get(0).windows()).isEqualTo(all.size() / 20);
  }

  private static double retained(List<double[]> window) {
    double[] mean = new double[3];
    double squares = 0;
    for (double[] phi : window) {
      for (int c = 0; c < 3; c++) {
        mean[c] += phi[c] / window.size();
        squares += phi[c] * phi[c] / window.size();
      }
    }
    double center = mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2];
    return (squares - center) / (1 - center);
  }

  /** Persistence errs by the difference of readings, which needs no model. */
  @Test
  void forecastsAreComparedWithinRuns() {
    Episodes rows = rows();
    HeldOutRun run = run(List.of(1, 5), Optional.empty());

    assertThat(run.skills()).hasSize(2);
    for (int h = 0; h < 2; h++) {
      int horizon = h == 0 ? 1 : 5;
      List<double[]> came = new ArrayList<>();
      double[] squares = new double[2];
      for (int r = 0; r < rows.count(); r++) {
        for (int t = 0; t + horizon < rows.length(r); t++) {
          double[] later = rows.state(r, t + horizon);
          came.add(later);
          for (int j = 0; j < 2; j++) {
            squares[j] += Math.pow(later[j] - rows.state(r, t)[j], 2);
          }
        }
      }
      double error = 0;
      for (int j = 0; j < 2; j++) {
        int sensor = j;
        double mean = came.stream().mapToDouble(x -> x[sensor]).average().orElseThrow();
        error +=
            squares[j] / came.stream().mapToDouble(x -> Math.pow(x[sensor] - mean, 2)).sum() / 2;
      }
      SensorSkill skill = run.skills().get(h);
      assertThat(skill.forecasts()).isEqualTo(came.size());
      assertThat(skill.relativePersistence().orElseThrow()).isCloseTo(error, within(1e-9 * error));
      assertThat(skill.overPersistence().orElseThrow()).as("a readout knows more").isPositive();
      assertThat(run.experts(h)).as("a model without a mixture").isEmpty();
    }
    assertThat(run.windows().ranges())
        .extracting(range -> range.quantity())
        .containsExactly("sHat", "rhoVar", "error.1", "error.5");
  }

  @Test
  void aDeclaredEpisodeIsOneUnitOfACertificate() {
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.EPISODES, 3).delta(0.05).tolerance(0.3).build();
    List<WindowCertificate> certificates = run(List.of(), Optional.of(settings)).certificates();

    assertThat(certificates).hasSize(1);
    assertThat(certificates.get(0).counts().units()).isEqualTo(3);
    assertThat(run(List.of(), Optional.empty()).certificates()).isEmpty();
  }
}
