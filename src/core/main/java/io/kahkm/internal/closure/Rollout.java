package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.kernel.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * Predicts {@code (B^T)^h phi} for several horizons h in one sweep to the largest (section
 * "Evaluation"): every step is one {@link Closure#predict}, so that the bits are those of repeated
 * prediction.
 *
 * <p>With {@link Projection#VECTOR} every step is projected onto the simplex before the next one; a
 * finite matrix of any spectral radius then gives finite predictions. With {@link Projection#ROW}
 * the rollout makes its own row-projected copy of the matrix on every call, because a learning
 * closure changes between calls; the closure passed in is never modified.
 *
 * <p>Holds work arrays; one owner, not thread-safe.
 */
public final class Rollout {
  private final int classes;
  private final int[] horizons;
  private final Projection projection;
  private final double[][] steps;
  private final @Nullable Closure rowStochastic;

  /**
   * A rollout for fixed horizons.
   *
   * @param classes C, at least 1
   * @param horizons strictly ascending, all at least 1, at least one; copied
   * @param projection how predictions are kept on the simplex
   */
  public Rollout(int classes, int[] horizons, Projection projection) {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    requireAscending(horizons);
    this.classes = classes;
    this.horizons = horizons.clone();
    this.projection = projection;
    steps = new double[][] {Lanes.aligned(classes), Lanes.aligned(classes)};
    rowStochastic = projection == Projection.ROW ? Closure.of(Matrix.identity(classes)) : null;
  }

  static void requireAscending(int[] horizons) {
    if (horizons.length == 0) {
      throw new IllegalArgumentException("horizons is empty, at least one is needed");
    }
    int last = 0;
    for (int horizon : horizons) {
      if (horizon <= last) {
        throw new IllegalArgumentException(
            "horizons has " + horizon + " after " + last + ", must ascend from at least 1");
      }
      last = horizon;
    }
  }

  /**
   * The horizons.
   *
   * @return a copy, ascending
   */
  public int[] horizons() {
    return horizons.clone();
  }

  /**
   * Predicts all horizons from one state's coordinates.
   *
   * @param b the closure, of the rollout's number of classes; not modified
   * @param phi coordinates at the origin, C values; not modified
   * @param predictions one array of C values per horizon, in the order of the horizons;
   *     overwritten; must not share arrays with {@code phi}
   */
  public void roll(Closure b, double[] phi, double[][] predictions) {
    if (b.classes() != classes) {
      throw new IllegalArgumentException(
          "b has " + b.classes() + " classes, the rollout has " + classes);
    }
    if (predictions.length != horizons.length) {
      throw new IllegalArgumentException(
          "predictions has " + predictions.length + " arrays, horizons has " + horizons.length);
    }
    if (phi.length != classes) {
      throw new IllegalArgumentException(
          "phi has " + phi.length + " values, the rollout has " + classes + " classes");
    }
    Closure step = b;
    if (rowStochastic != null) {
      rowStochastic.copyRowStochastic(b);
      step = rowStochastic;
    }
    double[] current = steps[1];
    System.arraycopy(phi, 0, current, Lanes.FIRST, classes);
    int done = 0;
    for (int i = 0; i < horizons.length; i++) {
      while (done < horizons[i]) {
        double[] next = steps[done & 1];
        step.predictAligned(current, next);
        if (projection == Projection.VECTOR) {
          SimplexProjection.project(next, next, Lanes.FIRST, classes);
        }
        current = next;
        done++;
      }
      System.arraycopy(current, Lanes.FIRST, predictions[i], 0, classes);
    }
  }
}
