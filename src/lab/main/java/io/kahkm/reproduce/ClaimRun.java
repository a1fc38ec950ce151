package io.kahkm.reproduce;

import io.kahkm.internal.certificate.CertificateBasis;
import io.kahkm.internal.certificate.CertificateMonitor;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Windows in which a claim of forecasts would mislead: the plain error misses the tolerance, "no
 * change" reaches it, or most pairs are outside the map. How often something is claimed there. One
 * use.
 */
final class ClaimRun {
  /** What must not happen, or with a probability only. */
  enum Announced {
    /** The capped error alone is within. */
    EXCLUDED("forecast claimed in a window that is EXCLUDED", 200),
    /** The words before: the forecast's bound alone is within. */
    NO_CHANGE("trusted where no change is within the tolerance", 200),
    /** Of a window and a horizon. */
    NO_CHANGE_BOUND("bound of no change wrong", 200),
    /** Of a stream, looked at all the time until there are the units of a window. */
    OUTSIDE("anything claimed with over 5 % of the first pairs outside", 150);

    final String words;
    final int units;

    Announced(String words, int units) {
      this.words = words;
      this.units = units;
    }
  }

  private static final List<Integer> HORIZONS = List.of(1, 10, 50);
  private static final double DELTA = 0.05;
  private static final int LENGTH = 52;
  private static final int WINDOWS = 4;

  /** r2 0.8 of four states that are equally frequent. */
  private static final double GLITCH_TOLERANCE = Math.sqrt(0.2 * 0.75);

  private static final double GLITCH = 0.12;

  /** At one step no change errs by .14, at ten by .43. */
  private static final double STAY = 0.99;

  private static final double SLOW_TOLERANCE = 0.45;
  private static final double EXACT_TOLERANCE = 0.3;

  private final long seed;
  private final Map<Announced, MonitoredRun.Count> counts = new EnumMap<>(Announced.class);

  ClaimRun(long seed) {
    this.seed = seed;
    for (Announced announced : Announced.values()) {
      counts.put(announced, new MonitoredRun.Count());
    }
  }

  /** Runs all of it and returns what was counted. */
  Map<Announced, MonitoredRun.Count> run() {
    excluded();
    noChange();
    outside();
    return counts;
  }

  private static CertificateMonitor monitor(
      WindowPolicy policy, int units, double tolerance, OptionalDouble cap, Matrix closure) {
    boolean anytime = policy == WindowPolicy.ANYTIME;
    HorizonSettings horizons = new HorizonSettings(HORIZONS, 1, DELTA, true, Projection.NONE);
    CertificateSettings settings =
        CertificateSettings.builder(Sampling.EPISODES, units)
            .policy(policy)
            .budget(anytime ? Budget.FOREVER : Budget.EACH)
            .bound(anytime ? Bound.TIGHT : Bound.MINIMUM)
            .delta(DELTA)
            .tolerance(tolerance)
            .refinements(
                new Refinements(cap, ReferenceClosure.PREVIOUS, 0, 0, Optional.of(horizons)))
            .build();
    return new CertificateMonitor(settings, CertificateBasis.of(closure, closure));
  }

  private static HorizonClaims claims(WindowCertificate record) {
    return record.horizons().orElseThrow().claims();
  }

  private static List<HorizonBound> rows(WindowCertificate record) {
    return record.horizons().orElseThrow().rows();
  }

  /** Rare large errors: the plain error is .59 at a tolerance of .387, the capped one is within. */
  private void excluded() {
    int units = Announced.EXCLUDED.units;
    Matrix circle = CircleEpisodes.transitions(0);
    CertificateMonitor monitor =
        monitor(WindowPolicy.TUMBLING, units, GLITCH_TOLERANCE, OptionalDouble.of(2), circle);
    for (WindowCertificate record :
        new CircleEpisodes(seed, LENGTH, GLITCH, 0).feed(monitor, circle, WINDOWS * units, false)) {
      if (record.verdict() == Verdict.EXCLUDED) {
        double first = rows(record).get(0).capped().orElseThrow().upper();
        counts.get(Announced.EXCLUDED).add(0, claims(record).ok() > 0, first <= GLITCH_TOLERANCE);
      }
    }
  }

  /** Windows of a process that hardly moves. */
  private List<WindowCertificate> slow(Matrix closure) {
    int units = Announced.NO_CHANGE.units;
    CertificateMonitor monitor =
        monitor(WindowPolicy.TUMBLING, units, SLOW_TOLERANCE, OptionalDouble.empty(), closure);
    return new CircleEpisodes(seed, LENGTH, 0, STAY).feed(monitor, closure, WINDOWS * units, false);
  }

  private void noChange() {
    for (WindowCertificate record : slow(CircleEpisodes.transitions(STAY))) {
      for (HorizonBound row : rows(record)) {
        if (row.persistence().orElse(Double.POSITIVE_INFINITY) <= SLOW_TOLERANCE) {
          counts
              .get(Announced.NO_CHANGE)
              .add(
                  0,
                  claims(record).trusted().contains(row.horizon()),
                  row.horizon() <= claims(record).ok());
        }
      }
    }
    // The error of a closure that repeats the present is that of no change.
    for (WindowCertificate record : slow(Matrix.identity(CircleEpisodes.CLASSES))) {
      for (HorizonBound row : rows(record)) {
        double truth = CircleEpisodes.noChange(STAY, row.horizon());
        double bound = row.persistence().orElseThrow();
        double observed = Math.sqrt(row.meanSquaredError());
        counts.get(Announced.NO_CHANGE_BOUND).add(DELTA / 2, bound < truth, observed < truth);
      }
    }
  }

  /** Exact forecasts, half of whose pairs start outside the map, never three in a row. */
  private void outside() {
    int units = Announced.OUTSIDE.units;
    Matrix circle = CircleEpisodes.transitions(0);
    CertificateMonitor monitor =
        monitor(WindowPolicy.ANYTIME, units, EXACT_TOLERANCE, OptionalDouble.empty(), circle);
    boolean claimed = false;
    boolean within = false;
    for (WindowCertificate record :
        new CircleEpisodes(seed, LENGTH, 0, 0).feed(monitor, circle, units - 1, true)) {
      boolean decided =
          record.verdict() == Verdict.ATTAINABLE || record.verdict() == Verdict.EXCLUDED;
      claimed |= decided || !claims(record).equals(HorizonClaims.NONE);
      within |= record.anytime().orElseThrow().bestUpper() <= EXACT_TOLERANCE;
    }
    counts.get(Announced.OUTSIDE).add(0, claimed, within);
  }
}
