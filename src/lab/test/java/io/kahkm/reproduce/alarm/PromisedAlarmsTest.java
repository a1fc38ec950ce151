package io.kahkm.reproduce.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is counted of one plant, with the control that shows more would be seen. */
class PromisedAlarmsTest {
  @Test
  void rowsWithHeldValuesKeepToTheLimit() {
    PromisedAlarms.Counts counts = PromisedAlarms.held(5);
    assertThat(counts.trials()).isGreaterThan(9_000);
    assertThat(counts.happened()).isLessThan(counts.trials() / 200);
    assertThat(counts.broken()).isGreaterThan(counts.trials() / 100);
  }

  @Test
  void cuttingARunIntoEpisodesMakesItNoLonger() {
    int happened = 0;
    int broken = 0;
    for (int seed = 0; seed < 8; seed++) {
      PromisedAlarms.Counts counts = PromisedAlarms.cut(seed);
      happened += counts.happened();
      broken += counts.broken();
    }
    assertThat(happened).isLessThanOrEqualTo(1);
    assertThat(broken).isGreaterThanOrEqualTo(4);
  }

  @Test
  void alarmsOfTrustedFitsAreFewerThanOfAll() {
    int happened = 0;
    int broken = 0;
    for (int seed = 0; seed < 8; seed++) {
      PromisedAlarms.Counts counts = PromisedAlarms.wandering(seed, 100);
      happened += counts.happened();
      broken += counts.broken();
    }
    assertThat(broken).isGreaterThan(20);
    assertThat(happened).isLessThan(broken / 2);
  }
}
