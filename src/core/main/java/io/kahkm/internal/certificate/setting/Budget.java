package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labels;

/** How tumbling windows, or the runs of bounds that hold at every moment, share the level. */
public enum Budget {
  /** Every window or run spends delta; the expected number of wrong windows grows. For triage. */
  EACH("each"),
  /**
   * Window or run w = 1, 2, ... spends delta / (w (w + 1)); P(any ever wrong) is at most delta. For
   * audit.
   */
  FOREVER("forever");

  private final String label;

  Budget(String label) {
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
  public static Budget of(String label) {
    return Labels.find(Budget.class, Budget::label, label);
  }
}
