package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labels;

/** How sensor values are scaled before the map sees them. */
public enum ScalingKind {
  /** Frozen z-score divided by the square root of the number of sensors. */
  STANDARD("standard"),
  /**
   * Every stream's values in units of its own: its mean and standard deviation, learned from its
   * first rows and then frozen, become those of a typical stream of the fleet; the rest is {@link
   * #STANDARD}.
   */
  PER_STREAM("per-stream"),
  /** Sensor values as they are, as in the paper's systems. */
  NONE("none");

  private final String label;

  ScalingKind(String label) {
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
  public static ScalingKind of(String label) {
    return Labels.find(ScalingKind.class, ScalingKind::label, label);
  }
}
