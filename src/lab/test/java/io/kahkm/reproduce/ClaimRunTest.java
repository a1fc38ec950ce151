package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nothing is claimed where it would mislead, and the control shows that it would be seen. */
class ClaimRunTest {
  @Test
  void onlyTheBrokenControlClaims() {
    Map<ClaimRun.Announced, MonitoredRun.Count> counts = new ClaimRun(4).run();

    counts.forEach(
        (announced, count) -> {
          assertThat(count.trials).as(announced.words).isPositive();
          assertThat(count.broken).as(announced.words).isPositive();
          assertThat(count.happened).as(announced.words).isZero();
        });
  }

  @Test
  void theErrorOfNoChangeIsThatOfTheLaw() {
    assertThat(CircleEpisodes.noChange(0, 1)).isEqualTo(Math.sqrt(2));
    assertThat(CircleEpisodes.noChange(0, CircleEpisodes.CLASSES)).isZero();
    assertThat(CircleEpisodes.noChange(0.5, 2)).isEqualTo(Math.sqrt(2 * 0.75));
  }
}
