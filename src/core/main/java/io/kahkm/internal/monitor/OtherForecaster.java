package io.kahkm.internal.monitor;

import java.util.HashSet;
import java.util.List;

/**
 * A forecaster of somebody else whose forecasts are judged beside the monitor's own.
 *
 * @param name what it is called, not empty
 * @param horizons steps ahead that it forecasts, each one of the monitor's, without repetition; at
 *     least one
 */
public record OtherForecaster(String name, List<Integer> horizons) {
  /** Copies the list and checks both. */
  public OtherForecaster {
    horizons = List.copyOf(horizons);
    SettingRule.require(!name.isEmpty(), "name", name, "not empty");
    SettingRule.require(
        !horizons.isEmpty() && new HashSet<>(horizons).size() == horizons.size(),
        "horizons",
        horizons,
        "at least one, each once");
  }
}
