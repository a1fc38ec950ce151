package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labels;

/** What a window says about the tolerance. */
public enum Verdict {
  /** No linear closure within the norm limit reaches the tolerance. */
  EXCLUDED("EXCLUDED"),
  /** The frozen closure reaches the tolerance. */
  ATTAINABLE("ATTAINABLE"),
  /** No information; not a sign of health. */
  UNDECIDED("UNDECIDED"),
  /** The data contradict the sampling assumption. */
  SUSPECT("SUSPECT"),
  /** The readings lie outside the map; the bounds say nothing about normal operation. */
  OUT_OF_MAP("OUT_OF_MAP");

  private final String label;

  Verdict(String label) {
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
  public static Verdict of(String label) {
    return Labels.find(Verdict.class, Verdict::label, label);
  }
}
