package io.kahkm.kahm;

import io.kahkm.numeric.DeterministicMath;
import io.kahkm.numeric.Lanes;

/** Turns class scores into soft coordinates (eq_220720260633). */
final class SoftCoordinates {
  /** Sum of powered affinities at and below which the coordinates are uniform (section 5.1). */
  static final double VANISHING_SUM = 1e-12;

  private SoftCoordinates() {}

  /**
   * Fills coordinates and the uniform mark from the scores of a result.
   *
   * @param result scores read, coordinates overwritten
   * @param omega exponent of the affinities
   * @param tau offset of the affinities
   * @param lanes workspace of {@link Lanes#COUNT} values, overwritten
   */
  static void fill(Encoding result, double omega, double tau, double[] lanes) {
    double[] scores = result.scores();
    double[] phi = result.coordinates();
    for (int l = 0; l < Lanes.COUNT; l++) {
      lanes[l] = 0;
    }
    for (int c = 0; c < phi.length; c++) {
      phi[c] = DeterministicMath.exp2(omega * DeterministicMath.log2(1 - scores[c] + tau));
      lanes[c % Lanes.COUNT] += phi[c];
    }
    double sum =
        Lanes.sum(lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7]);
    boolean uniform = !(sum > VANISHING_SUM);
    for (int c = 0; c < phi.length; c++) {
      phi[c] = uniform ? 1.0 / phi.length : phi[c] / sum;
    }
    result.setUniform(uniform);
  }
}
