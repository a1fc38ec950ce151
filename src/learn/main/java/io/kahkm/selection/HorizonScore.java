package io.kahkm.selection;

import java.util.OptionalDouble;

/**
 * Forecasts of one horizon on model-selection data (equation "forecast metrics").
 *
 * @param horizon steps ahead, at least 1
 * @param relativeError E_h; not finite where the closure's rollout overflows
 * @param r2 R2_h; empty where the targets do not vary
 */
public record HorizonScore(int horizon, double relativeError, OptionalDouble r2) {
  /** Checks the horizon. */
  public HorizonScore {
    if (horizon < 1) {
      throw new IllegalArgumentException("horizon is " + horizon + ", must be at least 1");
    }
  }
}
