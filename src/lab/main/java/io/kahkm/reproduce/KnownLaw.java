package io.kahkm.reproduce;

import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.numeric.Matrix;

/**
 * A law with everything that a certificate on it speaks of: the norm limit, D_kappa, a closure
 * frozen beforehand and its error, and a tolerance between both, so that EXCLUDED and ATTAINABLE
 * are both wrong whenever they are given. Immutable.
 *
 * @param law the law of the pairs
 * @param kappa spectral-norm limit of the alarm
 * @param best the best closure of the ball
 * @param frozen B0, of norm at most kappa and not quite the best
 * @param error exact root-mean-square error of {@code frozen}
 * @param tolerance at least D_kappa and below {@code error}
 * @param units units of a window; of a cumulative one the scale of its checkpoints
 */
record KnownLaw(
    PairLaw law,
    double kappa,
    BestClosure best,
    Matrix frozen,
    double error,
    double tolerance,
    int units) {
  /** How much shorter than the best closure the frozen one is, where nothing else is given. */
  private static final double SHRINKAGE = 1e-3;

  /** Slack of a norm limit above the norm it is made from. */
  private static final double SLACK = 1e-9;

  KnownLaw {
    if (!(best.error() <= tolerance && tolerance < error)) {
      throw new IllegalArgumentException(
          "tolerance is "
              + tolerance
              + ", must lie from "
              + best.error()
              + " to below "
              + error
              + " on law "
              + law.name());
    }
  }

  /** A law with the best closure, slightly shrunk, as the frozen one. */
  static KnownLaw of(PairLaw law, double kappa, int units) {
    BestClosure best = BestClosure.of(law, kappa);
    double[] shrunk = best.closure().toArray();
    for (int i = 0; i < shrunk.length; i++) {
      shrunk[i] *= 1 - SHRINKAGE;
    }
    Matrix frozen = Matrix.of(law.classes(), law.classes(), shrunk);
    return of(law, kappa, best, frozen, 0.5, units);
  }

  /**
   * A law with a frozen closure of its own, whose norm is the limit: {@code kappa: norm}.
   *
   * @param position of the tolerance, from D_kappa at 0 to the frozen closure's error at 1
   */
  static KnownLaw ofNorm(PairLaw law, Matrix frozen, double position, int units) {
    double kappa = MatrixNorms.spectralNorm(frozen) * (1 + SLACK);
    return of(law, kappa, BestClosure.of(law, kappa), frozen, position, units);
  }

  private static KnownLaw of(
      PairLaw law, double kappa, BestClosure best, Matrix frozen, double position, int units) {
    double error = Math.sqrt(law.meanSquaredError(frozen));
    double tolerance = best.error() + position * (error - best.error());
    return new KnownLaw(law, kappa, best, frozen, error, tolerance, units);
  }
}
