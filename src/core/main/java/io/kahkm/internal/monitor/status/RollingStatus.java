package io.kahkm.internal.monitor.status;

import java.util.OptionalDouble;

/**
 * The rolling window of a stream's last pairs.
 *
 * @param pairs in the window
 * @param outsideRatio share of them outside the map, 0 while it is empty
 * @param assignmentLoss f-hat, absent while it is empty
 * @param successorVariance s-hat, absent while it is empty
 */
public record RollingStatus(
    long pairs,
    double outsideRatio,
    OptionalDouble assignmentLoss,
    OptionalDouble successorVariance) {}
