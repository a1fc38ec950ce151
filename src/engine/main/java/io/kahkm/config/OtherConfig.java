package io.kahkm.config;

import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.text.TimeFormat;
import java.util.List;
import java.util.Optional;

/**
 * Another forecaster, whose forecasts are read from a topic, judged, and mixed with the engine's
 * where that is asked for.
 *
 * @param name what it is called in outputs
 * @param topic where its forecasts come from, keyed by stream and partitioned like the input
 * @param horizons steps ahead that it forecasts, each one of the engine's
 * @param time field with the event time of the reading that a forecast was made from; empty where
 *     that is the record's timestamp
 * @param timeFormat how it is written
 * @param horizon field with the horizon; empty where there is one horizon only
 * @param state fields with the predicted sensor values, in order; one that holds an array or an
 *     object by sensor; empty for the fields of the input
 * @param use whether its forecasts are mixed with the engine's, besides being judged
 */
public record OtherConfig(
    String name,
    String topic,
    List<Integer> horizons,
    Optional<String> time,
    TimeFormat timeFormat,
    Optional<String> horizon,
    List<String> state,
    boolean use) {
  /** Copies the lists. */
  public OtherConfig {
    horizons = List.copyOf(horizons);
    state = List.copyOf(state);
  }

  /**
   * What monitors know of it.
   *
   * @return name, horizons and use
   */
  public OtherForecaster forecaster() {
    return new OtherForecaster(name, horizons, use);
  }
}
