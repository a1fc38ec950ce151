package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What withholds a verdict: dependence, drift, and readings outside the map. */
class AssumptionTest {
  private static final int UNITS = 300;
  private static final PairLaw LAW = PairLaws.conflictingStates();
  private static final Matrix CLOSURE = BestClosure.of(LAW, Math.sqrt(2)).closure();

  private static WindowCertificate assess(WindowStatistics statistics) {
    return assess(statistics, OptionalDouble.empty(), 0.2);
  }

  private static WindowCertificate assess(
      WindowStatistics statistics, OptionalDouble variationLow, double tolerance) {
    return CertificateAssessor.assess(
        statistics,
        TestSettings.of(Sampling.RECORDS, WindowPolicy.TUMBLING, UNITS, Bound.MINIMUM, tolerance),
        CLOSURE,
        Matrix.identity(2),
        new CertificateAssessor.Window(0, 0, 1, 0.05, 0, variationLow));
  }

  private static WindowStatistics window() {
    return new WindowStatistics(2, UNITS, java.util.Optional.empty());
  }

  @Test
  void halvesOfDifferentLawsAreSuspect() {
    WindowStatistics statistics = window();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < UNITS; i++) {
      // All losses of the first half differ from those of the second, in no correlated order.
      LAW.fill(3, pair);
      pair.residual = i < UNITS / 2 ? (i * 7 % 10) / 100.0 : 0.6 + (i * 7 % 10) / 100.0;
      statistics.addUnit(pair);
    }

    WindowCertificate record = assess(statistics);

    assertThat(record.reason()).isEqualTo(Reason.HALVES_DIFFER);
    assertThat(record.words()).contains("halves");
  }

  @Test
  void outsideReadingsWithholdEverything() {
    WindowStatistics statistics = window();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < UNITS; i++) {
      LAW.fill(3, pair);
      pair.outside = i % 10 == 0;
      statistics.addUnit(pair);
    }

    WindowCertificate record = assess(statistics, OptionalDouble.empty(), 1);

    assertThat(record.verdict()).isEqualTo(Verdict.OUT_OF_MAP);
    assertThat(record.reason()).isEqualTo(Reason.OUTSIDE_SHARE);
    assertThat(record.words()).contains("10 % of the pairs are unlike the recording");
  }

  @Test
  void flatCoordinatesAreOutOfTheMapRatherThanAttainable() {
    WindowStatistics flat = window();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < UNITS; i++) {
      LAW.fill(3, pair);
      flat.addUnit(pair);
    }

    WindowCertificate gated = assess(flat, OptionalDouble.of(0.1), 1);
    WindowCertificate ungated = assess(flat, OptionalDouble.empty(), 1);

    assertThat(gated.reason()).isEqualTo(Reason.LOW_VARIATION);
    assertThat(ungated.verdict()).isEqualTo(Verdict.ATTAINABLE);
  }
}
