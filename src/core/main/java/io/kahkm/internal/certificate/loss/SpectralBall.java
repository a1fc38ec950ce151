package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.internal.numeric.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the least empirical risk over the matrices of spectral norm at most kappa from below.
 *
 * <p>For any matrix B, of the ball or not, convexity gives min &ge; t - &lt;B, SB&gt; - 2 kappa |SB
 * - H|_*, and for any orthonormal directions v_j the nuclear norm is at most the sum of |(SB - H)
 * v_j|. So the search for B needs no projection and may stop at any time: less effort loosens the
 * bound, never breaks it. B is the minimum under the constraints |B v_j| &le; kappa alone ({@link
 * ColumnMinimum}). With the right singular vectors of the least-squares solution as directions the
 * bound is within 1e-3 of the risk when kappa is near the norm of a good closure; every step that
 * turns the directions towards the eigenvectors of the multiplier divides the rest by about 10. All
 * norm limits share the two decompositions that give the basis and these directions. Not
 * thread-safe.
 */
public final class SpectralBall {
  /** Up to this many classes a step costs a fraction of a millisecond. */
  private static final int FEW_CLASSES = 64;

  /** The expected gap, relative to the risk, at which to stop with few classes, and with many. */
  private static final double FINE_GAP = 1e-7;

  private static final double COARSE_GAP = 1e-3;

  /**
   * The same as a share of (1 + kappa)^2 / units, the smallest risk that so many units can tell
   * from 0: sharpness beyond it does not reach the bound.
   */
  private static final double STATISTICAL_GAP = 1e-4;

  /** With many classes, the same as a share of the standard deviation that the bound allows for. */
  private static final double COARSE_STATISTICAL_GAP = 0.05;

  private static final int MOST_STEPS = 12;

  /** Work of all steps with many classes, in units of C^3: bounds the time of a window's close. */
  private static final double WORK = 1e7;

  /** Eigenvalues of S below this share of the largest carry no information beyond rounding. */
  private static final double RANK_TOLERANCE = 1e-13;

  private final double square;
  private final int classes;
  private final long units;

  /** Eigenvalues of S, 0 where they carry no information. */
  private final double[] spectrum;

  private final double curvature;

  /** H in the eigenbasis of S, transposed: row k belongs to successor coordinate k. */
  private final double[][] cross;

  /** The least-squares solution in the eigenbasis of S, not transposed. */
  private final double[][] leastSquares;

  /** H v_j as rows, v_j the right singular vectors of the least-squares solution; once needed. */
  private double @Nullable [][] startTargets;

  /**
   * What is known of the minimum.
   *
   * @param risk of a matrix of the ball, with many classes one that is found cheaply
   * @param gap how far the minimum may lie below, at least 0
   */
  public record Solution(double risk, double gap) {}

  /** The matrices of a norm at most kappa, for the moments of so many units. */
  public SpectralBall(SecondMoments moments, long units) {
    this.units = units;
    square = moments.square();
    classes = moments.classes();
    leastSquares = SquareProducts.copy(moments.cross());
    SymmetricEigen eigen = new SymmetricEigen(SquareProducts.copy(moments.gram()), leastSquares);
    cross = SquareProducts.transpose(leastSquares);
    spectrum = eigen.values().clone();
    double largest = 0;
    for (double value : spectrum) {
      largest = Math.max(largest, value);
    }
    curvature = largest;
    for (int i = 0; i < classes; i++) {
      boolean carries = spectrum[i] > RANK_TOLERANCE * largest;
      spectrum[i] = carries ? spectrum[i] : 0;
      for (int k = 0; k < classes; k++) {
        leastSquares[i][k] = carries ? leastSquares[i][k] / spectrum[i] : 0;
      }
    }
  }

  /**
   * Minimizes over one ball.
   *
   * @param kappa its radius, at least 0
   * @return the risk of a matrix of the ball and how far the minimum may lie below, with this
   *     solver's own rounding but without that of the moments
   */
  public Solution minimize(double kappa) {
    if (kappa == 0 || curvature == 0) {
      return new Solution(square, 0);
    }
    boolean inside = squaredLength(leastSquares) <= kappa * kappa;
    ColumnMinimum columns = columns(kappa, inside ? cross : startTargets());
    double lower = columns.lower();
    int steps = steps();
    for (int i = 0; i < steps && columns.active(); i++) {
      if (columns.expectedGap() <= sufficientGap(columns.lower(), kappa)) {
        break;
      }
      columns = columns(kappa, columns.turned());
      lower = Math.max(lower, columns.lower());
    }
    double risk = inside ? columns.risk(1) : columns.feasibleRisk(classes <= FEW_CLASSES);
    return new Solution(risk, Math.max(0, risk - lower));
  }

  private ColumnMinimum columns(double kappa, double[][] targets) {
    return new ColumnMinimum(square, spectrum, curvature, targets, kappa);
  }

  private int steps() {
    double affordable = WORK / ((double) classes * classes * classes);
    return classes <= FEW_CLASSES ? MOST_STEPS : (int) affordable;
  }

  private double sufficientGap(double risk, double kappa) {
    double resolution = (1 + kappa) * (1 + kappa) / units;
    if (classes <= FEW_CLASSES) {
      return Math.max(STATISTICAL_GAP * resolution, FINE_GAP * risk);
    }
    double deviation = Math.sqrt(2 * Math.max(0, risk) * resolution);
    return Math.max(COARSE_STATISTICAL_GAP * deviation, COARSE_GAP * risk);
  }

  private double[][] startTargets() {
    if (startTargets == null) {
      startTargets = SquareProducts.copy(cross);
      new SymmetricEigen(SquareProducts.ownProducts(leastSquares), startTargets);
    }
    return startTargets;
  }

  private static double squaredLength(double[][] rows) {
    double sum = 0;
    for (double[] row : rows) {
      for (double value : row) {
        sum += value * value;
      }
    }
    return sum;
  }
}
