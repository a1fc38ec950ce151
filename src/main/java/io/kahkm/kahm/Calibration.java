package io.kahkm.kahm;

/**
 * Limits calibrated on held-out normal rows.
 *
 * @param noveltyLimit novelty above which a state is outside the map, from 0 to 1
 * @param quantile the quantile of the held-out novelties that the limit is, between 0 and 1
 * @param rows number of held-out rows, at least 1
 * @param expectedRate share of normal rows to expect above the limit, from 0 to 1
 * @param retainedVariationLow lowest normal retained variation, at least 0; NaN where not
 *     calibrated
 */
public record Calibration(
    double noveltyLimit,
    double quantile,
    int rows,
    double expectedRate,
    double retainedVariationLow) {

  /** Checks every component; the message names the component and its value. */
  public Calibration {
    requireShare("noveltyLimit", noveltyLimit);
    requireShare("quantile", quantile);
    requireShare("expectedRate", expectedRate);
    if (rows < 1) {
      throw new IllegalArgumentException("rows is " + rows + ", must be at least 1");
    }
    if (retainedVariationLow < 0 || Double.isInfinite(retainedVariationLow)) {
      throw new IllegalArgumentException(
          "retainedVariationLow is " + retainedVariationLow + ", must be at least 0 and finite");
    }
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be from 0 to 1");
    }
  }
}
