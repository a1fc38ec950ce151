package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.testing.TestModels;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntakeTest {
  private static final long STEP = 10;

  private static StreamMonitor monitor(InputTiming timing) {
    return StreamMonitor.create(
        MonitorSettings.builder().horizons(List.of(1)).timing(timing).build(),
        TestModels.vanDerPol(5, 1));
  }

  /** Holes, gaps, repeated, late and far-off times, changing episodes, end markers. */
  private static Observation next(SplittableRandom random, long last) {
    long[] steps = {STEP, STEP, STEP, STEP, STEP, 11, 14, 0, -STEP, 70, -70};
    double[] state = {2 * random.nextDouble(), random.nextDouble()};
    if (random.nextInt(4) == 0) {
      state[random.nextInt(2)] = Double.NaN;
    }
    String episode = random.nextInt(20) == 0 ? "b" : "a";
    long time = last + steps[random.nextInt(steps.length)];
    return Observation.state(time, state, episode, random.nextInt(20) == 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void takesTheTransitionsThatAMonitorTakes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    InputTiming timing =
        (seed % 4 == 0 ? InputTiming.NONE : InputTiming.TIMED)
            .withStep(seed % 2 == 0 ? 0 : STEP, 0.2)
            .withIdle(seed % 3 == 0 ? 0 : 50)
            .withHold(seed % 5 * 10)
            .withWhen(when(seed));
    StreamMonitor monitor = monitor(timing);
    Intake intake = new Intake(timing, 2);
    long time = 0;
    int pairs = 0;
    int incomplete = 0;
    int left = 0;
    for (int i = 0; i < 2_000; i++) {
      Observation observation = next(random, time);

      Admission admission = intake.accept(observation);
      RowAssessment assessment = monitor.advance(observation);

      assertThat(assessment.admission()).isEqualTo(admission);
      if (admission.changesState()) {
        time = observation.time();
        assertThat(assessment.squaredError().isPresent())
            .as("row " + i)
            .isEqualTo(intake.follows());
        assertThat(assessment.readiness() == Readiness.READY).isEqualTo(intake.complete());
        assertThat(assessment.readiness().inOperation()).isEqualTo(intake.judged());
        if (intake.complete()) {
          assertThat(intake.state()).containsExactly(assessment.state());
        }
        pairs += intake.follows() ? 1 : 0;
        incomplete += intake.judged() && !intake.complete() ? 1 : 0;
        left += intake.judged() ? 0 : 1;
      }
    }
    assertThat(pairs).isGreaterThan(50);
    assertThat(incomplete).isGreaterThan(20);
    assertThat(left > 50).isEqualTo(timing.when().isPresent());
  }

  /** Two seeds in three have a machine that stands still now and then, half of them settle. */
  private static Optional<OperatingRule> when(long seed) {
    return seed % 3 == 0
        ? Optional.empty()
        : Optional.of(
            OperatingRule.of("q > 0.1")
                .among(List.of("q", "p"))
                .withSettle(seed % 2 == 0 ? 0 : 2 * STEP));
  }

  @Test
  void aClockSetBackFurtherThanIdleStartsAnEpisode() {
    InputTiming timing = InputTiming.TIMED.withStep(STEP, 0).withIdle(30);
    Intake intake = new Intake(timing, 1);
    intake.accept(Observation.state(100, new double[] {1}, null, false));

    assertThat(intake.accept(Observation.state(70, new double[] {1}, null, false)))
        .isEqualTo(Admission.OUT_OF_ORDER);
    assertThat(intake.accept(Observation.state(69, new double[] {1}, null, false)))
        .isEqualTo(Admission.ACCEPTED);
    assertThat(intake.startsEpisode()).isTrue();
    assertThat(intake.follows()).isFalse();
    assertThat(intake.accept(Observation.state(79, new double[] {1}, null, false)))
        .isEqualTo(Admission.ACCEPTED);
    assertThat(intake.follows()).isTrue();
  }

  @Test
  void anEarlierTimeWithoutIdleIsLate() {
    Intake intake = new Intake(InputTiming.TIMED.withStep(STEP, 0), 1);
    intake.accept(Observation.state(100, new double[] {1}, null, false));

    assertThat(intake.accept(Observation.state(-1_000_000, new double[] {1}, null, false)))
        .isEqualTo(Admission.OUT_OF_ORDER);
  }

  @Test
  void aMissingValueBreaksTheChainUnlessItIsHeld() {
    InputTiming timing = InputTiming.TIMED.withStep(STEP, 0).withHold(15);
    Intake intake = new Intake(timing, 2);
    intake.accept(Observation.state(0, new double[] {1, 2}, null, false));

    intake.accept(Observation.state(10, new double[] {3, Double.NaN}, null, false));
    assertThat(intake.complete()).isTrue();
    assertThat(intake.follows()).isTrue();
    assertThat(intake.heldCells()).isEqualTo(1);
    assertThat(intake.state()).containsExactly(3, 2);

    intake.accept(Observation.state(20, new double[] {4, Double.NaN}, null, false));
    assertThat(intake.complete()).isFalse();

    intake.accept(Observation.state(30, new double[] {Double.NaN, 5}, null, false));
    assertThat(intake.complete()).isTrue();
    assertThat(intake.follows()).isFalse();
    assertThat(intake.state()).containsExactly(4, 5);
  }
}
