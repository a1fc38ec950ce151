package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Turns window statistics into a certificate record: a pure function, deterministic to the bit. */
public final class Certificate {
  /**
   * {@code kappa: norm} stands for the closure's norm times this; also the slack of nu <= kappa.
   */
  static final double NORM_SLACK = 1 + 1e-9;

  /** A lower bound excludes the tolerance when it exceeds it by more than this (rounding). */
  static final double TOLERANCE_SLACK = 1e-9;

  /** Dependence beyond which consecutive units count as correlated. */
  static final double DEPENDENCE_LIMIT = 4;

  /** Confidence statements of the halves check: two quantities, two halves, two sides. */
  private static final int HALVES_STATEMENTS = 8;

  private Certificate() {}

  /**
   * Where a window stands and what it may spend.
   *
   * @param index 0-based number of the window within its stream
   * @param from event time of the first pair, in nanoseconds
   * @param to event time of the close, in nanoseconds
   * @param level failure probability the alarm may spend, in (0, 1)
   * @param missing units that belong to the window but did not report, at least 0
   * @param undeclared streams that report beyond those the fleet declares, at least 0
   * @param retainedVariationLow retained variation that few normal windows of this size fall below
   * @param outsideAtClose whether the stream was outside the map when the window closed
   */
  public record Window(
      long index,
      long from,
      long to,
      double level,
      int missing,
      int undeclared,
      OptionalDouble retainedVariationLow,
      boolean outsideAtClose) {
    /** Checks level and missing units. */
    public Window {
      if (missing < 0) {
        throw new IllegalArgumentException("missing is " + missing + ", must be at least 0");
      }
      if (undeclared < 0) {
        throw new IllegalArgumentException("undeclared is " + undeclared + ", must be at least 0");
      }
      Levels.requireDelta(level);
    }

    /**
     * A window that closed on the map.
     *
     * @param index 0-based number of the window within its stream
     * @param from event time of the first pair, in nanoseconds
     * @param to event time of the close, in nanoseconds
     * @param level failure probability the alarm may spend, in (0, 1)
     * @param missing units that belong to the window but did not report, at least 0
     * @param retainedVariationLow retained variation that few normal windows of this size fall
     *     below
     */
    public Window(
        long index,
        long from,
        long to,
        double level,
        int missing,
        OptionalDouble retainedVariationLow) {
      this(index, from, to, level, missing, 0, retainedVariationLow, false);
    }
  }

  /**
   * Assesses a window.
   *
   * @param statistics the window's statistics, at least one unit; not modified
   * @param settings what was chosen beforehand
   * @param frozenClosure B0, C x C, frozen before the window's first record
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param window position and level
   * @return the record
   * @throws IllegalArgumentException if there is no unit or a shape does not fit
   */
  public static CertificateRecord assess(
      WindowStatistics statistics,
      CertificateSettings settings,
      Matrix frozenClosure,
      Matrix classMeans,
      Window window) {
    Levels.requireUnits(statistics.units());
    requireShape("frozenClosure", frozenClosure, statistics.classes());
    requireShape("classMeans", classMeans, statistics.classes());
    return new Assessor(statistics, settings, frozenClosure, classMeans, window).record();
  }

  private static void requireShape(String name, Matrix matrix, int classes) {
    if (matrix.rows() != classes || matrix.columns() != classes) {
      throw new IllegalArgumentException(
          name + " is " + matrix + ", must be " + classes + " x " + classes);
    }
  }

  /** One assessment with what its parts share. */
  private static final class Assessor {
    private final WindowStatistics statistics;
    private final CertificateSettings settings;
    private final Matrix closure;
    private final Matrix classMeans;
    private final Window window;
    private final SecondMoments moments;
    private final long units;
    private final double norm;
    private final double range;
    private final double risk;

    /** Built once a minimum bound is asked for: it costs an eigendecomposition. */
    private SpectralBall ball;

    Assessor(
        WindowStatistics statistics,
        CertificateSettings settings,
        Matrix closure,
        Matrix classMeans,
        Window window) {
      this.statistics = statistics;
      this.settings = settings;
      this.closure = closure;
      this.classMeans = classMeans;
      this.window = window;
      moments = new SecondMoments(statistics);
      units = statistics.units();
      norm = MatrixNorms.spectralNorm(closure);
      range = UpperBound.lossRange(closure);
      risk = moments.risk(closure);
    }

    CertificateRecord record() {
      double delta = settings.displayDelta();
      List<CertificateRecord.Row> rows = new ArrayList<>();
      for (double kappa : settings.displayKappas()) {
        rows.add(
            new CertificateRecord.Row(
                kappa,
                paper(kappa, delta),
                label(kappa, delta),
                minimum(kappa, delta / settings.displayKappas().size()),
                PaperBound.plugInLimit(statistics.fHat(), statistics.sHat(), kappa)));
      }
      List<Long> counts = new ArrayList<>();
      for (long count : statistics.classCounts()) {
        counts.add(count);
      }
      return new CertificateRecord(
          settings.sampling(),
          settings.policy(),
          window.index(),
          window.from(),
          window.to(),
          units,
          statistics.pairs(),
          statistics.skippedUnits(),
          window.missing(),
          statistics.fHat(),
          statistics.bHat(),
          statistics.sHat(),
          statistics.sPair(),
          counts,
          norm,
          rows,
          upper(delta),
          AssignmentBound.of(statistics.fHat(), units, delta),
          evaluable(delta),
          statistics.margins(delta),
          alarm(),
          statistics.outsideShare(),
          statistics.retainedVariation(),
          window.retainedVariationLow(),
          statistics.dependence());
    }

    private PaperBound paper(double kappa, double delta) {
      return PaperBound.of(statistics.fHat(), statistics.sHat(), units, kappa, delta);
    }

    private boolean pairsAreIdentical() {
      return settings.sampling() == Sampling.RECORDS && !settings.driftPossible();
    }

    private LabelBound label(double kappa, double delta) {
      return pairsAreIdentical()
          ? LabelBound.ofPairs(statistics.bHat(), statistics.sPair(), units, kappa, delta)
          : LabelBound.ofUnits(statistics.bHat(), statistics.sHat(), units, kappa, delta);
    }

    private MinimumBound minimum(double kappa, double delta) {
      if (ball == null) {
        ball = new SpectralBall(moments, units);
      }
      SpectralBall.Solution solution = ball.minimize(kappa);
      double gap = solution.gap() + moments.allowance(kappa);
      return MinimumBound.of(solution.risk(), gap, units, kappa, delta);
    }

    private UpperBound upper(double delta) {
      return UpperBound.of(risk, moments.allowance(norm), range, units, delta);
    }

    private EvaluableRisk evaluable(double delta) {
      double[][] difference = classMeans.toRows();
      double[][] b = closure.toRows();
      for (int i = 0; i < difference.length; i++) {
        for (int k = 0; k < difference.length; k++) {
          difference[i][k] -= b[i][k];
        }
      }
      return EvaluableRisk.of(
          classMeans,
          closure,
          statistics.fHat(),
          statistics.varianceAround(classMeans),
          moments.energy(difference),
          units,
          delta);
    }

    private CertificateRecord.Alarm alarm() {
      double kappa = settings.alarmKappa().orElse(norm * NORM_SLACK);
      double level = window.level();
      double limit = 0;
      double lower = 0;
      switch (settings.alarmBound()) {
        case PAPER -> {
          lower = paper(kappa, level).lower();
          limit = PaperBound.plugInLimit(statistics.fHat(), statistics.sHat(), kappa);
        }
        case LABEL -> {
          lower = label(kappa, level).lower();
          limit = PaperBound.plugInLimit(statistics.bHat(), statistics.sHat(), kappa);
        }
        case MINIMUM -> {
          MinimumBound bound = minimum(kappa, level);
          lower = bound.lower();
          limit = Math.sqrt(Math.max(0, bound.risk() - bound.gap()));
        }
      }
      double upper = upper(level).upper();
      Reason reason = reason(kappa, lower, upper);
      return new CertificateRecord.Alarm(
          settings.alarmBound(),
          kappa,
          settings.tolerance(),
          level,
          lower,
          limit,
          upper,
          reason.verdict(),
          reason);
    }

    private Reason reason(double kappa, double lower, double upper) {
      // What the units show that are there is not taken back by those that are missing.
      if (statistics.outsideShare() > settings.outsideShare()) {
        return Reason.OUTSIDE_SHARE;
      }
      if (window.outsideAtClose()) {
        return Reason.OUTSIDE_AT_CLOSE;
      }
      OptionalDouble low = window.retainedVariationLow();
      if (low.isPresent() && statistics.retainedVariation() < low.getAsDouble()) {
        return Reason.LOW_VARIATION;
      }
      if (statistics.brokenShare() > settings.outsideShare()) {
        return Reason.RELATION_BROKEN;
      }
      if (window.undeclared() > 0) {
        return Reason.TOO_MANY_STREAMS;
      }
      if (window.missing() > 0) {
        return Reason.INCOMPLETE;
      }
      if (halvesDiffer()) {
        return Reason.HALVES_DIFFER;
      }
      if (Math.abs(statistics.dependence()) > DEPENDENCE_LIMIT) {
        return Reason.UNITS_DEPENDENT;
      }
      if (Double.isNaN(settings.tolerance())) {
        return Reason.NO_TOLERANCE;
      }
      if (lower > settings.tolerance() + TOLERANCE_SLACK) {
        return Reason.LOWER_BOUND_ABOVE;
      }
      if (norm <= kappa * NORM_SLACK && upper <= settings.tolerance()) {
        return Reason.UPPER_BOUND_WITHIN;
      }
      return structurallyVacuous(kappa) ? Reason.STRUCTURALLY_VACUOUS : Reason.MORE_DATA;
    }

    private boolean halvesDiffer() {
      HalfSums.Part first = statistics.firstHalf();
      HalfSums.Part second = statistics.secondHalf();
      if (first.units() == 0 || second.units() == 0) {
        return false;
      }
      boolean residuals =
          range > 0
              && apart(
                  first.meanResidual() / range,
                  first.units(),
                  second.meanResidual() / range,
                  second.units());
      return residuals
          || apart(first.meanDistance(), first.units(), second.meanDistance(), second.units());
    }

    /** Whether the two confidence intervals of a mean in [0, 1] are disjoint. */
    private boolean apart(double first, long firstUnits, double second, long secondUnits) {
      double a = Math.max(0, Math.min(1, first));
      double b = Math.max(0, Math.min(1, second));
      double atA = Levels.radius(HALVES_STATEMENTS, window.level(), firstUnits);
      double atB = Levels.radius(HALVES_STATEMENTS, window.level(), secondUnits);
      return a < b
          ? BernoulliBounds.upper(a, atA) < BernoulliBounds.lower(b, atB)
          : BernoulliBounds.upper(b, atB) < BernoulliBounds.lower(a, atA);
    }

    /**
     * Whether even generous values of the two quantities leave the label comparison at 0: sigma is
     * at most, and kappa a_Phi at least, what the window allows at its level.
     */
    private boolean structurallyVacuous(double kappa) {
      if (settings.alarmBound() == Bound.MINIMUM) {
        return false;
      }
      double loss = settings.alarmBound() == Bound.PAPER ? statistics.fHat() : statistics.bHat();
      double r = Levels.radius(2, window.level(), units);
      double variance =
          Math.min(
              1,
              statistics.sHat() + (double) statistics.occupiedClasses() / units + Math.sqrt(2 * r));
      return Math.sqrt(variance) <= kappa * Math.sqrt(2 * BernoulliBounds.lower(loss, r));
    }
  }
}
