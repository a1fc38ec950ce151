package io.kahkm.fitting;

import io.kahkm.internal.kahm.ReferenceLimit;
import java.util.List;
import java.util.Optional;

/**
 * What rows that were held out say about a map of some of the fitting states.
 *
 * @param limit how many reference samples the map was allowed, and which; empty for all candidates
 * @param references reference samples that it has
 * @param errors root-mean-square error of forecasts, in standard deviations of the sensors, horizon
 *     by horizon
 * @param found share of the rows with one reading moved by 1.5 standard deviations that are more
 *     novel than 99 % of the rows as they are
 * @param retained mean squared distance of the coordinates from their mean
 * @param asGood whether each of these is within one standard error of that of all candidates, or
 *     differs by less than a hundredth of skill over a linear model or of the wrong rows
 */
public record ReferenceTrial(
    Optional<ReferenceLimit> limit,
    int references,
    List<Double> errors,
    double found,
    double retained,
    boolean asGood) {
  /** Copies the list. */
  public ReferenceTrial {
    errors = List.copyOf(errors);
  }
}
