package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * Replaces missing sensor values by the last ones read, up to an age. Live streams and files are
 * filled by the same rule. Mutable, one owner; no allocation per row.
 */
public final class HeldValues {
  private final long limit;
  private final double[] last;
  private final long[] readAt;
  private final boolean[] held;

  /**
   * Holds nothing yet.
   *
   * @param sensors number of sensors n, at least 1
   * @param limit largest age of a held value in nanoseconds, 0 to hold none
   */
  public HeldValues(int sensors, long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit is " + limit + ", must be at least 0 ns");
    }
    this.limit = limit;
    last = new double[sensors];
    readAt = new long[sensors];
    held = new boolean[sensors];
    forget();
  }

  /**
   * Fills one row.
   *
   * @param time event time in nanoseconds
   * @param raw n sensor values, NaN where one is missing; not modified
   * @param filled overwritten with n values, NaN where one is missing and none can be held; may be
   *     {@code raw}
   * @return how many values were held; {@link #complete} tells whether any is still missing
   */
  public int fill(long time, double[] raw, double[] filled) {
    int count = 0;
    for (int j = 0; j < last.length; j++) {
      double value = raw[j];
      held[j] = false;
      if (limit > 0 && !Double.isNaN(value)) {
        last[j] = value;
        readAt[j] = time;
      } else if (limit > 0
          && !Double.isNaN(last[j])
          && Observation.elapsed(readAt[j], time) <= limit) {
        value = last[j];
        held[j] = true;
        count++;
      }
      filled[j] = value;
    }
    return count;
  }

  /**
   * Which values of the last row were held.
   *
   * @return live view of n values; not to be modified
   */
  public boolean[] held() {
    return held;
  }

  /**
   * Whether a row has all its values.
   *
   * @param row sensor values; not modified
   * @return false if one is NaN
   */
  public static boolean complete(double[] row) {
    for (double value : row) {
      if (Double.isNaN(value)) {
        return false;
      }
    }
    return true;
  }

  /** Forgets what was read: values are not held across episodes. */
  public void forget() {
    Arrays.fill(last, Double.NaN);
  }

  void transfer(StateTransfer state) {
    boolean kept = state.booleanOf(limit > 0);
    if (state.reads()) {
      forget();
    }
    if (kept) {
      state.doubles(last);
      state.longs(readAt);
    }
  }
}
