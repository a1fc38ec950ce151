package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.WindowCertificate;
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
 * @param incomplete observations skipped because a value was missing and none could be held
 * @param warmUp observations that only filled delays or the stream's own scaling
 * @param heldValues missing values replaced by the last ones read
 * @param readiness whether the last observation gave a state of the map
 * @param droppedForecasts forecasts that a break left without an observation to be scored against
 * @param state last sensor values, held ones included, NaN where one is missing
 * @param coordinates soft coordinates of the last state, empty before the first
 * @param nearestClass c(x) of the last state
 * @param dominant index of its largest coordinate
 * @param novelty its smallest class score, in [0, 1]
 * @param noveltyLimit the model's limit, absent when the model was not calibrated
 * @param outsideMap whether at least three states in a row were outside the map, or the evidence of
 *     their novelty pages
 * @param outsideSince event time of the first of them, or of the row with which the evidence began,
 *     nanoseconds
 * @param noveltyShares per sensor its share of the reconstruction error of the best-scoring class,
 *     at the last state; empty unless the stream is outside the map
 * @param noveltyLevel evidence of novelty on the scale of its page, from 0 to 1; absent in models
 *     of earlier versions
 * @param relation the relation channel, absent where the model has none
 * @param rollbacks times the closure was rolled back to what it was before an excursion
 * @param outsideRatio share of the rolling window's pairs outside the map
 * @param uniformFallbacks states whose powered affinities summed to at most 1e-12
 * @param rollingPairs pairs in the rolling window
 * @param assignmentLoss f-hat of the rolling window, absent while it is empty
 * @param successorVariance s-hat of the rolling window, absent while it is empty
 * @param horizons one entry per horizon, ascending
 * @param certificate the last closed certificate
 * @param verdictRun consecutive windows with its verdict
 * @param closureNorm spectral norm of the live closure when the last window closed
 * @param closureRadius spectral radius of the live closure when it was last measured: at the close
 *     of a window, unless fewer than C^2 pairs have been learned since the time before
 */
public record StreamStatus(
    long time,
    long records,
    long pairs,
    long episodes,
    long irregular,
    long incomplete,
    long warmUp,
    long heldValues,
    Readiness readiness,
    long droppedForecasts,
    List<Double> state,
    List<Double> coordinates,
    int nearestClass,
    int dominant,
    double novelty,
    OptionalDouble noveltyLimit,
    boolean outsideMap,
    OptionalLong outsideSince,
    List<Double> noveltyShares,
    OptionalDouble noveltyLevel,
    Optional<RelationStatus> relation,
    long rollbacks,
    double outsideRatio,
    long uniformFallbacks,
    long rollingPairs,
    OptionalDouble assignmentLoss,
    OptionalDouble successorVariance,
    List<HorizonStatus> horizons,
    Optional<WindowCertificate> certificate,
    int verdictRun,
    OptionalDouble closureNorm,
    OptionalDouble closureRadius) {
  /** Copies the lists. */
  public StreamStatus {
    state = List.copyOf(state);
    coordinates = List.copyOf(coordinates);
    noveltyShares = List.copyOf(noveltyShares);
    horizons = List.copyOf(horizons);
  }

  /**
   * The same without its last window, for whoever may not show it any more.
   *
   * @return a copy
   */
  public StreamStatus withoutCertificate() {
    return new StreamStatus(
        time,
        records,
        pairs,
        episodes,
        irregular,
        incomplete,
        warmUp,
        heldValues,
        readiness,
        droppedForecasts,
        state,
        coordinates,
        nearestClass,
        dominant,
        novelty,
        noveltyLimit,
        outsideMap,
        outsideSince,
        noveltyShares,
        noveltyLevel,
        relation,
        rollbacks,
        outsideRatio,
        uniformFallbacks,
        rollingPairs,
        assignmentLoss,
        successorVariance,
        horizons,
        Optional.empty(),
        0,
        closureNorm,
        closureRadius);
  }

  /**
   * Whether any reading has given a state of the map yet.
   *
   * @return true if coordinates, class and novelty are meaningful
   */
  public boolean encoded() {
    return !coordinates.isEmpty();
  }
}
