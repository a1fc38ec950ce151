package io.kahkm.internal.kahm;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
 * @param retainedVariationLow lowest normal retained variation of the windows of {@code ranges}, at
 *     least 0; NaN where not calibrated
 * @param ranges normal ranges of other figures, possibly none
 * @param variation limits of the retained variation by the size of windows
 */
public record Calibration(
    double noveltyLimit,
    double quantile,
    double confidence,
    int rows,
    double effectiveRows,
    double expectedRate,
    double retainedVariationLow,
    List<NormalRange> ranges,
    VariationLimits variation) {
  /** Pairs of the windows of files that do not tell it, if there were enough. */
  private static final int LONGEST_WINDOW = 512;

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
    Objects.requireNonNull(variation, "variation");
  }

  /**
   * Limits as older files have them: the lowest variation is known for windows of one size, and no
   * shorter ones are judged by it.
   *
   * @param noveltyLimit as above
   * @param quantile as above
   * @param confidence as above
   * @param rows as above
   * @param effectiveRows as above
   * @param expectedRate as above
   * @param retainedVariationLow as above
   * @param ranges as above
   */
  public Calibration(
      double noveltyLimit,
      double quantile,
      double confidence,
      int rows,
      double effectiveRows,
      double expectedRate,
      double retainedVariationLow,
      List<NormalRange> ranges) {
    this(
        noveltyLimit,
        quantile,
        confidence,
        rows,
        effectiveRows,
        expectedRate,
        retainedVariationLow,
        ranges,
        ofOneSize(retainedVariationLow, ranges));
  }

  private static VariationLimits ofOneSize(double low, List<NormalRange> ranges) {
    if (!(low >= 0 && low <= 1)) {
      return VariationLimits.NONE;
    }
    Optional<NormalRange> range =
        ranges.stream().filter(found -> found.quantity().equals("rhoVar")).findFirst();
    return new VariationLimits(
        range.map(found -> found.expectedRate() / 2).orElse(0.0),
        List.of(
            new VariationLimits.Limit(range.map(NormalRange::pairs).orElse(LONGEST_WINDOW), low)),
        List.of());
  }

  /**
   * The same with other limits of the variation.
   *
   * @param limits by the size of windows
   * @return a copy
   */
  public Calibration withVariation(VariationLimits limits) {
    return new Calibration(
        noveltyLimit,
        quantile,
        confidence,
        rows,
        effectiveRows,
        expectedRate,
        retainedVariationLow,
        ranges,
        limits);
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be from 0 to 1");
    }
  }
}
