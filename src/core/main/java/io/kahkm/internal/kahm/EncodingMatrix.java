package io.kahkm.internal.kahm;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** The encoding matrix of a block of reference samples (equation "encoding matrix"). */
public final class EncodingMatrix {
  /** Most directions that are ever retained. */
  public static final int LARGEST_DIMENSION = 20;

  /** Covariance eigenvalues up to the machine epsilon do not count. */
  static final double SMALLEST_EIGENVALUE = 0x1p-52;

  /** The last direction goes while some encoded coordinate ranges over less. */
  static final double SMALLEST_RANGE = 1e-3;

  private EncodingMatrix() {}

  /**
   * Finds the encoding directions.
   *
   * @param samples N x n, row-major; not modified
   * @param n number of sensors
   * @return P, m x n, by decreasing eigenvalue; empty if the block is inadmissible
   */
  static double[] of(double[] samples, int n) {
    int count = samples.length / n;
    if (count < 2) {
      return new double[0];
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
    if (!eigen.decompose(DMatrixRMaj.wrap(n, n, Submodel.covariance(samples, count, n)))) {
      return new double[0];
    }
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(
                Comparator.comparingDouble((Integer k) -> eigen.getEigenvalue(k).getReal())
                    .reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    int rank = 0;
    while (rank < n && eigen.getEigenvalue(order[rank]).getReal() > SMALLEST_EIGENVALUE) {
      rank++;
    }
    int m = Math.min(Math.min(LARGEST_DIMENSION, count - 1), rank);
    double[] encoding = new double[m * n];
    for (int a = 0; a < m; a++) {
      DMatrixRMaj vector = eigen.getEigenVector(order[a]);
      for (int j = 0; j < n; j++) {
        encoding[a * n + j] = vector.get(j, 0);
      }
    }
    // Removing the last row changes no other range, so the ranges are computed once.
    double[] ranges = new double[m];
    for (int a = 0; a < m; a++) {
      ranges[a] = range(samples, n, encoding, a);
    }
    while (m > 1 && Arrays.stream(ranges, 0, m).min().orElseThrow() < SMALLEST_RANGE) {
      m--;
    }
    return Arrays.copyOf(encoding, m * n);
  }

  private static double range(double[] samples, int n, double[] encoding, int direction) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < samples.length / n; i++) {
      double value = 0;
      for (int j = 0; j < n; j++) {
        value += encoding[direction * n + j] * samples[i * n + j];
      }
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low;
  }
}
