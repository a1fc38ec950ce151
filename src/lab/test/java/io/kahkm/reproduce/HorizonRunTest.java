package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.reproduce.HorizonRun.Announced;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The study of horizons under the monitor as it runs, in small. */
class HorizonRunTest {
  /** Counted once for both tests; read only. */
  private static final Map<Announced, MonitoredRun.Count> COUNTED = run(5);

  private static Map<Announced, MonitoredRun.Count> run(long seed) {
    HorizonRun run = new HorizonRun(seed);
    run.windows(20, 20);
    run.stream(20, 60);
    return run.counts();
  }

  @Test
  void boundsAndClaimsHoldWhileTheClosureLearnsAndObservedMeansDoNot() {
    Map<Announced, MonitoredRun.Count> counts = COUNTED;

    assertThat(counts.get(Announced.LOWER).trials).isEqualTo(20);
    assertThat(counts.get(Announced.FAR_UPPER).trials).isEqualTo(60);
    assertThat(counts.get(Announced.EVER_UPPER).trials).isEqualTo(1);
    for (Announced announced : Announced.values()) {
      MonitoredRun.Count count = counts.get(announced);
      assertThat(count.trials).as(announced.words).isPositive();
      // Of 20 windows 5 and more with probability 3e-3 at 5 %.
      assertThat(count.happened).as(announced.words).isLessThan(5);
    }
    assertThat(counts.get(Announced.FAR_LOWER).broken).isGreaterThan(10);
    assertThat(counts.get(Announced.FAR_UPPER).broken).isGreaterThan(10);
    assertThat(counts.get(Announced.TRUSTED).broken).isGreaterThan(5);
    assertThat(counts.get(Announced.EXCLUDED).broken).isGreaterThan(5);
  }

  @Test
  void equalSeedsCountAlike() {
    Map<Announced, MonitoredRun.Count> second = run(5);

    for (Announced announced : Announced.values()) {
      assertThat(second.get(announced))
          .usingRecursiveComparison()
          .isEqualTo(COUNTED.get(announced));
    }
  }
}
