package io.kahkm.kahm;

import io.kahkm.numeric.Lanes;
import io.kahkm.numeric.kernel.EncoderKernels;

/**
 * Turns class scores into soft coordinates (eq_220720260633). Owns a workspace; not thread-safe.
 */
final class SoftCoordinates {
  /** Sum of powered affinities at and below which the coordinates are uniform (section 5.1). */
  static final double VANISHING_SUM = 1e-12;

  private final EncoderKernels kernels;
  private final double[] scores;
  private final double[] powers;

  SoftCoordinates(int classes, EncoderKernels kernels) {
    this.kernels = kernels;
    scores = new double[Lanes.padded(classes)];
    powers = new double[scores.length];
  }

  /**
   * Fills coordinates and the uniform mark from the scores of a result.
   *
   * @param result scores read, coordinates overwritten
   * @param omega exponent of the affinities
   * @param tau offset of the affinities
   */
  void fill(Encoding result, double omega, double tau) {
    double[] phi = result.coordinates();
    System.arraycopy(result.scores(), 0, scores, 0, phi.length);
    double sum = kernels.powers(scores, phi.length, omega, tau, powers);
    boolean uniform = !(sum > VANISHING_SUM);
    for (int c = 0; c < phi.length; c++) {
      phi[c] = uniform ? 1.0 / phi.length : powers[c] / sum;
    }
    result.setUniform(uniform);
  }
}
