package io.kahkm.spectrum;

import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * An orthonormal basis Q of the span of training coordinates, from an uncentred singular value
 * decomposition; directions with {@code sigma_j <= 1e-10 sigma_max} are dropped. Immutable and
 * thread-safe.
 */
public final class SpanBasis {
  private static final double THRESHOLD = 1e-10;

  private final Matrix basis;
  private final double[] singularValues;

  private SpanBasis(Matrix basis, double[] singularValues) {
    this.basis = basis;
    this.singularValues = singularValues;
  }

  /**
   * Finds the basis.
   *
   * @param phi training coordinates, at least one row of C finite values, not all 0; not modified
   * @return the basis
   * @throws ArithmeticException if the decomposition does not converge
   */
  public static SpanBasis of(double[][] phi) {
    int classes = phi[0].length;
    // With fewer rows than classes, rows of zeros make room for all right singular vectors.
    double[][] rows = Arrays.copyOf(phi, Math.max(phi.length, classes));
    for (int i = phi.length; i < rows.length; i++) {
      rows[i] = new double[classes];
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(rows.length, classes, false, true, true);
    if (!svd.decompose(new DMatrixRMaj(rows))) {
      throw new ArithmeticException("the singular values of the coordinates do not converge");
    }
    double[] values = Arrays.copyOf(svd.getSingularValues(), svd.numberOfSingularValues());
    DMatrixRMaj right = svd.getV(null, false);
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(values[j], values[i]));
    double largest = values[order[0]];
    if (!(largest > 0)) {
      throw new IllegalArgumentException("phi holds nothing but 0, it spans no direction");
    }
    int rank = 0;
    while (rank < order.length && values[order[rank]] > THRESHOLD * largest) {
      rank++;
    }
    double[][] columns = new double[classes][rank];
    double[] sorted = new double[values.length];
    for (int k = 0; k < values.length; k++) {
      sorted[k] = values[order[k]];
      for (int c = 0; k < rank && c < classes; c++) {
        columns[c][k] = right.get(c, order[k]);
      }
    }
    return new SpanBasis(Matrix.ofRows(columns), sorted);
  }

  /**
   * The basis vectors.
   *
   * @return Q, C x rank, orthonormal columns
   */
  public Matrix matrix() {
    return basis;
  }

  /**
   * The numerical rank.
   *
   * @return number of directions kept, between 1 and C
   */
  public int rank() {
    return basis.columns();
  }

  /**
   * All singular values.
   *
   * @return a copy, descending, C values
   */
  public double[] singularValues() {
    return singularValues.clone();
  }

  /** The reduced matrix Q^T B Q, rank x rank. */
  Matrix reduce(Matrix closure) {
    double[][] b = closure.toRows();
    double[][] q = basis.toRows();
    int rank = rank();
    double[][] bq = new double[b.length][rank];
    for (int i = 0; i < b.length; i++) {
      for (int j = 0; j < b.length; j++) {
        for (int k = 0; k < rank; k++) {
          bq[i][k] = Math.fma(b[i][j], q[j][k], bq[i][k]);
        }
      }
    }
    double[][] reduced = new double[rank][rank];
    for (int i = 0; i < b.length; i++) {
      for (int k = 0; k < rank; k++) {
        for (int l = 0; l < rank; l++) {
          reduced[k][l] = Math.fma(q[i][k], bq[i][l], reduced[k][l]);
        }
      }
    }
    return Matrix.ofRows(reduced);
  }
}
