package io.kahkm.certificate;

/**
 * The lower bound from the empirical minimum over the spectral ball; valid for its kappa and every
 * smaller one.
 *
 * @param delta failure probability
 * @param risk empirical risk of the best matrix found within the ball
 * @param gap certified distance from {@code risk} down to a lower bound of the empirical minimum,
 *     rounding allowance included; at least 0
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record MinimumBound(double delta, double risk, double gap, double lower) {}
