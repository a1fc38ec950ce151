package io.kahkm.spectrum;

/**
 * One candidate of the adjoint side.
 *
 * @param re real part of the eigenvalue
 * @param im its imaginary part
 * @param rho held-out residual: how far the weighted successors are from the eigenvalue times the
 *     weighted current coordinates, relative to the former (equation "spectral residual"); at least
 *     0
 * @param rhoGram the same by the Gram-matrix formula of the denominator
 * @param eta representation defect: how badly the held-out coordinates represent the candidate; at
 *     least 0
 */
public record SpectralMode(double re, double im, double rho, double rhoGram, double eta) {}
