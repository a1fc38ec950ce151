package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.bound.BernoulliBounds;
import io.kahkm.internal.certificate.bound.Levels;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.StateTransfer;

/**
 * How a window's mean loss will be bounded from above, fixed before its first unit.
 *
 * @param rule the rule
 * @param pilot preferred wager, or {@link WagerMixture#NO_PILOT}; used by {@link UpperRule#WAGERS}
 *     only
 */
public record UpperChoice(UpperRule rule, int pilot) {
  /** Of a first window, and wherever windows share data. */
  public static final UpperChoice FIRST = new UpperChoice(UpperRule.ENTROPY, WagerMixture.NO_PILOT);

  /** Valid at all numbers of units at once. */
  public static final UpperChoice ANYTIME =
      new UpperChoice(UpperRule.WAGERS, WagerMixture.NO_PILOT);

  /**
   * Bounds a mean.
   *
   * @param mean observed mean of losses in [0, 1]
   * @param logSums of the wagers; not read by {@link UpperRule#ENTROPY}
   * @param units number of units, at least 1
   * @param level failure probability in (0, 1)
   * @return upper bound of the mean in [mean, 1]
   */
  public double bound(double mean, double[] logSums, long units, double level) {
    return switch (rule) {
      case ENTROPY -> BernoulliBounds.upper(mean, Levels.radius(1, level, units));
      case WAGERS -> UpperWagers.bound(mean, logSums, units, level, pilot);
    };
  }

  /**
   * The choice for the next window: the pilot that the closed one suggests, and the rule that gave
   * the smaller bound on it.
   *
   * @param mean observed mean of the closed window
   * @param logSums of its wagers; not modified
   * @param units its units, at least 1
   * @param level what it was allowed to spend
   * @param coming units of the next window
   * @param comingLevel what the next window may spend
   * @return the choice
   */
  UpperChoice next(
      double mean, double[] logSums, long units, double level, int coming, double comingLevel) {
    int next = UpperWagers.pilot(logSums, units, comingLevel, coming, pilot);
    double byEntropy = BernoulliBounds.upper(mean, Levels.radius(1, level, units));
    double byWagers = UpperWagers.bound(mean, logSums, units, level, next);
    return new UpperChoice(byWagers < byEntropy ? UpperRule.WAGERS : UpperRule.ENTROPY, next);
  }

  /** Stores it and returns it, or returns a stored one. */
  UpperChoice transferred(StateTransfer state) {
    UpperRule stored = Labels.find(UpperRule.class, state.textOf(rule.label()));
    return new UpperChoice(
        stored,
        state.intOf(pilot, WagerMixture.NO_PILOT, UpperWagers.COUNT - 1, "preferred wager"));
  }
}
