package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import org.junit.jupiter.api.Test;

class SamplingTableTest {
  private static final int WINDOWS = 300;

  /** A true rate of 0.11 is noticed with probability 0.9. */
  private static final int LIMIT = BinomialTail.limit(WINDOWS, CoverageCase.DELTA, 1e-3);

  private static SamplingTable.Counts simulate(SamplingTable.Declared declared) {
    return SamplingTable.simulate(declared, WINDOWS, 20260703);
  }

  @Test
  void oneStickyStreamDeclaredRecordsTurnsSuspectAndIsWrongMoreOftenThanItsLevel() {
    SamplingTable.Counts misused = simulate(SamplingTable.Declared.MISUSED);

    assertThat(misused.wrongUpper()).as("wrong upper bounds").isGreaterThan(LIMIT);
    assertThat(misused.suspect()).as("suspect").isGreaterThan(250);
    assertThat(misused.wrongVerdicts()).as("verdicts withheld").isLessThan(misused.wrongUpper());
  }

  @Test
  void episodesAndFleetsOfTheSameStickyPairsKeepTheirLevel() {
    SamplingTable.Counts episodes = simulate(SamplingTable.Declared.EPISODES);
    SamplingTable.Counts fleet = simulate(SamplingTable.Declared.FLEET);

    assertThat(episodes.wrongLower()).isLessThanOrEqualTo(LIMIT);
    assertThat(episodes.wrongUpper()).isLessThanOrEqualTo(LIMIT);
    assertThat(fleet.wrongLower()).isLessThanOrEqualTo(LIMIT);
    assertThat(fleet.wrongUpper()).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void independentPairsAreHardlyEverSuspect() {
    assertThat(simulate(SamplingTable.Declared.INDEPENDENT).suspect()).isLessThanOrEqualTo(3);
  }

  @Test
  void theTableSaysWhatHolds() {
    ResultTable table = SamplingTable.of(200, 1e-3, new RandomSource(1), Progress.NONE);

    assertThat(table.passed()).isTrue();
    assertThat(table.rows())
        .extracting(row -> row.get(row.size() - 1))
        .containsExactly("level kept", "level lost, SUSPECT", "level kept", "level kept");
  }
}
