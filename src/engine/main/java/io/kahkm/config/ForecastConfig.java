package io.kahkm.config;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.skill.SkillSettings;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Which forecasts are issued.
 *
 * @param topic where they go
 * @param format how they are written
 * @param horizons steps ahead, strictly ascending
 * @param every a forecast is issued at every this-many-th state of an episode, at least 1
 * @param coordinates how predicted coordinates are written
 * @param projection how predicted coordinates are kept on the simplex
 * @param interval share of outcomes that intervals shall hold; empty for none
 * @param skill which claims about the forecasts' skill are examined
 * @param others other forecasters that are judged beside
 * @param known sensors whose later values are known
 */
public record ForecastConfig(
    String topic,
    OutputFormat format,
    List<Integer> horizons,
    int every,
    CoordinateFormat coordinates,
    Projection projection,
    OptionalDouble interval,
    SkillSettings skill,
    List<OtherConfig> others,
    KnownConfig known) {
  /** Copies the lists. */
  public ForecastConfig {
    horizons = List.copyOf(horizons);
    others = List.copyOf(others);
  }
}
