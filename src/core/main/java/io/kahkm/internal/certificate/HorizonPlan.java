package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.Residuals;
import io.kahkm.internal.numeric.Matrix;
import java.util.Optional;

/** What is frozen for one horizon of a window. One owner, not thread-safe. */
final class HorizonPlan {
  private final HorizonPredictor predictor;
  private final Matrix reference;

  private final Residuals residuals;

  /** Whether the reference is the forecast itself. */
  private final boolean same;

  /**
   * Freezes.
   *
   * @param predictor the forecast
   * @param reference of the tight lower bound; empty for the power of the frozen closure
   * @param residuals workspace
   */
  HorizonPlan(HorizonPredictor predictor, Optional<Matrix> reference, Residuals residuals) {
    this.residuals = residuals;
    this.predictor = predictor;
    this.reference = reference.orElse(predictor.power());
    same = reference.isEmpty() && predictor.isLinear();
  }

  HorizonPredictor predictor() {
    return predictor;
  }

  /** Br, C x C. */
  Matrix reference() {
    return reference;
  }

  /** Squared error of the reference, given that of the forecast. */
  double referenceError(double[] phi, double[] z, double forecastError) {
    return same ? forecastError : residuals.squared(reference, phi, z);
  }
}
