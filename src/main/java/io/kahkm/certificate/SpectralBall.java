package io.kahkm.certificate;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Minimizes the empirical risk over the matrices of spectral norm at most kappa and certifies how
 * far below the result the minimum may lie.
 *
 * <p>Least squares first; if its norm exceeds kappa, accelerated projected gradient from its
 * projection, the projection being an SVD with clipped singular values. For any B of the ball,
 * convexity gives min &ge; risk(B) - gap(B) with the Frank-Wolfe gap &lt;grad, B&gt; + kappa
 * |grad|_*, so stopping early loses sharpness, never validity. Not thread-safe.
 */
final class SpectralBall {
  /** The gap at which a solution is good enough, relative to its risk. */
  private static final double RELATIVE_GAP = 1e-7;

  /** Steps between two evaluations of the gap, which cost a second SVD. */
  private static final int STEPS_PER_CHECK = 8;

  /** Work allowed in one solve, in units of C^3: bounds the time of a window's close. */
  private static final double WORK = 4e7;

  private static final int MOST_STEPS = 2000;
  private static final int FEWEST_STEPS = 16;

  /** Eigenvalues of S below this share of the largest carry no information beyond rounding. */
  private static final double RANK_TOLERANCE = 1e-13;

  private final SecondMoments moments;
  private final int classes;
  private final SingularValueDecomposition_F64<DMatrixRMaj> svd;
  private final double[] leastSquares;
  private final double curvature;

  /** A matrix of the ball and what its risk and gap say. */
  record Solution(double risk, double gap) {}

  SpectralBall(SecondMoments moments) {
    this.moments = moments;
    classes = moments.classes();
    svd = DecompositionFactory_DDRM.svd(classes, classes, true, true, false);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(classes, true, true);
    if (!eigen.decompose(DMatrixRMaj.wrap(classes, classes, moments.gram().clone()))) {
      throw new ArithmeticException("eigenvalues of the second moments do not converge");
    }
    double largest = 0;
    for (int i = 0; i < classes; i++) {
      largest = Math.max(largest, eigen.getEigenvalue(i).getReal());
    }
    curvature = largest;
    leastSquares = solve(eigen, largest);
  }

  /** Minimum-norm solution of S B = H over the eigenvectors that carry information. */
  private double[] solve(EigenDecomposition_F64<DMatrixRMaj> eigen, double largest) {
    double[] cross = moments.cross();
    double[] solution = new double[classes * classes];
    double[] projected = new double[classes];
    for (int i = 0; i < classes; i++) {
      double value = eigen.getEigenvalue(i).getReal();
      if (!(value > RANK_TOLERANCE * largest)) {
        continue;
      }
      double[] vector = eigen.getEigenVector(i).data;
      for (int k = 0; k < classes; k++) {
        double sum = 0;
        for (int l = 0; l < classes; l++) {
          sum += vector[l] * cross[l * classes + k];
        }
        projected[k] = sum / value;
      }
      for (int l = 0; l < classes; l++) {
        for (int k = 0; k < classes; k++) {
          solution[l * classes + k] += vector[l] * projected[k];
        }
      }
    }
    return solution;
  }

  /**
   * Minimizes over one ball.
   *
   * @param kappa its radius, at least 0
   * @return risk of the matrix found and its gap, without a rounding allowance
   */
  Solution minimize(double kappa) {
    double[] current = clip(leastSquares, kappa);
    double risk = moments.risk(current);
    double gap = gap(current, kappa);
    if (kappa == 0 || curvature == 0) {
      return new Solution(risk, gap);
    }
    Solution best = new Solution(risk, gap);
    double step = 0.5 / curvature;
    double[] ahead = current.clone();
    double momentum = 1;
    int steps = steps();
    for (int i = 1; i <= steps && best.gap() > RELATIVE_GAP * best.risk(); i++) {
      double[] gradient = moments.gradient(ahead);
      double[] next = new double[current.length];
      for (int j = 0; j < next.length; j++) {
        next[j] = ahead[j] - step * gradient[j];
      }
      next = clip(next, kappa);
      if (uphill(ahead, next, current)) {
        momentum = 1;
      }
      double nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
      double push = (momentum - 1) / nextMomentum;
      for (int j = 0; j < next.length; j++) {
        ahead[j] = next[j] + push * (next[j] - current[j]);
      }
      current = next;
      momentum = nextMomentum;
      if (i % STEPS_PER_CHECK == 0 || i == steps) {
        best = better(best, new Solution(moments.risk(current), gap(current, kappa)));
      }
    }
    return best;
  }

  private int steps() {
    double affordable = WORK / ((double) classes * classes * classes);
    return (int) Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, affordable));
  }

  /** The solution whose lower bound is larger. */
  private static Solution better(Solution a, Solution b) {
    return b.risk() - b.gap() > a.risk() - a.gap() ? b : a;
  }

  /** Whether the step turned against the momentum, which then restarts. */
  private static boolean uphill(double[] ahead, double[] next, double[] current) {
    double sum = 0;
    for (int j = 0; j < next.length; j++) {
      sum += (ahead[j] - next[j]) * (next[j] - current[j]);
    }
    return sum > 0;
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
