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
 * @param novelty NaN where the reading gave no state
 * @param outside whether the reading itself is outside the map, whatever was decided
 * @param relation relation statistic, NaN where there is none
 * @param outsideMap whether the stream is outside the map
 * @param relationBroken whether its relations are broken
 * @param sensorFaulty whether a sensor is faulty
 * @param relationEvidence accumulated evidence of broken relations, NaN without relations
 * @param sensorEvidence evidence that a sensor is faulty, NaN where single sensors are not watched
 * @param sensors those that contribute most, at most three, the largest share first
 * @param incident number of the open incident in its stream, 0 without one
 * @param notice the provisional alarm that raises a notice: novelty, relations or sensors; empty
 *     without one
 * @param fault the likeliest fault, such as {@code LUFL low}, while a sensor is faulty or its
 *     evidence raises a notice; else empty
 * @param forecastError distance of the coordinates from those forecast one step before, NaN without
 *     a forecast
 */
public record ScoredRow(
    long line,
    int stream,
    long time,
    StreamState state,
    double novelty,
    boolean outside,
    double relation,
    boolean outsideMap,
    boolean relationBroken,
    boolean sensorFaulty,
    double relationEvidence,
    double sensorEvidence,
    List<Share> sensors,
    long incident,
    String notice,
    String fault,
    double forecastError) {
  /** Copies the list. */
  public ScoredRow {
    sensors = List.copyOf(sensors);
  }

  /** Whether the stream is in alarm. */
  boolean alarm() {
    return outsideMap || relationBroken || sensorFaulty;
  }

  /**
   * A sensor's part of what is unusual.
   *
   * @param sensor 0-based index
   * @param share above 0 and at most 1
   */
  public record Share(int sensor, double share) {}
}
