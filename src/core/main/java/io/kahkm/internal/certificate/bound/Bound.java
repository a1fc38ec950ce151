package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labelled;

/** The lower bounds that an alarm may be based on. */
public enum Bound implements Labelled {
  /** The paper's exclusion certificate, verbatim. */
  PAPER,
  /** The paper's two quantities, bounded tightly. */
  LABEL,
  /** The empirical minimum over the spectral ball, for one kappa and every smaller one. */
  MINIMUM,
  /** The losses of a reference closure near the best one, for one kappa and every smaller one. */
  TIGHT
}
