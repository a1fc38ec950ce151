package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.certificate.WindowStatistics;

/**
 * The two quantities of the exclusion certificate bounded tightly; simultaneous in kappa.
 *
 * @param delta failure probability
 * @param varianceLower V, lower bound of the within-class successor variance, in [0, 1]
 * @param lossUpper F, upper bound of E|phi - y|^2 / 2, in [0, 1]
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record LabelBound(double delta, double varianceLower, double lossUpper, double lower) {

  /**
   * The form for identically distributed pairs: Hoeffding's permutation argument over the disjoint
   * pairs within each class.
   *
   * @param bHat mean of |phi - y|^2 / 2 in [0, 1]
   * @param sPair pair form of the within-class variance, see {@link WindowStatistics#sPair()}
   * @param pairs M identically distributed pairs
   * @param kappa spectral-norm limit, at least 0
   * @param delta failure probability in (0, 1)
   * @return the bound
   */
  public static LabelBound ofPairs(
      double bHat, double sPair, long pairs, double kappa, double delta) {
    double radius = Levels.radius(2, delta, pairs);
    double varianceLower = BernoulliBounds.lower(Math.min(1, sPair), 2 * radius);
    return of(bHat, varianceLower, radius, kappa, delta);
  }

  /**
   * The form for episodes, fleets and pairs whose law may drift: the average of independent unit
   * losses in [0, 2] at the population class means.
   *
   * @param bHat mean of |phi - y|^2 / 2 in [0, 1]
   * @param sHat within-class successor variance in [0, 2]
   * @param units M or J
   * @param kappa spectral-norm limit, at least 0
   * @param delta failure probability in (0, 1)
   * @return the bound
   */
  public static LabelBound ofUnits(
      double bHat, double sHat, long units, double kappa, double delta) {
    double radius = Levels.radius(2, delta, units);
    double varianceLower = 2 * BernoulliBounds.lower(Math.min(1, sHat / 2), radius);
    return of(bHat, varianceLower, radius, kappa, delta);
  }

  private static LabelBound of(
      double bHat, double varianceLower, double radius, double kappa, double delta) {
    Levels.requireKappa(kappa);
    double lossUpper = BernoulliBounds.upper(Math.min(1, bHat), radius);
    double lower = Math.max(0, Math.sqrt(varianceLower) - kappa * Math.sqrt(2 * lossUpper));
    return new LabelBound(delta, varianceLower, lossUpper, lower);
  }
}
