package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Matrix;

/**
 * The upper bound of a closure frozen before the window.
 *
 * @param delta failure probability
 * @param meanSquaredError mean |Z - B0' phi|^2 of the window
 * @param range R_B, largest possible loss
 * @param rule how the mean was bounded
 * @param upper U, upper bound of the root-mean-square error
 */
public record UpperBound(
    double delta, double meanSquaredError, double range, UpperRule rule, double upper) {

  /**
   * Evaluates the bound by {@link UpperRule#ENTROPY}: U^2 = R_B kl_up(mean / R_B, log(1 / delta) /
   * units).
   *
   * @param meanSquaredError mean loss of the frozen closure, at least 0
   * @param allowance for the rounding of {@code meanSquaredError}, at least 0
   * @param range R_B, see {@link #lossRange}
   * @param units M or J
   * @param delta failure probability in (0, 1)
   * @return the bound
   */
  public static UpperBound of(
      double meanSquaredError, double allowance, double range, long units, double delta) {
    double radius = Levels.radius(1, delta, units);
    double share = range == 0 ? 0 : Math.min(1, (meanSquaredError + allowance) / range);
    double upper = Math.sqrt(range * BernoulliBounds.upper(share, radius));
    return new UpperBound(delta, meanSquaredError, range, UpperRule.ENTROPY, upper);
  }

  /**
   * The largest loss |z - B' phi|^2 over two points of the simplex, R_B = max over rows l of
   * |b_l|^2 + 1 - 2 min_k b_lk: the loss is convex in both points, so it peaks at vertices.
   *
   * @param closure B, C x C
   * @return R_B, at least 0
   */
  public static double lossRange(Matrix closure) {
    double largest = 0;
    for (int l = 0; l < closure.rows(); l++) {
      double square = 0;
      double smallest = Double.POSITIVE_INFINITY;
      for (int k = 0; k < closure.columns(); k++) {
        double entry = closure.get(l, k);
        square += entry * entry;
        smallest = Math.min(smallest, entry);
      }
      largest = Math.max(largest, square + 1 - 2 * smallest);
    }
    return largest;
  }
}
