package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.internal.numeric.kernel.Lanes;

/**
 * Turns class scores into soft coordinates (equation "soft coordinates"). Scores do not depend on
 * omega, so that several exponents cost one encoding; the bits are those of an encoder with that
 * omega. Owns a workspace; not thread-safe.
 */
public final class SoftCoordinates {
  /**
   * Sum of powered affinities at and below which the coordinates are uniform (equation "numerical
   * rules").
   */
  static final double VANISHING_SUM = 1e-12;

  private final EncoderKernels kernels;
  private final double[] affinities;
  private final double[] powers;

  /**
   * A workspace.
   *
   * @param classes number C of classes, at least 1
   */
  public SoftCoordinates(int classes) {
    this(classes, Kernels.provider().encoder());
  }

  SoftCoordinates(int classes, EncoderKernels kernels) {
    this.kernels = kernels;
    affinities = new double[Lanes.padded(classes)];
    powers = new double[affinities.length];
  }

  /** Fills coordinates and the uniform mark from the scores of a result. */
  void fill(Encoding result, double omega, double tau) {
    result.setUniform(fill(result.scores(), omega, tau, result.coordinates()));
  }

  /**
   * Fills coordinates.
   *
   * @param scores class scores, C values from 0 to 1; not modified
   * @param omega exponent of the affinities, positive
   * @param tau offset of the affinities, positive
   * @param phi receives C coordinates
   * @return whether the powered affinities vanished, so that the coordinates are uniform
   */
  public boolean fill(double[] scores, double omega, double tau, double[] phi) {
    System.arraycopy(scores, 0, affinities, 0, phi.length);
    double sum = kernels.powers(affinities, phi.length, omega, tau, powers);
    boolean uniform = !(sum > VANISHING_SUM);
    for (int c = 0; c < phi.length; c++) {
      phi[c] = uniform ? 1.0 / phi.length : powers[c] / sum;
    }
    return uniform;
  }
}
