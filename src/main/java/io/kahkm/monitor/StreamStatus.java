package io.kahkm.monitor;

import io.kahkm.certificate.CertificateRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * An immutable view of a stream at one moment, for metrics, the API and tables.
 *
 * @param time event time of the last state, nanoseconds
 * @param records observations that changed the monitor
 * @param pairs transitions formed
 * @param episodes episodes started
 * @param irregular irregular steps
 * @param droppedForecasts forecasts that a break left without an observation to be scored against
 * @param state last sensor values
 * @param coordinates soft coordinates of the last state
 * @param nearestClass c(x) of the last state
 * @param dominant index of its largest coordinate
 * @param novelty its smallest class score, in [0, 1]
 * @param noveltyLimit the model's limit, absent when the model was not calibrated
 * @param outsideMap whether at least three states in a row were outside the map
 * @param outsideSince event time of the first of them, nanoseconds
 * @param outsideRatio share of the rolling window's pairs outside the map
 * @param uniformFallbacks states whose powered affinities summed to at most 1e-12
 * @param rollingPairs pairs in the rolling window
 * @param assignmentLoss f-hat of the rolling window, absent while it is empty
 * @param successorVariance s-hat of the rolling window, absent while it is empty
 * @param horizons one entry per horizon, ascending
 * @param certificate the last closed certificate
 * @param verdictRun consecutive windows with its verdict
 * @param closureNorm spectral norm of the live closure when the last window closed
 * @param closureRadius spectral radius of the live closure when the last window closed
 */
public record StreamStatus(
    long time,
    long records,
    long pairs,
    long episodes,
    long irregular,
    long droppedForecasts,
    List<Double> state,
    List<Double> coordinates,
    int nearestClass,
    int dominant,
    double novelty,
    OptionalDouble noveltyLimit,
    boolean outsideMap,
    OptionalLong outsideSince,
    double outsideRatio,
    long uniformFallbacks,
    long rollingPairs,
    OptionalDouble assignmentLoss,
    OptionalDouble successorVariance,
    List<HorizonStatus> horizons,
    Optional<CertificateRecord> certificate,
    int verdictRun,
    OptionalDouble closureNorm,
    OptionalDouble closureRadius) {
  /** Copies the lists. */
  public StreamStatus {
    state = List.copyOf(state);
    coordinates = List.copyOf(coordinates);
    horizons = List.copyOf(horizons);
  }
}
