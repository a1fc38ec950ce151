package io.kahkm.internal.monitor.status;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The relation channel of a stream at one moment.
 *
 * @param value R of the last reading, about 1 on normal rows; absent where it had no predecessor
 * @param limit R that few normal rows exceed
 * @param pValue p-value of the last reading's R; absent with it
 * @param evidence accumulated evidence M, from 0 to the run length
 * @param level M on the scale of its page, log M / log A, from 0 to 1
 * @param broken whether the relations are broken
 * @param since event time of the row with which the excursion began, nanoseconds; present while
 *     they are broken
 * @param sensors those that fit least during an excursion, at most four, the largest factor first
 * @param provisional whether the recording was too short for limits to hold
 * @param notice whether the evidence has reached the run length, which of a provisional channel
 *     alone is a notice and no alarm
 * @param unwatched readings without an R
 * @param learning whether more than 100 readings in a row had none: as long, nothing says that the
 *     sensors follow each other
 */
public record RelationStatus(
    OptionalDouble value,
    double limit,
    OptionalDouble pValue,
    double evidence,
    double level,
    boolean broken,
    OptionalLong since,
    List<NamedSensor> sensors,
    boolean provisional,
    boolean notice,
    long unwatched,
    boolean learning) {
  /** Copies the list. */
  public RelationStatus {
    sensors = List.copyOf(sensors);
  }

  /**
   * A sensor that does not follow the others.
   *
   * @param sensor 0-based index into a reading
   * @param factor how many times as far as usual it is from what the others predict, as a mean
   *     square over the excursion
   * @param value its last reading, in sensor units
   * @param predicted what the other sensors predict for it, in sensor units; NaN where its value
   *     has been held since the excursion began
   */
  public record NamedSensor(int sensor, double factor, double value, double predicted) {}
}
