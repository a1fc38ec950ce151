package io.kahkm.reproduce;

import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Whether certificates are wrong no more often than they promise, on laws whose best error is known
 * exactly: every bound and both verdicts under every window policy and sampling.
 */
public final class CoverageStudy implements Study {
  /** Probability that any case of the whole study is accused although all promises are kept. */
  static final double ACCUSATION = 1e-3;

  private static final long LAW_SEED = 25;
  private static final int UNITS = 120;
  private static final int FAR_UNITS = 600;

  @Override
  public String name() {
    return "coverage";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    RandomSource seeds = new RandomSource(settings.seed());
    List<CoverageCase> cases = cases(laws(), seeds);
    List<CoverageCase.Counts> counts = simulate(cases, settings.windows(), progress);
    List<ResultTable> tables = new ArrayList<>(CoverageTables.of(cases, counts, ACCUSATION));
    tables.add(SamplingTable.of(settings.windows(), ACCUSATION, seeds, progress));
    tables.add(PowerTable.of(settings.windows(), seeds, progress));
    return Outcome.ofTables(tables);
  }

  static List<CoverageCase.Counts> simulate(
      List<CoverageCase> cases, int trials, Progress progress) {
    List<Callable<CoverageCase.Counts>> parts = new ArrayList<>();
    for (CoverageCase each : cases) {
      parts.add(() -> each.simulate(trials));
    }
    return Parallel.run("coverage cases", parts, progress);
  }

  /** The laws, with the size of their windows. */
  static List<KnownLaw> laws() {
    return List.of(
        KnownLaw.of(PairLaws.conflictingStates(), Math.sqrt(2), UNITS),
        KnownLaw.of(PairLaws.restingStates(), Math.sqrt(2), UNITS),
        KnownLaw.of(PairLaws.random(25, 3, LAW_SEED), 0.9, UNITS),
        rareSwap(),
        rareFar());
  }

  /** Worst for the upper bounds, and the tolerance just below the frozen closure's error. */
  static KnownLaw rareSwap() {
    return KnownLaw.ofNorm(PairLaws.rareSwap(rate(UNITS)), Matrix.identity(2), 1 - 1e-6, UNITS);
  }

  /**
   * Hard for the minimum bound, the tolerance at D_kappa; windows long enough for rare to be rare.
   */
  static KnownLaw rareFar() {
    Matrix frozen = Matrix.of(2, 2, new double[] {2, -1, 0.5, 0.5});
    return KnownLaw.ofNorm(PairLaws.rareFar(rate(FAR_UNITS)), frozen, 0, FAR_UNITS);
  }

  /**
   * A rate at which a window without any event is a little less likely than delta, and all of them
   * fail the upper bound: the worst case.
   */
  private static double rate(int units) {
    double silence = 0.96 * CoverageCase.DELTA;
    return -StrictMath.expm1(StrictMath.log(silence) / units);
  }

  static List<CoverageCase> cases(List<KnownLaw> laws, RandomSource seeds) {
    List<CoverageCase> cases = new ArrayList<>();
    for (KnownLaw known : laws) {
      for (Sampling sampling : Sampling.values()) {
        for (StudyPolicy policy : StudyPolicy.values()) {
          // A fleet's windows are tumbling ones at the level of each.
          if (sampling != Sampling.FLEET || policy == StudyPolicy.TUMBLING_EACH) {
            cases.add(new CoverageCase(known, sampling, policy, seeds.nextSeed()));
          }
        }
      }
    }
    return cases;
  }
}
