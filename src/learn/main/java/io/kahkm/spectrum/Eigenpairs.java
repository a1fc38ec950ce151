package io.kahkm.spectrum;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * All eigenpairs of a real square matrix, complex ones included: eigenvalues by EJML's QR
 * algorithm, vectors by inverse iteration, which EJML offers for real eigenvalues only.
 */
final class Eigenpairs {
  /**
   * How far the shift of the inverse iteration lies from the eigenvalue, relative to the matrix:
   * far enough to be solvable, near enough that one iteration gains ten digits.
   */
  private static final double SHIFT = 1e-13;

  private static final int ITERATIONS = 4;

  private Eigenpairs() {}

  /**
   * The eigenpairs.
   *
   * @param matrix square, finite
   * @return one pair per eigenvalue, sorted by real, then imaginary part
   * @throws ArithmeticException if the eigenvalues do not converge
   */
  static List<Eigenpair> of(Matrix matrix) {
    int size = matrix.rows();
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, false, false);
    if (!eigen.decompose(new DMatrixRMaj(size, size, true, matrix.toArray()))) {
      throw new ArithmeticException("eigenvalues of " + matrix + " do not converge");
    }
    double norm = 0;
    for (double value : matrix.toArray()) {
      norm = Math.max(norm, Math.abs(value));
    }
    List<Eigenpair> pairs = new ArrayList<>();
    for (int k = 0; k < size; k++) {
      Complex_F64 value = eigen.getEigenvalue(k);
      pairs.add(pair(matrix, value.getReal(), value.getImaginary(), norm));
    }
    pairs.sort(Comparator.comparingDouble(Eigenpair::re).thenComparingDouble(Eigenpair::im));
    return pairs;
  }

  private static Eigenpair pair(Matrix matrix, double re, double im, double norm) {
    int size = matrix.rows();
    ComplexSolver solver = new ComplexSolver(matrix, re + SHIFT * norm, im);
    double[] vectorRe = new double[size];
    double[] vectorIm = new double[size];
    for (int i = 0; i < size; i++) {
      // No entry of an eigenvector is orthogonal to such a start on purpose.
      vectorRe[i] = 1 + (double) i / size;
      vectorIm[i] = im == 0 ? 0 : 1 - (double) i / (2 * size);
    }
    for (int i = 0; i < ITERATIONS; i++) {
      solver.solve(vectorRe, vectorIm);
      normalize(vectorRe, vectorIm);
    }
    return new Eigenpair(re, im, vectorRe, vectorIm);
  }

  private static void normalize(double[] re, double[] im) {
    double largest = 0;
    for (int i = 0; i < re.length; i++) {
      largest = Math.max(largest, Math.max(Math.abs(re[i]), Math.abs(im[i])));
    }
    double square = 0;
    for (int i = 0; i < re.length; i++) {
      re[i] /= largest;
      im[i] /= largest;
      square += re[i] * re[i] + im[i] * im[i];
    }
    double length = Math.sqrt(square);
    for (int i = 0; i < re.length; i++) {
      re[i] /= length;
      im[i] /= length;
    }
  }
}
