package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.sums.SecondMoments;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * An independent, slow minimization of the empirical risk over a spectral ball: accelerated
 * projected gradient, every step clipping the singular values of a library's decomposition, and a
 * Frank-Wolfe gap at the end.
 */
public final class ProjectedGradient {
  private final DMatrixRMaj gram;
  private final DMatrixRMaj cross;
  private final double square;
  private final double kappa;

  /** Risk of a matrix of the ball, and a lower bound of the minimum. */
  public record Bracket(double risk, double lower) {}

  private ProjectedGradient(SecondMoments moments, double kappa) {
    gram = new DMatrixRMaj(moments.gram());
    cross = new DMatrixRMaj(moments.cross());
    square = moments.square();
    this.kappa = kappa;
  }

  public static Bracket minimize(SecondMoments moments, double kappa, int steps) {
    return new ProjectedGradient(moments, kappa).run(steps);
  }

  private Bracket run(int steps) {
    double largest = 0;
    for (double value : decompose(gram).getSingularValues()) {
      largest = Math.max(largest, value);
    }
    DMatrixRMaj b = gram.createLike();
    DMatrixRMaj ahead = b;
    double momentum = 1;
    for (int i = 0; i < steps; i++) {
      DMatrixRMaj next = clip(sum(ahead, -1 / largest, gradient(ahead)));
      boolean worse = risk(next) > risk(b);
      double grown = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
      ahead = worse ? b : sum(next, (momentum - 1) / grown, sum(next, -1, b));
      momentum = worse ? 1 : grown;
      b = worse ? b : next;
    }
    DMatrixRMaj gradient = gradient(b);
    double nuclear = 0;
    for (double value : decompose(gradient).getSingularValues()) {
      nuclear += value;
    }
    double risk = risk(b);
    return new Bracket(risk, risk - 2 * (inner(gradient, b) + kappa * nuclear));
  }

  private DMatrixRMaj gradient(DMatrixRMaj b) {
    return sum(product(gram, b), -1, cross);
  }

  private double risk(DMatrixRMaj b) {
    return square + inner(b, sum(product(gram, b), -2, cross));
  }

  private DMatrixRMaj clip(DMatrixRMaj b) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd = decompose(b);
    DMatrixRMaj left = svd.getU(null, false);
    for (int i = 0; i < left.numRows; i++) {
      for (int j = 0; j < left.numCols; j++) {
        left.set(i, j, left.get(i, j) * Math.min(kappa, svd.getSingularValues()[j]));
      }
    }
    return product(left, svd.getV(null, true));
  }

  private static SingularValueDecomposition_F64<DMatrixRMaj> decompose(DMatrixRMaj matrix) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(matrix.numRows, matrix.numCols, true, true, true);
    if (!svd.decompose(matrix.copy())) {
      throw new ArithmeticException("singular values of the reference do not converge");
    }
    return svd;
  }

  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
    DMatrixRMaj result = new DMatrixRMaj(a.numRows, b.numCols);
    CommonOps_DDRM.mult(a, b, result);
    return result;
  }

  private static double inner(DMatrixRMaj a, DMatrixRMaj b) {
    double sum = 0;
    for (int i = 0; i < a.getNumElements(); i++) {
      sum += a.get(i) * b.get(i);
    }
    return sum;
  }

  private static DMatrixRMaj sum(DMatrixRMaj a, double factor, DMatrixRMaj b) {
    DMatrixRMaj result = a.createLike();
    CommonOps_DDRM.add(a, factor, b, result);
    return result;
  }
}
