package io.kahkm.internal.monitor.status;

/**
 * What a monitor has counted since its first observation.
 *
 * @param records observations that changed the monitor
 * @param incomplete observations skipped because a value was missing and none could be held
 * @param warmUp observations that only filled delays or the stream's own scaling
 * @param heldValues missing values replaced by the last ones read
 * @param pairs transitions formed
 * @param episodes episodes started
 * @param irregular irregular steps
 * @param droppedForecasts forecasts that a break left without an observation to be scored against
 * @param uniformFallbacks states whose powered affinities summed to at most 1e-12
 */
public record StreamCounts(
    long records,
    long incomplete,
    long warmUp,
    long heldValues,
    long pairs,
    long episodes,
    long irregular,
    long droppedForecasts,
    long uniformFallbacks) {}
