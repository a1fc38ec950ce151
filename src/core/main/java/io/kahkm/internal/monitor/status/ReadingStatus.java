package io.kahkm.internal.monitor.status;

import java.util.List;

/**
 * The last observation of a stream.
 *
 * @param time its event time in nanoseconds
 * @param readiness whether it gave a state of the map
 * @param values last sensor values, held ones included, NaN where one is missing
 */
public record ReadingStatus(long time, Readiness readiness, List<Double> values) {
  /** Copies the list. */
  public ReadingStatus {
    values = List.copyOf(values);
  }
}
