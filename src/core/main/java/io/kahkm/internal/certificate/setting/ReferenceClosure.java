package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labels;

/** Where the tight lower bound takes its reference closure from. */
public enum ReferenceClosure {
  /** The regularized minimum of the window before; in a first window the frozen closure. */
  PREVIOUS("previous"),
  /** The frozen closure in every window. */
  FROZEN("frozen");

  private final String label;

  ReferenceClosure(String label) {
    this.label = label;
  }

  /**
   * The word used in files.
   *
   * @return lower case
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
  public static ReferenceClosure of(String label) {
    return Labels.find(ReferenceClosure.class, ReferenceClosure::label, label);
  }
}
