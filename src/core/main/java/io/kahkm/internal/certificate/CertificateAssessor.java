package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Turns window statistics into a certificate: a pure function, deterministic to the bit. */
public final class CertificateAssessor {
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

  private CertificateAssessor() {}

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
   * @return the certificate
   * @throws IllegalArgumentException if there is no unit or a shape does not fit
   */
  public static WindowCertificate assess(
      WindowStatistics statistics,
      CertificateSettings settings,
      Matrix frozenClosure,
      Matrix classMeans,
      Window window) {
    Levels.requireUnits(statistics.units());
    requireShape("frozenClosure", frozenClosure, statistics.classes());
    requireShape("classMeans", classMeans, statistics.classes());
    UnitWindow.Occasion occasion =
        UnitWindow.Occasion.once(Choices.first(settings), window.level());
    return new Assessor(statistics, settings, frozenClosure, classMeans, window, occasion)
        .certificate(0);
  }

  private static void requireShape(String name, Matrix matrix, int classes) {
    if (matrix.rows() != classes || matrix.columns() != classes) {
      throw new IllegalArgumentException(
          name + " is " + matrix + ", must be " + classes + " x " + classes);
    }
  }

  /** One assessment with what its parts share. */
  static final class Assessor {
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
    private final UnitWindow.Occasion occasion;

    /** Null where the sharper bounds keep nothing. */
    private final LossAssessor sharper;

    /** Null without horizons. */
    private final HorizonAssessor ahead;

    private int certifiedBefore;

    /** The tight bound of the alarm, where it is kept. */
    private Optional<TightBound> tight = Optional.empty();

    /** Built once a minimum bound is asked for: it costs an eigendecomposition. */
    private SpectralBall ball;

    Assessor(
        WindowStatistics statistics,
        CertificateSettings settings,
        Matrix closure,
        Matrix classMeans,
        Window window,
        UnitWindow.Occasion occasion) {
      this.occasion = occasion;
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
      WindowLosses losses = statistics.losses();
      sharper = losses == null ? null : sharper(losses);
      ahead =
          losses == null || losses.plan().horizons().isEmpty()
              ? null
              : new HorizonAssessor(losses, occasion.choices().ahead(), horizonDelta(window));
    }

    private LossAssessor sharper(WindowLosses losses) {
      Beforehand before = occasion.choices().next();
      LossPlan plan = losses.plan();
      return plan.tight()
          ? new LossAssessor(losses.next(), before, moments, plan.reference(), plan.metric())
          : new LossAssessor(losses.next(), before);
    }

    /** Policy and family divide the level of the horizons as that of the alarm. */
    private double horizonDelta(Window at) {
      double declared = settings.refinements().horizons().orElseThrow().delta();
      return declared * (at.level() / settings.decision().delta());
    }

    /**
     * The certificate.
     *
     * @param certifiedHorizon of the window before, 0 for none
     */
    WindowCertificate certificate(int certifiedHorizon) {
      certifiedBefore = certifiedHorizon;
      WindowCertificate.Displayed displayed = displayed();
      WindowCertificate.Alarm alarm = alarm();
      return new WindowCertificate(
          new WindowCertificate.Extent(
              settings.sampling(),
              settings.window().policy(),
              window.index(),
              window.from(),
              window.to()),
          counts(),
          new WindowCertificate.Averages(
              statistics.fHat(), statistics.bHat(), statistics.sHat(), statistics.sPair()),
          norm,
          displayed,
          alarm,
          new WindowCertificate.Checks(
              statistics.outsideShare(),
              statistics.retainedVariation(),
              window.retainedVariationLow(),
              statistics.dependence()),
          run(alarm),
          horizons(alarm));
    }

    private WindowCertificate.Counts counts() {
      List<Long> ofClasses = new ArrayList<>();
      for (long count : statistics.classCounts()) {
        ofClasses.add(count);
      }
      return new WindowCertificate.Counts(
          units, statistics.pairs(), statistics.skippedUnits(), window.missing(), ofClasses);
    }

    private WindowCertificate.Displayed displayed() {
      double delta = settings.display().delta();
      boolean fixed = occasion.run().isEmpty();
      List<WindowCertificate.Row> rows = new ArrayList<>();
      double share = delta / settings.display().kappas().size();
      for (double kappa : settings.display().kappas()) {
        rows.add(fixed ? fixedRow(kappa, delta, share) : anytimeRow(kappa, share));
      }
      return new WindowCertificate.Displayed(
          rows,
          upper(delta),
          capped(delta),
          fixed
              ? OptionalDouble.of(AssignmentBound.of(statistics.fHat(), units, delta))
              : OptionalDouble.empty(),
          fixed ? Optional.of(evaluable(delta)) : Optional.empty(),
          fixed ? statistics.margins(delta) : Optional.empty());
    }

    private WindowCertificate.Row fixedRow(double kappa, double delta, double share) {
      return new WindowCertificate.Row(
          kappa,
          Optional.of(paper(kappa, delta)),
          Optional.of(label(kappa, delta)),
          Optional.of(minimum(kappa, share)),
          OptionalDouble.of(PaperBound.plugInLimit(statistics.fHat(), statistics.sHat(), kappa)),
          tight(kappa, share));
    }

    private WindowCertificate.Row anytimeRow(double kappa, double share) {
      return new WindowCertificate.Row(
          kappa,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          tight(kappa, share));
    }

    private boolean keepsTight() {
      return sharper != null && statistics.losses().plan().tight();
    }

    private Optional<TightBound> tight(double kappa, double delta) {
      return keepsTight() ? sharper.lower(kappa, lowerBall(kappa), delta) : Optional.empty();
    }

    /** What no matrix of the ball has less empirical risk than. */
    private double lowerBall(double kappa) {
      SpectralBall.Solution solution = ball().minimize(kappa);
      return solution.risk() - solution.gap() - moments.allowance(kappa);
    }

    private Optional<CappedBound> capped(double delta) {
      return sharper != null && statistics.losses().plan().scale().capped()
          ? Optional.of(sharper.capped(delta))
          : Optional.empty();
    }

    private Optional<AnytimeRun> run(WindowCertificate.Alarm alarm) {
      return occasion
          .run()
          .map(
              before ->
                  new AnytimeRun(
                      before.restart(),
                      before.cause(),
                      before.since(),
                      bestLower(alarm.lower()),
                      bestUpper(alarm.upper()),
                      bestCapped(alarm.upperCapped())));
    }

    private double bestLower(double lower) {
      return Math.max(lower, occasion.run().map(AnytimeRun::bestLower).orElse(lower));
    }

    private double bestUpper(double upper) {
      return Math.min(upper, occasion.run().map(AnytimeRun::bestUpper).orElse(upper));
    }

    private OptionalDouble bestCapped(OptionalDouble upper) {
      if (upper.isEmpty() || occasion.run().isEmpty()) {
        return upper;
      }
      double before = occasion.run().get().bestCapped().orElse(Double.POSITIVE_INFINITY);
      return OptionalDouble.of(Math.min(upper.getAsDouble(), before));
    }

    private Optional<HorizonCertificate> horizons(WindowCertificate.Alarm alarm) {
      if (ahead == null) {
        return Optional.empty();
      }
      Verdict verdict = alarm.verdict();
      boolean withheld =
          verdict == Verdict.SUSPECT
              || verdict == Verdict.OUT_OF_MAP
              || alarm.reason() == Reason.INCOMPLETE;
      HorizonClaims claims =
          withheld ? HorizonClaims.NONE : bests().claims(settings.decision().tolerance());
      int starts = statistics.losses().plan().horizons().orElseThrow().starts();
      return Optional.of(
          new HorizonCertificate(
              horizonDelta(window), starts, claims, certifiedBefore, ahead.rows()));
    }

    /** The best bounds of every horizon, of this and earlier evaluations of the run. */
    HorizonBests bests() {
      return ahead == null ? HorizonBests.NONE : occasion.bests().with(ahead.rows());
    }

    /**
     * What this window decides for the next one.
     *
     * @param coming units of the next window
     * @param comingLevel what it may spend
     */
    Choices next(int coming, double comingLevel) {
      if (sharper == null) {
        return occasion.choices();
      }
      boolean keep = settings.refinements().reference() == ReferenceClosure.FROZEN;
      double level = window.level();
      return new Choices(
          sharper.next(tight, level, coming, comingLevel, keep),
          ahead == null
              ? List.of()
              : ahead.next(coming, horizonDelta(window) * (comingLevel / level), keep));
    }

    /** What this run decides for the next one: its references, no more. */
    Choices nextRun() {
      boolean keep = settings.refinements().reference() == ReferenceClosure.FROZEN;
      Optional<Matrix> reference =
          keep || !keepsTight() ? occasion.choices().next().reference() : sharper.minimum();
      return new Choices(
          Beforehand.anytime(reference), ahead == null ? List.of() : ahead.nextRun(keep));
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
      SpectralBall.Solution solution = ball().minimize(kappa);
      double gap = solution.gap() + moments.allowance(kappa);
      return MinimumBound.of(solution.risk(), gap, units, kappa, delta);
    }

    private SpectralBall ball() {
      if (ball == null) {
        ball = new SpectralBall(moments, units);
      }
      return ball;
    }

    private UpperBound upper(double delta) {
      if (occasion.choices().next().upper().rule() == UpperRule.WAGERS) {
        return sharper.upper(delta);
      }
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

    private WindowCertificate.Alarm alarm() {
      double kappa = settings.decision().kappa().orElse(norm * NORM_SLACK);
      double level = window.level();
      double limit = 0;
      double lower = 0;
      switch (settings.decision().bound()) {
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
        case TIGHT -> {
          tight = tight(kappa, level);
          lower = tight.map(TightBound::lower).orElse(0.0);
          limit = tight.map(TightBound::limit).orElse(0.0);
        }
      }
      double upper = upper(level).upper();
      Optional<CappedBound> capped = capped(level);
      OptionalDouble upperCapped =
          capped.isPresent() ? OptionalDouble.of(capped.get().upper()) : OptionalDouble.empty();
      Reason reason = reason(kappa, bestLower(lower), bestUpper(upper), bestCapped(upperCapped));
      return new WindowCertificate.Alarm(
          settings.decision().bound(),
          kappa,
          settings.decision().tolerance(),
          level,
          tight,
          lower,
          limit,
          upper,
          upperCapped,
          reason.verdict(),
          reason);
    }

    private Reason reason(double kappa, double lower, double upper, OptionalDouble capped) {
      // What the units show that are there is not taken back by those that are missing. The first
      // few units of a run are no sample of where the stream lies.
      boolean tooFew = occasion.run().isPresent() && units < settings.window().units();
      if (!tooFew && statistics.outsideShare() > settings.outsideShare()) {
        return Reason.OUTSIDE_SHARE;
      }
      if (window.outsideAtClose()) {
        return Reason.OUTSIDE_AT_CLOSE;
      }
      OptionalDouble low = window.retainedVariationLow();
      if (!tooFew && low.isPresent() && statistics.retainedVariation() < low.getAsDouble()) {
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
      if (Double.isNaN(settings.decision().tolerance())) {
        return Reason.NO_TOLERANCE;
      }
      double tolerance = settings.decision().tolerance();
      boolean within = norm <= kappa * NORM_SLACK && capped.orElse(upper) <= tolerance;
      if (lower > tolerance + TOLERANCE_SLACK) {
        return within && capped.isPresent() ? Reason.RARE_ERRORS : Reason.LOWER_BOUND_ABOVE;
      }
      if (within) {
        return upper <= tolerance ? Reason.UPPER_BOUND_WITHIN : Reason.CAPPED_UPPER_BOUND_WITHIN;
      }
      return structurallyVacuous(kappa) ? Reason.STRUCTURALLY_VACUOUS : Reason.MORE_DATA;
    }

    private boolean halvesDiffer() {
      if (occasion.halvesLevel().isEmpty()) {
        return false;
      }
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
      double level = occasion.halvesLevel().orElseThrow();
      double atA = Levels.radius(HALVES_STATEMENTS, level, firstUnits);
      double atB = Levels.radius(HALVES_STATEMENTS, level, secondUnits);
      return a < b
          ? BernoulliBounds.upper(a, atA) < BernoulliBounds.lower(b, atB)
          : BernoulliBounds.upper(b, atB) < BernoulliBounds.lower(a, atA);
    }

    /**
     * Whether even generous values of the two quantities leave the label comparison at 0: sigma is
     * at most, and kappa a_Phi at least, what the window allows at its level.
     */
    private boolean structurallyVacuous(double kappa) {
      if (settings.decision().bound() == Bound.MINIMUM
          || settings.decision().bound() == Bound.TIGHT) {
        return false;
      }
      double loss =
          settings.decision().bound() == Bound.PAPER ? statistics.fHat() : statistics.bHat();
      double r = Levels.radius(2, window.level(), units);
      double variance =
          Math.min(
              1,
              statistics.sHat() + (double) statistics.occupiedClasses() / units + Math.sqrt(2 * r));
      return Math.sqrt(variance) <= kappa * Math.sqrt(2 * BernoulliBounds.lower(loss, r));
    }
  }
}
