package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.skill.ForecastSkill;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.internal.skill.SkillShares;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The claims of a stream, against evidence gathered here from its rows and its forecasts. */
class StreamSkillTest {
  private static final long STEP = 1_000;
  private static final int[] HORIZONS = {1, 5};
  private static final int EVERY = 2;
  private static final SkillSettings SKILL =
      new SkillSettings(
          0.05,
          List.of(SkillReference.PERSISTENCE, SkillReference.LINEAR),
          SkillSettings.USUAL_RECENT);

  private static MonitorSettings settings(SkillSettings skill) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP).withHold(2 * STEP))
        .horizons(List.of(1, 5))
        .every(EVERY)
        .learn(true)
        .skill(skill)
        .build();
  }

  /** A forecast, its counterparts, and the step that it is about. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Waiting(long due, double[] forecast, double[] linear, double[] origin) {}

  /** The claims of one horizon. */
  private static final class Expected {
    final ForecastSkill persistence;
    final ForecastSkill linear;
    final Deque<Waiting> waiting = new ArrayDeque<>();

    Expected(int horizon) {
      int classes = (int) Math.ceil(horizon / (double) EVERY);
      persistence = skill(SkillReference.PERSISTENCE, classes);
      linear = skill(SkillReference.LINEAR, classes);
    }

    /** What is on its way will have no outcome. */
    int drop() {
      int count = waiting.size();
      for (int i = 0; i < count; i++) {
        persistence.missing();
        linear.missing();
      }
      waiting.clear();
      return count;
    }

    private static ForecastSkill skill(SkillReference reference, int classes) {
      return new ForecastSkill(
          reference.label(), SkillShares.USUAL, classes, 0.05 / 4, SkillSettings.USUAL_RECENT);
    }
  }

  private static double loss(Model model, double[] a, double[] b, boolean[] without) {
    double[] scale = model.map().scaling().scale();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      // The scaling divides by the standard deviation and the root of the number of values.
      double normalised = (a[i] - b[i]) * scale[i] * Math.sqrt(2);
      sum += without[i] ? 0 : normalised * normalised / 2;
    }
    return sum;
  }

  /** Three runs with values that are held, a gap in the second. */
  private static List<Observation> observations() {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 31, 3, 330);
    List<Observation> observations = new ArrayList<>();
    long time = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        time += e == 1 && t == 200 ? 5 * STEP : STEP;
        double[] state = TestModels.inUnitsOf(1, data.state(e, t));
        if (t > 10 && t % 17 == 0) {
          state[t % 2] = Double.NaN;
        }
        observations.add(Observation.state(time, state, "e" + e, t + 1 == data.length(e)));
      }
    }
    return observations;
  }

  private static StreamMonitor restored(StreamMonitor monitor, SkillSettings skill, Model model) {
    return StreamMonitor.restore(settings(skill), model, monitor.snapshot());
  }

  @Test
  void everyClaimIsTheOneOfItsForecasts() {
    Model model = TestModels.ofFleet(ScalingKind.STANDARD, 1);
    List<Expected> expected = List.of(new Expected(1), new Expected(5));
    StreamMonitor monitor = StreamMonitor.create(settings(SKILL), model);
    double[] last = new double[2];
    String episode = "";
    long lastTime = 0;
    long step = 0;
    long dropped = 0;
    List<Observation> observations = observations();
    for (int n = 0; n < observations.size(); n++) {
      Observation observation = observations.get(n);
      boolean begins =
          !observation.episode().orElseThrow().equals(episode)
              || observation.time() - lastTime > 2 * STEP;
      boolean[] held = new boolean[2];
      for (int i = 0; i < 2; i++) {
        held[i] = Double.isNaN(observation.state()[i]);
        last[i] = held[i] ? last[i] : observation.state()[i];
      }
      step = begins ? 0 : step + 1;
      RowAssessment assessment = monitor.advance(observation);
      assertThat(assessment.readiness()).isEqualTo(Readiness.READY);
      for (int h = 0; h < HORIZONS.length; h++) {
        Expected skill = expected.get(h);
        dropped += begins ? skill.drop() : 0;
        if (!skill.waiting.isEmpty() && skill.waiting.peek().due == step) {
          Waiting over = skill.waiting.remove();
          double loss = loss(model, over.forecast, last, held);
          skill.persistence.outcome(loss(model, over.origin, last, held), loss);
          skill.linear.outcome(loss(model, over.linear, last, held), loss);
        }
        if (step % EVERY == 0) {
          IssuedForecast forecast = assessment.issued().get(h);
          boolean[] none = new boolean[2];
          skill.persistence.forecast(loss(model, forecast.state(), last, none));
          skill.linear.forecast(loss(model, forecast.state(), forecast.linear(), none));
          skill.waiting.add(
              new Waiting(
                  step + HORIZONS[h],
                  forecast.state().clone(),
                  forecast.linear().clone(),
                  last.clone()));
        }
        dropped += observation.end() ? skill.drop() : 0;
        compare(monitor.status().forecasts().horizons().get(h).claims(), skill);
      }
      episode = observation.episode().orElseThrow();
      lastTime = observation.time();
      if (n % 53 == 0) {
        monitor = restored(monitor, SKILL, model);
      }
    }
    assertThat(dropped).isPositive();
    List<SkillStatus> claims = monitor.status().forecasts().horizons().get(0).claims();
    assertThat(claims.get(0).certified()).as("Van der Pol, one step").isPresent();
    assertThat(claims.get(0).certified().getAsDouble())
        .isBetween(0.1, claims.get(0).observed().orElseThrow());
  }

  private static void compare(List<SkillStatus> claims, Expected expected) {
    assertThat(claims).hasSize(2);
    compare(claims.get(0), expected.persistence.status());
    compare(claims.get(1), expected.linear.status());
  }

  /** Sums of a few hundred losses, rounded in another order. */
  private static void compare(SkillStatus actual, SkillStatus expected) {
    assertThat(actual.reference()).isEqualTo(expected.reference());
    assertThat(actual.level()).isEqualTo(expected.level());
    assertThat(actual.outcomes()).isEqualTo(expected.outcomes());
    assertThat(actual.certified()).isEqualTo(expected.certified());
    assertThat(actual.lost()).isEqualTo(expected.lost());
    OptionalDouble observed = expected.observed();
    assertThat(actual.observed().isPresent()).isEqualTo(observed.isPresent());
    observed.ifPresent(o -> assertThat(actual.observed().getAsDouble()).isCloseTo(o, within(1e-9)));
  }

  @Test
  void claimsAreDueEvery256States() {
    Model model = TestModels.ofFleet(ScalingKind.STANDARD, 1);
    StreamMonitor monitor = StreamMonitor.create(settings(SKILL), model);
    StreamMonitor silent = StreamMonitor.create(settings(SkillSettings.NONE), model);
    List<Observation> observations = observations();
    for (int n = 0; n < observations.size(); n++) {
      assertThat(monitor.advance(observations.get(n)).skillDue())
          .as("observation %d", n)
          .isEqualTo((n + 1) % 256 == 0);
      assertThat(silent.advance(observations.get(n)).skillDue()).isFalse();
      if (n % 53 == 0) {
        monitor = restored(monitor, SKILL, model);
      }
    }
  }

  @Test
  void evidenceBeginsWithOtherClaimsAndKeepsForecastsOnTheirWayOut() {
    Model model = TestModels.ofFleet(ScalingKind.STANDARD, 1);
    StreamMonitor monitor = StreamMonitor.create(settings(SkillSettings.NONE), model);
    List<Observation> observations = observations();
    observations.subList(0, 100).forEach(monitor::advance);
    assertThat(monitor.status().forecasts().horizons().get(0).claims()).isEmpty();

    StreamMonitor judged = restored(monitor, SKILL, model);
    observations.subList(100, 300).forEach(judged::advance);
    SkillStatus claim = judged.status().forecasts().horizons().get(1).claims().get(0);
    // The first of 100 forecasts at every other state; 3 were on their way, 20 outcomes make a cap.
    assertThat(claim.outcomes()).isBetween(70L, 80L);

    StreamMonitor without = restored(judged, SkillSettings.NONE, model);
    assertThat(without.snapshot().length).isLessThan(judged.snapshot().length);
    without.advance(observations.get(300));
  }
}
