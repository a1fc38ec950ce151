package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * A stream's own mean and standard deviation of every sensor, learned from its first rows by
 * Welford's recursion and then frozen. Mutable, one owner.
 *
 * <p>A single reading far off would make the deviation so large that all later readings are next to
 * the mean, whatever they are: the stream would look normal for ever. So rows of which one reading
 * makes up most of a sensor's squares are not taken, and learning begins again with the next row.
 * Of fewer than 20 rows that cannot be told.
 */
public final class StreamScaling {
  /** Of fewer rows the largest square is a large share of the sum by itself. */
  private static final int FEWEST_JUDGED = 20;

  /** Largest share of one reading in the sum of squares: each of three alike far off has more. */
  private static final double LARGEST_SHARE = 0.25;

  /** Of few rows a larger share is usual: this many times the average one, */
  private static final double LARGEST_TIMES = 15;

  /** and at most this. */
  private static final double LARGEST_OF_FEW = 0.5;

  private final int rows;
  private final double[] mean;
  private final double[] squares;

  /** What the row that added most to {@link #squares} added. */
  private final double[] largest;

  private int seen;

  /**
   * Knows nothing yet.
   *
   * @param sensors number of sensors n, at least 1
   * @param rows rows to learn from, at least 2
   */
  public StreamScaling(int sensors, int rows) {
    this.rows = rows;
    mean = new double[sensors];
    squares = new double[sensors];
    largest = new double[sensors];
  }

  /**
   * Learns from a row, unless frozen; begins again where the rows that it would be frozen with
   * cannot be believed.
   *
   * @param row n finite values in sensor units; not modified
   */
  public void add(double[] row) {
    if (frozen()) {
      return;
    }
    seen++;
    for (int j = 0; j < mean.length; j++) {
      double before = row[j] - mean[j];
      mean[j] += before / seen;
      squares[j] = Math.fma(before, row[j] - mean[j], squares[j]);
      largest[j] = Math.max(largest[j], before * (row[j] - mean[j]));
    }
    if (frozen() && !believable()) {
      seen = 0;
      Arrays.fill(mean, 0);
      Arrays.fill(squares, 0);
      Arrays.fill(largest, 0);
    }
  }

  private boolean believable() {
    double share = Math.max(LARGEST_SHARE, Math.min(LARGEST_TIMES / rows, LARGEST_OF_FEW));
    for (int j = 0; j < mean.length; j++) {
      boolean overflows = !(squares[j] < Double.POSITIVE_INFINITY);
      boolean standsOut = rows >= FEWEST_JUDGED && largest[j] > share * squares[j];
      if (overflows || (standsOut && deviation(j) > 0)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether enough rows were seen.
   *
   * @return true from then on
   */
  public boolean frozen() {
    return seen == rows;
  }

  /**
   * Mean of a sensor.
   *
   * @param sensor 0-based
   * @return in sensor units
   */
  public double mean(int sensor) {
    return mean[sensor];
  }

  /**
   * Population standard deviation of a sensor.
   *
   * @param sensor 0-based
   * @return in sensor units; exactly 0 if the sensor was constant
   */
  public double deviation(int sensor) {
    double deviation = Math.sqrt(Math.max(0, squares[sensor]) / seen);
    return Scaling.isConstant(mean[sensor], deviation) ? 0 : deviation;
  }

  void transfer(StateTransfer state, int version) {
    seen = state.intOf(seen, 0, rows, "rows of the stream's scaling");
    state.doubles(mean);
    state.doubles(squares);
    if (version >= SnapshotOrigin.BELIEVED_SCALES) {
      state.doubles(largest);
    }
  }
}
