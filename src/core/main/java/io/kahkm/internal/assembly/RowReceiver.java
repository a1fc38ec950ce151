package io.kahkm.internal.assembly;

import org.jspecify.annotations.Nullable;

/** Takes the rows of one stream in the order of their times. */
@FunctionalInterface
public interface RowReceiver {
  /**
   * Takes one row.
   *
   * @param time end of the row's cell in nanoseconds: the time at which the row stands
   * @param values one value per sensor, NaN where the sensor has none; a live view, valid during
   *     the call, not to be modified
   * @param held how many of the values were read before the row's cell and stand in
   * @param episode text of the episode tag at the row's time; null while none was read, and where
   *     there is no such tag
   * @param closing why the cell was closed
   */
  void row(long time, double[] values, int held, @Nullable String episode, Closing closing);
}
