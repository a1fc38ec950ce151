package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often the sharper bounds are wrong on laws whose best error is known, with everything that
 * the engine learns between windows switched on; and that the same count notices bounds that do not
 * hold. A promise of 5 per cent over 3,000 windows is accused by 200 failures or more with
 * probability 1e-5 (binomial).
 */
class SharperCoverageTest {
  private static final double DELTA = 0.05;

  /** A law, its best error within a norm limit, and a frozen closure with its exact error. */
  record Known(PairLaw law, double kappa, double best, Matrix frozen, double error, int units) {
    static Known of(PairLaw law, double kappa, Matrix frozen, int units) {
      return new Known(
          law,
          kappa,
          BestClosure.of(law, kappa).error(),
          frozen,
          Math.sqrt(law.meanSquaredError(frozen)),
          units);
    }

    @Override
    public String toString() {
      return law.name();
    }
  }

  private static Matrix near(PairLaw law, double kappa, double offset) {
    double[] values = BestClosure.of(law, kappa).closure().toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] = values[i] * (1 - 1e-3) + (i % 2 == 0 ? offset : -offset);
    }
    return Matrix.of(law.classes(), law.classes(), values);
  }

  static Stream<Known> laws() {
    PairLaw four = PairLaws.conflictingStates();
    PairLaw rare = PairLaws.rareSwap(0.02);
    PairLaw mixed = PairLaws.linearMean(4, 0.2, 3);
    PairLaw far = PairLaws.rareFar(0.01);
    return Stream.of(
        Known.of(four, Math.sqrt(2), near(four, Math.sqrt(2), 0.02), 100),
        Known.of(rare, 1, Matrix.identity(2), 100),
        Known.of(mixed, 1.2, near(mixed, 1.2, 0.01), 100),
        Known.of(far, 2.5, near(far, 2.5, 0.01), 100));
  }

  private static CertificateSettings settings(WindowPolicy policy, Known known, int units) {
    return CertificateSettings.builder(Sampling.RECORDS, units)
        .policy(policy)
        .bound(Bound.TIGHT)
        .kappa(OptionalDouble.of(known.kappa()))
        .delta(DELTA)
        .tolerance(known.error())
        .outsideShare(1)
        .refinements(
            new Refinements(
                OptionalDouble.of(1.5), ReferenceClosure.PREVIOUS, 0, 0, Optional.empty()))
        .build();
  }

  /** Failures of a lower, an upper and a capped upper bound. */
  private static final class Failures {
    private int lower;
    private int upper;
    private int capped;
    private int wagers;

    @Override
    public String toString() {
      return "L " + lower + ", U " + upper + ", U cap " + capped + ", by wagers " + wagers;
    }
  }

  private static double cappedError(Known known, double cap) {
    PairLaw law = known.law();
    return Math.sqrt(
        mean(
            law, pair -> Math.min(cap, Closure.of(known.frozen()).squaredError(pair[0], pair[1]))));
  }

  /** Expectation over the law by its many draws would not be exact: over its outcomes. */
  private static double mean(PairLaw law, ToDoubleFunction<double[][]> value) {
    double sum = 0;
    PairEvidence pair = new PairEvidence(law.classes());
    for (int i = 0; i < law.outcomes(); i++) {
      law.fill(i, pair);
      sum += law.weight(i) * value.applyAsDouble(new double[][] {pair.coordinates, pair.successor});
    }
    return sum;
  }

  private static Failures tumbling(Known known, int windows, long seed) {
    CertificateSettings settings = settings(WindowPolicy.TUMBLING, known, known.units());
    CertificateMonitor monitor =
        new CertificateMonitor(settings, CertificateBasis.of(known.frozen(), known.frozen()));
    RandomSource random = new RandomSource(seed);
    PairEvidence pair = new PairEvidence(known.law().classes());
    double cappedError = cappedError(known, settings.largestLoss());
    Failures failures = new Failures();
    for (int w = 0; w < windows; ) {
      if (monitor.needsFreeze()) {
        monitor.freeze(known.frozen());
      }
      known.law().draw(random, pair);
      pair.residual = monitor.residual(pair.coordinates, pair.successor);
      Optional<WindowCertificate> record = monitor.pair(pair, 0);
      if (record.isPresent()) {
        w++;
        WindowCertificate.Alarm alarm = record.get().alarm();
        failures.lower += alarm.lower() > known.best() ? 1 : 0;
        failures.upper += alarm.upper() < known.error() ? 1 : 0;
        failures.capped += alarm.upperCapped().orElseThrow() < cappedError ? 1 : 0;
        failures.wagers += record.get().displayed().upper().rule() == UpperRule.WAGERS ? 1 : 0;
      }
    }
    return failures;
  }

  @ParameterizedTest
  @MethodSource("laws")
  void tumblingWindowsThatLearnKeepTheirLevel(Known known) {
    requireKept(tumbling(known, 500, 51), 500);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("laws")
  void tumblingWindowsThatLearnKeepTheirLevelOverManyWindows(Known known) {
    requireKept(tumbling(known, 3000, 52), 3000);
  }

  private static void requireKept(Failures failures, int trials) {
    int limit = limit(trials);
    assertThat(failures.lower).isLessThanOrEqualTo(limit);
    assertThat(failures.upper).isLessThanOrEqualTo(limit);
    assertThat(failures.capped).isLessThanOrEqualTo(limit);
  }

  /** More failures than this have a probability of about 1e-5 at the promised level. */
  private static int limit(int trials) {
    return (int) Math.ceil(trials * DELTA + 4.3 * Math.sqrt(trials * DELTA * (1 - DELTA)));
  }

  private static Failures anytime(Known known, int streams, int units, long seed) {
    Failures failures = new Failures();
    CertificateSettings settings = settings(WindowPolicy.ANYTIME, known, 10 * units);
    double cappedError = cappedError(known, settings.largestLoss());
    RandomSource random = new RandomSource(seed);
    PairEvidence pair = new PairEvidence(known.law().classes());
    for (int s = 0; s < streams; s++) {
      CertificateMonitor monitor =
          new CertificateMonitor(settings, CertificateBasis.of(known.frozen(), known.frozen()));
      monitor.freeze(known.frozen());
      WindowCertificate last = null;
      for (int i = 0; i < units; i++) {
        known.law().draw(random, pair);
        pair.residual = monitor.residual(pair.coordinates, pair.successor);
        last = monitor.pair(pair, 0).orElse(last);
      }
      AnytimeRun run = last.anytime().orElseThrow();
      failures.lower += run.bestLower() > known.best() ? 1 : 0;
      failures.upper += run.bestUpper() < known.error() ? 1 : 0;
      failures.capped += run.bestCapped().orElseThrow() < cappedError ? 1 : 0;
    }
    return failures;
  }

  /**
   * The best bounds of a run are those of every evaluation before: whoever looks, looks at them.
   * Here at 200 moments of every stream; the long form looks at 5,000 of 2,000 streams.
   */
  @ParameterizedTest
  @MethodSource("laws")
  void boundsHoldAtEveryMoment(Known known) {
    requireKept(anytime(known, 40, 200, 53), 40);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("laws")
  void boundsHoldAtEveryMomentOfManyStreams(Known known) {
    requireKept(anytime(known, 2000, 5000, 54), 2000);
  }
}
