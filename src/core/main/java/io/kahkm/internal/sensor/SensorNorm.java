package io.kahkm.internal.sensor;

import java.util.Objects;

/**
 * What is normal for one sensor. Innovations are in recorded standard deviations of the sensor;
 * thresholds of their size are in units of {@code scale}.
 *
 * @param scale of innovations on left-out rows, positive; heavy tails do not make it small
 * @param median of the innovation's size on left-out rows, positive
 * @param usual mean size on left-out rows, positive
 * @param quiet a tenth of the sizes are below it; at least 0
 * @param loud a tenth of the sizes are above it; at least {@code quiet}
 * @param shiftSlack conditional mean of the clipped innovation up to which it counts as normal,
 *     from 0 to below 1
 * @param loudSlack by how much the probability of a loud innovation may exceed a tenth, from 0 to
 *     below 0.8
 * @param quietSlack the same of a quiet one
 * @param low smallest value, in the units of readings, that is in range
 * @param high largest value that is, at least {@code low}
 * @param standing how runs of equal values continue
 * @param missing how runs of missing values continue
 */
public record SensorNorm(
    double scale,
    double median,
    double usual,
    double quiet,
    double loud,
    double shiftSlack,
    double loudSlack,
    double quietSlack,
    double low,
    double high,
    RunHazard standing,
    RunHazard missing) {
  /** Above it a bet on loud innovations could cost more than everything. */
  private static final double LARGEST_COUNT_SLACK = 0.8;

  /** Checks every component; the message names the component and its value. */
  public SensorNorm {
    require(scale > 0 && scale < Double.POSITIVE_INFINITY, "scale", scale, "positive and finite");
    require(median > 0 && median < Double.POSITIVE_INFINITY, "median", median, "positive");
    require(usual > 0 && usual < Double.POSITIVE_INFINITY, "usual", usual, "positive");
    require(quiet >= 0, "quiet", quiet, "at least 0");
    require(loud >= quiet && loud < Double.POSITIVE_INFINITY, "loud", loud, "at least quiet");
    require(shiftSlack >= 0 && shiftSlack < 1, "shiftSlack", shiftSlack, "from 0 to below 1");
    require(
        loudSlack >= 0 && loudSlack < LARGEST_COUNT_SLACK,
        "loudSlack",
        loudSlack,
        "from 0 to below 0.8");
    require(
        quietSlack >= 0 && quietSlack < LARGEST_COUNT_SLACK,
        "quietSlack",
        quietSlack,
        "from 0 to below 0.8");
    require(low > Double.NEGATIVE_INFINITY, "low", low, "finite");
    require(high >= low && high < Double.POSITIVE_INFINITY, "high", high, "finite, at least low");
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(missing, "missing");
  }

  /**
   * The same with other gaps.
   *
   * @param gaps how runs of missing values continue
   * @return a copy
   */
  public SensorNorm withMissing(RunHazard gaps) {
    return new SensorNorm(
        scale,
        median,
        usual,
        quiet,
        loud,
        shiftSlack,
        loudSlack,
        quietSlack,
        low,
        high,
        standing,
        gaps);
  }

  private static void require(boolean holds, String name, double value, String condition) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + ", must be " + condition);
    }
  }
}
