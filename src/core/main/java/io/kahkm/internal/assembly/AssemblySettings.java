package io.kahkm.internal.assembly;

import java.util.List;
import java.util.OptionalLong;

/**
 * How the tags of a stream become rows. Durations in nanoseconds. Immutable.
 *
 * @param step width of a cell, above 0: row k stands at time k * step
 * @param grace how long after its end a cell waits for readings, in event time, above 0
 * @param hold longest age at which the last reading of a sensor stands in for a missing value, 0 to
 *     let none stand in
 * @param setBack how far a tag's time must fall behind the latest it has reached to mean that its
 *     clock was set back, 0 for never. A stream whose tags were set back starts anew from there
 * @param sensors one rule per sensor, in the order of the values of a row; at least one
 * @param episodeSkew clock skew of the tag whose text names the episode, see {@link
 *     SensorRule#clockSkew}; empty where there is no such tag
 */
public record AssemblySettings(
    long step,
    long grace,
    long hold,
    long setBack,
    List<SensorRule> sensors,
    OptionalLong episodeSkew) {
  /** Most readings of one tag in open cells. */
  public static final int MOST_READINGS = 16_384;

  /** Most cells that grace and hold together may span. */
  public static final int MOST_CELLS = 4_096;

  /**
   * Largest distance of a time from the epoch in either direction, nanoseconds: 146 years, so that
   * the difference of two times is a long.
   */
  public static final long LATEST_TIME = (1L << 62) - 1;

  /** Longest duration, nanoseconds: 18 years. A time and several of them add up to a long. */
  public static final long LONGEST = 1L << 59;

  /** Time and value of a reading, bytes. */
  static final int READING_BYTES = 2 * Long.BYTES;

  /** Checks and copies the components. */
  public AssemblySettings {
    requireDuration("step", step);
    requireDuration("grace", grace);
    requireDuration("hold", hold);
    requireDuration("setBack", setBack);
    requirePositive("step", step);
    requirePositive("grace", grace);
    if (hold < 0) {
      throw new IllegalArgumentException("hold is " + hold + " ns, must be at least 0");
    }
    if (setBack < 0) {
      throw new IllegalArgumentException("setBack is " + setBack + " ns, must be at least 0");
    }
    sensors = List.copyOf(sensors);
    if (sensors.isEmpty()) {
      throw new IllegalArgumentException("sensors is empty, at least one is needed");
    }
    episodeSkew.ifPresent(skew -> requireDuration("episodeSkew", skew));
    if (spansTooMuch(grace, hold, step)) {
      throw new IllegalArgumentException(
          "grace "
              + grace
              + " ns and hold "
              + hold
              + " ns span more than "
              + MOST_CELLS
              + " cells of "
              + step
              + " ns");
    }
  }

  static void requireDuration(String name, long value) {
    if (value > LONGEST || value < -LONGEST) {
      throw new IllegalArgumentException(
          name + " is " + value + " ns, must be at most " + LONGEST + " in size");
    }
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + " ns, must be above 0");
    }
  }

  /**
   * Whether readings of more cells would have to be kept than {@link #MOST_CELLS}.
   *
   * @param grace nanoseconds, at least 0
   * @param hold nanoseconds, at least 0
   * @param step nanoseconds, above 0
   * @return true if such settings are refused
   */
  public static boolean spansTooMuch(long grace, long hold, long step) {
    return cells(grace, step) + cells(hold, step) > MOST_CELLS;
  }

  private static long cells(long duration, long step) {
    return duration / step + (duration % step == 0 ? 0 : 1);
  }

  /**
   * How far beyond the stream's event time a reading may be without being suspect: two tags that
   * work as declared are never further apart than one is late and the other holds.
   *
   * @return grace + hold + 2 step, nanoseconds
   */
  public long reach() {
    return grace + hold + 2 * step;
  }

  /**
   * Most cells in which one tag can have readings at one time: those that wait for the grace, those
   * ahead of the event time by no more than {@link #reach}, and as many of a clock that is further
   * ahead.
   *
   * @return number of cells
   */
  public int mostOpenCells() {
    return (int) (cells(grace, step) + 1 + 2 * (reachCells() + 1L));
  }

  /** Cells that {@link #reach} spans. */
  int reachCells() {
    return (int) cells(reach(), step);
  }

  /**
   * Bytes of the readings of a stream that sends every tag once a step and keeps all cells open
   * that may be.
   *
   * @return bytes
   */
  public long openBytes() {
    return (long) mostOpenCells() * tags() * READING_BYTES;
  }

  /**
   * Most bytes that the readings of a stream can take, whatever is sent.
   *
   * @return bytes
   */
  public long mostBytes() {
    return (long) MOST_READINGS * tags() * READING_BYTES;
  }

  /**
   * Number of tags: sensors, and the one that names the episode.
   *
   * @return at least 1
   */
  public int tags() {
    return sensors.size() + (episodeSkew.isPresent() ? 1 : 0);
  }

  /**
   * Number of sensors.
   *
   * @return values of a row, at least 1
   */
  public int dimension() {
    return sensors.size();
  }
}
