package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Runs of anytime certificates that end and start again share one level for ever; and windows of a
 * fixed number of independent units that drift speak of their average law.
 */
class RestartCoverageTest {
  private static final double DELTA = 0.05;
  private static final double RATE = 0.02;

  /** A run of sixty units can miss what happens in every seventh of them. */
  private static final double FREQUENT = 0.15;

  private static final PairLaw LAW = PairLaws.rareSwap(RATE);
  private static final double BEST = BestClosure.of(LAW, 1).error();
  private static final int RENEW = 60;

  /** More than this has a probability of about 1e-5 at the promised level. */
  private static int limit(int trials) {
    return (int) Math.ceil(trials * DELTA + 4.3 * Math.sqrt(trials * DELTA * (1 - DELTA)));
  }

  private static CertificateSettings settings(
      WindowPolicy policy, Budget budget, double delta, int renew) {
    return CertificateSettings.builder(Sampling.RECORDS, 100)
        .policy(policy)
        .budget(budget)
        .bound(Bound.TIGHT)
        .kappa(OptionalDouble.of(1))
        .delta(delta)
        .tolerance(Math.sqrt(2 * RATE))
        .outsideShare(1)
        .refinements(
            new Refinements(
                OptionalDouble.empty(), ReferenceClosure.PREVIOUS, 0, renew, Optional.empty()))
        .build();
  }

  /** The closures that take turns: the one that knows nothing, and one that shrinks a little. */
  private static Matrix closure(int run) {
    double off = run % 3 * 0.004;
    return Matrix.ofRows(new double[][] {{1 - off, off}, {off, 1 - off}});
  }

  /** Streams, runs and those streams in which any bound of any run was wrong. */
  private record Restarts(int runs, int lower, int upper) {}

  /**
   * Runs end after so many units, where the stream leaves the map, when a new closure is adopted,
   * and by the drift test.
   */
  private static Restarts restarts(Budget budget, double delta, int streams, int units, long seed) {
    PairLaw law = PairLaws.rareSwap(FREQUENT);
    double best = BestClosure.of(law, 1).error();
    RandomSource random = new RandomSource(seed);
    PairEvidence pair = new PairEvidence(law.classes());
    CertificateSettings settings = settings(WindowPolicy.ANYTIME, budget, delta, RENEW);
    int runs = 0;
    int lower = 0;
    int upper = 0;
    for (int s = 0; s < streams; s++) {
      CertificateMonitor monitor =
          new CertificateMonitor(settings, CertificateBasis.of(closure(0), closure(0)));
      int freezes = 0;
      double error = 0;
      boolean lowerWrong = false;
      boolean upperWrong = false;
      for (int i = 0; i < units; i++) {
        if (monitor.needsFreeze()) {
          Matrix frozen = closure(freezes++);
          error = Math.sqrt(law.meanSquaredError(frozen));
          monitor.freeze(frozen);
        }
        law.draw(random, pair);
        pair.residual = monitor.residual(pair.coordinates, pair.successor);
        Optional<WindowCertificate> record = monitor.pair(pair, i);
        if (record.isPresent()) {
          AnytimeRun run = record.get().anytime().orElseThrow();
          lowerWrong |= run.bestLower() > best;
          upperWrong |= run.bestUpper() < error;
        }
        // Decided by the past alone: by how many units went by.
        if (i % 250 == 249) {
          monitor.outsideMap(true);
          monitor.outsideMap(false);
        } else if (i % 170 == 169) {
          monitor.newClosure();
        }
      }
      runs += freezes;
      lower += lowerWrong ? 1 : 0;
      upper += upperWrong ? 1 : 0;
    }
    return new Restarts(runs, lower, upper);
  }

  private static void requireShared(int streams, int units, long seed, TestReporter reporter) {
    Restarts shared = restarts(Budget.FOREVER, DELTA, streams, units, seed);
    assertThat(shared.runs()).isGreaterThan(streams * units / (2 * RENEW));
    assertThat(shared.lower()).as("%s", shared).isLessThanOrEqualTo(limit(streams));
    assertThat(shared.upper()).as("%s", shared).isLessThanOrEqualTo(limit(streams));
    // The control: a level for every run, and four times too large a one.
    Restarts each = restarts(Budget.EACH, 4 * DELTA, streams, units, seed);
    reporter.publishEntry(streams + " streams", shared + "; of each run " + each);
    assertThat(each.upper()).as("%s", each).isGreaterThan(limit(streams));
  }

  @Tag("full")
  @Test
  void runsShareOneLevelForEver(TestReporter reporter) {
    requireShared(80, 1500, 72, reporter);
  }

  @Test
  void everyRunSpendsItsShareOfTheLevel() {
    RandomSource random = new RandomSource(75);
    PairEvidence pair = new PairEvidence(LAW.classes());
    CertificateMonitor monitor =
        new CertificateMonitor(
            settings(WindowPolicy.ANYTIME, Budget.FOREVER, DELTA, 5),
            CertificateBasis.of(closure(0), closure(0)));
    Set<Integer> seen = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      if (monitor.needsFreeze()) {
        monitor.freeze(closure(seen.size()));
      }
      LAW.draw(random, pair);
      pair.residual = monitor.residual(pair.coordinates, pair.successor);
      monitor
          .pair(pair, i)
          .ifPresent(
              record -> {
                int run = record.anytime().orElseThrow().restart();
                seen.add(run);
                assertThat(record.alarm().level())
                    .isCloseTo(DELTA / (run * (run + 1.0)), within(1e-15));
              });
    }
    // The shares of any number of runs sum to less than the whole.
    assertThat(seen).contains(1, 2, 3, 4, 5, 6, 7);
  }

  /** Windows in which a bound was wrong, of the average law and of the law at the end. */
  private record Drifting(int lower, int upper, int upperOfTheEnd) {}

  private static Drifting drifting(int windows, long seed) {
    int units = 100;
    Matrix frozen = closure(0);
    PairLaw[] laws = new PairLaw[units];
    for (int i = 0; i < units; i++) {
      // From almost none to twice the mean rate; the average of the laws is LAW.
      laws[i] = PairLaws.rareSwap(RATE * 2 * (i + 0.5) / units);
    }
    CertificateMonitor monitor =
        new CertificateMonitor(
            settings(WindowPolicy.TUMBLING, Budget.EACH, DELTA, 0),
            CertificateBasis.of(frozen, frozen));
    RandomSource random = new RandomSource(seed);
    PairEvidence pair = new PairEvidence(LAW.classes());
    double error = Math.sqrt(LAW.meanSquaredError(frozen));
    double errorOfTheEnd = Math.sqrt(laws[units - 1].meanSquaredError(frozen));
    int lower = 0;
    int upper = 0;
    int ofTheEnd = 0;
    for (int w = 0; w < windows; w++) {
      monitor.freeze(frozen);
      for (int i = 0; i < units; i++) {
        laws[i].draw(random, pair);
        pair.residual = monitor.residual(pair.coordinates, pair.successor);
        Optional<WindowCertificate> record = monitor.pair(pair, i);
        if (record.isPresent()) {
          WindowCertificate.Alarm alarm = record.get().alarm();
          lower += alarm.lower() > BEST ? 1 : 0;
          upper += alarm.upper() < error ? 1 : 0;
          ofTheEnd += alarm.upper() < errorOfTheEnd ? 1 : 0;
        }
      }
    }
    return new Drifting(lower, upper, ofTheEnd);
  }

  private static void requireAverage(int windows, long seed, TestReporter reporter) {
    Drifting wrong = drifting(windows, seed);
    reporter.publishEntry(windows + " windows", wrong.toString());
    assertThat(wrong.lower()).as("%s", wrong).isLessThanOrEqualTo(limit(windows));
    assertThat(wrong.upper()).as("%s", wrong).isLessThanOrEqualTo(limit(windows));
    // The control: taken for a statement about the last units they would be wrong too often.
    assertThat(wrong.upperOfTheEnd()).as("%s", wrong).isGreaterThan(limit(windows));
  }

  @Test
  void windowsOfDriftingUnitsSpeakOfTheirAverage(TestReporter reporter) {
    requireAverage(500, 73, reporter);
  }

  @Tag("full")
  @Test
  void manyWindowsOfDriftingUnitsSpeakOfTheirAverage(TestReporter reporter) {
    requireAverage(3000, 74, reporter);
  }
}
