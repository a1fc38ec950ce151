package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The study of the monitor as it runs, in small. */
class MonitoredRunTest {
  private static final int UNITS = 20;
  private static final int WINDOWS = 20;

  @ParameterizedTest
  @EnumSource(value = MonitoredPlant.Form.class, mode = EnumSource.Mode.EXCLUDE, names = "RUN")
  void boundsHoldWhileTheClosureLearnsAndBrokenOnesDoNot(MonitoredPlant.Form form) {
    Map<MonitoredRun.Announced, MonitoredRun.Count> counts =
        new MonitoredRun(form, 1).run(UNITS, WINDOWS);

    MonitoredRun.Count lower = counts.get(MonitoredRun.Announced.LOWER);
    MonitoredRun.Count upper = counts.get(MonitoredRun.Announced.UPPER);
    MonitoredRun.Count low = counts.get(MonitoredRun.Announced.LOW_VARIATION);
    MonitoredRun.Count halves = counts.get(MonitoredRun.Announced.HALVES);
    assertThat(upper.trials).isEqualTo(WINDOWS);
    assertThat(upper.announced).isCloseTo(0.05 * WINDOWS, within(1e-12));
    // Of 20 windows 5 and more with probability 3e-3 at 5 %.
    assertThat(lower.happened + upper.happened + halves.happened).isLessThan(5);
    assertThat(low.happened).isLessThan(3);
    assertThat(lower.broken + upper.broken).isGreaterThan(5);
    assertThat(low.broken).isGreaterThan(10);
    assertThat(counts.get(MonitoredRun.Announced.NOVELTY).trials)
        .isGreaterThan(UNITS * WINDOWS / 2);
    assertThat(counts.get(MonitoredRun.Announced.NOVELTY).broken)
        .isGreaterThan(counts.get(MonitoredRun.Announced.NOVELTY).happened);
  }

  @ParameterizedTest
  @EnumSource(MonitoredPlant.Form.class)
  void equalSeedsCountAlike(MonitoredPlant.Form form) {
    Map<MonitoredRun.Announced, MonitoredRun.Count> first = new MonitoredRun(form, 3).run(5, 4);
    Map<MonitoredRun.Announced, MonitoredRun.Count> second = new MonitoredRun(form, 3).run(5, 4);

    for (MonitoredRun.Announced announced : MonitoredRun.Announced.values()) {
      assertThat(second.get(announced)).usingRecursiveComparison().isEqualTo(first.get(announced));
    }
  }
}
