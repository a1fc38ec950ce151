package io.kahkm.internal.assembly;

import java.util.Objects;

/**
 * How the readings of one sensor become the values of its cells.
 *
 * @param value which value a cell has when the sensor was read several times in it
 * @param onChange whether the sensor is sent on change only: then its last value stands in without
 *     limit while the stream is alive
 * @param clockSkew what the clock of the sensor's device shows minus the true time, nanoseconds;
 *     subtracted from the times of its readings
 */
public record SensorRule(CellValue value, boolean onChange, long clockSkew) {
  /** Checks the components. */
  public SensorRule {
    Objects.requireNonNull(value, "value");
    AssemblySettings.requireDuration("clockSkew", clockSkew);
  }
}
