package io.kahkm.internal.evaluation;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * How much soft coordinates vary over a set of states, and over how many directions: V_coord,
 * rho_var (equation "retained variation"), r_eff and rho_rank (equation "effective rank").
 *
 * <p>Accumulates the mean and the sums of products about it by Welford's update, so that close
 * vectors lose no digits. Adding costs O(C^2). Mutable; one owner, not thread-safe.
 */
public final class CoordinateVariation {
  private final int classes;
  private long count;
  private final double[] mean;

  /** Sums of products about the mean: upper triangle, row by row. */
  private final double[] products;

  private final double[] difference;

  /**
   * An empty accumulator.
   *
   * @param classes number C of coordinates, at least 1
   */
  public CoordinateVariation(int classes) {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    this.classes = classes;
    mean = new double[classes];
    products = new double[Math.toIntExact(triangle(classes))];
    difference = new double[classes];
  }

  private static long triangle(long size) {
    return size * (size + 1) / 2;
  }

  /**
   * Adds one vector.
   *
   * @param phi coordinates on the simplex, C finite values; neither modified nor retained
   */
  public void add(double[] phi) {
    if (phi.length != classes) {
      throw new IllegalArgumentException("phi has " + phi.length + " values, must have " + classes);
    }
    for (int c = 0; c < classes; c++) {
      difference[c] = phi[c] - mean[c];
    }
    count++;
    addProducts((count - 1.0) / count);
    for (int c = 0; c < classes; c++) {
      mean[c] += difference[c] / count;
    }
  }

  private void addProducts(double weight) {
    int next = 0;
    for (int i = 0; i < classes; i++) {
      double scaled = weight * difference[i];
      for (int j = i; j < classes; j++) {
        products[next] = Math.fma(scaled, difference[j], products[next]);
        next++;
      }
    }
  }

  /**
   * Number of vectors.
   *
   * @return number of vectors added
   */
  public long count() {
    return count;
  }

  /**
   * The figures so far. O(C^3).
   *
   * @return V_coord, rho_var, r_eff and rho_rank; all zero if the vectors do not vary
   * @throws ArithmeticException if the eigenvalues do not converge
   */
  public Summary summary() {
    double trace = 0;
    double squaredMean = 0;
    int diagonal = 0;
    for (int c = 0; c < classes; c++) {
      trace += products[diagonal];
      diagonal += classes - c;
      squaredMean = Math.fma(mean[c], mean[c], squaredMean);
    }
    if (!(trace > 0)) {
      return new Summary(0, 0, 0, 0, count);
    }
    double variation = trace / count;
    double possible = 1 - squaredMean;
    double share = possible > 0 ? Math.min(1, variation / possible) : 0;
    double effective = effectiveRank();
    return new Summary(
        variation, share, effective, classes > 1 ? effective / (classes - 1) : 0, count);
  }

  /** Exponential of the entropy of the normalized positive eigenvalues. */
  private double effectiveRank() {
    DMatrixRMaj covariance = new DMatrixRMaj(classes, classes);
    int next = 0;
    for (int i = 0; i < classes; i++) {
      for (int j = i; j < classes; j++) {
        covariance.set(i, j, products[next]);
        covariance.set(j, i, products[next]);
        next++;
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(classes, false, true);
    if (!eigen.decompose(covariance)) {
      throw new ArithmeticException("eigenvalues of the coordinate covariance do not converge");
    }
    double sum = 0;
    for (int i = 0; i < classes; i++) {
      sum += Math.max(eigen.getEigenvalue(i).getReal(), 0);
    }
    double entropy = 0;
    for (int i = 0; i < classes; i++) {
      double part = eigen.getEigenvalue(i).getReal() / sum;
      if (part > 0) {
        entropy -= part * StrictMath.log(part);
      }
    }
    return StrictMath.exp(entropy);
  }

  /**
   * Retained variation of soft coordinates.
   *
   * @param vCoord total variance: the trace of the covariance with divisor N, at least 0
   * @param rhoVar vCoord over the largest variance that vectors on the simplex with this mean can
   *     have, 0 to 1; 0 without variation
   * @param rEff entropy effective rank of the covariance; 0 without variation
   * @param rhoRank rEff over C - 1; 0 without variation or with one class
   * @param count number of vectors, at least 0
   */
  public record Summary(double vCoord, double rhoVar, double rEff, double rhoRank, long count) {
    /** Checks the ranges. */
    public Summary {
      requireNotNegative(vCoord, "vCoord");
      requireNotNegative(rhoVar, "rhoVar");
      requireNotNegative(rEff, "rEff");
      requireNotNegative(rhoRank, "rhoRank");
      if (count < 0) {
        throw new IllegalArgumentException("count is " + count + ", must be at least 0");
      }
    }

    private static void requireNotNegative(double value, String name) {
      if (!(value >= 0)) {
        throw new IllegalArgumentException(name + " is " + value + ", must be at least 0");
      }
    }
  }
}
