package io.kahkm.internal.monitor.setting;

import java.util.HashSet;
import java.util.List;

/**
 * Another forecaster, whose forecasts are judged beside the monitor's own.
 *
 * @param name what it is called, not empty
 * @param horizons steps ahead that it forecasts, each one of the monitor's, without repetition; at
 *     least one
 * @param used whether its forecasts are an expert of the mixture at these horizons too
 */
public record OtherForecaster(String name, List<Integer> horizons, boolean used) {
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

  /**
   * A forecaster that is judged only.
   *
   * @param name what it is called, not empty
   * @param horizons steps ahead that it forecasts
   */
  public OtherForecaster(String name, List<Integer> horizons) {
    this(name, horizons, false);
  }

  /**
   * Whether it is an expert of the mixture at a horizon.
   *
   * @param horizon steps ahead
   * @return false where it is judged only
   */
  public boolean usedAt(int horizon) {
    return used && horizons.contains(horizon);
  }
}
