package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.numeric.Matrix;
import java.util.Optional;

/**
 * The tight lower bound of one window, for any norm limit. Everything that does not depend on the
 * limit is computed once. Not thread-safe.
 */
public final class TightAssessor {
  private final LossSums losses;
  private final Matrix reference;
  private final CoordinateMetric metric;
  private final Optional<RidgeMinimum> ridge;
  private double distance;
  private double leverage;
  private double referenceNorm;

  /**
   * Prepares.
   *
   * @param moments S, H and mean |Z|^2 of the window, units weighing equally
   * @param losses of the same pairs, those of the reference included; at least one unit
   * @param reference Br, C x C, fixed before the window
   * @param metric in which the leverages were kept
   */
  public TightAssessor(
      SecondMoments moments, LossSums losses, Matrix reference, CoordinateMetric metric) {
    this.losses = losses;
    this.reference = reference;
    this.metric = metric;
    ridge = RidgeMinimum.of(moments);
    ridge.ifPresent(this::measure);
  }

  private void measure(RidgeMinimum minimum) {
    distance = minimum.distance(reference);
    leverage = losses.largestLeverage() * minimum.leverageFactor(metric);
    referenceNorm = MatrixNorms.spectralNorm(reference);
  }

  /**
   * The regularized minimum of the window, which the next window may take as its reference.
   *
   * @return Bmu, C x C; empty where rounding prevents it
   */
  Optional<Matrix> minimum() {
    return ridge.map(RidgeMinimum::matrix);
  }

  /**
   * What the bound needs to know of the window.
   *
   * @param kappa spectral-norm limit, at least 0
   * @param lowerBall what no matrix of the ball has less empirical risk than, allowance taken off
   * @return the inputs; empty where rounding prevents them
   */
  public Optional<TightInputs> inputs(double kappa, double lowerBall) {
    return ridge.map(
        minimum ->
            new TightInputs(
                losses.units(),
                lowerBall,
                minimum.lower(kappa),
                distance,
                losses.meanReference(),
                losses.meanReferenceSquare(),
                losses.largestReference(),
                leverage,
                losses.largestCoordinates(),
                losses.largestSuccessor(),
                kappa,
                referenceNorm));
  }
}
