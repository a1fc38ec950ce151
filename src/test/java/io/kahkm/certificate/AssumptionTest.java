package io.kahkm.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.numeric.Matrix;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What withholds a verdict: dependence, drift, and readings outside the map. */
class AssumptionTest {
  private static final int UNITS = 300;
  private static final Matrix CLOSURE = new Laws.FourStates().bestClosure();

  private static CertificateRecord assess(WindowStatistics statistics) {
    return assess(statistics, OptionalDouble.empty(), 0.2);
  }

  private static CertificateRecord assess(
      WindowStatistics statistics, OptionalDouble variationLow, double tolerance) {
    return Certificate.assess(
        statistics,
        Laws.settings(Sampling.RECORDS, WindowPolicy.TUMBLING, UNITS, Bound.MINIMUM, tolerance),
        CLOSURE,
        Matrix.identity(2),
        new Certificate.Window(0, 0, 1, 0.05, 0, variationLow));
  }

  private static WindowStatistics window() {
    return new WindowStatistics(2, UNITS, java.util.Optional.empty());
  }

  private static double residual(PairEvidence pair) {
    double sum = 0;
    for (int k = 0; k < 2; k++) {
      double predicted =
          pair.coordinates[0] * CLOSURE.get(0, k) + pair.coordinates[1] * CLOSURE.get(1, k);
      sum += (pair.successor[k] - predicted) * (pair.successor[k] - predicted);
    }
    return sum;
  }

  /** Draws states that stay as they are with a probability: 0 gives i.i.d. pairs. */
  private static int[] trial(double stay, int windows) {
    SplittableRandom random = new SplittableRandom(20260703);
    PairEvidence pair = new PairEvidence(2);
    int state = 0;
    int dependent = 0;
    int suspect = 0;
    int wrong = 0;
    for (int w = 0; w < windows; w++) {
      WindowStatistics statistics = window();
      for (int i = 0; i < UNITS; i++) {
        if (i == 0 || random.nextDouble() >= stay) {
          state = random.nextInt(4);
        }
        Laws.FourStates.set(pair, state);
        pair.residual = residual(pair);
        statistics.addUnit(pair);
      }
      CertificateRecord record = assess(statistics);
      dependent += record.reason() == Reason.UNITS_DEPENDENT ? 1 : 0;
      suspect += record.verdict() == Verdict.SUSPECT ? 1 : 0;
      wrong += record.upper().upper() < 15.0 / 32 ? 1 : 0;
    }
    return new int[] {dependent, suspect, wrong};
  }

  @Test
  void oneStickyStreamDeclaredRecordsTurnsSuspectAndIsWrongMoreOftenThanItsLevel() {
    int[] sticky = trial(0.95, 300);

    assertThat(sticky[0]).as("units-dependent").isGreaterThan(150);
    assertThat(sticky[1]).as("suspect").isGreaterThan(250);
    assertThat(sticky[2]).as("wrong upper bounds at level 0.05").isGreaterThan(35);
  }

  @Test
  void independentWindowsAreNotSuspect() {
    int[] independent = trial(0, 1500);

    assertThat(independent[0]).as("units-dependent").isLessThanOrEqualTo(2);
    assertThat(independent[1]).as("suspect").isLessThanOrEqualTo(4);
  }

  @Test
  void halvesOfDifferentLawsAreSuspect() {
    WindowStatistics statistics = window();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < UNITS; i++) {
      // All losses of the first half differ from those of the second, in no correlated order.
      Laws.FourStates.set(pair, 3);
      pair.residual = i < UNITS / 2 ? (i * 7 % 10) / 100.0 : 0.6 + (i * 7 % 10) / 100.0;
      statistics.addUnit(pair);
    }

    CertificateRecord record = assess(statistics);

    assertThat(record.reason()).isEqualTo(Reason.HALVES_DIFFER);
    assertThat(record.words()).contains("halves");
  }

  @Test
  void outsideReadingsWithholdEverything() {
    WindowStatistics statistics = window();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < UNITS; i++) {
      Laws.FourStates.set(pair, 3);
      pair.outside = i % 10 == 0;
      statistics.addUnit(pair);
    }

    CertificateRecord record = assess(statistics, OptionalDouble.empty(), 1);

    assertThat(record.verdict()).isEqualTo(Verdict.OUT_OF_MAP);
    assertThat(record.reason()).isEqualTo(Reason.OUTSIDE_SHARE);
    assertThat(record.words()).contains("10 % of the pairs lie outside the map");
  }

  @Test
  void flatCoordinatesAreOutOfTheMapRatherThanAttainable() {
    WindowStatistics flat = window();
    PairEvidence pair = new PairEvidence(2);
    for (int i = 0; i < UNITS; i++) {
      Laws.FourStates.set(pair, 3);
      flat.addUnit(pair);
    }

    CertificateRecord gated = assess(flat, OptionalDouble.of(0.1), 1);
    CertificateRecord ungated = assess(flat, OptionalDouble.empty(), 1);

    assertThat(gated.reason()).isEqualTo(Reason.LOW_VARIATION);
    assertThat(ungated.verdict()).isEqualTo(Verdict.ATTAINABLE);
  }

  @Test
  void powerOfTheMinimumBoundOnTheFourStates() {
    assertThat(power(Bound.MINIMUM, 200)).isGreaterThan(0.9);
    assertThat(power(Bound.MINIMUM, 60)).isLessThan(0.9);
    assertThat(power(Bound.PAPER, 200)).isZero();
  }

  /** Share of windows that exclude 0.2 at kappa = sqrt(2). */
  private static double power(Bound bound, int units) {
    SplittableRandom random = new SplittableRandom(20260704);
    Laws.Law law = new Laws.FourStates();
    PairEvidence pair = new PairEvidence(2);
    int excluded = 0;
    int windows = 200;
    for (int w = 0; w < windows; w++) {
      WindowStatistics statistics = new WindowStatistics(2);
      for (int i = 0; i < units; i++) {
        law.draw(random, pair);
        statistics.addUnit(pair);
      }
      CertificateRecord record =
          Certificate.assess(
              statistics,
              Laws.settings(Sampling.RECORDS, WindowPolicy.FIXED, units, bound, 0.2),
              CLOSURE,
              Matrix.identity(2),
              new Certificate.Window(0, 0, 1, 0.05, 0, OptionalDouble.empty()));
      excluded += record.verdict() == Verdict.EXCLUDED ? 1 : 0;
    }
    return (double) excluded / windows;
  }
}
