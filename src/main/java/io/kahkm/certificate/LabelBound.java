package io.kahkm.certificate;

/**
 * The two quantities of the exclusion certificate bounded tightly; simultaneous in kappa.
 *
 * @param delta failure probability
 * @param varianceLower V, lower bound of the within-class successor variance, in [0, 1]
 * @param lossUpper F, upper bound of E|phi - y|^2 / 2, in [0, 1]
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record LabelBound(double delta, double varianceLower, double lossUpper, double lower) {}
