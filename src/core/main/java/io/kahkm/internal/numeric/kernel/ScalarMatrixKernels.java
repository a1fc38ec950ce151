package io.kahkm.internal.numeric.kernel;

import java.util.Arrays;

/** Matrix kernels in plain Java. */
final class ScalarMatrixKernels implements MatrixKernels {
  @Override
  public void product(
      double[] matrix, double[] factors, int first, int count, int columns, double[] out) {
    Arrays.fill(out, Lanes.FIRST, out.length, 0);
    for (int l = 0; l < count; l++) {
      int row = l * columns;
      double factor = factors[first + l];
      for (int k = 0; k < columns; k++) {
        out[Lanes.FIRST + k] = Math.fma(factor, matrix[row + k], out[Lanes.FIRST + k]);
      }
    }
  }

  @Override
  public void learn(
      double[] matrix, double[] factors, double gain, int count, int columns, double[] x) {
    for (int l = 0; l < count; l++) {
      int row = l * columns;
      double step = gain * factors[Lanes.FIRST + l];
      for (int k = 0; k < columns; k++) {
        matrix[row + k] = Math.fma(step, x[Lanes.FIRST + k], matrix[row + k]);
      }
    }
  }

  @Override
  public void learnAndMultiply(
      double[] matrix,
      double[] factors,
      double gain,
      int count,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out) {
    learn(matrix, factors, gain, count, columns, x);
    product(matrix, nextFactors, Lanes.FIRST, count, columns, out);
  }
}
