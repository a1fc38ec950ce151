package io.kahkm.certificate;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Minimizes the empirical risk over the matrices of spectral norm at most kappa and certifies how
 * far below the result the minimum may lie.
 *
 * <p>Least squares first; if its norm exceeds kappa, alternating directions between the quadratic,
 * solved exactly in the eigenbasis of S, and the projection onto the ball, an SVD with clipped
 * singular values. S is ill-conditioned, plain projected gradient needs some thirty times as many
 * SVDs. For any B, convexity gives min &ge; risk(B) - gap(B) with the Frank-Wolfe gap &lt;grad,
 * B&gt; + kappa |grad|_*, so stopping early loses sharpness, never validity. Not thread-safe.
 */
final class SpectralBall {
  /** The gap at which a solution is good enough, relative to its risk: 1e-5 of L^2. */
  private static final double RELATIVE_GAP = 1e-5;

  /**
   * The same as a share of (1 + kappa)^2 / units, the smallest risk that so many units can tell
   * from 0: sharpness beyond it does not reach the bound.
   */
  private static final double STATISTICAL_GAP = 1e-4;

  /** Steps between two evaluations of the gap, which cost a second SVD. */
  private static final int STEPS_PER_CHECK = 8;

  /** Work allowed in one solve, in units of C^3: bounds the time of a window's close. */
  private static final double WORK = 8e7;

  private static final int MOST_STEPS = 400;
  private static final int FEWEST_STEPS = 24;

  /** Eigenvalues of S below this share of the largest carry no information beyond rounding. */
  private static final double RANK_TOLERANCE = 1e-13;

  /** First penalty as a share of the largest curvature; balanced with the residuals afterwards. */
  private static final double FIRST_PENALTY = 1e-3;

  private static final double RELAXATION = 1.6;
  private static final int STEPS_PER_BALANCE = 5;
  private static final int LAST_BALANCE = 100;
  private static final double IMBALANCE = 5;

  private final SecondMoments moments;
  private final int classes;
  private final int units;
  private final SingularValueDecomposition_F64<DMatrixRMaj> svd;

  /** Eigenvectors of S as columns, row-major, and its eigenvalues. */
  private final double[] basis;

  private final double[] spectrum;
  private final double curvature;

  /** H and the least-squares solution in the eigenbasis. */
  private final double[] cross;

  private final double[] leastSquares;

  /** A matrix of the ball and what its risk and gap say. */
  record Solution(double risk, double gap) {}

  SpectralBall(SecondMoments moments, int units) {
    this.moments = moments;
    this.units = units;
    classes = moments.classes();
    svd = DecompositionFactory_DDRM.svd(classes, classes, true, true, false);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(classes, true, true);
    if (!eigen.decompose(DMatrixRMaj.wrap(classes, classes, moments.gram().clone()))) {
      throw new ArithmeticException("eigenvalues of the second moments do not converge");
    }
    basis = new double[classes * classes];
    spectrum = new double[classes];
    double largest = 0;
    for (int i = 0; i < classes; i++) {
      spectrum[i] = Math.max(0, eigen.getEigenvalue(i).getReal());
      largest = Math.max(largest, spectrum[i]);
      double[] vector = eigen.getEigenVector(i).data;
      for (int l = 0; l < classes; l++) {
        basis[l * classes + i] = vector[l];
      }
    }
    curvature = largest;
    cross = rotated(moments.cross());
    leastSquares = new double[classes * classes];
    for (int i = 0; i < classes; i++) {
      boolean informative = spectrum[i] > RANK_TOLERANCE * largest;
      for (int k = 0; informative && k < classes; k++) {
        leastSquares[i * classes + k] = cross[i * classes + k] / spectrum[i];
      }
    }
  }

  /** Q'B: a matrix in the eigenbasis of S. Spectral, nuclear and Frobenius norms stay. */
  private double[] rotated(double[] b) {
    double[] result = new double[b.length];
    for (int l = 0; l < classes; l++) {
      for (int i = 0; i < classes; i++) {
        double factor = basis[l * classes + i];
        for (int k = 0; k < classes; k++) {
          result[i * classes + k] += factor * b[l * classes + k];
        }
      }
    }
    return result;
  }

  /** Q B: back from the eigenbasis. */
  private double[] unrotated(double[] b) {
    double[] result = new double[b.length];
    for (int l = 0; l < classes; l++) {
      for (int i = 0; i < classes; i++) {
        double factor = basis[l * classes + i];
        for (int k = 0; k < classes; k++) {
          result[l * classes + k] += factor * b[i * classes + k];
        }
      }
    }
    return result;
  }

  /**
   * Minimizes over one ball.
   *
   * @param kappa its radius, at least 0
   * @return risk of the matrix found and its gap, without a rounding allowance
   */
  Solution minimize(double kappa) {
    double[] clipped = clip(leastSquares, kappa);
    Solution best = assess(clipped, kappa);
    double[] scaledDual = new double[clipped.length];
    double[] relaxed = new double[clipped.length];
    double penalty = FIRST_PENALTY * curvature;
    int steps = kappa == 0 || curvature == 0 ? 0 : steps();
    double negligible = STATISTICAL_GAP * (1 + kappa) * (1 + kappa) / units;
    for (int i = 1; i <= steps; i++) {
      if (best.gap() <= Math.max(negligible, RELATIVE_GAP * best.risk())) {
        break;
      }
      double primal = 0;
      double[] free = quadratic(clipped, scaledDual, penalty);
      for (int j = 0; j < relaxed.length; j++) {
        relaxed[j] = RELAXATION * free[j] + (1 - RELAXATION) * clipped[j] + scaledDual[j];
      }
      double[] next = clip(relaxed, kappa);
      double moved = 0;
      for (int j = 0; j < relaxed.length; j++) {
        scaledDual[j] = relaxed[j] - next[j];
        primal += (free[j] - next[j]) * (free[j] - next[j]);
        moved += (next[j] - clipped[j]) * (next[j] - clipped[j]);
      }
      clipped = next;
      if (i % STEPS_PER_BALANCE == 0 && i <= LAST_BALANCE) {
        penalty *= balance(Math.sqrt(primal), Math.sqrt(moved), scaledDual);
      }
      if (i % STEPS_PER_CHECK == 0 || i == steps) {
        best = better(best, assess(clipped, kappa));
      }
    }
    return best;
  }

  /** Minimizes risk(B) + penalty |B - clipped + dual|^2, in the eigenbasis. */
  private double[] quadratic(double[] clipped, double[] scaledDual, double penalty) {
    double[] free = new double[clipped.length];
    for (int i = 0; i < classes; i++) {
      double scale = spectrum[i] + penalty;
      for (int k = 0; k < classes; k++) {
        int j = i * classes + k;
        free[j] = (cross[j] + penalty * (clipped[j] - scaledDual[j])) / scale;
      }
    }
    return free;
  }

  /** Factor of the penalty that evens out both residuals; the scaled dual follows it. */
  private static double balance(double primal, double moved, double[] scaledDual) {
    double factor = primal > IMBALANCE * moved ? 2 : moved > IMBALANCE * primal ? 0.5 : 1;
    for (int j = 0; j < scaledDual.length; j++) {
      scaledDual[j] /= factor;
    }
    return factor;
  }

  /** Risk and gap of a matrix of the eigenbasis, from S and H themselves. */
  private Solution assess(double[] rotated, double kappa) {
    double[] b = unrotated(rotated);
    return new Solution(moments.risk(b), gap(b, kappa));
  }

  private int steps() {
    double affordable = WORK / ((double) classes * classes * classes);
    return (int) Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, affordable));
  }

  /** The solution whose lower bound is larger. */
  private static Solution better(Solution a, Solution b) {
    return b.risk() - b.gap() > a.risk() - a.gap() ? b : a;
  }

  /** Frank-Wolfe gap &lt;grad, B&gt; + kappa |grad|_*, at least 0. */
  private double gap(double[] b, double kappa) {
    double[] gradient = moments.gradient(b);
    double inner = 0;
    for (int i = 0; i < b.length; i++) {
      inner += gradient[i] * b[i];
    }
    decompose(gradient);
    double nuclear = 0;
    double[] values = svd.getSingularValues();
    for (int i = 0; i < classes; i++) {
      nuclear += values[i];
    }
    return Math.max(0, inner + kappa * nuclear);
  }

  /** Euclidean projection onto the ball. */
  private double[] clip(double[] b, double kappa) {
    decompose(b);
    double[] values = svd.getSingularValues().clone();
    double largest = 0;
    for (int i = 0; i < classes; i++) {
      largest = Math.max(largest, values[i]);
    }
    if (largest <= kappa) {
      return b.clone();
    }
    // Only the singular triples beyond kappa are changed: b - U (Sigma - kappa)+ V'.
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj v = svd.getV(null, true);
    double[] result = b.clone();
    for (int i = 0; i < classes; i++) {
      double excess = values[i] - kappa;
      if (!(excess > 0)) {
        continue;
      }
      for (int l = 0; l < classes; l++) {
        double factor = excess * u.get(l, i);
        for (int k = 0; k < classes; k++) {
          result[l * classes + k] -= factor * v.get(i, k);
        }
      }
    }
    return result;
  }

  private void decompose(double[] b) {
    DMatrixRMaj matrix = DMatrixRMaj.wrap(classes, classes, b.clone());
    if (!svd.decompose(matrix)) {
      throw new ArithmeticException("singular values do not converge");
    }
  }
}
