package io.kahkm.core;

import io.kahkm.internal.monitor.status.HorizonStatus;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How the forecasts of one horizon fared, each compared with what was read when its time had come,
 * over the last complete 256 states. Immutable.
 *
 * @param horizon steps ahead, at least 1
 * @param forecasts how many were compared, 0 before the first 256 states
 * @param r2 coefficient of determination in soft coordinates, at most 1; empty when nothing was
 *     compared or the coordinates did not vary
 * @param skill 1 - error / error of "it stays as it is", mean squared errors in soft coordinates:
 *     above 0 where the forecast is worth more than none; empty where the latter had no error
 * @param sensorErrors root-mean-square error per sensor in sensor units; no values when nothing was
 *     compared or the model has no readout for the horizon; unmodifiable
 * @param madeOf what the forecasts of sensor units are mixed of now: the share of each expert (such
 *     as "own past"), mean over the sensors, from 0 to 1; empty without a mixture; unmodifiable
 */
public record ForecastScore(
    int horizon,
    long forecasts,
    OptionalDouble r2,
    OptionalDouble skill,
    List<Double> sensorErrors,
    Map<String, Double> madeOf) {
  static ForecastScore of(HorizonStatus status) {
    Map<String, Double> madeOf = new LinkedHashMap<>();
    status.experts().forEach(one -> madeOf.put(one.name(), one.share()));
    return new ForecastScore(
        status.horizon(),
        status.starts(),
        status.coordinates().r2(),
        status.coordinates().skill(),
        status.readings().error(),
        Collections.unmodifiableMap(madeOf));
  }
}
