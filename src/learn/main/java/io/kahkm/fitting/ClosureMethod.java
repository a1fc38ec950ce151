package io.kahkm.fitting;

import io.kahkm.internal.numeric.Labelled;

/** How the model's start closure is fitted. */
public enum ClosureMethod implements Labelled {
  /** Normalized least mean squares from the identity, in input order (equation "NLMS update"). */
  NLMS,
  /** Ridge regression with regularization 1e-8, as in the paper's estimator comparison. */
  RIDGE
}
