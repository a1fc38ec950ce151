package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * The latest readings of a stream, one row per step of time, in a ring. A value that is missing is
 * NaN, and so is all of a row that did not come. Mutable, one owner; nothing is allocated per row.
 */
public final class ReadingHistory {
  private final int sensors;
  private final int capacity;
  private final double[] values;

  /** Row of the present reading. */
  private int present;

  /**
   * A history without readings.
   *
   * @param sensors number n of sensors, at least 1
   * @param longest longest lag that is looked at, in steps, at least 0
   */
  public ReadingHistory(int sensors, int longest) {
    this.sensors = sensors;
    capacity = longest + 1;
    values = new double[capacity * sensors];
    clear();
  }

  /**
   * Adds the reading of the next step.
   *
   * @param reading n values, NaN where one is missing; not retained
   */
  public void add(double[] reading) {
    present = present + 1 == capacity ? 0 : present + 1;
    System.arraycopy(reading, 0, values, present * sensors, sensors);
  }

  /**
   * Leaves out steps of which nothing came.
   *
   * @param steps number of steps, at least 0; from the length of the history on nothing is left
   */
  public void skip(long steps) {
    if (steps >= capacity) {
      clear();
      return;
    }
    for (long s = 0; s < steps; s++) {
      present = present + 1 == capacity ? 0 : present + 1;
      Arrays.fill(values, present * sensors, (present + 1) * sensors, Double.NaN);
    }
  }

  /** Forgets everything: what follows is another episode, or nobody knows how much later it is. */
  public void clear() {
    Arrays.fill(values, Double.NaN);
    present = 0;
  }

  /** Index in {@link #values} of the first sensor's value at a lag from 0 to the longest. */
  int at(int lag) {
    int row = present - lag;
    return (row < 0 ? row + capacity : row) * sensors;
  }

  /** The ring; not to be modified. */
  double[] values() {
    return values;
  }

  /**
   * Memory of the values.
   *
   * @param sensors number of sensors
   * @param longest longest lag
   * @return bytes
   */
  public static long bytes(int sensors, int longest) {
    return (longest + 1L) * sensors * Double.BYTES;
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    present = state.intOf(present, 0, capacity - 1, "row of a history");
    state.doubles(values);
  }
}
