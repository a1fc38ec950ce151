package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labels;

/** How the regularization parameter lambda of a submodel is found (equation "regularization"). */
public enum Regularization {
  /** The exact fixed point, as the paper's text says. */
  FIXED_POINT("fixed-point"),
  /**
   * The rule of the authors' released code, which made the printed tables: iterate until a change
   * of at most 1e-3 and use the value before the last update.
   */
  AUTHORS("authors");

  private final String label;

  Regularization(String label) {
    this.label = label;
  }

  /**
   * The name used in files, options and topology files.
   *
   * @return lower case, words joined by hyphens
   */
  public String label() {
    return label;
  }

  /**
   * Finds the constant with a label.
   *
   * @param label one of the labels
   * @return the constant
   * @throws IllegalArgumentException if no constant has that label; the message lists them
   */
  public static Regularization of(String label) {
    return Labels.find(Regularization.class, Regularization::label, label);
  }
}
