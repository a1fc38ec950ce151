package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SpectralNorm;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Norms of a closure that certificates and metrics need. O(C^3); not for every record. Stateless
 * and thread-safe.
 */
public final class MatrixNorms {
  private MatrixNorms() {}

  /**
   * The spectral norm {@code |B|_2}, rounded upwards: a norm that came out too small, as from a
   * power iteration, would make a certificate wrong. See {@link SpectralNorm}.
   *
   * @param b any shape with at least one value, finite
   * @return at least the largest singular value, and above it by at most about C^2 2^-53 of it
   * @throws IllegalArgumentException if b is empty or not finite
   */
  public static double spectralNorm(Matrix b) {
    finite(b);
    return SpectralNorm.bound(b);
  }

  /**
   * The spectral radius: the largest modulus of an eigenvalue.
   *
   * @param b square, at least 1 x 1, finite
   * @return the spectral radius, at least 0
   * @throws IllegalArgumentException if b is empty, not square or not finite
   * @throws ArithmeticException if the decomposition does not converge
   */
  public static double spectralRadius(Matrix b) {
    return largestModulus(eigenvalues(b));
  }

  /**
   * The eigenvalues of a square matrix.
   *
   * @param b square, at least 1 x 1, finite
   * @return a new array of real and imaginary part in turn, in the order of the decomposition
   * @throws IllegalArgumentException if b is empty, not square or not finite
   * @throws ArithmeticException if the decomposition does not converge
   */
  public static double[] eigenvalues(Matrix b) {
    if (b.rows() != b.columns()) {
      throw new IllegalArgumentException("b is " + b + ", eigenvalues need a square matrix");
    }
    DMatrixRMaj matrix = finite(b);
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(b.rows(), false, false);
    if (!eigen.decompose(matrix)) {
      throw new ArithmeticException("eigenvalues of " + b + " do not converge");
    }
    double[] values = new double[2 * eigen.getNumberOfEigenvalues()];
    for (int i = 0; i < eigen.getNumberOfEigenvalues(); i++) {
      Complex_F64 value = eigen.getEigenvalue(i);
      values[2 * i] = value.getReal();
      values[2 * i + 1] = value.getImaginary();
    }
    return values;
  }

  /**
   * The largest modulus of complex numbers.
   *
   * @param complex real and imaginary part in turn; not modified
   * @return the largest modulus, 0 for none
   */
  public static double largestModulus(double[] complex) {
    double largest = 0;
    for (int i = 0; i < complex.length; i += 2) {
      largest = Math.max(largest, StrictMath.hypot(complex[i], complex[i + 1]));
    }
    return largest;
  }

  private static DMatrixRMaj finite(Matrix b) {
    double[] values = b.toArray();
    if (values.length == 0) {
      throw new IllegalArgumentException("b is " + b + ", at least one value is needed");
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "b(" + i / b.columns() + ", " + i % b.columns() + ") is " + values[i]);
      }
    }
    return DMatrixRMaj.wrap(b.rows(), b.columns(), values);
  }
}
