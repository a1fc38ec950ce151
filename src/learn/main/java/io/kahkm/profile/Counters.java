package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds columns that count instead of measuring. A map of them holds nothing that comes later,
 * because what comes later has other values.
 */
public final class Counters {
  /** Share of the steps that must be alike; the rest are starts anew and missing rows. */
  private static final double LEAST_ALIKE = 0.99;

  /** A step is like the median one within this factor of it, which a clock's jitter stays in. */
  private static final double WIDTH = 0.5;

  /** A meter rises in so many parts of a recording. */
  private static final int PARTS = 50;

  /** Share of the parts in which it does; a machine may stand still for some. */
  private static final double LEAST_RISING = 0.9;

  /** Fewer steps tell nothing. */
  private static final int FEWEST_STEPS = 20;

  private Counters() {}

  /**
   * Finds what counts rows or time: at nearly every step it changes by nearly the same amount. What
   * such a column adds is known from the clock.
   *
   * @param data complete states; not modified
   * @return 0-based sensors, ascending
   */
  public static List<Integer> find(Episodes data) {
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < data.dimension(); j++) {
      if (counts(steps(data, j))) {
        found.add(j);
      }
    }
    return found;
  }

  /**
   * Finds what adds up, as meters of energy, volume and running hours do: it never falls, from the
   * first row of the first episode to the last of the last, and rises in nearly every part.
   *
   * @param data complete states in the order of time; not modified
   * @return 0-based sensors, ascending
   */
  public static List<Integer> totals(Episodes data) {
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < data.dimension(); j++) {
      if (addsUp(column(data, j))) {
        found.add(j);
      }
    }
    return found;
  }

  private static double[] column(Episodes data, int sensor) {
    double[] values = new double[data.transitions() + data.count()];
    int next = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        values[next++] = data.state(e, t)[sensor];
      }
    }
    return values;
  }

  private static boolean addsUp(double[] values) {
    if (values.length <= PARTS * FEWEST_STEPS) {
      return false;
    }
    for (int i = 1; i < values.length; i++) {
      if (values[i] < values[i - 1]) {
        return false;
      }
    }
    int rising = 0;
    int before = 0;
    for (int part = 1; part <= PARTS; part++) {
      int last = (int) ((long) (values.length - 1) * part / PARTS);
      rising += values[last] > values[before] ? 1 : 0;
      before = last;
    }
    return rising >= LEAST_RISING * PARTS;
  }

  private static double[] steps(Episodes data, int sensor) {
    double[] steps = new double[data.transitions()];
    int next = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 1; t < data.length(e); t++) {
        steps[next++] = data.state(e, t)[sensor] - data.state(e, t - 1)[sensor];
      }
    }
    return steps;
  }

  private static boolean counts(double[] steps) {
    if (steps.length < FEWEST_STEPS) {
      return false;
    }
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
