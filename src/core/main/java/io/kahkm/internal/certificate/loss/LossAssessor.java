package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.numeric.Matrix;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sharper bounds of one sequence of pairs, of the next step or of a horizon: the tight lower
 * bound, and the upper bound raw and capped, under what was decided beforehand. And what they
 * suggest for the next window. Not thread-safe.
 */
public final class LossAssessor {
  private final LossSums losses;
  private final BoundChoices before;

  /** Null without lower bounds. */
  private final @Nullable TightAssessor tight;

  /**
   * Prepares upper bounds alone.
   *
   * @param losses at least one unit
   * @param before what was decided beforehand
   */
  public LossAssessor(LossSums losses, BoundChoices before) {
    this.losses = losses;
    this.before = before;
    tight = null;
  }

  /**
   * Prepares both sides.
   *
   * @param losses at least one unit
   * @param before what was decided beforehand
   * @param moments of the same pairs
   * @param reference Br, C x C
   * @param metric in which the leverages were kept
   */
  public LossAssessor(
      LossSums losses,
      BoundChoices before,
      SecondMoments moments,
      Matrix reference,
      CoordinateMetric metric) {
    this.losses = losses;
    this.before = before;
    tight = new TightAssessor(moments, losses, reference, metric);
  }

  /**
   * The tight lower bound.
   *
   * @param kappa norm limit, at least 0
   * @param lowerBall what no matrix of the ball has less empirical risk than
   * @param level failure probability in (0, 1)
   * @return the bound; empty where rounding prevents it
   */
  public Optional<TightBound> lower(double kappa, double lowerBall, double level) {
    return tight().inputs(kappa, lowerBall).map(inputs -> lower(inputs, level));
  }

  private TightBound lower(TightInputs inputs, double level) {
    return TightBound.of(inputs, LowerWagers.growth(inputs), level, before.lowerPilot());
  }

  /** The upper bound of the frozen predictor, from the units' losses. */
  public UpperBound upper(double level) {
    LossScale scale = losses.scale();
    double share = scale.share(losses.meanLoss());
    double bound = before.upper().bound(share, losses.wagers(), losses.units(), level);
    return new UpperBound(
        level,
        losses.meanLoss(),
        scale.range(),
        before.upper().rule(),
        Math.sqrt(scale.range() * bound));
  }

  /** The same of capped errors; needs a cap. */
  public CappedBound capped(double level) {
    return CappedBound.of(losses, before.capped(), level);
  }

  /**
   * What this window suggests for the next one.
   *
   * @param lower of the alarm's norm limit, empty without lower bounds
   * @param level what this window was allowed to spend on a side
   * @param coming units of the next window
   * @param comingLevel what the next window may spend on a side
   * @param keepReference whether the reference stays the frozen closure
   */
  public BoundChoices next(
      Optional<TightBound> lower,
      double level,
      int coming,
      double comingLevel,
      boolean keepReference) {
    long units = losses.units();
    LossScale scale = losses.scale();
    UpperChoice capped =
        scale.capped()
            ? before
                .capped()
                .next(
                    scale.cappedShare(losses.meanCapped()),
                    losses.cappedWagers(),
                    units,
                    level,
                    coming,
                    comingLevel)
            : before.capped();
    UpperChoice upper =
        before
            .upper()
            .next(
                scale.share(losses.meanLoss()), losses.wagers(), units, level, coming, comingLevel);
    int pilot =
        lower
            .map(l -> LowerWagers.pilot(l.wagers(), comingLevel, coming, before.lowerPilot()))
            .orElse(before.lowerPilot());
    Optional<Matrix> reference = tight == null || keepReference ? before.reference() : minimum();
    return new BoundChoices(reference, pilot, upper, capped);
  }

  private TightAssessor tight() {
    return Objects.requireNonNull(tight, "the tight bound is not kept");
  }

  /** Bmu of the window; the old reference where rounding prevents it. */
  public Optional<Matrix> minimum() {
    return tight().minimum().or(before::reference);
  }
}
