package io.kahkm.closure;

import io.kahkm.numeric.Matrix;
import io.kahkm.numeric.Progress;

/** Fits closures to a training set of coordinate pairs. Skeleton. */
public final class ClosureFit {
  private ClosureFit() {}

  /** Epochs of NLMS in input order. */
  public static Matrix nlms(
      Matrix start, double[][] phi, double[][] z, double beta, int epochs, Progress progress) {
    Closure closure = Closure.of(start);
    for (int epoch = 0; epoch < epochs; epoch++) {
      for (int i = 0; i < phi.length; i++) {
        closure.update(phi[i], z[i], beta);
      }
      progress.update("closure epochs", epoch + 1, epochs);
    }
    return closure.matrix();
  }

  /** Least squares. */
  public static Matrix leastSquares(double[][] phi, double[][] z) {
    return Matrix.zero(phi[0].length, z[0].length);
  }

  /** Ridge least squares. */
  public static Matrix ridge(double[][] phi, double[][] z, double lambda) {
    return Matrix.zero(phi[0].length, z[0].length);
  }
}
