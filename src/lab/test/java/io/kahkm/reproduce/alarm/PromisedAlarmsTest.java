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

  /** Plants on which novelty that is taken to last less long makes seven incidents. */
  @Test
  void noveltyThatLastsIsNoIncident() {
    int happened = 0;
    int broken = 0;
    for (long seed : new long[] {1030, 1045, 1001, 1015}) {
      PromisedAlarms.Counts counts = PromisedAlarms.incidents(seed);
      happened += counts.happened();
      broken += counts.broken();
    }
    assertThat(happened).as("of 40,000 rows").isLessThanOrEqualTo(1);
    assertThat(broken).as("three readings in a row above the threshold").isPositive();
  }

  @Test
  void recordingsThatCannotShowHowNoiseWandersAreNotTrusted() {
    int happened = 0;
    int broken = 0;
    for (int seed = 0; seed < 40; seed++) {
      PromisedAlarms.Counts counts = PromisedAlarms.unseen(seed, 400);
      happened += counts.happened();
      broken += counts.broken();
    }
    assertThat(happened).as("of 40, one in ten announced").isLessThanOrEqualTo(8);
    assertThat(broken).as("where noise does not wander").isGreaterThanOrEqualTo(36);
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
    assertThat(happened).isLessThan(broken / 10);
  }

  @Test
  void joiningRecordingsMakesThemNoLonger() {
    int happened = 0;
    int broken = 0;
    for (int seed = 0; seed < 8; seed++) {
      PromisedAlarms.Counts counts = PromisedAlarms.accepted(seed);
      happened += counts.happened();
      broken += counts.broken();
    }
    assertThat(happened).isZero();
    assertThat(broken).isGreaterThanOrEqualTo(4);
  }

  @Test
  void oneOutlierIsNoIncidentHoweverManyStatesHoldIt() {
    PromisedAlarms.Counts counts = PromisedAlarms.outliers(3);
    assertThat(counts.trials()).isEqualTo(50);
    assertThat(counts.happened()).isZero();
    assertThat(counts.broken()).isGreaterThan(40);
  }
}
