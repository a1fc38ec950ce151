package io.kahkm.internal.sensor;

import java.util.Objects;

/**
 * What is normal for one sensor. Innovations are in recorded standard deviations of the sensor;
 * thresholds of their size are in units of {@code scale}.
 *
 * @param sizes of innovations
 * @param slacks by how much innovations may differ from normal ones
 * @param range in which readings are
 * @param standing how runs of equal values continue
 * @param missing how runs of missing values continue
 */
public record SensorNorm(
    Sizes sizes, Slacks slacks, Range range, RunHazard standing, RunHazard missing) {
  /** Checks that both hazards are there. */
  public SensorNorm {
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(missing, "missing");
  }

  /**
   * Sizes of innovations on left-out rows.
   *
   * @param scale of innovations, positive; heavy tails do not make it small
   * @param median of the innovation's size, positive
   * @param usual mean size, positive
   * @param quiet a tenth of the sizes are below it; at least 0
   * @param loud a tenth of the sizes are above it; at least {@code quiet}
   */
  public record Sizes(double scale, double median, double usual, double quiet, double loud) {
    /** Checks every component; the message names the component and its value. */
    public Sizes {
      require(scale > 0 && scale < Double.POSITIVE_INFINITY, "scale", scale, "positive and finite");
      require(median > 0 && median < Double.POSITIVE_INFINITY, "median", median, "positive");
      require(usual > 0 && usual < Double.POSITIVE_INFINITY, "usual", usual, "positive");
      require(quiet >= 0, "quiet", quiet, "at least 0");
      require(loud >= quiet && loud < Double.POSITIVE_INFINITY, "loud", loud, "at least quiet");
    }
  }

  /**
   * What bets allow for, beyond normal innovations.
   *
   * @param shift conditional mean of the clipped innovation up to which it counts as normal, from 0
   *     to below 1
   * @param loud by how much the probability of a loud innovation may exceed a tenth, from 0 to
   *     below 0.8
   * @param quiet the same of a quiet one
   */
  public record Slacks(double shift, double loud, double quiet) {
    /** Above it a bet on loud innovations could cost more than everything. */
    private static final double LARGEST = 0.8;

    /** Checks every component; the message names the component and its value. */
    public Slacks {
      require(shift >= 0 && shift < 1, "shiftSlack", shift, "from 0 to below 1");
      require(loud >= 0 && loud < LARGEST, "loudSlack", loud, "from 0 to below 0.8");
      require(quiet >= 0 && quiet < LARGEST, "quietSlack", quiet, "from 0 to below 0.8");
    }
  }

  /**
   * The range of readings, in their units.
   *
   * @param low smallest value that is in it
   * @param high largest value that is, at least {@code low}
   */
  public record Range(double low, double high) {
    /** Checks both; the message names the component and its value. */
    public Range {
      require(low > Double.NEGATIVE_INFINITY, "low", low, "finite");
      require(high >= low && high < Double.POSITIVE_INFINITY, "high", high, "finite, at least low");
    }
  }

  /**
   * The same with other gaps.
   *
   * @param gaps how runs of missing values continue
   * @return a copy
   */
  public SensorNorm withMissing(RunHazard gaps) {
    return new SensorNorm(sizes, slacks, range, standing, gaps);
  }

  private static void require(boolean holds, String name, double value, String condition) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + ", must be " + condition);
    }
  }
}
