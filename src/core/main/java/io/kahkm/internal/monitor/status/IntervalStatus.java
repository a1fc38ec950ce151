package io.kahkm.internal.monitor.status;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How the intervals of one horizon fare.
 *
 * @param level share of outcomes that shall lie within
 * @param halfWidth per sensor that of the next interval, in sensor units, at least 0
 * @param outcomes outcomes so far, each of all sensors
 * @param frozen outcomes that taught the usual intervals nothing, because the stream was outside
 *     the map or its relations were broken: intervals of their own went out there
 * @param frozenCoverage share of these outcomes within their intervals, all sensors together; empty
 *     without one
 * @param coverage per sensor the share of the other outcomes within; empty without outcomes
 * @param guarantee how far a sensor's coverage can be from the level at most, on any sequence of
 *     errors no larger than those seen: the largest over the sensors, at most 1
 */
public record IntervalStatus(
    double level,
    List<Double> halfWidth,
    long outcomes,
    long frozen,
    OptionalDouble frozenCoverage,
    List<Double> coverage,
    double guarantee) {
  /** Copies the lists. */
  public IntervalStatus {
    halfWidth = List.copyOf(halfWidth);
    coverage = List.copyOf(coverage);
  }

  /**
   * The mean coverage of all sensors.
   *
   * @return from 0 to 1, NaN without outcomes
   */
  public double meanCoverage() {
    return coverage.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
