package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.loss.LossAssessor;
import io.kahkm.internal.certificate.loss.SpectralBall;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.sums.SecondMoments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Assesses all horizons of a window. Not thread-safe. */
final class HorizonAssessor {
  private final WindowLosses losses;
  private final HorizonSettings settings;
  private final WindowChoices choices;
  private final double level;
  private final List<HorizonBound> rows = new ArrayList<>();

  /** One per horizon; null where nothing can be said. */
  private final List<LossAssessor> assessors = new ArrayList<>();

  private final List<Optional<TightBound>> lowers = new ArrayList<>();

  /** Of persistence, one per horizon; null where nothing can be said. */
  private final List<LossAssessor> persistences = new ArrayList<>();

  /**
   * Assesses.
   *
   * @param losses of the window, with horizons
   * @param choices what was decided beforehand
   * @param delta failure probability of both claims together
   */
  HorizonAssessor(WindowLosses losses, WindowChoices choices, double delta) {
    this.losses = losses;
    this.choices = choices;
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
      persistences.add(null);
      lowers.add(Optional.empty());
      return HorizonBound.missing(settings.horizons().get(i));
    }
    HorizonPlan plan = losses.plan().plans().get(i);
    BoundChoices before = choices.ahead().get(i);
    LossAssessor assessor;
    Optional<TightBound> lower = Optional.empty();
    if (settings.lower()) {
      SecondMoments moments = sums.secondMoments();
      double kappa = plan.predictor().kappa();
      assessor =
          new LossAssessor(
              sums.losses(), before, moments, plan.reference(), losses.plan().metric());
      SpectralBall.Solution solution =
          new SpectralBall(moments, sums.losses().units()).minimize(kappa);
      double lowerBall = solution.risk() - solution.gap() - moments.allowance(kappa);
      lower = assessor.lower(kappa, lowerBall, level);
    } else {
      assessor = new LossAssessor(sums.losses(), before);
    }
    assessors.add(assessor);
    LossAssessor persistence =
        sums.persistence() == null
            ? null
            : new LossAssessor(sums.persistence(), choices.persistence().get(i));
    persistences.add(persistence);
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
        before.upper().rule(),
        capped ? Optional.of(assessor.capped(level)) : Optional.empty(),
        persistence == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                capped ? persistence.capped(level).upper() : persistence.upper(level).upper()));
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
   * What the window suggests for the next one, with what is suggested for the next step.
   *
   * @param next for the next step
   * @param coming units of the next window
   * @param comingDelta what its claims may spend together
   * @param keepReference whether references stay the frozen forecasts
   */
  WindowChoices next(BoundChoices next, int coming, double comingDelta, boolean keepReference) {
    List<BoundChoices> ahead = new ArrayList<>();
    List<BoundChoices> persistence = new ArrayList<>();
    for (int i = 0; i < assessors.size(); i++) {
      LossAssessor assessor = assessors.get(i);
      ahead.add(
          assessor == null
              ? choices.ahead().get(i)
              : assessor.next(lowers.get(i), level, coming, comingDelta / 2, keepReference));
      LossAssessor other = persistences.get(i);
      persistence.add(
          other == null
              ? choices.persistence().get(i)
              : other.next(Optional.empty(), level, coming, comingDelta / 2, true));
    }
    return new WindowChoices(next, ahead, persistence);
  }

  /**
   * References for another run of bounds that hold at every moment, whose rules never change.
   *
   * @param next for the next step
   * @param keepReference whether references stay the frozen forecasts
   */
  WindowChoices nextRun(BoundChoices next, boolean keepReference) {
    List<BoundChoices> ahead = new ArrayList<>();
    for (int i = 0; i < assessors.size(); i++) {
      LossAssessor assessor = assessors.get(i);
      boolean keep = assessor == null || keepReference || !settings.lower();
      ahead.add(
          BoundChoices.anytime(keep ? choices.ahead().get(i).reference() : assessor.minimum()));
    }
    return new WindowChoices(next, ahead, choices.persistence());
  }
}
