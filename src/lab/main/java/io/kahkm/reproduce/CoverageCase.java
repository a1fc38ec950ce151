package io.kahkm.reproduce;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One law under one sampling and one window policy: simulated windows of all bounds, beside windows
 * that were given a broken level. Immutable.
 *
 * @param known the law
 * @param sampling what the units are
 * @param policy how windows are cut
 * @param seed of this case's random numbers
 */
record CoverageCase(KnownLaw known, Sampling sampling, StudyPolicy policy, long seed) {
  /** The bounds of a number of units fixed beforehand that need nothing but the window's sums. */
  private static final List<Bound> BOUNDS = List.of(Bound.PAPER, Bound.LABEL, Bound.MINIMUM);

  /** The promised level. */
  static final double DELTA = 0.05;

  /** The level that the broken control is given instead. */
  static final double BROKEN_DELTA = 0.9;

  /** Pairs of a stream of a fleet in a window. */
  static final int FLEET_PAIRS = 5;

  /** How likely a pair of an episode or of a fleet's stream repeats the one before it. */
  static final double STICKINESS = 0.8;

  /**
   * How often one claim was wrong: in trials, or in hops where those are promised.
   *
   * @param failures as it is
   * @param broken with the level {@value CoverageCase#BROKEN_DELTA}
   * @param bare without confidence terms
   */
  record Tally(int failures, int broken, int bare) {
    private static final Tally NONE = new Tally(0, 0, 0);

    private Tally plus(boolean failure, boolean whenBroken, boolean whenBare) {
      return new Tally(
          failures + (failure ? 1 : 0), broken + (whenBroken ? 1 : 0), bare + (whenBare ? 1 : 0));
    }

    private Tally plus(Tally other) {
      return new Tally(failures + other.failures, broken + other.broken, bare + other.bare);
    }

    private Tally once() {
      return new Tally(Math.min(1, failures), Math.min(1, broken), Math.min(1, bare));
    }
  }

  /**
   * What a simulation counted.
   *
   * @param trials windows, or runs of windows, as the policy promises
   * @param tallies of every claim
   * @param crossings bounds of windows with the lower above the upper one
   */
  record Counts(int trials, Map<CertificateClaim, Tally> tallies, int crossings) {}

  /** Simulates. */
  Counts simulate(int trials) {
    UnitSource source =
        new UnitSource(
            known.law(), sampling == Sampling.RECORDS ? 0 : STICKINESS, new RandomSource(seed));
    Map<CertificateClaim, Tally> total = new EnumMap<>(CertificateClaim.class);
    int crossings = 0;
    WindowFeed feed = null;
    for (int trial = 0; trial < trials; trial++) {
      if (feed == null || !policy.continues()) {
        feed = WindowFeed.of(settings(), known, source, FLEET_PAIRS);
      }
      Map<CertificateClaim, Tally> run = new EnumMap<>(CertificateClaim.class);
      for (int w = 0; w < policy.windowsPerRun(); w++) {
        crossings += window(feed.next(), run);
      }
      // A run counts once, except where the promise is about the expected number of wrong hops.
      boolean hops = policy.promise() == Promise.EXPECTED_HOPS;
      run.forEach((claim, tally) -> total.merge(claim, hops ? tally : tally.once(), Tally::plus));
    }
    return new Counts(trials, total, crossings);
  }

  /** Every bound as it is, then every bound with the broken level. */
  private List<CertificateSettings> settings() {
    List<CertificateSettings> settings = new ArrayList<>();
    for (double delta : new double[] {DELTA, BROKEN_DELTA}) {
      for (Bound bound : BOUNDS) {
        settings.add(
            policy.settings(
                sampling, known.units(), bound, known.kappa(), delta, known.tolerance()));
      }
    }
    return settings;
  }

  private int window(List<WindowCertificate> records, Map<CertificateClaim, Tally> run) {
    for (CertificateClaim claim : CertificateClaim.values()) {
      int index = BOUNDS.indexOf(claim.alarm());
      WindowCertificate kept = records.get(index);
      WindowCertificate broken = records.get(BOUNDS.size() + index);
      run.put(
          claim,
          run.getOrDefault(claim, Tally.NONE)
              .plus(
                  claim.wrong(kept, known),
                  claim.wrong(broken, known),
                  claim.wrongWithoutConfidence(kept, known)));
    }
    int crossings = 0;
    for (int b = 0; b < BOUNDS.size(); b++) {
      // The label bound of pairs estimates without bias, so that chance may lift it.
      if (BOUNDS.get(b) == Bound.LABEL && sampling == Sampling.RECORDS) {
        continue;
      }
      WindowCertificate.Alarm alarm = records.get(b).alarm();
      crossings += alarm.lower() > alarm.upper() ? 1 : 0;
    }
    return crossings;
  }
}
