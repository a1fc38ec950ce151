package io.kahkm.fitting;

import java.util.List;

/**
 * How a map of fewer reference samples was looked for.
 *
 * @param horizons steps ahead of the forecasts that were compared
 * @param states fitting states of the search
 * @param candidates those of them that a map could keep
 * @param trials maps that were tried, that of all candidates first, then from the smallest; the
 *     last one was taken unless it is not as good
 */
public record ReferenceReport(
    List<Integer> horizons, int states, int candidates, List<ReferenceTrial> trials) {
  /** Checks the numbers and copies the lists. */
  public ReferenceReport {
    if (candidates < 1 || states < candidates) {
      throw new IllegalArgumentException(
          "candidates is " + candidates + ", must be from 1 to " + states + ", the states");
    }
    horizons = List.copyOf(horizons);
    trials = List.copyOf(trials);
  }
}
