package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labels;

/** The lower bounds that an alarm may be based on. */
public enum Bound {
  /** The paper's exclusion certificate, verbatim. */
  PAPER("paper"),
  /** The paper's two quantities, bounded tightly. */
  LABEL("label"),
  /** The empirical minimum over the spectral ball, for one kappa and every smaller one. */
  MINIMUM("minimum"),
  /** The losses of a reference closure near the best one, for one kappa and every smaller one. */
  TIGHT("tight");

  private final String label;

  Bound(String label) {
    this.label = label;
  }

  /**
   * The word used in files, on topics and in metrics.
   *
   * @return lower case, words joined by hyphens
   */
  public String label() {
    return label;
  }

  /**
   * Finds a constant by its label.
   *
   * @param label as returned by {@link #label()}
   * @return the constant
   * @throws IllegalArgumentException listing the allowed labels
   */
  public static Bound of(String label) {
    return Labels.find(Bound.class, Bound::label, label);
  }
}
