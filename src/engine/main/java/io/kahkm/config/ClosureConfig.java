package io.kahkm.config;

/**
 * How the closure of every stream begins and learns.
 *
 * @param start what it begins with
 * @param beta NLMS step size, in (0, 1)
 * @param learn whether it learns from the stream
 * @param rollback whether it returns to what it was before an excursion from the map once the
 *     stream is said to be outside
 */
public record ClosureConfig(ClosureStart start, double beta, boolean learn, boolean rollback) {}
