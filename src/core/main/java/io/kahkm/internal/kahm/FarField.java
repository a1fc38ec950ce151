package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labels;

/**
 * What a submodel reconstructs where all its kernel values underflow to zero. Part of the map and
 * of its fingerprint.
 */
public enum FarField {
  /**
   * Plain {@code exp} with gradual underflow, as in the paper's experiments: where every kernel
   * value is exactly zero the reconstruction is the zero vector.
   */
  PAPER("paper"),
  /** The largest exponent is factored out first: Appendix A in exact arithmetic, everywhere. */
  EXACT("exact");

  private final String label;

  FarField(String label) {
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
  public static FarField of(String label) {
    return Labels.find(FarField.class, FarField::label, label);
  }
}
