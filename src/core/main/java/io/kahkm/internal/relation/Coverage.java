package io.kahkm.internal.relation;

import java.util.Objects;

/**
 * How much of normal operation a recording has seen: the independent rows that it is worth for the
 * sensor, and for the combination of sensors, that moves most slowly. Below {@link #ENOUGH} the
 * channel is provisional: it works, but normal movements have not been seen often enough for its
 * limits to hold. A movement that sensors share can be slower than any of them shows by itself.
 *
 * @param sensor the slowest sensor
 * @param rows rows of the recording, at least 1
 * @param independent rows over the memory of that sensor, above 0 and at most {@code rows}
 * @param combined the same of the slowest combination of sensors, a sensor alone among them; above
 *     0 and at most {@code independent}
 */
public record Coverage(String sensor, int rows, double independent, double combined) {
  /** Independent rows of the slowest sensor from which on limits hold. */
  public static final double ENOUGH = 10;

  /** Checks every component; the message names the component and its value. */
  public Coverage {
    Objects.requireNonNull(sensor, "sensor");
    if (rows < 1) {
      throw new IllegalArgumentException("rows is " + rows + ", must be at least 1");
    }
    if (!(independent > 0 && independent <= rows)) {
      throw new IllegalArgumentException(
          "independent is " + independent + ", must be above 0 and at most rows, " + rows);
    }
    if (!(combined > 0 && combined <= independent)) {
      throw new IllegalArgumentException(
          "combined is " + combined + ", must be above 0 and at most independent, " + independent);
    }
  }

  /**
   * Whether the recording is too short.
   *
   * @return true below {@link #ENOUGH}
   */
  public boolean provisional() {
    return combined < ENOUGH;
  }

  /**
   * Rows that a recording of the same kind would need.
   *
   * @return at least {@code rows} where the coverage is provisional
   */
  public long neededRows() {
    return (long) Math.ceil(ENOUGH * rows / combined);
  }
}
