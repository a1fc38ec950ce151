package io.kahkm.internal.kahm;

/**
 * Where the soft coordinates give up: a state whose powered affinities sum to at most 1e-12 gets
 * uniform coordinates, which say nothing (equations "numerical rules" and "soft coordinates").
 */
public final class UniformFallback {
  private UniformFallback() {}

  /**
   * The score from which on coordinates are uniform where all class scores are equal: C (1 - T +
   * tau)^omega = 1e-12. A state whose smallest score is above it is uniform in any case.
   *
   * @param classes number C of classes, at least 1
   * @param omega exponent of the affinities, above 0
   * @param tau offset of the affinities, above 0
   * @return the score; above 1 where no state can be uniform
   */
  public static double score(int classes, double omega, double tau) {
    return 1
        + tau
        - StrictMath.exp(StrictMath.log(SoftCoordinates.VANISHING_SUM / classes) / omega);
  }

  /**
   * The largest omega at which a state cannot be uniform.
   *
   * @param smallestScore the state's novelty, from 0 to 1
   * @param tau offset of the affinities, above 0
   * @return omega; infinite for a state that some class reconstructs exactly
   */
  public static double largestOmega(double smallestScore, double tau) {
    double affinity = 1 - smallestScore + tau;
    return affinity >= 1
        ? Double.POSITIVE_INFINITY
        : StrictMath.log(SoftCoordinates.VANISHING_SUM) / StrictMath.log(affinity);
  }
}
