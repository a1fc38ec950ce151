package io.kahkm.fitting;

/**
 * What another exponent omega would do on the same class scores.
 *
 * @param omega exponent of the affinities
 * @param fitted rho_var of the fitting rows' coordinates, from 0 to 1
 * @param heldOut rho_var of the held-out rows' coordinates, from 0 to 1
 * @param uniformShare share of held-out rows with uniform coordinates, from 0 to 1
 */
public record OmegaVariation(double omega, double fitted, double heldOut, double uniformShare) {}
