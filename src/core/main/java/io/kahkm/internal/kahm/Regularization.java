package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labelled;

/** How the regularization parameter lambda of a submodel is found (equation "regularization"). */
public enum Regularization implements Labelled {
  /** The exact fixed point, as the paper's text says. */
  FIXED_POINT,
  /**
   * The rule of the authors' released code, which made the printed tables: iterate until a change
   * of at most 1e-3 and use the value before the last update.
   */
  AUTHORS
}
