package io.kahkm.fitting;

import io.kahkm.numeric.Episodes;
import io.kahkm.numeric.Progress;

/** Fits a model: map, start closure, class means, readouts, limits. */
public final class ModelFitter {
  private ModelFitter() {}

  /**
   * Fits a model. Deterministic: equal settings and data give equal bits.
   *
   * @param settings what to fit
   * @param data recorded normal operation, in sensor units; not modified
   * @param progress told about every stage
   * @return model and report
   * @throws io.kahkm.kahm.MapFitException if the data do not admit the map
   * @throws IllegalArgumentException if settings and data do not fit together
   */
  public static FitResult fit(FitSettings settings, Episodes data, Progress progress) {
    throw new UnsupportedOperationException();
  }
}
