package io.kahkm.internal.kahm;

import java.util.List;

/**
 * Limits calibrated on held-out normal rows.
 *
 * @param noveltyLimit novelty above which a state is outside the map, from 0 to 1
 * @param quantile share of new normal rows that shall not lie above the limit, between 0 and 1
 * @param confidence probability of that over such calibrations, between 0 and 1; 1/2 for a plain
 *     quantile
 * @param rows number of held-out rows, at least 1
 * @param effectiveRows independent rows that they are worth, from 1 to {@code rows}
 * @param expectedRate share of normal rows to expect above the limit, from 0 to 1
 * @param retainedVariationLow lowest normal retained variation, at least 0; NaN where not
 *     calibrated
 * @param ranges normal ranges of other figures, possibly none
 */
public record Calibration(
    double noveltyLimit,
    double quantile,
    double confidence,
    int rows,
    double effectiveRows,
    double expectedRate,
    double retainedVariationLow,
    List<NormalRange> ranges) {

  /** Checks every component; the message names the component and its value. */
  public Calibration {
    requireShare("noveltyLimit", noveltyLimit);
    requireShare("quantile", quantile);
    requireShare("confidence", confidence);
    requireShare("expectedRate", expectedRate);
    if (rows < 1) {
      throw new IllegalArgumentException("rows is " + rows + ", must be at least 1");
    }
    if (!(effectiveRows >= 1 && effectiveRows <= rows)) {
      throw new IllegalArgumentException(
          "effectiveRows is " + effectiveRows + ", must be from 1 to rows, " + rows);
    }
    if (retainedVariationLow < 0 || Double.isInfinite(retainedVariationLow)) {
      throw new IllegalArgumentException(
          "retainedVariationLow is " + retainedVariationLow + ", must be at least 0 and finite");
    }
    ranges = List.copyOf(ranges);
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be from 0 to 1");
    }
  }
}
