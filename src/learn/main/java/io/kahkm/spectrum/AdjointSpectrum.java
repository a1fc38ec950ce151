package io.kahkm.spectrum;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The adjoint side of the spectral diagnostics (equation "spectral residual"): eigenpairs of the
 * transpose of the reduced matrix {@code Q^T B Q}, represented by weighted held-out coordinates.
 *
 * <p>The weights v minimize {@code |Phi v - w|^2 + 1e-8 |v|^2}. They are Phi^T y with {@code (Phi
 * Phi^T + 1e-8 I) y = w}, so that the defect {@code Phi v - w} is {@code -1e-8 y} without
 * cancellation. Under anything but deterministic exact closure rho checks weighted sums and does
 * not certify eigenfunctions.
 *
 * @param rank numerical rank of the training coordinates
 * @param spectralRadius largest modulus of an eigenvalue of the reduced matrix
 * @param modes all candidates, sorted by real, then imaginary part
 * @param summary summary over the candidates
 */
public record AdjointSpectrum(
    int rank, double spectralRadius, List<SpectralMode> modes, SpectralSummary summary) {
  private static final double REPRESENTATION_RIDGE = 1e-8;

  /** Copies the list. */
  public AdjointSpectrum {
    modes = List.copyOf(modes);
  }

  /**
   * Computes the diagnostics.
   *
   * @param closure B, C x C
   * @param basis span of the training coordinates
   * @param phi held-out current coordinates, at least one row of C values; not modified
   * @param z their successors' coordinates, as many rows; not modified
   * @return the candidates with their residuals
   * @throws IllegalArgumentException if the shapes differ
   */
  public static AdjointSpectrum of(Matrix closure, SpanBasis basis, double[][] phi, double[][] z) {
    Pairs.require(closure, phi, z);
    int classes = closure.rows();
    DMatrixRMaj current = new DMatrixRMaj(phi);
    DMatrixRMaj next = new DMatrixRMaj(z);
    DMatrixRMaj gram = new DMatrixRMaj(classes, classes);
    CommonOps_DDRM.multTransA(current, current, gram);
    for (int i = 0; i < classes; i++) {
      gram.add(i, i, REPRESENTATION_RIDGE);
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(classes);
    if (!solver.setA(gram.copy())) {
      throw new ArithmeticException("the held-out coordinates' Gram matrix is not positive");
    }
    List<Eigenpair> pairs = Eigenpairs.of(transpose(basis.reduce(closure)));
    List<SpectralMode> modes = new ArrayList<>();
    double radius = 0;
    for (Eigenpair pair : pairs) {
      modes.add(mode(pair, basis.matrix(), solver, current, next));
      radius = Math.max(radius, StrictMath.hypot(pair.re(), pair.im()));
    }
    return new AdjointSpectrum(basis.rank(), radius, modes, SpectralSummary.of(modes));
  }

  private static Matrix transpose(Matrix matrix) {
    double[][] rows = new double[matrix.columns()][matrix.rows()];
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        rows[j][i] = matrix.get(i, j);
      }
    }
    return Matrix.ofRows(rows);
  }

  private static SpectralMode mode(
      Eigenpair pair,
      Matrix basis,
      LinearSolverDense<DMatrixRMaj> solver,
      DMatrixRMaj current,
      DMatrixRMaj next) {
    int classes = basis.rows();
    DMatrixRMaj w = new DMatrixRMaj(classes, 2);
    for (int c = 0; c < classes; c++) {
      for (int k = 0; k < basis.columns(); k++) {
        w.add(c, 0, basis.get(c, k) * pair.vectorRe()[k]);
        w.add(c, 1, basis.get(c, k) * pair.vectorIm()[k]);
      }
    }
    DMatrixRMaj y = new DMatrixRMaj(classes, 2);
    solver.solve(w, y);
    DMatrixRMaj weights = new DMatrixRMaj(current.numRows, 2);
    CommonOps_DDRM.mult(current, y, weights);
    DMatrixRMaj weightedCurrent = new DMatrixRMaj(classes, 2);
    CommonOps_DDRM.multTransA(current, weights, weightedCurrent);
    DMatrixRMaj weightedNext = new DMatrixRMaj(classes, 2);
    CommonOps_DDRM.multTransA(next, weights, weightedNext);
    double eta = REPRESENTATION_RIDGE * REPRESENTATION_RIDGE * squaredNorm(y) / squaredNorm(w);
    double miss = 0;
    for (int c = 0; c < classes; c++) {
      double re = weightedCurrent.get(c, 0);
      double im = weightedCurrent.get(c, 1);
      double missRe = weightedNext.get(c, 0) - (pair.re() * re - pair.im() * im);
      double missIm = weightedNext.get(c, 1) - (pair.re() * im + pair.im() * re);
      miss += missRe * missRe + missIm * missIm;
    }
    // v* R v with R = Z Z^T, through R v instead of Z^T v.
    DMatrixRMaj again = new DMatrixRMaj(next.numRows, 2);
    CommonOps_DDRM.mult(next, weightedNext, again);
    double gramDenominator = 0;
    for (int i = 0; i < weights.numRows; i++) {
      gramDenominator += weights.get(i, 0) * again.get(i, 0) + weights.get(i, 1) * again.get(i, 1);
    }
    return new SpectralMode(
        pair.re(), pair.im(), miss / squaredNorm(weightedNext), miss / gramDenominator, eta);
  }

  private static double squaredNorm(DMatrixRMaj matrix) {
    double sum = 0;
    for (int i = 0; i < matrix.getNumElements(); i++) {
      sum += matrix.get(i) * matrix.get(i);
    }
    return sum;
  }
}
