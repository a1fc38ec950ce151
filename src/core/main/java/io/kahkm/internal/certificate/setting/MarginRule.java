package io.kahkm.internal.certificate.setting;

import java.util.Collections;
import java.util.List;

/**
 * Thresholds of the score margins with what of the map the margins depend on.
 *
 * @param thresholds g_c of every class, fixed before the window, each above 0; length C
 * @param omega sharpness of the map, above 0
 * @param tau offset of the map's affinities 1 - T + tau, above 0
 */
public record MarginRule(List<Double> thresholds, double omega, double tau) {
  /** Checks every field. */
  public MarginRule {
    thresholds = List.copyOf(thresholds);
    for (double threshold : thresholds) {
      requirePositive("thresholds", threshold);
    }
    requirePositive("omega", omega);
    requirePositive("tau", tau);
  }

  /**
   * The same threshold for every class.
   *
   * @param classes number of reference classes C
   * @param threshold g, above 0
   * @param omega sharpness of the map
   * @param tau offset of the map's affinities
   * @return the rule
   */
  public static MarginRule constant(int classes, double threshold, double omega, double tau) {
    return new MarginRule(Collections.nCopies(classes, threshold), omega, tau);
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be finite and above 0");
    }
  }
}
