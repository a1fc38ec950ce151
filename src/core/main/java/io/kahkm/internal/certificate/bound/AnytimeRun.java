package io.kahkm.internal.certificate.bound;

import java.util.OptionalDouble;

/**
 * A run of bounds that hold at every moment since its first unit, all on one event.
 *
 * @param restart number k of the run, 1 for the first
 * @param cause why it began
 * @param since event time of its first pair, in nanoseconds
 * @param bestLower largest lower bound of the run so far, at least 0
 * @param bestUpper smallest upper bound of the run so far
 * @param bestCapped smallest upper bound of the capped error, where a cap is declared
 */
public record AnytimeRun(
    int restart,
    RestartCause cause,
    long since,
    double bestLower,
    double bestUpper,
    OptionalDouble bestCapped) {}
