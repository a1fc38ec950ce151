package io.kahkm.certificate;

/**
 * The upper bound of a closure frozen before the window.
 *
 * @param delta failure probability
 * @param meanSquaredError mean |Z - B0' phi|^2 of the window
 * @param range R_B, largest possible loss
 * @param upper U, upper bound of the root-mean-square error
 */
public record UpperBound(double delta, double meanSquaredError, double range, double upper) {}
