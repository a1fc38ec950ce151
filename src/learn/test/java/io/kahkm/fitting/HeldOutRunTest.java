package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.ExpertScores;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.KnownRegression;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.DrivenPlant;
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

  /** Of a row without a reading there is no novelty; a short gap is as long as it is. */
  @Test
  void rowsThatGiveNoStateAreGapsToo() {
    double[][] first = SYSTEM.run(0, 0, 12);
    first[4] = new double[] {Double.NaN, 1};
    first[5] = new double[] {1, Double.NaN};
    Episodes rows =
        Episodes.ofRuns(
            List.of(first, SYSTEM.run(0, 14, 15), SYSTEM.run(0, 18, 40)),
            List.of(
                new Episodes.Place(0, 0, 0),
                new Episodes.Place(0, 0, 14),
                new Episodes.Place(0, 0, 18)));
    PreparedEpisodes prepared = PreparedEpisodes.of(MODEL.map().settings(), rows);

    HeldOutRun run = HeldOutRun.of(MODEL, rows, prepared, List.of(1), 1, Optional.empty());

    double[] expected = new double[40];
    for (int t = 0; t < 40; t++) {
      boolean missing = t == 4 || t == 5 || t == 12 || t == 13 || (t > 14 && t < 18);
      expected[t] = missing ? Double.NaN : encoded(SYSTEM.state(0, t)).novelty();
    }
    assertThat(run.noveltySeries()).hasSize(1);
    assertThat(run.noveltySeries().get(0)).isEqualTo(expected);
    assertThat(run.novelty().rows()).isEqualTo(33);
    assertThat(run.successors().get(0)).as("pairs of four runs").hasSize(3 + 5 + 21);
  }

  /** Every stream has units of its own, which its first fitting rows taught. */
  @Test
  void rowsOfAFleetAreReadInTheUnitsOfTheirStream() {
    Model model = TestModels.ofFleet(ScalingKind.PER_STREAM, 2);
    Episodes fitting = TestModels.fleet(5, 3, 3, 200);
    PreparedEpisodes prepared = PreparedEpisodes.of(model.map().settings(), fitting);
    Episodes rows = TestModels.fleet(6, 3, 1, 30);

    HeldOutRun run = HeldOutRun.of(model, rows, prepared, List.of(1), 1, Optional.empty());

    Encoder encoder = model.map().newEncoder();
    List<double[][]> states = prepared.later(model.map().settings(), rows);
    assertThat(states).hasSize(3);
    for (int s = 0; s < 3; s++) {
      double[] expected = new double[30];
      for (int t = 0; t < 30; t++) {
        Encoding encoding = new Encoding(model.map().classes());
        encoder.encode(states.get(s)[t], encoding);
        expected[t] = encoding.novelty();
      }
      assertThat(run.noveltySeries().get(s)).as("a state has two readings").isEqualTo(expected);
    }
    assertThat(run.novelty().streams()).containsExactly(0, 1, 2);
  }

  @Test
  void normalRangesAreThoseOfAClosureThatLearnsOnAndOfTheSpreadWithinClasses() {
    Episodes rows = rows();
    List<double[][]> runs = new ArrayList<>();
    for (int e = 0; e < rows.count(); e++) {
      runs.add(rows.run(e));
    }

    assertNormalRanges(run(List.of(1), Optional.empty()), runs);
  }

  /** Window by window of 20 pairs: spread of successors by class, and errors one step ahead. */
  private static void assertNormalRanges(HeldOutRun run, List<double[][]> states) {
    int classes = MODEL.map().classes();
    Encoder encoder = MODEL.map().newEncoder();
    Closure closure = Closure.of(MODEL.closure());
    List<Encoding> before = new ArrayList<>();
    List<Encoding> after = new ArrayList<>();
    List<Double> spreads = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    double error = 0;
    double size = 0;
    for (double[][] ofRun : states) {
      Encoding last = null;
      for (double[] state : ofRun) {
        Encoding now = new Encoding(classes);
        encoder.encode(state, now);
        if (last != null) {
          double[] forecast = new double[classes];
          closure.predict(last.coordinates(), forecast);
          for (int c = 0; c < classes; c++) {
            error += Math.pow(forecast[c] - now.coordinates()[c], 2);
            size += Math.pow(now.coordinates()[c], 2);
          }
          closure.update(last.coordinates(), now.coordinates(), MODEL.beta());
          before.add(last);
          after.add(now);
        }
        last = now;
        if (after.size() == 20) {
          spreads.add(spread(before, after));
          errors.add(error / size);
          before.clear();
          after.clear();
          error = 0;
          size = 0;
        }
      }
    }
    List<NormalRange> ranges = run.windows().ranges();
    assertRange(ranges.get(0), "sHat", spreads);
    assertRange(ranges.get(2), "error.1", errors);
  }

  /** Mean squared distance of the successors from the mean of those with their label. */
  private static double spread(List<Encoding> before, List<Encoding> after) {
    double squares = 0;
    for (int label = 0; label < before.get(0).coordinates().length; label++) {
      List<double[]> ofLabel = new ArrayList<>();
      for (int i = 0; i < before.size(); i++) {
        if (before.get(i).nearestClass() == label) {
          ofLabel.add(after.get(i).coordinates());
        }
      }
      for (int c = 0; c < before.get(0).coordinates().length; c++) {
        int coordinate = c;
        double mean = ofLabel.stream().mapToDouble(z -> z[coordinate]).average().orElse(0);
        squares += ofLabel.stream().mapToDouble(z -> Math.pow(z[coordinate] - mean, 2)).sum();
      }
    }
    return squares / before.size();
  }

  private static void assertRange(NormalRange range, String quantity, List<Double> values) {
    assertThat(range.quantity()).isEqualTo(quantity);
    assertThat(range.windows()).isEqualTo(values.size());
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double high = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    assertThat(range.low()).as(quantity).isCloseTo(low, within(1e-9 * low));
    assertThat(range.high()).as(quantity).isCloseTo(high, within(1e-9 * high));
  }

  /** Forecasts of the flow by the formulas of the experts, over the rows that have a past. */
  @Test
  void everyExpertIsComparedWithPersistenceWhereItHasAForecast() {
    int horizon = 3;
    double[][] all = DrivenPlant.rows(8, 520);
    double[][] fitted = DrivenPlant.head(all, 300);
    Model model = DrivenPlant.fit(fitted, List.of(horizon), List.of("setpoint")).model();
    Episodes rows =
        Episodes.of(List.of(Arrays.copyOfRange(all, 300, 420), Arrays.copyOfRange(all, 420, 520)));
    PreparedEpisodes prepared = PreparedEpisodes.of(model.map().settings(), rows);

    HeldOutRun run = HeldOutRun.of(model, rows, prepared, List.of(horizon), 1, Optional.empty());

    HorizonExperts experts = model.past().experts(horizon).orElseThrow();
    KnownRegression known = experts.known().orElseThrow();
    int[] lags = model.past().lags();
    int longest = lags.length == 0 ? 0 : lags[lags.length - 1];
    double[] own = new double[2];
    double persistence = 0;
    for (int e = 0; e < 2; e++) {
      for (int t = longest; t + horizon < rows.length(e); t++) {
        double now = rows.state(e, t)[0];
        double target = rows.state(e, t + horizon)[0];
        double ofPast = experts.ownPast().get(0, 0) + experts.ownPast().get(0, 1) * now;
        double[] weights = known.weights().row(0);
        double ofKnown = weights[0] + weights[1] * now + weights[2] * rows.state(e, t)[1];
        for (int k = 0; k < lags.length; k++) {
          double before = rows.state(e, t - lags[k])[0] - now;
          ofPast += experts.ownPast().get(0, 2 + k) * before;
          ofKnown += weights[3 + k] * before;
        }
        for (int s = 0; s < known.steps().size(); s++) {
          double later = rows.state(e, t + known.steps().get(s))[1] - rows.state(e, t)[1];
          ofKnown += weights[3 + lags.length + s] * later;
        }
        double reach = experts.reach().get(0, 0);
        ofPast = Math.max(-reach, Math.min(reach, ofPast));
        ofKnown = Math.max(-reach, Math.min(reach, ofKnown));
        own[0] += Math.pow(target - now - ofPast, 2);
        own[1] += Math.pow(target - now - ofKnown, 2);
        persistence += Math.pow(target - now, 2);
      }
    }
    List<ExpertScores.Skill> skills = run.experts(0);
    assertThat(skills)
        .extracting(ExpertScores.Skill::expert)
        .startsWith(ExpertKind.ALL_SENSORS)
        .endsWith(ExpertKind.OWN_PAST, ExpertKind.KNOWN_INPUTS);
    assertThat(skills.get(skills.size() - 2).skill().orElseThrow())
        .isCloseTo(1 - own[0] / persistence, within(1e-9));
    assertThat(skills.get(skills.size() - 1).skill().orElseThrow())
        .isCloseTo(1 - own[1] / persistence, within(1e-9))
        .isGreaterThan(0.5);
    Model without = DrivenPlant.fit(fitted, List.of(horizon), List.of()).model();
    assertThat(run.windows().ranges())
        .as("errors of coordinates do not depend on what is known of sensors")
        .isEqualTo(
            HeldOutRun.of(without, rows, prepared, List.of(horizon), 1, Optional.empty())
                .windows()
                .ranges());
  }
}
