package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;

/** When a cumulative window or a run is looked at: the exact ceiling of a geometric schedule. */
class LevelPlanTest {
  private static final int UNITS = 20;

  private static LevelPlan plan() {
    return new LevelPlan(
        TestSettings.of(
            Sampling.RECORDS,
            WindowPolicy.CUMULATIVE,
            Budget.EACH,
            Schedule.GEOMETRIC,
            UNITS,
            Bound.MINIMUM,
            0.3));
  }

  private static long ceiling(long first, int step) {
    return new BigDecimal("1.1")
        .pow(step)
        .multiply(BigDecimal.valueOf(first))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  @Test
  void unitsAreTheCeilingAtEveryStepAndEndAtTheLargestCount() {
    for (int step = 0; step <= 400; step++) {
      assertThat(plan().unitsAt(step)).isEqualTo(ceiling(UNITS, step));
      assertThat(plan().driftUnits(step)).isEqualTo(ceiling(UNITS, step));
      assertThat(plan().publishUnits(step)).isEqualTo(ceiling(1, step));
    }
    // The last that a long holds, and the first that it would hold with the wrong sign.
    assertThat(plan().publishUnits(458)).isEqualTo(ceiling(1, 458));
    assertThat(plan().publishUnits(459)).isEqualTo(Long.MAX_VALUE);
    assertThat(plan().publishUnits(1000)).isEqualTo(Long.MAX_VALUE);
  }

  /** A step whose units have passed already is passed over, also where it is just now. */
  @Test
  void theNextStepIsTheFirstThatIsStillToCome() {
    for (long units = UNITS; units < 2000; units += 7) {
      long drift = plan().nextDrift(0, units);
      long checkpoint = plan().nextStep(0, units);
      long publish = plan().nextPublish(0, units);

      assertThat(plan().driftUnits(drift)).isGreaterThan(units);
      assertThat(plan().driftUnits(drift - 1)).isLessThanOrEqualTo(units);
      assertThat(checkpoint).isEqualTo(drift);
      assertThat(plan().publishUnits(publish)).isGreaterThan(units);
      assertThat(plan().publishUnits(publish - 1)).isLessThanOrEqualTo(units);
    }
    assertThat(plan().nextDrift(0, plan().driftUnits(3))).isEqualTo(4);
    assertThat(plan().nextDrift(6, UNITS)).isEqualTo(7);
    assertThat(plan().nextStep(0, plan().unitsAt(3))).isEqualTo(4);
    assertThat(plan().nextPublish(0, plan().publishUnits(30))).isEqualTo(31);
  }

  @Test
  void everyUnitIsAStepFromTheFirstWholeWindowOn() {
    LevelPlan every =
        new LevelPlan(
            TestSettings.of(
                Sampling.RECORDS,
                WindowPolicy.CUMULATIVE,
                Budget.EACH,
                Schedule.EVERY,
                UNITS,
                Bound.MINIMUM,
                0.3));

    assertThat(every.nextStep(0, 0)).isEqualTo(UNITS);
    assertThat(every.nextStep(UNITS, UNITS)).isEqualTo(UNITS + 1);
    assertThat(every.unitsAt(UNITS + 1)).isEqualTo(UNITS + 1);
  }
}
