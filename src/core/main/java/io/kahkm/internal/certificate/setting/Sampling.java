package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labels;

/** What the operator asserts to be independent and identically distributed. */
public enum Sampling {
  /** Every pair is a unit: i.i.d. pairs. */
  RECORDS("records"),
  /**
   * Every episode is a unit: i.i.d. episodes of any inner dependence (equation "independent
   * episodes").
   */
  EPISODES("episodes"),
  /** Every stream is a unit: independent machines sharing one matrix. */
  FLEET("fleet");

  private final String label;

  Sampling(String label) {
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
  public static Sampling of(String label) {
    return Labels.find(Sampling.class, Sampling::label, label);
  }
}
