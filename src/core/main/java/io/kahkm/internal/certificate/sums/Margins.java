package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.certificate.bound.AssignmentBound;
import io.kahkm.internal.certificate.setting.MarginRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Score margins G_c against a threshold fixed beforehand, and the bound of the assignment loss that
 * they give (equation "margin theorem").
 *
 * @param thresholds g_c, length C
 * @param failureShares eta_c, share of the pairs of class c with a margin below g_c or uniform
 *     coordinates, length C; 0 for an empty class
 * @param aGeom mean of W_g, in [0, 1]
 * @param uGeom its upper confidence bound, in [0, 1]
 */
public record Margins(
    List<Double> thresholds, List<Double> failureShares, double aGeom, double uGeom) {

  /** Copies the lists. */
  public Margins {
    thresholds = List.copyOf(thresholds);
    failureShares = List.copyOf(failureShares);
  }

  /** Evaluates the sums of a window; 0 shares where there is no unit. */
  public static Margins of(MarginRule rule, PairSums sums, long units, double delta) {
    List<Double> failures = new ArrayList<>();
    for (int c = 0; c < rule.thresholds().size(); c++) {
      double weight = sums.scatter().weight(c);
      failures.add(weight == 0 ? 0 : Math.min(1, sums.marginFailure(c) / weight));
    }
    double aGeom = units == 0 ? 0 : Math.min(1, sums.margin() / units);
    return new Margins(rule.thresholds(), failures, aGeom, AssignmentBound.of(aGeom, units, delta));
  }
}
