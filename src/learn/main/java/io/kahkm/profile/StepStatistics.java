package io.kahkm.profile;

import java.util.Arrays;
import java.util.List;

/**
 * The steps in time between consecutive readings.
 *
 * @param median of the steps forward, in nanoseconds; 0 if there are none
 * @param steps number of steps forward
 * @param regularShare share of the steps forward within a tenth of the median
 * @param tolerance smallest of 0.1, 0.25 and 0.5 within which 99 % of the steps but gaps lie, or
 *     0.1 if at least half of them do; else 0: the sampling is irregular and no step can be
 *     declared
 * @param gaps steps longer than {@link #GAP_STEPS} medians
 * @param longest longest step, in nanoseconds
 * @param repeated steps of zero
 * @param backwards steps back in time
 * @param furthestBack longest of them, in nanoseconds
 */
public record StepStatistics(
    long median,
    long steps,
    double regularShare,
    double tolerance,
    long gaps,
    long longest,
    long repeated,
    long backwards,
    long furthestBack) {
  /** A step longer than so many medians is a gap. */
  public static final int GAP_STEPS = 10;

  private static final double[] TOLERANCES = {0.1, 0.25, 0.5};
  private static final double COVERED = 0.99;
  private static final double MOST = 0.5;

  /**
   * Measures the steps within episodes.
   *
   * @param episodes event times in nanoseconds, in file order; not modified
   * @return the statistics
   */
  public static StepStatistics of(List<long[]> episodes) {
    int most = episodes.stream().mapToInt(times -> Math.max(0, times.length - 1)).sum();
    long[] forward = new long[most];
    int count = 0;
    long repeated = 0;
    long backwards = 0;
    long furthestBack = 0;
    for (long[] times : episodes) {
      for (int t = 1; t < times.length; t++) {
        long step = times[t] - times[t - 1];
        if (step > 0) {
          forward[count++] = step;
        } else if (step == 0) {
          repeated++;
        } else {
          backwards++;
          furthestBack = Math.max(furthestBack, -step);
        }
      }
    }
    long[] sorted = Arrays.copyOf(forward, count);
    Arrays.sort(sorted);
    long median = count == 0 ? 0 : sorted[count / 2];
    long[] near = Arrays.stream(sorted).filter(step -> !isGap(step, median)).toArray();
    return new StepStatistics(
        median,
        count,
        share(sorted, median, TOLERANCES[0]),
        tolerance(near, median),
        count - near.length,
        count == 0 ? 0 : sorted[count - 1],
        repeated,
        backwards,
        furthestBack);
  }

  private static boolean isGap(long step, long median) {
    return step > (double) GAP_STEPS * median;
  }

  /** Gaps are no question of tolerance; nor are holes, as long as most steps are regular. */
  private static double tolerance(long[] steps, long median) {
    for (double tolerance : TOLERANCES) {
      if (share(steps, median, tolerance) >= COVERED) {
        return tolerance;
      }
    }
    return share(steps, median, TOLERANCES[0]) >= MOST ? TOLERANCES[0] : 0;
  }

  private static double share(long[] steps, long median, double tolerance) {
    if (steps.length == 0) {
      return 0;
    }
    long within =
        Arrays.stream(steps)
            .filter(step -> Math.abs((double) (step - median)) <= tolerance * median)
            .count();
    return (double) within / steps.length;
  }
}
