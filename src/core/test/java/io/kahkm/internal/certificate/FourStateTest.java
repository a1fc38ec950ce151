package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The paper's four-state example with balanced counts, through the whole assessment. */
class FourStateTest {
  private static final double KAPPA = Math.sqrt(2);

  private static WindowCertificate balanced(int units, CertificateSettings settings) {
    WindowStatistics statistics = new WindowStatistics(2);
    PairLaw law = PairLaws.conflictingStates();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < units; i++) {
      law.fill(i % 4, pair);
      statistics.addUnit(pair);
    }
    Matrix means = Matrix.identity(2);
    return CertificateAssessor.assess(
        statistics,
        settings,
        BestClosure.of(law, KAPPA).closure(),
        means,
        new CertificateAssessor.Window(0, 0, 1, 0.05, 0, OptionalDouble.empty()));
  }

  @Test
  void referenceValues() {
    WindowCertificate record =
        balanced(
            4096, TestSettings.of(Sampling.RECORDS, WindowPolicy.FIXED, 4096, Bound.MINIMUM, 0.3));

    WindowCertificate.Row row = record.displayed().rows().get(1);
    assertThat(row.kappa()).isEqualTo(KAPPA);
    assertThat(row.paper().orElseThrow().lower()).isCloseTo(0.3030649, within(5e-8));
    assertThat(row.label().orElseThrow().lower()).isCloseTo(0.3336, within(5e-5));
    assertThat(record.alarm().lower()).isCloseTo(0.4241, within(5e-5));
    assertThat(record.alarm().lowerLimit()).isCloseTo(15.0 / 32, within(1e-9));
    assertThat(row.plugInLimit().orElseThrow()).isCloseTo(13.0 / 32, within(1e-12));
    assertThat(record.displayed().upper().meanSquaredError())
        .isCloseTo(225.0 / 1024, within(1e-14));
    assertThat(record.averages().fHat()).isEqualTo(1.0 / 1024);
    assertThat(record.averages().sHat()).isCloseTo(225.0 / 1024, within(1e-15));
    assertThat(record.counts().ofClasses()).containsExactly(2048L, 2048L);
  }

  @Test
  void minimumRowsShareTheDisplayLevelAndTheOthersKeepIt() {
    WindowCertificate record =
        balanced(
            400, TestSettings.of(Sampling.RECORDS, WindowPolicy.FIXED, 400, Bound.MINIMUM, 0.3));

    assertThat(record.displayed().rows()).hasSize(2);
    for (WindowCertificate.Row row : record.displayed().rows()) {
      assertThat(row.minimum().orElseThrow().delta()).isEqualTo(0.025);
      assertThat(row.paper().orElseThrow().delta()).isEqualTo(0.05);
      assertThat(row.label().orElseThrow().delta()).isEqualTo(0.05);
    }
    assertThat(record.alarm().level()).isEqualTo(0.05);
  }

  @Test
  void excludesBelowTheLowerBoundAttainsAboveTheUpperBoundAndIsUndecidedBetween() {
    WindowCertificate excluded = balanced(4096, settings(Bound.MINIMUM, 0.42));
    WindowCertificate undecided = balanced(4096, settings(Bound.MINIMUM, 0.46));
    WindowCertificate attainable = balanced(4096, settings(Bound.MINIMUM, 0.53));

    assertThat(excluded.verdict()).isEqualTo(Verdict.EXCLUDED);
    assertThat(undecided.reason()).isEqualTo(Reason.MORE_DATA);
    assertThat(attainable.verdict()).isEqualTo(Verdict.ATTAINABLE);
    assertThat(excluded.words()).contains("no linear closure with norm <= 1.41421");
    assertThat(undecided.words()).contains("units would decide it (EXCLUDED)");
    assertThat(Explanation.unitsNeeded(undecided)).isBetween(4097, 1_000_000);
    WindowCertificate decided =
        balanced(Explanation.unitsNeeded(undecided) / 4 * 4 + 4, settings(Bound.MINIMUM, 0.46));
    assertThat(decided.verdict()).isEqualTo(Verdict.EXCLUDED);
  }

  @Test
  void aPaperAlarmAtALargeNormIsStructurallyVacuousAndSaysSo() {
    CertificateSettings wide =
        CertificateSettings.builder(Sampling.RECORDS, 65536)
            .bound(Bound.PAPER)
            .kappa(OptionalDouble.of(40))
            .tolerance(0.2)
            .displayKappas(java.util.List.of())
            .build();

    WindowCertificate record = balanced(65536, wide);

    assertThat(record.reason()).isEqualTo(Reason.STRUCTURALLY_VACUOUS);
    assertThat(record.words()).contains("No number of units makes the paper bound positive");
  }

  @Test
  void aNormAboveKappaWithholdsAttainable() {
    CertificateSettings narrow =
        CertificateSettings.builder(Sampling.RECORDS, 4096)
            .kappa(OptionalDouble.of(0.9))
            .tolerance(0.7)
            .displayKappas(java.util.List.of())
            .build();

    WindowCertificate record = balanced(4096, narrow);

    assertThat(record.alarm().upper()).isLessThan(0.7);
    assertThat(record.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(record.words()).contains("norm").contains("exceeds kappa 0.9");
  }

  @Test
  void withoutAToleranceNothingIsDecided() {
    WindowCertificate record = balanced(400, settings(Bound.MINIMUM, Double.NaN));

    assertThat(record.reason()).isEqualTo(Reason.NO_TOLERANCE);
  }

  private static CertificateSettings settings(Bound bound, double tolerance) {
    return TestSettings.of(Sampling.RECORDS, WindowPolicy.FIXED, 4096, bound, tolerance);
  }
}
