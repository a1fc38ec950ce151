package io.kahkm.reproduce;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * What a wrongly declared sampling does: the same sticky law as one stream whose pairs are declared
 * independent, as independent episodes, and as a fleet of independent streams, beside pairs that
 * are independent indeed.
 */
final class SamplingTable {
  /** How likely a pair repeats the one before it. */
  static final double STICKINESS = 0.95;

  private static final int UNITS = 300;
  private static final int FLEET_PAIRS = 20;

  /** A misuse must be noticed in more than this share of its windows. */
  private static final double NOTICED = 0.5;

  private SamplingTable() {}

  /** A sampling and whether it is declared rightly. */
  enum Declared {
    INDEPENDENT("independent pairs", Sampling.RECORDS, 0, true),
    MISUSED("one sticky stream", Sampling.RECORDS, STICKINESS, false),
    EPISODES("sticky episodes, each restarted", Sampling.EPISODES, STICKINESS, true),
    FLEET("sticky streams, independent of each other", Sampling.FLEET, STICKINESS, true);

    private final String words;
    private final Sampling sampling;
    private final double stickiness;
    private final boolean rightly;

    Declared(String words, Sampling sampling, double stickiness, boolean rightly) {
      this.words = words;
      this.sampling = sampling;
      this.stickiness = stickiness;
      this.rightly = rightly;
    }
  }

  /**
   * What the windows did.
   *
   * @param wrongLower minimum bounds above D_kappa
   * @param wrongUpper upper bounds below the frozen closure's error
   * @param suspect windows with verdict SUSPECT
   * @param wrongVerdicts EXCLUDED and ATTAINABLE, both of which are wrong at the tolerance
   */
  record Counts(int wrongLower, int wrongUpper, int suspect, int wrongVerdicts) {}

  static ResultTable of(int windows, double accusation, RandomSource seeds, Progress progress) {
    List<Callable<Counts>> parts = new ArrayList<>();
    for (Declared declared : Declared.values()) {
      long seed = seeds.nextSeed();
      parts.add(() -> simulate(declared, windows, seed));
    }
    List<Counts> counts = Parallel.run("declared samplings", parts, progress);
    int limit = BinomialTail.limit(windows, CoverageCase.DELTA, accusation / (2 * counts.size()));
    List<List<String>> rows = new ArrayList<>();
    boolean all = true;
    for (Declared declared : Declared.values()) {
      Counts count = counts.get(rows.size());
      boolean keeps = count.wrongLower() <= limit && count.wrongUpper() <= limit;
      boolean noticed = count.suspect() > NOTICED * windows;
      boolean holds = declared.rightly ? keeps : !keeps && noticed;
      all &= holds;
      rows.add(
          List.of(
              declared.words,
              declared.sampling.label(),
              String.valueOf(windows),
              String.valueOf(limit),
              String.valueOf(count.wrongLower()),
              String.valueOf(count.wrongUpper()),
              String.valueOf(count.suspect()),
              String.valueOf(count.wrongVerdicts()),
              declared.rightly
                  ? holds ? "level kept" : "BROKEN"
                  : holds ? "level lost, SUSPECT" : "NOT SHOWN"));
    }
    return new ResultTable(
        "sampling",
        "What a wrongly declared sampling does",
        ResultTable.columns(
            "data | declared | windows | limit | wrong minimum | wrong upper | SUSPECT | "
                + "wrong verdicts | result"),
        rows,
        List.of(
            String.format(
                Locale.ROOT,
                "Four states, conflict; tumbling windows of %d units at delta %s. A sticky pair"
                    + " repeats the one before it with probability %s, and every pair alone follows"
                    + " the same law. Misuse must break the limit and turn more than half of the"
                    + " windows SUSPECT, which withholds the verdicts.",
                UNITS,
                CoverageCase.DELTA,
                STICKINESS)),
        false,
        all);
  }

  static Counts simulate(Declared declared, int windows, long seed) {
    KnownLaw known = KnownLaw.of(PairLaws.conflictingStates(), Math.sqrt(2), UNITS);
    UnitSource source = new UnitSource(known.law(), declared.stickiness, new RandomSource(seed));
    WindowFeed feed =
        WindowFeed.of(
            List.of(
                StudyPolicy.TUMBLING_EACH.settings(
                    declared.sampling,
                    UNITS,
                    Bound.MINIMUM,
                    known.kappa(),
                    CoverageCase.DELTA,
                    known.tolerance())),
            known,
            source,
            FLEET_PAIRS);
    int wrongLower = 0;
    int wrongUpper = 0;
    int suspect = 0;
    int wrongVerdicts = 0;
    for (int w = 0; w < windows; w++) {
      WindowCertificate record = feed.next().get(0);
      wrongLower += CertificateClaim.MINIMUM.wrong(record, known) ? 1 : 0;
      wrongUpper += CertificateClaim.UPPER.wrong(record, known) ? 1 : 0;
      suspect += record.verdict() == Verdict.SUSPECT ? 1 : 0;
      wrongVerdicts +=
          CertificateClaim.EXCLUDED.wrong(record, known)
                  || CertificateClaim.ATTAINABLE.wrong(record, known)
              ? 1
              : 0;
    }
    return new Counts(wrongLower, wrongUpper, suspect, wrongVerdicts);
  }
}
