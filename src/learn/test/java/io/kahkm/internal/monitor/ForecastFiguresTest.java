package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.evaluation.ErrorBand;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a stream says of its forecasts, against the same figures summed up here from the forecasts
 * themselves: which ones a window of scores holds, whose errors a band follows, when a sensor is
 * forecast by its present value. An operator reads them from the page, nobody else checks them.
 */
class ForecastFiguresTest {
  private static final long STEP = 1_000;
  private static final double LEVEL = 0.9;
  private static final int[] HORIZONS = {1, 5};
  private static final int EVERY = 2;

  /** Sums in another order, of some hundred terms. */
  private static final Offset<Double> ROUNDING = within(1e-9);

  private enum Kind {
    STATES,
    TRANSITIONS
  }

  /** The figures of one horizon. */
  private static final class Figures {
    final int horizon;
    final ErrorBand usual;
    final ErrorBand abnormal;
    List<ScoredForecast> open = new ArrayList<>();
    List<ScoredForecast> closed = List.of();
    double[] unit = {};
    List<Double> last = List.of();
    boolean wasAbnormal;
    long frozen;
    long frozenHeld;

    Figures(Model model, int horizon) {
      this.horizon = horizon;
      double[] start = new double[2];
      for (int i = 0; i < 2; i++) {
        start[i] = model.forecastErrors(horizon).orElseThrow().at(i, LEVEL);
        assertThat(start[i]).isPositive();
      }
      int waiting = (int) Math.ceil(horizon / (double) EVERY);
      usual = new ErrorBand(LEVEL, start, waiting, ErrorBand.Pace.USUAL);
      abnormal = new ErrorBand(LEVEL, start, waiting, ErrorBand.Pace.FAST);
    }

    ErrorBand band() {
      return wasAbnormal ? abnormal : usual;
    }

    void take(ScoredForecast scored) {
      open.add(copy(scored));
      boolean teaches = wasAbnormal || !scored.issuedAbnormal();
      if (teaches) {
        band().nextOutcome();
      }
      boolean intoUsual = teaches && !wasAbnormal;
      frozen += intoUsual ? 0 : 1;
      for (int i = 0; i < 2; i++) {
        double error = Math.abs(scored.targetState()[i] - scored.predictedState()[i]);
        if (teaches) {
          band().outcome(i, error / unit[i], scored.halfWidth()[i] / unit[i]);
        }
        frozenHeld += !intoUsual && error <= scored.halfWidth()[i] ? 1 : 0;
      }
    }

    void issued(IssuedForecast forecast) {
      if (unit.length == 0) {
        unit = new double[2];
        for (int i = 0; i < 2; i++) {
          unit[i] = forecast.halfWidth()[i] / band().halfWidth(i);
        }
      }
      for (int i = 0; i < 2; i++) {
        assertThat(forecast.halfWidth()[i] / (band().halfWidth(i) * unit[i]))
            .isCloseTo(1, ROUNDING);
      }
      last = List.of(forecast.state()[0], forecast.state()[1]);
    }

    void close() {
      if (!open.isEmpty()) {
        closed = open;
        open = new ArrayList<>();
      }
    }

    void compare(HorizonStatus status) {
      assertThat(status.horizon()).isEqualTo(horizon);
      assertThat(status.starts()).isEqualTo(closed.size());
      assertThat(status.lastForecast()).isEqualTo(last);
      if (closed.isEmpty()) {
        assertThat(status.coordinates().rmse()).isEmpty();
        assertThat(status.coordinates().relativeError()).isEmpty();
        assertThat(status.coordinates().persistenceRmse()).isEmpty();
        assertThat(status.coordinates().simplexDistance()).isEmpty();
        assertThat(status.readings().error()).isEmpty();
        assertThat(status.readings().linearSkill()).isEmpty();
      } else {
        compareScores(status);
      }
      compareIntervals(status.intervals().orElseThrow());
    }

    private void compareScores(HorizonStatus status) {
      double error = 0;
      double persistence = 0;
      double magnitude = 0;
      double distance = 0;
      double[] state = new double[2];
      double[] stays = new double[2];
      double[] linear = new double[2];
      for (ScoredForecast scored : closed) {
        error += square(scored.target(), scored.predicted());
        persistence += square(scored.target(), scored.origin());
        magnitude += square(scored.target(), new double[scored.target().length]);
        distance += scored.simplexDistanceSquared();
        for (int i = 0; i < 2; i++) {
          state[i] += Math.pow(scored.targetState()[i] - scored.predictedState()[i], 2);
          stays[i] += Math.pow(scored.targetState()[i] - scored.originState()[i], 2);
          linear[i] += Math.pow(scored.targetState()[i] - scored.linearState()[i], 2);
        }
      }
      int count = closed.size();
      close(status.coordinates().relativeError(), error / magnitude);
      close(status.coordinates().rmse(), Math.sqrt(error / count));
      close(status.coordinates().persistenceRmse(), Math.sqrt(persistence / count));
      close(status.coordinates().skill(), 1 - error / persistence);
      close(status.coordinates().simplexDistance(), distance / count);
      for (int i = 0; i < 2; i++) {
        assertThat(status.readings().error().get(i))
            .isCloseTo(Math.sqrt(state[i] / count), ROUNDING);
      }
      close(status.readings().skill(), 1 - (state[0] / stays[0] + state[1] / stays[1]) / 2);
      close(status.readings().linearSkill(), 1 - (linear[0] / stays[0] + linear[1] / stays[1]) / 2);
    }

    private void compareIntervals(IntervalStatus status) {
      assertThat(status.level()).isEqualTo(LEVEL);
      assertThat(status.outcomes()).isEqualTo(usual.outcomes());
      assertThat(status.frozen()).isEqualTo(frozen);
      if (frozen == 0) {
        assertThat(status.frozenCoverage()).isEmpty();
      } else {
        assertThat(status.frozenCoverage()).hasValue((double) frozenHeld / frozen / 2);
      }
      double guarantee = 0;
      for (int i = 0; i < 2; i++) {
        guarantee = Math.max(guarantee, usual.guarantee(i));
        if (unit.length > 0) {
          assertThat(status.halfWidth().get(i) / (band().halfWidth(i) * unit[i]))
              .isCloseTo(1, ROUNDING);
        }
        if (usual.outcomes() > 0) {
          assertThat(status.coverage().get(i)).isEqualTo(usual.coverage(i));
        }
      }
      assertThat(status.guarantee()).isCloseTo(guarantee, ROUNDING);
    }

    private static void close(OptionalDouble figure, double expected) {
      assertThat(figure.orElseThrow()).isCloseTo(expected, ROUNDING);
    }

    private static double square(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
      }
      return sum;
    }
  }

  /** What was scored is a view of what the monitor goes on to use. */
  private static ScoredForecast copy(ScoredForecast view) {
    return new ScoredForecast(
        view.horizon(),
        view.predicted().clone(),
        view.target().clone(),
        view.origin().clone(),
        view.simplexDistanceSquared(),
        view.predictedState().clone(),
        view.linearState().clone(),
        view.halfWidth().clone(),
        view.experts() == null ? null : view.experts().clone(),
        view.issuedAbnormal(),
        view.targetState().clone(),
        view.originState().clone());
  }

  private static MonitorSettings settings(Kind kind) {
    return MonitorSettings.builder()
        .pairing(kind == Kind.STATES ? Pairing.STATES : Pairing.TRANSITIONS)
        .horizons(List.of(1, 5))
        .every(EVERY)
        .interval(OptionalDouble.of(LEVEL))
        .learn(true)
        .build();
  }

  /** Three runs; in the second the stream is far outside for a while. */
  private static List<Observation> observations(Kind kind) {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 31, 3, 330);
    List<Observation> observations = new ArrayList<>();
    long time = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t + 1 < data.length(e); t++) {
        boolean excursion = e == 1 && t >= 100 && t < 160;
        double[] state = TestModels.inUnitsOf(1, data.state(e, t));
        double[] next = TestModels.inUnitsOf(1, data.state(e, t + 1));
        if (excursion) {
          state = TestModels.shifted(state, 60);
          next = TestModels.shifted(next, 60);
        }
        time += STEP;
        observations.add(
            kind == Kind.STATES
                ? Observation.state(time, state, "e" + e, t + 2 == data.length(e))
                : Observation.transition(time, state, next));
      }
    }
    return observations;
  }

  @ParameterizedTest
  @EnumSource
  void everyFigureIsTheOneOfItsForecasts(Kind kind) {
    Model model = TestModels.ofFleet(ScalingKind.PER_STREAM, 1);
    List<Figures> figures = new ArrayList<>();
    for (int horizon : HORIZONS) {
      figures.add(new Figures(model, horizon));
    }
    StreamMonitor monitor = StreamMonitor.create(settings(kind), model);
    long states = 0;
    long excursions = 0;
    for (Observation observation : observations(kind)) {
      RowAssessment assessment = monitor.advance(observation);
      if (assessment.readiness() != Readiness.READY) {
        continue;
      }
      boolean abnormal = assessment.alarms().outsideMap() || assessment.alarms().relationBroken();
      excursions += abnormal ? 1 : 0;
      for (Figures each : figures) {
        if (abnormal && !each.wasAbnormal) {
          each.abnormal.startFrom(each.usual);
        }
        each.wasAbnormal = abnormal;
      }
      if (kind == Kind.TRANSITIONS) {
        issued(assessment, figures);
      }
      for (ScoredForecast scored : assessment.scored()) {
        figures.get(scored.horizon() == 1 ? 0 : 1).take(scored);
      }
      if (kind == Kind.STATES) {
        issued(assessment, figures);
      }
      states++;
      if (states % HorizonScores.WINDOW == 0) {
        figures.forEach(Figures::close);
      }
      List<HorizonStatus> status = monitor.status().forecasts().horizons();
      for (int h = 0; h < figures.size(); h++) {
        figures.get(h).compare(status.get(h));
      }
    }
    assertThat(states).isGreaterThan(2L * HorizonScores.WINDOW);
    assertThat(excursions).isBetween(60L, states - 300);
    assertThat(figures.get(0).closed).isNotEmpty();
    assertThat(figures.get(0).frozen).isPositive();
    assertThat(figures.get(1).closed.isEmpty()).isEqualTo(kind == Kind.TRANSITIONS);
  }

  private static void issued(RowAssessment assessment, List<Figures> figures) {
    for (int i = 0; i < assessment.issued().size(); i++) {
      figures.get(i).issued(assessment.issued().get(i));
    }
  }

  /** A stream that stands still after a jump is forecast better by what it reads now. */
  @ParameterizedTest
  @EnumSource
  void aSensorWhoseReadoutLosesIsForecastByItsPresentValue(Kind kind) {
    Model model = TestModels.ofFleet(ScalingKind.STANDARD, 1);
    StreamMonitor monitor = StreamMonitor.create(settings(kind), model);
    double[] still = TestModels.inUnitsOf(1, new double[] {1.4, 1.4});
    boolean persisted = false;
    for (int t = 1; t <= 900; t++) {
      RowAssessment assessment =
          monitor.advance(
              kind == Kind.STATES
                  ? Observation.state(t * STEP, still, null, false)
                  : Observation.transition(t * STEP, still, still));
      List<HorizonStatus> status = monitor.status().forecasts().horizons();
      for (int i = 0; i < assessment.issued().size(); i++) {
        IssuedForecast forecast = assessment.issued().get(i);
        for (int sensor = 0; sensor < 2; sensor++) {
          // Scored before they go out where states come one by one, and after it otherwise.
          if (kind == Kind.STATES) {
            double off = Math.abs(forecast.state()[sensor] - still[sensor]);
            double ofReadout = Math.abs(forecast.readout()[sensor] - still[sensor]);
            boolean persists = status.get(i).persisting().contains(sensor);
            assertThat(off).isLessThanOrEqualTo((persists ? 0.5 : 1) * ofReadout + 1e-9);
          }
        }
      }
      persisted |= !status.get(0).persisting().isEmpty();
    }
    assertThat(persisted).isTrue();
  }
}
