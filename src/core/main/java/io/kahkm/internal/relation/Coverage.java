package io.kahkm.internal.relation;

import java.util.Objects;

/**
 * How much of normal operation a recording has seen: the independent rows that it is worth for the
 * sensor, and for the combination of sensors, that moves most slowly. Below {@link #ENOUGH} the
 * channel is provisional: it works, but normal movements have not been seen often enough for its
 * limits to hold. A movement that sensors share can be slower than any of them shows by itself, and
 * so can the level of their noise, or how novel their states are.
 *
 * @param sensor the slowest sensor
 * @param rows rows of the recording, at least 1
 * @param independent rows over the memory of that sensor, above 0 and at most {@code rows}
 * @param combined the same of what is slowest: a combination of sensors, a sensor alone among them,
 *     their noise, or their novelty; above 0 and at most {@code independent}
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
   * The same recording where something else about it is slower.
   *
   * @param most independent rows of it, at least 1
   * @return with at most so many combined
   */
  public Coverage atMost(double most) {
    return new Coverage(sensor, rows, independent, Math.min(combined, most));
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
