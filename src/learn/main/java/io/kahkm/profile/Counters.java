package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds columns that count rows or time instead of measuring: at nearly every step they change by
 * nearly the same amount. A map of them holds nothing that comes later, because what comes later
 * has other values, and what they add is known from the clock.
 */
public final class Counters {
  /** Share of the steps that must be alike; the rest are starts anew and missing rows. */
  private static final double LEAST_ALIKE = 0.99;

  /** A step is like the median one within this factor of it, which a clock's jitter stays in. */
  private static final double WIDTH = 0.5;

  /** Fewer steps tell nothing. */
  private static final int FEWEST_STEPS = 20;

  private Counters() {}

  /**
   * Finds the counters and clocks.
   *
   * @param data complete states; not modified
   * @return 0-based sensors, ascending
   */
  public static List<Integer> find(Episodes data) {
    List<Integer> found = new ArrayList<>();
    double[] steps = new double[data.transitions()];
    if (steps.length < FEWEST_STEPS) {
      return found;
    }
    for (int j = 0; j < data.dimension(); j++) {
      int next = 0;
      for (int e = 0; e < data.count(); e++) {
        for (int t = 1; t < data.length(e); t++) {
          steps[next++] = data.state(e, t)[j] - data.state(e, t - 1)[j];
        }
      }
      if (counts(steps)) {
        found.add(j);
      }
    }
    return found;
  }

  private static boolean counts(double[] steps) {
    double[] sorted = steps.clone();
    Arrays.sort(sorted);
    double median = sorted[sorted.length / 2];
    long alike =
        Arrays.stream(steps)
            .filter(step -> Math.abs(step - median) <= WIDTH * Math.abs(median))
            .count();
    return median != 0 && alike >= LEAST_ALIKE * steps.length;
  }
}
