package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The study of the monitor as it runs, in small. */
class MonitoredRunTest {
  private static final int UNITS = 20;
  private static final int WINDOWS = 20;

  /** Counted once for all tests; read only. */
  private static final Map<MonitoredPlant.Form, Map<MonitoredRun.Announced, MonitoredRun.Count>>
      COUNTED = new EnumMap<>(MonitoredPlant.Form.class);

  private static Map<MonitoredRun.Announced, MonitoredRun.Count> counted(MonitoredPlant.Form form) {
    return COUNTED.computeIfAbsent(form, MonitoredRunTest::count);
  }

  private static Map<MonitoredRun.Announced, MonitoredRun.Count> count(MonitoredPlant.Form form) {
    MonitoredRun run = new MonitoredRun(form, 1);
    return form == MonitoredPlant.Form.RUN ? run.run(5, 1) : run.run(UNITS, WINDOWS);
  }

  @ParameterizedTest
  @EnumSource(value = MonitoredPlant.Form.class, mode = EnumSource.Mode.EXCLUDE, names = "RUN")
  void boundsHoldWhileTheClosureLearnsAndBrokenOnesDoNot(MonitoredPlant.Form form) {
    Map<MonitoredRun.Announced, MonitoredRun.Count> counts = counted(form);

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
  @EnumSource(
      value = MonitoredPlant.Form.class,
      names = {"PAIRS", "RUN"})
  void windowsLieInTheNormalRangesOfAllFiguresAndOutsideOfNarrowerOnes(MonitoredPlant.Form form) {
    Map<MonitoredRun.Announced, MonitoredRun.Count> counts = counted(form);

    int figures = 0;
    for (MonitoredRun.Announced announced : MonitoredRun.Announced.values()) {
      if (announced.ofRange() && counts.get(announced).trials > 0) {
        MonitoredRun.Count count = counts.get(announced);
        assertThat(count.trials).as(announced.words).isEqualTo(40);
        // Announced are 10 to 18 %. The range of one plant is a sample of 10 to 20 windows: the
        // share outside it follows a beta law, which is above 0.7 with probability below 1e-4.
        assertThat(count.happened).as(announced.words).isLessThan(28);
        assertThat(count.broken).as(announced.words).isGreaterThan(count.happened);
        figures++;
      }
    }
    assertThat(figures).isEqualTo(form == MonitoredPlant.Form.RUN ? 4 : 3);
  }

  @ParameterizedTest
  @EnumSource(MonitoredPlant.Form.class)
  void equalSeedsCountAlike(MonitoredPlant.Form form) {
    Map<MonitoredRun.Announced, MonitoredRun.Count> first = counted(form);
    Map<MonitoredRun.Announced, MonitoredRun.Count> second = count(form);

    for (MonitoredRun.Announced announced : MonitoredRun.Announced.values()) {
      assertThat(second.get(announced)).usingRecursiveComparison().isEqualTo(first.get(announced));
    }
  }
}
