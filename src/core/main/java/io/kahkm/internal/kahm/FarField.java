package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labelled;

/**
 * What a submodel scores far from its reference samples. Part of the map and of its fingerprint.
 */
public enum FarField implements Labelled {
  /**
   * Plain {@code exp} with gradual underflow, as in the paper's experiments: where every kernel
   * value is exactly zero the reconstruction is the zero vector.
   */
  PAPER,
  /** The largest exponent is factored out first: Appendix A in exact arithmetic, everywhere. */
  EXACT,
  /**
   * A submodel reconstructs a state by its references as far as its kernels explain one there, and
   * by their mean for the rest: mu + w (A - mu) with w = s^2 / (s^2 + e^2), s = 1^T (K + lambda
   * I)^-1 k and e = {@link #HALF}. Smooth where the paper's rule jumps, within the references'
   * affine hull at every distance, and |A - mu| is at most that of the numerator over 2 e. A weight
   * below {@link #LEAST_WEIGHT} counts as zero, so that references further than that need not be
   * looked at.
   */
  SMOOTH;

  /** Share of one that a submodel's kernels explain where its mean counts as much as they do. */
  static final double HALF = 0x1p-60;

  /** Less than a hundredth of the last bit of one. */
  static final double LEAST_WEIGHT = 0x1p-60;

  /**
   * The weight of what a submodel's kernels reconstruct beside its mean.
   *
   * @param explained s, the sum of the submodel's outputs before they are divided by it
   * @return w, from 0 to 1; 0 where s is not a number
   */
  static double weight(double explained) {
    double square = explained * explained;
    double weight = square / (square + HALF * HALF);
    return weight >= LEAST_WEIGHT ? weight : 0;
  }
}
