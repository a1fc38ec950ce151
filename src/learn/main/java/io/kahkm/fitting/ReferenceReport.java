package io.kahkm.fitting;

import java.util.List;

/**
 * How a map of fewer reference samples was looked for.
 *
 * @param horizons steps ahead of the forecasts that were compared
 * @param trials maps that were tried, that of all states first, then from the smallest; the last
 *     one was taken unless it is not as good
 */
public record ReferenceReport(List<Integer> horizons, List<ReferenceTrial> trials) {
  /** Copies the lists. */
  public ReferenceReport {
    horizons = List.copyOf(horizons);
    trials = List.copyOf(trials);
  }
}
