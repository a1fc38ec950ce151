package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.SeasonChoice;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.ExpertScores;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.skill.ForecastSkill;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.internal.skill.SkillShares;
import io.kahkm.internal.skill.SkillStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Forecasts of a simulated plant with a day, whose sensors a linear model sees half of. */
class PastMonitorTest {
  private static final long STEP = 1_000;
  private static final int FITTED = 2000;
  private static final List<Integer> HORIZONS = List.of(1, 12, 30);
  private static final double[][] ROWS = plantWithDay(FITTED + 1200);
  private static final FitResult FIT = fit(SeasonChoice.AUTO);
  private static final Model MODEL = FIT.model();

  /** Hours: a daily course with its second harmonic, slow drift and noise. */
  private static double[][] plantWithDay(int rows) {
    Random random = new Random(7);
    double[][] data = new double[rows][2];
    double drift = 0;
    for (int t = 0; t < rows; t++) {
      drift += 0.03 * random.nextGaussian();
      double phase = 2 * Math.PI * t / 24;
      data[t][0] =
          Math.sin(phase) + 0.6 * Math.cos(2 * phase) + drift + 0.2 * random.nextGaussian();
      data[t][1] = 0.5 * Math.sin(2 * phase) - 2 * drift + 0.2 * random.nextGaussian();
    }
    return data;
  }

  /** With a map of few rows: what is forecast here depends on the past alone. */
  private static FitResult fit(SeasonChoice seasons) {
    FitSettings plain = FitSettings.plain(List.of("load", "oil"), 8, HORIZONS);
    FitSettings settings =
        new FitSettings(
            plain.map().withReferences(Optional.of(new ReferenceLimit(100, ReferenceWay.SPREAD))),
            plain.partition(),
            plain.closure().method(),
            plain.closure().beta(),
            plain.closure().epochs(),
            plain.holdout(),
            plain.quantile(),
            HORIZONS,
            plain.provenance());
    Episodes data = Episodes.of(List.<double[][]>of(Arrays.copyOf(ROWS, FITTED)));
    return ModelFitter.fit(settings.withSeasons(seasons), data, Progress.NONE);
  }

  private static MonitorSettings settings() {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(500 * STEP))
        .horizons(HORIZONS)
        .build();
  }

  private static Observation row(int step) {
    return Observation.state(STEP * (1L + step), ROWS[step], null, false);
  }

  private static double[] forecasts(RowAssessment assessment) {
    return assessment.issued().stream()
        .flatMapToDouble(forecast -> Arrays.stream(forecast.state().clone()))
        .toArray();
  }

  @Test
  void aSeasonIsKeptWhereHeldOutRowsProveIt() {
    assertThat(MODEL.past().seasons()).containsExactly(24);
    assertThat(MODEL.past().lags()).contains(1, 23, 24, 25, 48);
    assertThat(FIT.report().past().found()).isEqualTo(24);
    assertThat(FIT.report().past().seasonGain().orElseThrow()).isGreaterThan(0.05);
    assertThat(MODEL.past().experts(12).orElseThrow().experts())
        .contains(ExpertKind.OWN_PAST, ExpertKind.SEASON);
  }

  @Test
  void seasonsCanBeGivenOrForbidden() {
    Model none = fit(SeasonChoice.NONE).model();
    assertThat(none.past().seasons()).isEmpty();
    assertThat(none.past().lags()).isNotEmpty();
    Model given = fit(SeasonChoice.of(List.of(12, 24))).model();
    assertThat(given.past().seasons()).containsExactly(12, 24);
    // Twelve steps ahead a season of twelve is the present reading.
    assertThat(given.past().seasons(12)).containsExactly(24);
  }

  /** Skills on the rows after those that were fitted, once the history is full. */
  @Test
  void theMixtureIsNearlyAsGoodAsItsBestExpertOrBetter() {
    StreamMonitor monitor = StreamMonitor.create(settings(), MODEL);
    Map<Integer, ExpertScores> scores = new HashMap<>();
    Map<Integer, double[]> errors = new HashMap<>();
    for (int h : HORIZONS) {
      scores.put(
          h, new ExpertScores(MODEL.past().experts(h).orElseThrow().experts(), 2, List.of()));
      errors.put(h, new double[2]);
    }
    for (int t = FITTED - 200; t < ROWS.length; t++) {
      for (ScoredForecast scored : monitor.advance(row(t)).scored()) {
        if (t - scored.horizon() >= FITTED) {
          scores.get(scored.horizon()).add(scored.experts(), scored.targetState());
          double miss = scored.predictedState()[0] - scored.targetState()[0];
          double moved = scored.originState()[0] - scored.targetState()[0];
          errors.get(scored.horizon())[0] += miss * miss;
          errors.get(scored.horizon())[1] += moved * moved;
        }
      }
    }
    for (int h : HORIZONS) {
      OptionalDouble past = skill(scores.get(h), ExpertKind.OWN_PAST);
      OptionalDouble all = skill(scores.get(h), ExpertKind.ALL_SENSORS);
      double mixture = 1 - errors.get(h)[0] / errors.get(h)[1];
      assertThat(past.orElseThrow()).isGreaterThan(all.orElseThrow() + 0.1);
      assertThat(mixture).isGreaterThan(0.5).isGreaterThan(past.orElseThrow() - 0.02);
    }
    List<ExpertShare> shares = monitor.status().forecasts().horizons().get(1).experts();
    assertThat(shares.stream().mapToDouble(ExpertShare::share).sum()).isCloseTo(1, within(1e-9));
    assertThat(shares).anyMatch(one -> one.expert() == ExpertKind.OWN_PAST && one.share() > 0.3);
  }

  private static OptionalDouble skill(ExpertScores scores, ExpertKind kind) {
    return scores.skills().stream()
        .filter(one -> one.expert() == kind)
        .findFirst()
        .orElseThrow()
        .skill();
  }

  /** With gaps, a value that is missing, and a stored state in the place of the monitor. */
  @Test
  void continuesFromItsBytesToTheBit() {
    StreamMonitor straight = StreamMonitor.create(settings(), MODEL);
    StreamMonitor stored = StreamMonitor.create(settings(), MODEL);
    Random random = new Random(3);
    int forecasts = 0;
    for (int t = FITTED; t < FITTED + 700; t++) {
      if (t % 150 > 140) {
        continue;
      }
      Observation observation = row(t);
      if (t % 97 == 0) {
        observation =
            Observation.state(STEP * (1L + t), new double[] {ROWS[t][0], Double.NaN}, null, false);
      }
      double[] expected = forecasts(straight.advance(observation));
      assertThat(forecasts(stored.advance(observation))).isEqualTo(expected);
      forecasts += expected.length;
      if (random.nextInt(20) == 0) {
        byte[] bytes = stored.snapshot();
        assertThat(straight.snapshot()).isEqualTo(bytes);
        stored = StreamMonitor.restore(settings(), MODEL, bytes);
        assertThat(stored.status()).isEqualTo(straight.status());
      }
    }
    assertThat(forecasts).isGreaterThan(3000);
  }

  /** A gap leaves out who needs what is missing, and nobody else. */
  @Test
  void forecastsContinueAfterAGap() {
    StreamMonitor monitor = StreamMonitor.create(settings(), MODEL);
    for (int t = FITTED; t < FITTED + 300; t++) {
      monitor.advance(row(t));
    }
    double before = share(monitor, ExpertKind.OWN_PAST);
    assertThat(before).isGreaterThan(0.3);

    List<Double> shares = new ArrayList<>();
    for (int t = FITTED + 303; t < FITTED + 303 + MODEL.past().longest() + 3; t++) {
      RowAssessment assessment = monitor.advance(row(t));
      assertThat(assessment.issued()).hasSize(HORIZONS.size());
      for (double value : forecasts(assessment)) {
        assertThat(value).isFinite();
      }
      shares.add(share(monitor, ExpertKind.OWN_PAST));
    }
    assertThat(shares.get(0)).isZero();
    assertThat(shares.get(shares.size() - 1)).isGreaterThan(0.3);
  }

  /** A fit of the same map with other seasons: what was forecast of others has no outcome. */
  @Test
  void theClaimsContinueUnderAModelWithOtherExperts() {
    MonitorSettings claims =
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(500 * STEP))
            .horizons(HORIZONS)
            .skill(
                new SkillSettings(
                    0.05, List.of(SkillReference.PERSISTENCE, SkillReference.LINEAR), 500))
            .build();
    StreamMonitor before = StreamMonitor.create(claims, MODEL);
    for (int t = FITTED; t < FITTED + 200; t++) {
      before.advance(row(t));
    }
    Model other = fit(SeasonChoice.NONE).model();
    assertThat(other.map().fingerprint()).isEqualTo(MODEL.map().fingerprint());

    StreamMonitor after = StreamMonitor.restore(claims, other, before.snapshot());
    int scored = 0;
    for (int t = FITTED + 200; t < FITTED + 600; t++) {
      scored += after.advance(row(t)).scored().size();
    }
    // All that were issued since, but those on their way.
    assertThat(scored).isEqualTo(3 * 400 - (1 + 12 + 30));
  }

  private static double loss(double[] a, double[] b) {
    double[] scale = MODEL.map().scaling().scale();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double normalised = (a[i] - b[i]) * scale[i] * Math.sqrt(scale.length);
      sum += normalised * normalised / a.length;
    }
    return sum;
  }

  /**
   * The reading of a season before {@code due}, as an expert says it: within the sensor's reach.
   */
  private static double[] seasonAgo(int horizon, int due) {
    double[] present = ROWS[due - horizon];
    double[] ago = ROWS[due - 24 * ((horizon + 23) / 24)].clone();
    for (int i = 0; i < ago.length; i++) {
      double reach = MODEL.past().experts(horizon).orElseThrow().reach().get(i, 0);
      ago[i] = Math.max(present[i] - reach, Math.min(present[i] + reach, ago[i]));
    }
    return ago;
  }

  /** Against evidence gathered here; a young stream has no reading of a season ago to compare. */
  @Test
  void forecastsAreComparedWithTheReadingOfASeasonAgo() {
    MonitorSettings claims =
        settings().toBuilder()
            .skill(new SkillSettings(0.05, List.of(SkillReference.SEASON), 500))
            .build();
    StreamMonitor monitor = StreamMonitor.create(claims, MODEL);
    List<ForecastSkill> expected = new ArrayList<>();
    for (int h : HORIZONS) {
      expected.add(new ForecastSkill("season", SkillShares.USUAL, h, 0.05 / 3, 500));
    }
    double[][][] issued = new double[HORIZONS.size()][ROWS.length][];
    for (int t = FITTED; t < ROWS.length; t++) {
      RowAssessment assessment = monitor.advance(row(t));
      for (int i = 0; i < HORIZONS.size(); i++) {
        int h = HORIZONS.get(i);
        int ago = 24 * ((h + 23) / 24);
        if (t - h >= FITTED) {
          if (t - ago >= FITTED) {
            expected
                .get(i)
                .outcome(loss(seasonAgo(h, t), ROWS[t]), loss(issued[i][t - h], ROWS[t]));
          } else {
            expected.get(i).missing();
          }
        }
        issued[i][t] = assessment.issued().get(i).state().clone();
        if (t + h - ago >= FITTED) {
          expected.get(i).forecast(loss(issued[i][t], seasonAgo(h, t + h)));
        } else {
          expected.get(i).reserve();
        }
      }
      if (t % 53 == 0) {
        monitor = StreamMonitor.restore(claims, MODEL, monitor.snapshot());
      }
    }
    for (int i = 0; i < HORIZONS.size(); i++) {
      SkillStatus claim = monitor.status().forecasts().horizons().get(i).claims().get(0);
      SkillStatus own = expected.get(i).status();
      assertThat(claim.reference()).isEqualTo("season");
      assertThat(claim.outcomes()).isEqualTo(own.outcomes()).isGreaterThan(1000);
      assertThat(claim.certified()).isEqualTo(own.certified());
      assertThat(claim.observed().orElseThrow())
          .isCloseTo(own.observed().orElseThrow(), within(1e-9));
    }
    assertThat(
            monitor
                .status()
                .forecasts()
                .horizons()
                .get(0)
                .claims()
                .get(0)
                .certified()
                .orElseThrow())
        .isGreaterThanOrEqualTo(0.1);
  }

  @Test
  void aModelWithoutASeasonHasNoClaimBesideIt() {
    MonitorSettings claims =
        settings().toBuilder()
            .skill(
                new SkillSettings(
                    0.05, List.of(SkillReference.PERSISTENCE, SkillReference.SEASON), 500))
            .build();
    StreamMonitor monitor = StreamMonitor.create(claims, fit(SeasonChoice.NONE).model());
    for (int t = FITTED; t < FITTED + 100; t++) {
      monitor.advance(row(t));
    }
    List<SkillStatus> known = monitor.status().forecasts().horizons().get(0).claims();
    assertThat(known).extracting(SkillStatus::reference).containsExactly("persistence");
    assertThat(known.get(0).level())
        .as("not shared with claims that are omitted")
        .isEqualTo(0.05 / 3);
  }

  private static double share(StreamMonitor monitor, ExpertKind kind) {
    return monitor.status().forecasts().horizons().get(0).experts().stream()
        .filter(one -> one.expert() == kind)
        .mapToDouble(ExpertShare::share)
        .sum();
  }

  @Test
  void anotherStreamStartsWithoutTheHistoryOfTheLast() {
    StreamMonitor one = StreamMonitor.create(settings(), MODEL);
    StreamMonitor fresh = StreamMonitor.create(settings(), MODEL);
    for (int t = FITTED; t < FITTED + 300; t++) {
      one.advance(row(t));
    }
    one.startStream(Optional.empty());
    for (int t = FITTED + 300; t < FITTED + 400; t++) {
      assertThat(forecasts(one.advance(row(t)))).isEqualTo(forecasts(fresh.advance(row(t))));
    }
  }
}
