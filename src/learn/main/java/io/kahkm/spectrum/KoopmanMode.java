package io.kahkm.spectrum;

/**
 * One candidate of the Koopman side, B w = lambda w with |w| = 1.
 *
 * @param re real part of the eigenvalue
 * @param im its imaginary part
 * @param span norm of the part of w in the span of the coordinates, between 0 and 1; at 0 the
 *     function f_w is 0 everywhere and no eigenfunction
 * @param residual held-out mean of {@code |f_w(x+) - lambda f_w(x)|^2}
 * @param bound certified upper bound {@code |w|^2 U^2} of its expectation (Cor.
 *     repaired_koopman_bound), at the level of the bound U that was given
 */
public record KoopmanMode(double re, double im, double span, double residual, double bound) {}
