package io.kahkm.internal.monitor.status;

import org.jspecify.annotations.Nullable;

/**
 * A forecast whose time has come, beside what was then observed. The arrays are live views: valid
 * until the monitor's next step, not to be modified.
 *
 * @param horizon steps ahead of the origin, at least 1
 * @param predicted predicted soft coordinates
 * @param target observed soft coordinates
 * @param origin soft coordinates at the origin, which persistence would predict
 * @param simplexDistanceSquared squared distance of the prediction from the simplex
 * @param predictedState predicted sensor values, null without a readout for the horizon
 * @param linearState sensor values that a linear model of the readings predicted, null without one;
 *     NaN where a stored forecast of an earlier release lacks it
 * @param halfWidth half-widths of the intervals that went out with it, null without intervals
 * @param experts what every expert of the horizon forecast, one after the other, and behind them
 *     the quick mixture, in sensor units; null without a mixture, NaN where an expert had no
 *     forecast or a stored one of an earlier release lacks it
 * @param issuedAbnormal whether the stream was outside the map or its relations were broken when it
 *     went out
 * @param targetState observed sensor values
 * @param originState sensor values at the origin
 */
@SuppressWarnings(
    "ArrayRecordComponent") // live views of ring buffers, compared by nobody; copies would double
// the cost
public record ScoredForecast(
    int horizon,
    double[] predicted,
    double[] target,
    double[] origin,
    double simplexDistanceSquared,
    double @Nullable [] predictedState,
    double @Nullable [] linearState,
    double @Nullable [] halfWidth,
    double @Nullable [] experts,
    boolean issuedAbnormal,
    double[] targetState,
    double[] originState) {}
