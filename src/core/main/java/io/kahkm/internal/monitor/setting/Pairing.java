package io.kahkm.internal.monitor.setting;

import io.kahkm.internal.numeric.Labels;

/** How transitions are formed from the records of a stream. */
public enum Pairing {
  /** Consecutive states of an episode form a transition. */
  STATES("states"),
  /** Every record carries a complete transition: a state and its successor. */
  TRANSITIONS("transitions");

  private final String label;

  Pairing(String label) {
    this.label = label;
  }

  /**
   * The word used in topology files.
   *
   * @return {@code states} or {@code transitions}
   */
  public String label() {
    return label;
  }

  /**
   * Finds the constant of a label.
   *
   * @param label {@code states} or {@code transitions}
   * @return the constant
   * @throws IllegalArgumentException for any other text; the message lists what is allowed
   */
  public static Pairing of(String label) {
    return Labels.find(Pairing.class, Pairing::label, label);
  }
}
