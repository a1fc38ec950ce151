package io.kahkm.certificate;

/**
 * The three-term upper bound of Prop. evaluable_risk.
 *
 * @param prototypeDiameter L_A, largest distance between two rows of A
 * @param closureDistance d_A, largest distance between a row of A and the same row of B
 * @param lossUpper U_f, in [0, 1]
 * @param varianceUpper U_v, in [0, 2]
 * @param differenceUpper U_e, in [0, d_A^2]
 * @param bound L_A sqrt(U_f) + sqrt(U_v) + sqrt(U_e)
 * @param delta failure probability
 */
public record EvaluableRisk(
    double prototypeDiameter,
    double closureDistance,
    double lossUpper,
    double varianceUpper,
    double differenceUpper,
    double bound,
    double delta) {}
