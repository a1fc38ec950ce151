package io.kahkm.certificate;

import java.util.List;

/**
 * Score margins G_c against a threshold fixed beforehand, and the bound of the assignment loss that
 * they give (theorem kahm_margin_fidelity).
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
}
