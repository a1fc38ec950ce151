package io.kahkm.internal.certificate.bound;

/**
 * The lower bound from the empirical minimum over the spectral ball; valid for its kappa and every
 * smaller one.
 *
 * @param delta failure probability
 * @param risk empirical risk of the best matrix found within the ball
 * @param gap certified distance from {@code risk} down to a lower bound of the empirical minimum,
 *     rounding allowance included; at least 0
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record MinimumBound(double delta, double risk, double gap, double lower) {

  /**
   * Evaluates the bound: D_kappa^2 is at least R kl_lo(lb / R, log(1 / delta) / units) with R = (1
   * + kappa)^2, since lb is at most the empirical risk of the matrix that attains D_kappa.
   *
   * @param risk empirical risk of any matrix within the ball, at least 0
   * @param gap how far the empirical minimum over the ball may lie below, at least 0
   * @param units M or J
   * @param kappa spectral-norm limit, at least 0
   * @param delta failure probability in (0, 1)
   * @return the bound
   */
  public static MinimumBound of(double risk, double gap, long units, double kappa, double delta) {
    Levels.requireKappa(kappa);
    double range = (1 + kappa) * (1 + kappa);
    double lowerRisk = Math.max(0, risk - gap);
    double mean =
        BernoulliBounds.lower(Math.min(1, lowerRisk / range), Levels.radius(1, delta, units));
    return new MinimumBound(delta, risk, gap, Math.sqrt(range * mean));
  }
}
