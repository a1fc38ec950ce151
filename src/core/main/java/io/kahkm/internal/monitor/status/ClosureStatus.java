package io.kahkm.internal.monitor.status;

import java.util.OptionalDouble;

/**
 * The live closure of a stream.
 *
 * @param rollbacks times it was rolled back to what it was before an excursion
 * @param norm its spectral norm when the last window closed
 * @param radius its spectral radius when it was last measured: at the close of a window, unless
 *     fewer than C^2 pairs have been learned since the time before
 * @param rolling the rolling window of the last pairs
 */
public record ClosureStatus(
    long rollbacks, OptionalDouble norm, OptionalDouble radius, RollingStatus rolling) {}
