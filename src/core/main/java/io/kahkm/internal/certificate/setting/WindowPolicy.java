package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labels;

/** How a stream is cut into windows, and with that what is promised over many of them. */
public enum WindowPolicy {
  /** One window, once; P(wrong) is at most delta. */
  FIXED("fixed"),
  /** Windows one after the other, without overlap. */
  TUMBLING("tumbling"),
  /** One growing window with checkpoints; P(any checkpoint ever wrong) is at most delta. */
  CUMULATIVE("cumulative"),
  /** Overlapping windows, one pane a hop; every hop at level delta. */
  ROLLING("rolling"),
  /**
   * Runs of bounds that hold at every moment, whenever somebody looks; a run starts anew on cause.
   */
  ANYTIME("anytime");

  private final String label;

  WindowPolicy(String label) {
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
  public static WindowPolicy of(String label) {
    return Labels.find(WindowPolicy.class, WindowPolicy::label, label);
  }
}
