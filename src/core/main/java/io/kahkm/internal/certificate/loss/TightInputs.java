package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.bound.Levels;

/**
 * What the tight lower bound needs to know of a window. With |D| the norm trace(D' Smu D)^(1/2),
 * Smu = mean phi phi' + mu I, and t = |B - Br| the distance of a closure from the reference:
 *
 * @param units M or J, at least 1
 * @param lowerBall what no matrix of the spectral ball has less empirical risk than, rounding
 *     allowance taken off
 * @param lowerRidge the same from the regularized minimum; may be negative
 * @param distance |Br - Bmu|, how far the reference lies from the regularized minimum, at least 0
 * @param meanLoss mean unit loss of the reference
 * @param meanSquare mean squared unit loss of the reference
 * @param largestLoss largest unit loss of the reference
 * @param leverage what mean |D' phi|^2 over a unit does not exceed, as a multiple of |D|^2
 * @param largestCoordinates largest |phi| of a pair
 * @param largestSuccessor largest |Z| of a pair
 * @param kappa spectral-norm limit, at least 0
 * @param referenceNorm spectral norm of the reference
 */
public record TightInputs(
    long units,
    double lowerBall,
    double lowerRidge,
    double distance,
    double meanLoss,
    double meanSquare,
    double largestLoss,
    double leverage,
    double largestCoordinates,
    double largestSuccessor,
    double kappa,
    double referenceNorm) {

  /** Losses of less than this are all the same: it keeps a quotient defined. */
  private static final double SMALLEST_RANGE = 1e-18;

  public TightInputs {
    Levels.requireUnits(units);
    Levels.requireKappa(kappa);
    requireNonNegative("distance", distance);
    requireNonNegative("meanLoss", meanLoss);
    requireNonNegative("meanSquare", meanSquare);
    requireNonNegative("largestLoss", largestLoss);
    requireNonNegative("leverage", leverage);
    requireNonNegative("largestCoordinates", largestCoordinates);
    requireNonNegative("largestSuccessor", largestSuccessor);
    requireNonNegative("referenceNorm", referenceNorm);
  }

  private static void requireNonNegative(String name, double value) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be at least 0");
    }
  }

  /** Mean loss that no closure of the ball at distance t or more falls below. */
  double leastMean(double t) {
    double beyond = Math.max(0, t - distance);
    return Math.max(0, Math.max(lowerBall, lowerRidge + beyond * beyond));
  }

  /** Largest |(B - Br)' phi| of a closure of the ball, whatever its distance. */
  double largestDifference() {
    return (kappa + referenceNorm) * largestCoordinates;
  }

  /** Largest root-mean-square of |(B - Br)' phi| over a unit for a closure at distance t. */
  double difference(double t) {
    return Math.min(largestDifference(), Math.sqrt(leverage) * t);
  }

  /** Largest unit loss of a closure of the ball whose {@link #difference} is d. */
  double largestLossWithin(double d) {
    double alone = largestSuccessor + kappa * largestCoordinates;
    double near = Math.sqrt(largestLoss) + d;
    return Math.max(SMALLEST_RANGE, Math.min(alone * alone, near * near));
  }
}
