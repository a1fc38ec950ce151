package io.kahkm.cli.offline;

import io.kahkm.telemetry.condition.StreamState;
import java.util.List;

/**
 * What one reading meant.
 *
 * @param line 0-based data row of the file
 * @param stream 0-based stream of the file
 * @param time event time in nanoseconds; order of the row where the file has no times
 * @param state of the stream with this reading
 * @param novelty how far the reading is from what the map knows
 * @param relations how its sensors follow each other
 * @param sensors how its sensors behave one by one
 * @param leading the sensors that contribute most, at most three, the largest share first
 * @param incident number of the open incident in its stream, 0 without one
 * @param forecastError distance of the coordinates from those forecast one step before, NaN without
 *     a forecast
 */
public record ScoredRow(
    long line,
    int stream,
    long time,
    StreamState state,
    Novelty novelty,
    Relations relations,
    Sensors sensors,
    List<Share> leading,
    long incident,
    double forecastError) {
  /** Copies the list. */
  public ScoredRow {
    leading = List.copyOf(leading);
  }

  /** Whether the stream is in alarm. */
  boolean alarm() {
    return novelty.alarm() || relations.broken() || sensors.faulty();
  }

  /**
   * The provisional alarm that raises a notice. Never two at once: together they are an alarm.
   *
   * @return novelty, relations or sensors; empty without a notice
   */
  public String notice() {
    if (novelty.notice()) {
      return "novelty";
    }
    if (relations.notice()) {
      return "relations";
    }
    return sensors.notice() ? "sensors" : "";
  }

  /**
   * The novelty of a reading.
   *
   * @param value NaN where the reading gave no state
   * @param outside whether the reading itself is outside the map, whatever was decided
   * @param alarm whether the stream is outside the map
   * @param notice whether its evidence raises a notice
   */
  public record Novelty(double value, boolean outside, boolean alarm, boolean notice) {}

  /**
   * The relations between sensors at a reading.
   *
   * @param value relation statistic, NaN where there is none
   * @param evidence accumulated evidence that they are broken, NaN without relations
   * @param broken whether they are
   * @param notice whether the evidence raises a notice
   */
  public record Relations(double value, double evidence, boolean broken, boolean notice) {
    /** Where relations are not watched. */
    public static final Relations NONE = new Relations(Double.NaN, Double.NaN, false, false);
  }

  /**
   * Single sensors at a reading.
   *
   * @param evidence evidence that one is faulty, NaN where they are not watched
   * @param faulty whether one is
   * @param notice whether the evidence raises a notice
   * @param fault the likeliest fault, such as {@code LUFL low}, while a sensor is faulty or the
   *     evidence raises a notice; else empty
   */
  public record Sensors(double evidence, boolean faulty, boolean notice, String fault) {
    /** Where single sensors are not watched. */
    public static final Sensors NONE = new Sensors(Double.NaN, false, false, "");
  }

  /**
   * A sensor's part of what is unusual.
   *
   * @param sensor 0-based index
   * @param share above 0 and at most 1
   */
  public record Share(int sensor, double share) {}
}
