package io.kahkm.internal.numeric.kernel;

/**
 * Inner loops over a matrix without padding, whose rows lie one after the other. What holds for
 * {@link RowKernels} holds here: the same bits everywhere, no state, nothing allocated and nothing
 * validated.
 */
public interface MatrixKernels {
  /**
   * out = sum of factor l times row l for l = 0, 1, .. below count, starting from 0.
   *
   * @param matrix rows of {@code columns} elements one after the other; not modified
   * @param factors not modified
   * @param first index of the factor of row 0
   * @param count number of terms
   * @param columns number of elements of a row
   * @param out {@linkplain io.kahkm.internal.numeric.kernel.Lanes#aligned aligned}, for as many
   *     elements; overwritten, zeros behind them
   */
  void product(double[] matrix, double[] factors, int first, int count, int columns, double[] out);

  /**
   * row l += (gain times factor l) x for every l below count, the factor rounded first. All vectors
   * are {@linkplain io.kahkm.internal.numeric.kernel.Lanes#aligned aligned}.
   *
   * @param matrix rows of {@code columns} elements one after the other; changed
   * @param factors not modified
   * @param gain multiplied with every factor
   * @param count number of rows
   * @param columns number of elements of a row
   * @param x not modified
   */
  void learn(double[] matrix, double[] factors, double gain, int count, int columns, double[] x);

  /**
   * {@link #learn}, then {@link #product} of the changed matrix with the next factors.
   *
   * @param matrix rows of {@code columns} elements one after the other; changed
   * @param factors not modified
   * @param gain multiplied with every factor
   * @param count number of rows
   * @param columns number of elements of a row
   * @param x not modified
   * @param nextFactors not modified
   * @param out for as many elements; overwritten, zeros behind them
   */
  void learnAndMultiply(
      double[] matrix,
      double[] factors,
      double gain,
      int count,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out);
}
