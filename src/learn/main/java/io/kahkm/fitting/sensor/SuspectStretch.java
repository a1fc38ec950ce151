package io.kahkm.fitting.sensor;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.sensor.SensorKind;
import java.util.Objects;

/**
 * A stretch in which the recording itself is suspect: a sensor would have raised an alert there.
 * The sensor channel is fitted without it.
 *
 * @param sensor name of the sensor
 * @param kind what seems wrong with it
 * @param first 0-based first row, counted through all runs of complete rows
 * @param last last row of it, at least {@code first}
 * @param from where the first row lies
 * @param lastStep step of the last row, counted from the start of the episode; of a stretch over
 *     several episodes the last step of the first one
 */
public record SuspectStretch(
    String sensor, SensorKind kind, int first, int last, Episodes.Place from, long lastStep) {
  /** Checks every component. */
  public SuspectStretch {
    Objects.requireNonNull(sensor, "sensor");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(from, "from");
    if (first < 0 || last < first) {
      throw new IllegalArgumentException(
          "first is " + first + ", last " + last + ", must be from 0 to last");
    }
  }
}
