package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The study of {@code kahkm reproduce coverage} in small. */
class CoverageStudyTest {
  private static List<KnownLaw> smallLaws() {
    return List.of(
        KnownLaw.of(PairLaws.conflictingStates(), Math.sqrt(2), 60),
        KnownLaw.of(PairLaws.random(5, 3, 25), 0.9, 60),
        CoverageStudy.rareSwap());
  }

  private static ResultTable table(List<ResultTable> tables, String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }

  /** With 200 trials a cell, a true rate of 0.19 is noticed with probability 0.9. */
  @Tag("full")
  @Test
  void everyPolicyAndSamplingKeepsItsPromiseAndABrokenOneWouldBeSeen() {
    List<CoverageCase> cases = CoverageStudy.cases(smallLaws(), new RandomSource(1));

    List<ResultTable> tables =
        CoverageTables.of(
            cases, CoverageStudy.simulate(cases, 200, Progress.NONE), CoverageStudy.ACCUSATION);

    assertThat(cases).hasSize(3 * 13);
    assertThat(table(tables, "coverage").passed()).as("%s", tables).isTrue();
    assertThat(table(tables, "coverage-controls").passed()).as("%s", tables).isTrue();
    assertThat(table(tables, "coverage-laws").passed()).isTrue();
    assertThat(table(tables, "coverage-claims").rows()).hasSize(39 * 6);
  }

  /** With 3,000 windows a true rate of 0.072 is noticed with probability 0.9. */
  @Test
  void windowsOfTheWorstLawAreWrongNearlyAsOftenAsTheirLevelAllowsAndNotMore() {
    CoverageCase worst =
        new CoverageCase(CoverageStudy.rareSwap(), Sampling.RECORDS, StudyPolicy.TUMBLING_EACH, 2);
    int limit = BinomialTail.limit(3000, CoverageCase.DELTA, 1e-6);

    CoverageCase.Counts counts = worst.simulate(3000);

    for (CertificateClaim claim : CertificateClaim.values()) {
      assertThat(counts.tallies().get(claim).failures())
          .as(claim.label())
          .isLessThanOrEqualTo(limit);
      assertThat(counts.tallies().get(claim).bare()).as(claim.label()).isGreaterThan(limit);
    }
    // Silent windows have probability 0.048: six deviations below are 74.
    assertThat(counts.tallies().get(CertificateClaim.UPPER).failures()).isGreaterThan(74);
    assertThat(counts.tallies().get(CertificateClaim.UPPER).broken()).isGreaterThan(limit);
    assertThat(counts.tallies().get(CertificateClaim.MINIMUM).broken()).isGreaterThan(limit);
  }

  @Test
  void aTableWithTooManyFailuresDoesNotPass() {
    CoverageCase each =
        new CoverageCase(CoverageStudy.rareSwap(), Sampling.RECORDS, StudyPolicy.FIXED, 3);
    CoverageCase.Counts counts = each.simulate(200);
    // What the broken control did, handed in as what was kept.
    Map<CertificateClaim, CoverageCase.Tally> broken = new EnumMap<>(CertificateClaim.class);
    counts
        .tallies()
        .forEach(
            (claim, tally) ->
                broken.put(
                    claim, new CoverageCase.Tally(tally.broken(), tally.broken(), tally.bare())));
    CoverageCase.Counts swapped = new CoverageCase.Counts(200, broken, 0);

    assertThat(table(CoverageTables.of(List.of(each), List.of(counts), 1e-3), "coverage").passed())
        .isTrue();
    assertThat(table(CoverageTables.of(List.of(each), List.of(swapped), 1e-3), "coverage").passed())
        .isFalse();
  }

  @Test
  void theSameSeedGivesTheSameCounts() {
    CoverageCase each =
        new CoverageCase(CoverageStudy.rareSwap(), Sampling.FLEET, StudyPolicy.TUMBLING_EACH, 4);

    assertThat(each.simulate(3)).isEqualTo(each.simulate(3));
  }
}
