package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.kernel.Lanes;

/**
 * {@link Rollout} of a matrix that does not learn, from four states at once: every step reads the
 * matrix once for all of them, which takes about half the time of one after the other. The bits are
 * those of single rollouts. For evaluations, whose starts share a matrix; live, every stream has a
 * closure of its own.
 *
 * <p>Holds work arrays; one owner, not thread-safe.
 */
public final class BatchedRollout {
  /** States of a batch. */
  public static final int STARTS = 4;

  private final int[] horizons;
  private final boolean projects;
  private final int classes;
  private final double[][] rows;
  private final double[][][] steps;

  /**
   * A rollout for fixed horizons.
   *
   * @param b C x C, finite; copied
   * @param horizons strictly ascending, all at least 1, at least one; copied
   * @param projection how predictions are kept on the simplex
   */
  public BatchedRollout(Matrix b, int[] horizons, Projection projection) {
    Rollout.requireAscending(horizons);
    this.horizons = horizons.clone();
    projects = projection == Projection.VECTOR;
    Closure.requireClosure(b);
    classes = b.rows();
    double[] values =
        (projection == Projection.ROW ? SimplexProjection.rowStochastic(b) : b).toArray();
    int padded = Lanes.padded(classes);
    rows = new double[classes][padded];
    for (int l = 0; l < classes; l++) {
      System.arraycopy(values, l * classes, rows[l], 0, classes);
    }
    steps = new double[2][STARTS][padded];
  }

  /**
   * Predicts all horizons from four states' coordinates.
   *
   * @param phi coordinates at the origins, four rows of C values, the same more than once if there
   *     are fewer; not modified
   * @param predictions for each start one array of C values per horizon, in the order of the
   *     horizons; overwritten; must not share arrays with {@code phi}
   */
  public void roll(double[][] phi, double[][][] predictions) {
    if (phi.length != STARTS || predictions.length != STARTS) {
      throw new IllegalArgumentException(
          "phi has "
              + phi.length
              + " rows and predictions "
              + predictions.length
              + ", a batch has "
              + STARTS);
    }
    double[][] current = phi;
    int done = 0;
    for (int i = 0; i < horizons.length; i++) {
      while (done < horizons[i]) {
        double[][] next = steps[done & 1];
        Rows.productFour(current, rows, next, 0, 0);
        if (projects) {
          for (double[] predicted : next) {
            SimplexProjection.project(predicted, predicted, 0, classes);
          }
        }
        current = next;
        done++;
      }
      for (int start = 0; start < STARTS; start++) {
        System.arraycopy(current[start], 0, predictions[start][i], 0, classes);
      }
    }
  }
}
