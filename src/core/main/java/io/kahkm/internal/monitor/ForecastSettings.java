package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Projection;
import java.util.List;

/**
 * Which forecasts are issued.
 *
 * @param horizons steps ahead, strictly ascending, each at least 1; empty for no forecasts
 * @param every forecasts are issued at every this-many-th state of an episode, at least 1
 * @param projection what keeps predictions on the simplex
 */
public record ForecastSettings(List<Integer> horizons, int every, Projection projection) {
  /** Copies the horizons and checks them. */
  public ForecastSettings {
    horizons = List.copyOf(horizons);
    MonitorSettings.require(every >= 1, "every", every, "at least 1");
    int last = 0;
    for (int horizon : horizons) {
      MonitorSettings.require(horizon > last, "horizons", horizons, "strictly ascending from 1");
      last = horizon;
    }
  }
}
