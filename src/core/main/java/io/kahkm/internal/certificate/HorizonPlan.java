package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.Matrix;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is frozen for one horizon of a window. One owner, not thread-safe. */
final class HorizonPlan {
  private final HorizonPredictor predictor;
  private final Matrix reference;

  /** Null where the reference is the forecast itself. */
  private final @Nullable Closure referenceClosure;

  /**
   * Freezes.
   *
   * @param predictor the forecast
   * @param reference of the tight lower bound; empty for the power of the frozen closure
   */
  HorizonPlan(HorizonPredictor predictor, Optional<Matrix> reference) {
    this.predictor = predictor;
    this.reference = reference.orElse(predictor.power());
    boolean same = reference.isEmpty() && predictor.isLinear();
    referenceClosure = same ? null : Closure.of(this.reference);
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
    return referenceClosure == null ? forecastError : referenceClosure.squaredError(phi, z);
  }
}
