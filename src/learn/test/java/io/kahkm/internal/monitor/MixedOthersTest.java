package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Forecasts of another forecaster as an expert of the mixture. */
class MixedOthersTest {
  private static final long STEP = 1_000;
  private static final int LONG = 5;
  private static final int ROWS = 401;
  private static final String NAME = "chronos";
  private static final List<Observation> READINGS = readings();

  private static List<Observation> readings() {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 31, 1, ROWS);
    List<Observation> readings = new ArrayList<>();
    for (int t = 0; t < ROWS; t++) {
      double[] state = TestModels.inUnitsOf(1, data.state(0, t));
      readings.add(Observation.state((1 + t) * STEP, state, null, false));
    }
    return readings;
  }

  private static MonitorSettings settings(boolean used) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP))
        .horizons(List.of(1, LONG))
        .learn(true)
        .skill(SkillSettings.USUAL)
        .others(List.of(new OtherForecaster(NAME, List.of(1, LONG), used)))
        .build();
  }

  private static StreamMonitor monitor(boolean used, ScalingKind scaling) {
    return StreamMonitor.create(settings(used), TestModels.ofFleet(scaling, 1));
  }

  /** Forecasts from a reading that are right but for a little. */
  private static OtherForecast forecast(int n, int horizon, long delay) {
    double[] target = READINGS.get(Math.min(ROWS - 1, n + horizon)).state().clone();
    target[0] += 1e-6 * Math.sin(n);
    long time = READINGS.get(n).time();
    return new OtherForecast(NAME, horizon, time, time + delay, target);
  }

  /** The first reading that gives a state: a stream's own scaling is learned before. */
  private static int first(ScalingKind scaling) {
    StreamMonitor monitor = monitor(false, scaling);
    int n = 0;
    while (monitor.advance(READINGS.get(n)).issued().isEmpty()) {
      n++;
    }
    return n;
  }

  private static double share(StreamMonitor monitor, int horizon) {
    return monitor.status().forecasts().horizons().get(horizon).experts().stream()
        .filter(one -> one.name().equals(NAME))
        .mapToDouble(ExpertShare::share)
        .sum();
  }

  /** Sum of the squared errors at one step. */
  private static double error(RowAssessment assessment) {
    double sum = 0;
    for (ScoredForecast scored : assessment.scored()) {
      for (int i = 0; i < 2 && scored.horizon() == 1; i++) {
        double error = scored.predictedState()[i] - scored.targetState()[i];
        sum += error * error;
      }
    }
    return sum;
  }

  private static double[] expert(Model model, ScoredForecast scored) {
    int own =
        ForecastWorkspace.experts(model, scored.horizon())
            .experts(scored.horizon())
            .orElseThrow()
            .experts()
            .size();
    return new double[] {scored.experts()[2 * own], scored.experts()[2 * own + 1]};
  }

  /**
   * At one step the forecast of the same moment that was made four readings before; one made with
   * the reading comes too late for that.
   */
  @ParameterizedTest
  @EnumSource(names = {"STANDARD", "PER_STREAM"})
  void theNewestForecastOfTheSameMomentIsAnExpert(ScalingKind scaling) {
    StreamMonitor used = monitor(true, scaling);
    StreamMonitor judged = monitor(false, scaling);
    Model model = TestModels.ofFleet(scaling, 1);
    int known = 0;
    int first = first(scaling);
    double mixed = 0;
    double alone = 0;
    for (int n = 0; n < ROWS; n++) {
      RowAssessment assessment = used.advance(READINGS.get(n));
      mixed += n > ROWS / 2 ? error(assessment) : 0;
      for (ScoredForecast scored : assessment.scored()) {
        double[] expert = expert(model, scored);
        int from = n - LONG;
        if (scored.horizon() == LONG || from < first || from % 7 == 3) {
          assertThat(expert).as("row " + n).containsOnly(Double.NaN);
        } else {
          known++;
          assertThat(expert).containsExactly(forecast(from, LONG, 0).values(), within(1e-9));
        }
      }
      double error = error(judged.advance(READINGS.get(n)));
      alone += n > ROWS / 2 ? error : 0;
      if (n < first) {
        continue;
      }
      for (int horizon : n % 7 == 3 ? List.of(1) : List.of(1, LONG)) {
        assertThat(used.advance(forecast(n, horizon, 10))).isEqualTo(OtherAdmission.ACCEPTED);
        judged.advance(forecast(n, horizon, 10));
      }
    }
    assertThat(known).isGreaterThan(ROWS / 2);
    assertThat(share(used, 0)).isGreaterThan(0.4);
    assertThat(share(used, 1)).isZero();
    assertThat(mixed).isLessThan(0.8 * alone);
    assertThat(judged.status().forecasts().horizons().get(0).experts())
        .noneMatch(one -> one.expert() == ExpertKind.OTHER);
  }

  /**
   * One that comes before its reading is known at it; one that was made with it or later is not.
   */
  @Test
  void onlyWhatWasMadeBeforeTheReadingIsMixed() {
    Model model = TestModels.ofFleet(ScalingKind.STANDARD, 1);
    for (long delay : new long[] {-1, 0}) {
      StreamMonitor monitor = monitor(true, ScalingKind.STANDARD);
      int known = 0;
      for (int n = 0; n < 100; n++) {
        monitor.advance(forecast(n, 1, delay));
        for (ScoredForecast scored : monitor.advance(READINGS.get(n)).scored()) {
          known += Double.isNaN(expert(model, scored)[0]) ? 0 : 1;
        }
      }
      assertThat(known).as("delay " + delay).isEqualTo(delay < 0 ? 99 : 0);
    }
  }

  private static List<double[]> issued(RowAssessment assessment) {
    return assessment.issued().stream().map(forecast -> forecast.state().clone()).toList();
  }

  @Test
  void storedStateAndTheJournalGiveTheSameBits() {
    StreamMonitor live = monitor(true, ScalingKind.PER_STREAM);
    StreamMonitor restored = monitor(true, ScalingKind.PER_STREAM);
    StateWriter journal = new StateWriter();
    int entries = 0;
    for (int n = 0; n < 250; n++) {
      READINGS.get(n).write(journal);
      entries++;
      List<double[]> issued = issued(live.advance(READINGS.get(n)));
      assertThat(issued(restored.advance(READINGS.get(n))))
          .as("row " + n)
          .containsExactlyElementsOf(issued);
      for (int horizon : n % 3 == 0 ? List.<Integer>of() : List.of(1, LONG)) {
        forecast(n, horizon, 10).write(journal);
        entries++;
        live.advance(forecast(n, horizon, 10));
        restored.advance(forecast(n, horizon, 10));
      }
      if (n % 23 == 0) {
        restored =
            StreamMonitor.restore(
                settings(true), TestModels.ofFleet(ScalingKind.PER_STREAM, 1), restored.snapshot());
      }
    }
    StreamMonitor replayed = monitor(true, ScalingKind.PER_STREAM);
    StateReader reader = new StateReader(journal.toByteArray());
    for (int i = 0; i < entries; i++) {
      replayed.replay(reader);
    }
    reader.finish();

    assertThat(share(live, 0)).isPositive();
    assertThat(restored.snapshot()).isEqualTo(live.snapshot());
    assertThat(replayed.snapshot()).isEqualTo(live.snapshot());
  }

  /** The forecasts of one mixture mean nothing to another: they start again, all else continues. */
  @Test
  void whoIsMixedMayChange() {
    Model model = TestModels.ofFleet(ScalingKind.STANDARD, 1);
    for (boolean used : new boolean[] {false, true}) {
      StreamMonitor monitor = monitor(used, ScalingKind.STANDARD);
      for (int n = 0; n < 200; n++) {
        monitor.advance(READINGS.get(n));
        monitor.advance(forecast(n, LONG, 10));
      }
      StreamMonitor other = StreamMonitor.restore(settings(!used), model, monitor.snapshot());
      assertThat(other.status().forecasts().others().get(1).scored()).isEqualTo(195);
      for (int n = 200; n < ROWS; n++) {
        other.advance(READINGS.get(n));
        other.advance(forecast(n, LONG, 10));
      }
      assertThat(other.status().forecasts().others().get(1).scored()).isEqualTo(ROWS - LONG);
      if (used) {
        assertThat(share(other, 0)).isZero();
      } else {
        assertThat(share(other, 0)).isGreaterThan(0.2);
      }
      assertThat(StreamMonitor.restore(settings(!used), model, other.snapshot()).snapshot())
          .isEqualTo(other.snapshot());
    }
  }
}
