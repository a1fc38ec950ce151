package io.kahkm.internal.monitor.setting;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.skill.SkillSettings;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Which forecasts are issued.
 *
 * @param horizons steps ahead, strictly ascending, each at least 1; empty for no forecasts
 * @param every forecasts are issued at every this-many-th state of an episode, at least 1
 * @param projection what keeps predictions on the simplex
 * @param interval share of outcomes that shall lie within the forecasts' intervals, from .5 to .99;
 *     empty for no intervals
 * @param skill which claims about the forecasts' skill are examined
 * @param others other forecasters that are judged beside, each of another name
 */
public record ForecastSettings(
    List<Integer> horizons,
    int every,
    Projection projection,
    OptionalDouble interval,
    SkillSettings skill,
    List<OtherForecaster> others) {
  /** Copies the lists and checks them. */
  public ForecastSettings {
    horizons = List.copyOf(horizons);
    others = List.copyOf(others);
    SettingRule.require(every >= 1, "every", every, "at least 1");
    int last = 0;
    for (int horizon : horizons) {
      SettingRule.require(horizon > last, "horizons", horizons, "strictly ascending from 1");
      last = horizon;
    }
    double level = interval.orElse(ErrorQuantiles.LOWEST);
    SettingRule.require(
        level >= ErrorQuantiles.LOWEST && level <= ErrorQuantiles.HIGHEST,
        "interval",
        level,
        "from " + ErrorQuantiles.LOWEST + " to " + ErrorQuantiles.HIGHEST);
    Set<String> names = new HashSet<>();
    for (OtherForecaster other : others) {
      SettingRule.require(names.add(other.name()), "others", others, "each of another name");
      SettingRule.require(
          horizons.containsAll(other.horizons()),
          "others." + other.name() + ".horizons",
          other.horizons(),
          "among " + horizons);
    }
  }
}
