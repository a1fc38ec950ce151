package io.kahkm.kahm;

import io.kahkm.numeric.DeterministicMath;

/**
 * The reconstruction score T (eq_170220251438) with the numerical rules of section 5.1: angular
 * part 1/2 where a norm is zero, cosine and score clipped.
 */
final class Score {
  /** Angular part where the angle is undefined. */
  private static final double UNDEFINED_ANGLE = 0.5;

  private Score() {}

  /** Euclidean norm. */
  static double norm(double[] x) {
    double sum = 0;
    for (double value : x) {
      sum = Math.fma(value, value, sum);
    }
    return Math.sqrt(sum);
  }

  /**
   * The score of one reconstruction.
   *
   * @param x state, scaled units; not modified
   * @param norm its norm
   * @param reconstruction A(x); not modified
   * @return from 0 to 1
   */
  static double of(double[] x, double norm, double[] reconstruction) {
    double distance = 0;
    double product = 0;
    double square = 0;
    for (int j = 0; j < x.length; j++) {
      double difference = x[j] - reconstruction[j];
      distance = Math.fma(difference, difference, distance);
      product = Math.fma(x[j], reconstruction[j], product);
      square = Math.fma(reconstruction[j], reconstruction[j], square);
    }
    // Not a number where products leave the range of doubles.
    double cosine = product / (Math.sqrt(square) * norm);
    double angular =
        norm == 0 || square == 0 || Double.isNaN(cosine)
            ? UNDEFINED_ANGLE
            : DeterministicMath.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI;
    return combine(Math.sqrt(distance), angular);
  }

  /**
   * The score where the reconstruction is the zero vector.
   *
   * @param norm norm of the state
   * @return from 0 to 1
   */
  static double ofZero(double norm) {
    return combine(norm, UNDEFINED_ANGLE);
  }

  private static double combine(double distance, double angular) {
    double euclidean = 1 - DeterministicMath.exp(-distance);
    double score = Math.sqrt((euclidean * euclidean + angular * angular) / 2);
    return Math.max(0, Math.min(1, score));
  }
}
