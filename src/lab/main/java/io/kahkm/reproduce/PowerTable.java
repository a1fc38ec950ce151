package io.kahkm.reproduce;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * How many units each bound needs to exclude a tolerance in the four-state example with conflicting
 * successors, at norm limit sqrt(2), in nine windows of ten.
 */
final class PowerTable {
  /** Share of windows that must exclude the tolerance. */
  static final double POWER = 0.9;

  private static final double[] TOLERANCES = {0.2, 0.3};

  /** Both sides of the interval of the units together miss the true number this often. */
  private static final double INTERVAL_LEVEL = 0.05;

  private static final int MOST_UNITS = 1 << 14;

  private PowerTable() {}

  /**
   * The units that a search found, by simulated windows.
   *
   * @param units fewest with power {@value PowerTable#POWER} in the simulated windows
   * @param low fewest that the windows leave possible
   * @param high fewest that the windows leave no doubt about
   */
  record Need(int units, int low, int high) {}

  static ResultTable of(int windows, RandomSource seeds, Progress progress) {
    List<Callable<Need>> parts = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      for (double tolerance : TOLERANCES) {
        long seed = seeds.nextSeed();
        parts.add(() -> need(bound, tolerance, windows, seed));
      }
    }
    List<Need> needs = Parallel.run("units that decide", parts, progress);
    List<List<String>> rows = new ArrayList<>();
    int next = 0;
    for (Bound bound : Bound.values()) {
      for (double tolerance : TOLERANCES) {
        Need need = needs.get(next++);
        rows.add(
            List.of(
                bound.label(),
                String.valueOf(tolerance),
                String.valueOf(need.units()),
                String.valueOf(need.low()),
                String.valueOf(need.high())));
      }
    }
    return new ResultTable(
        "power",
        "Units needed to exclude a tolerance with power " + POWER,
        List.of("bound", "tolerance", "units", "at least", "at most"),
        rows,
        List.of(
            String.format(
                Locale.ROOT,
                "Four states, conflict (D_kappa 0.46875), kappa sqrt(2), delta %s, sampling records,"
                    + " policy fixed. Found by bisection over the units with %d windows at each"
                    + " number, the same streams throughout; the two last columns are the units at"
                    + " which the windows' exact %.0f %% interval of the power begins and ceases to"
                    + " contain %s.",
                CoverageCase.DELTA,
                windows,
                100 * (1 - INTERVAL_LEVEL),
                POWER)),
        false,
        true);
  }

  static Need need(Bound bound, double tolerance, int windows, long seed) {
    KnownLaw known = KnownLaw.of(PairLaws.conflictingStates(), Math.sqrt(2), 2);
    Map<Integer, Integer> tried = new HashMap<>();
    // Fewer successes are unlikely at the power, and more are unlikely below it.
    int possible = windows - BinomialTail.limit(windows, 1 - POWER, INTERVAL_LEVEL / 2);
    int certain = BinomialTail.limit(windows, POWER, INTERVAL_LEVEL / 2) + 1;
    IntUnaryOperator excluded =
        units ->
            tried.computeIfAbsent(
                units, unseen -> excluded(known, bound, tolerance, windows, seed, units));
    return new Need(
        fewest(units -> excluded.applyAsInt(units) >= POWER * windows),
        fewest(units -> excluded.applyAsInt(units) >= possible),
        fewest(units -> excluded.applyAsInt(units) >= certain));
  }

  /** The fewest units with a property that more units keep, up to the noise of the windows. */
  private static int fewest(IntPredicate property) {
    int high = 2;
    while (!property.test(high)) {
      if (high >= MOST_UNITS) {
        throw new ArithmeticException("no number of units up to " + MOST_UNITS + " decides");
      }
      high *= 2;
    }
    int low = high / 2;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (property.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static int excluded(
      KnownLaw known, Bound bound, double tolerance, int windows, long seed, int units) {
    CertificateSettings settings =
        StudyPolicy.FIXED.settings(
            Sampling.RECORDS, units, bound, known.kappa(), CoverageCase.DELTA, tolerance);
    RandomSource seeds = new RandomSource(seed);
    int excluded = 0;
    for (int w = 0; w < windows; w++) {
      UnitSource source = new UnitSource(known.law(), 0, new RandomSource(seeds.nextSeed()));
      WindowCertificate record = WindowFeed.of(List.of(settings), known, source, 1).next().get(0);
      excluded += record.verdict() == Verdict.EXCLUDED ? 1 : 0;
    }
    return excluded;
  }
}
