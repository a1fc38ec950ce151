package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labels;

/** Why a run of bounds that hold at every moment began. */
public enum RestartCause {
  /** It is the first. */
  START("start"),
  /** The halves of the run before had different laws. */
  DRIFT("drift"),
  /** The stream had left the map and is back. */
  OUTSIDE_MAP("outside-map"),
  /** The closure was rolled back or replaced. */
  NEW_CLOSURE("new-closure"),
  /** The model was replaced by another of the same map. */
  NEW_MODEL("new-model"),
  /** The run before was as long as declared. */
  RENEW("renew");

  private final String label;

  RestartCause(String label) {
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
  public static RestartCause of(String label) {
    return Labels.find(RestartCause.class, RestartCause::label, label);
  }
}
