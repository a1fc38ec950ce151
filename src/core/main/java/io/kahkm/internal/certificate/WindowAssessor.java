package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.AssessmentLimits;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.LossAssessor;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One assessment of one window: its numbers and its verdict as a certificate, and what they decide
 * for the window after it. For one thread.
 */
final class WindowAssessor {
  private final WindowStatistics statistics;
  private final CertificateSettings settings;
  private final CertificateAssessor.Window window;
  private final AssessmentContext context;
  private final WindowBounds bounds;
  private final VerdictRules rules;

  /** Null without horizons. */
  private final @Nullable HorizonAssessor ahead;

  private int certifiedBefore;

  /** The tight bound of the alarm, where it is kept. */
  private Optional<TightBound> tight = Optional.empty();

  /**
   * An assessment.
   *
   * @param statistics the window's statistics, at least one unit; not modified
   * @param settings what was chosen beforehand
   * @param closure B0, C x C, frozen before the window's first record
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param window position and level
   * @param context what was decided before, and how often the same run is looked at
   */
  WindowAssessor(
      WindowStatistics statistics,
      CertificateSettings settings,
      Matrix closure,
      Matrix classMeans,
      CertificateAssessor.Window window,
      AssessmentContext context) {
    this.statistics = statistics;
    this.settings = settings;
    this.window = window;
    this.context = context;
    bounds = new WindowBounds(statistics, settings, closure, classMeans, context.choices().next());
    rules = new VerdictRules(statistics, settings, window, context, bounds.norm(), bounds.range());
    WindowLosses losses = statistics.losses();
    ahead =
        losses == null || losses.plan().horizons().isEmpty()
            ? null
            : new HorizonAssessor(losses, context.choices(), horizonDelta(window));
  }

  /** Policy and family divide the level of the horizons as that of the alarm. */
  private double horizonDelta(CertificateAssessor.Window at) {
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
    WindowCertificate.Displayed displayed = bounds.displayed(context.run().isEmpty());
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
        bounds.norm(),
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
        statistics.units(),
        statistics.pairs(),
        statistics.skippedUnits(),
        window.missing(),
        ofClasses);
  }

  private WindowCertificate.Alarm alarm() {
    double kappa = settings.decision().kappa().orElse(bounds.norm() * AssessmentLimits.NORM_SLACK);
    double level = window.level();
    double limit = 0;
    double lower = 0;
    switch (settings.decision().bound()) {
      case PAPER -> {
        lower = bounds.paper(kappa, level).lower();
        limit = PaperBound.plugInLimit(statistics.fHat(), statistics.sHat(), kappa);
      }
      case LABEL -> {
        lower = bounds.label(kappa, level).lower();
        limit = PaperBound.plugInLimit(statistics.bHat(), statistics.sHat(), kappa);
      }
      case MINIMUM -> {
        MinimumBound bound = bounds.minimum(kappa, level);
        lower = bound.lower();
        limit = Math.sqrt(Math.max(0, bound.risk() - bound.gap()));
      }
      case TIGHT -> {
        tight = bounds.tight(kappa, level);
        lower = tight.map(TightBound::lower).orElse(0.0);
        limit = tight.map(TightBound::limit).orElse(0.0);
      }
    }
    double upper = bounds.upper(level).upper();
    Optional<CappedBound> capped = bounds.capped(level);
    OptionalDouble upperCapped =
        capped.isPresent() ? OptionalDouble.of(capped.get().upper()) : OptionalDouble.empty();
    Reason reason =
        rules.reason(kappa, bestLower(lower), bestUpper(upper), bestCapped(upperCapped));
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

  private Optional<AnytimeRun> run(WindowCertificate.Alarm alarm) {
    return context
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
    return Math.max(lower, context.run().map(AnytimeRun::bestLower).orElse(lower));
  }

  private double bestUpper(double upper) {
    return Math.min(upper, context.run().map(AnytimeRun::bestUpper).orElse(upper));
  }

  private OptionalDouble bestCapped(OptionalDouble upper) {
    if (upper.isEmpty() || context.run().isEmpty()) {
      return upper;
    }
    double before = context.run().get().bestCapped().orElse(Double.POSITIVE_INFINITY);
    return OptionalDouble.of(Math.min(upper.getAsDouble(), before));
  }

  private Optional<HorizonCertificate> horizons(WindowCertificate.Alarm alarm) {
    if (ahead == null) {
      return Optional.empty();
    }
    HorizonClaims claims = claims(alarm, bests().claims(settings.decision().tolerance()));
    int starts =
        Objects.requireNonNull(statistics.losses()).plan().horizons().orElseThrow().starts();
    return Optional.of(
        new HorizonCertificate(
            horizonDelta(window), starts, claims, certifiedBefore, ahead.rows()));
  }

  /**
   * What is left of the horizons' claims under a verdict: no forecast is good where none can be.
   */
  private static HorizonClaims claims(WindowCertificate.Alarm alarm, HorizonClaims all) {
    return switch (alarm.verdict()) {
      case SUSPECT, OUT_OF_MAP -> HorizonClaims.NONE;
      case EXCLUDED -> all.withoutForecasts();
      case ATTAINABLE -> all;
      case UNDECIDED ->
          alarm.reason() == Reason.INCOMPLETE || alarm.reason() == Reason.OUTSIDE_SO_FAR
              ? HorizonClaims.NONE
              : all;
    };
  }

  /** The best bounds of every horizon, of this and earlier evaluations of the run. */
  HorizonBests bests() {
    return ahead == null ? HorizonBests.NONE : context.bests().with(ahead.rows());
  }

  /**
   * What this window decides for the next one.
   *
   * @param coming units of the next window
   * @param comingLevel what it may spend
   */
  WindowChoices next(int coming, double comingLevel) {
    Optional<LossAssessor> sharper = bounds.sharper();
    if (sharper.isEmpty()) {
      return context.choices();
    }
    boolean keep = settings.refinements().reference() == ReferenceClosure.FROZEN;
    double level = window.level();
    BoundChoices next = sharper.get().next(tight, level, coming, comingLevel, keep);
    return ahead == null
        ? new WindowChoices(next, List.of(), List.of())
        : ahead.next(next, coming, horizonDelta(window) * (comingLevel / level), keep);
  }

  /** What this run decides for the next one: its references, no more. */
  WindowChoices nextRun() {
    boolean keep = settings.refinements().reference() == ReferenceClosure.FROZEN;
    Optional<Matrix> reference =
        keep || !bounds.keepsTight()
            ? context.choices().next().reference()
            : bounds.sharper().orElseThrow().minimum();
    BoundChoices next = BoundChoices.anytime(reference);
    return ahead == null
        ? new WindowChoices(next, List.of(), List.of())
        : ahead.nextRun(next, keep);
  }
}
