package io.kahkm.certificate;

/**
 * The exclusion certificate of Prop. exclusion_certificate, verbatim; its event does not depend on
 * kappa, so rows for several kappa hold simultaneously.
 *
 * @param delta failure probability
 * @param radius r = log(2 / delta) / units
 * @param lossUpper F, upper bound of the assignment loss, in [0, 1]
 * @param varianceLower V, lower bound of the within-class successor variance, at least 0
 * @param lower L, lower bound of the best root-mean-square error, at least 0
 */
public record PaperBound(
    double delta, double radius, double lossUpper, double varianceLower, double lower) {}
