package io.kahkm.internal.monitor.status;

import java.util.List;

/**
 * What is known of a stream's forecasts: a part of {@link StreamStatus}, by itself, since records
 * of skill need no more and are many.
 *
 * @param time event time of the last observation in nanoseconds
 * @param horizons what is known of each horizon
 * @param others what is known of other forecasters' forecasts
 */
public record ForecasterStatus(long time, List<HorizonStatus> horizons, List<OtherStatus> others) {
  /** Copies the lists. */
  public ForecasterStatus {
    horizons = List.copyOf(horizons);
    others = List.copyOf(others);
  }
}
