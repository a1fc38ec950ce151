package io.kahkm.internal.certificate.loss;

import java.util.Arrays;
import java.util.List;

/**
 * The tight lower bound: the best error of a closure within a norm limit, from the losses of a
 * reference closure near the best one. Valid for its kappa and every smaller one, for a fixed
 * number of units and, with equal weights, at all numbers of units at once.
 *
 * @param delta failure probability
 * @param lowerRidge what no closure of the ball has less empirical risk than, from the regularized
 *     minimum, rounding allowance taken off; may be negative
 * @param distance how far the reference lies from the regularized minimum, in root-mean-square
 *     difference of predictions
 * @param meanLoss mean unit loss of the reference
 * @param meanSquare mean squared unit loss of the reference
 * @param largestLoss largest unit loss of the reference
 * @param leverage largest leverage of a unit
 * @param pilot the preferred wager, fixed before the window; -1 for none
 * @param growth least mean of log(1 + f l) that any closure of the ball has on the window, for
 *     every wager's factor f; what the bound is made of, and with other numbers of units would be
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record TightBound(
    double delta,
    double lowerRidge,
    double distance,
    double meanLoss,
    double meanSquare,
    double largestLoss,
    double leverage,
    int pilot,
    List<Double> growth,
    double lower) {

  /** Copies the list. */
  public TightBound {
    growth = List.copyOf(growth);
  }

  /**
   * Evaluates the bound.
   *
   * @param window what is known of the window
   * @param growth of every wager, {@link LowerWagers#growth} of the window; not modified
   * @param delta failure probability in (0, 1)
   * @param pilot preferred wager, or {@link WagerMixture#NO_PILOT}
   */
  public static TightBound of(TightInputs window, double[] growth, double delta, int pilot) {
    double mean = LowerWagers.bound(growth, window.units(), delta, pilot);
    return new TightBound(
        delta,
        window.lowerRidge(),
        window.distance(),
        window.meanLoss(),
        window.meanSquare(),
        window.largestLoss(),
        window.leverage(),
        pilot,
        Arrays.stream(growth).boxed().toList(),
        Math.sqrt(mean));
  }

  /**
   * The bound that another number of units would give at these statistics.
   *
   * @param units at least 1
   * @return lower bound of the best root-mean-square error
   */
  public double withUnits(long units) {
    return Math.sqrt(LowerWagers.bound(wagers(), units, delta, pilot));
  }

  /** What the bound tends to with many units at these statistics. */
  public double limit() {
    return Math.sqrt(LowerWagers.limit(wagers()));
  }

  /** The growth as an array. */
  double[] wagers() {
    return growth.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
