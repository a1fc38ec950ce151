package io.kahkm.internal.certificate.bound;

/**
 * The exclusion certificate of equation "exclusion certificate", verbatim; its event does not
 * depend on kappa, so rows for several kappa hold simultaneously.
 *
 * @param delta failure probability
 * @param radius r = log(2 / delta) / units
 * @param lossUpper F, upper bound of the assignment loss, in [0, 1]
 * @param varianceLower V, lower bound of the within-class successor variance, at least 0
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record PaperBound(
    double delta, double radius, double lossUpper, double varianceLower, double lower) {

  /**
   * Evaluates the bound in plain double arithmetic.
   *
   * @param fHat mean assignment loss in [0, 1]
   * @param sHat within-class successor variance, at least 0
   * @param units M pairs, or J episodes (equation "independent episodes")
   * @param kappa spectral-norm limit, at least 0
   * @param delta failure probability in (0, 1)
   * @return the bound
   */
  public static PaperBound of(double fHat, double sHat, long units, double kappa, double delta) {
    Levels.requireKappa(kappa);
    double r = Levels.radius(2, delta, units);
    double varianceLower = Math.max(0, sHat - Math.sqrt(2 * r));
    double lossUpper = Math.min(1, fHat + r + Math.sqrt(r * r + 2 * r * fHat));
    double lower = Math.max(0, Math.sqrt(varianceLower) - kappa * Math.sqrt(2 * lossUpper));
    return new PaperBound(delta, r, lossUpper, varianceLower, lower);
  }

  /**
   * What the bound tends to with many units at the same statistics.
   *
   * @param fHat mean assignment loss
   * @param sHat within-class successor variance
   * @param kappa spectral-norm limit
   * @return sqrt(s) - kappa sqrt(2 f), which may be negative
   */
  public static double plugInLimit(double fHat, double sHat, double kappa) {
    return Math.sqrt(sHat) - kappa * Math.sqrt(2 * fHat);
  }
}
