package io.kahkm.internal.certificate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Assesses all horizons of a window. Not thread-safe. */
final class HorizonAssessor {
  private final WindowLosses losses;
  private final HorizonSettings settings;
  private final List<Beforehand> before;
  private final double level;
  private final List<HorizonBound> rows = new ArrayList<>();

  /** One per horizon; null where nothing can be said. */
  private final List<LossAssessor> assessors = new ArrayList<>();

  private final List<Optional<TightBound>> lowers = new ArrayList<>();

  /**
   * Assesses.
   *
   * @param losses of the window, with horizons
   * @param before what was decided beforehand, one per horizon
   * @param delta failure probability of both claims together
   */
  HorizonAssessor(WindowLosses losses, List<Beforehand> before, double delta) {
    this.losses = losses;
    this.before = before;
    settings = losses.plan().horizons().orElseThrow();
    level = delta / 2;
    for (int i = 0; i < settings.horizons().size(); i++) {
      rows.add(assess(i));
    }
  }

  private HorizonBound assess(int i) {
    HorizonSums sums = losses.ahead().get(i);
    if (sums == null || sums.losses().units() == 0) {
      assessors.add(null);
      lowers.add(Optional.empty());
      return HorizonBound.missing(settings.horizons().get(i));
    }
    HorizonPlan plan = losses.plan().plans().get(i);
    LossAssessor assessor;
    Optional<TightBound> lower = Optional.empty();
    if (settings.lower()) {
      SecondMoments moments = sums.secondMoments();
      double kappa = plan.predictor().kappa();
      assessor =
          new LossAssessor(
              sums.losses(), before.get(i), moments, plan.reference(), losses.plan().metric());
      SpectralBall.Solution solution =
          new SpectralBall(moments, sums.losses().units()).minimize(kappa);
      double lowerBall = solution.risk() - solution.gap() - moments.allowance(kappa);
      lower = assessor.lower(kappa, lowerBall, level);
    } else {
      assessor = new LossAssessor(sums.losses(), before.get(i));
    }
    assessors.add(assessor);
    lowers.add(lower);
    UpperBound upper = assessor.upper(level);
    boolean capped = sums.losses().scale().capped();
    return new HorizonBound(
        settings.horizons().get(i),
        sums.losses().units(),
        sums.pairs(),
        plan.predictor().kappa(),
        plan.predictor().range(),
        upper.meanSquaredError(),
        lower.map(l -> OptionalDouble.of(l.lower())).orElse(OptionalDouble.empty()),
        OptionalDouble.of(upper.upper()),
        before.get(i).upper().rule(),
        capped ? Optional.of(assessor.capped(level)) : Optional.empty());
  }

  /** The bounds by horizon. */
  List<HorizonBound> rows() {
    return rows;
  }

  /** What the rows allow to claim at a tolerance. */
  HorizonClaims claims(double tolerance) {
    return HorizonBests.NONE.with(rows).claims(tolerance);
  }

  /**
   * What the window suggests for the next one, one per horizon.
   *
   * @param coming units of the next window
   * @param comingDelta what its claims may spend together
   * @param keepReference whether references stay the frozen forecasts
   */
  List<Beforehand> next(int coming, double comingDelta, boolean keepReference) {
    List<Beforehand> next = new ArrayList<>();
    for (int i = 0; i < assessors.size(); i++) {
      LossAssessor assessor = assessors.get(i);
      next.add(
          assessor == null
              ? before.get(i)
              : assessor.next(lowers.get(i), level, coming, comingDelta / 2, keepReference));
    }
    return next;
  }

  /** References for a run that starts anew, one per horizon. */
  List<Beforehand> nextRun(boolean keepReference) {
    List<Beforehand> next = new ArrayList<>();
    for (int i = 0; i < assessors.size(); i++) {
      LossAssessor assessor = assessors.get(i);
      boolean keep = assessor == null || keepReference || !settings.lower();
      next.add(Beforehand.anytime(keep ? before.get(i).reference() : assessor.minimum()));
    }
    return next;
  }
}
