package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Labelled;

/** How a rollout keeps predicted coordinates on the simplex (table exp_projection). */
public enum Projection implements Labelled {
  /** Predictions are {@code (B^T)^h phi} as they are. */
  NONE,
  /** The predicted vector is projected onto the simplex after every step. */
  VECTOR,
  /** The rows of B are projected onto the simplex before the rollout. */
  ROW
}
