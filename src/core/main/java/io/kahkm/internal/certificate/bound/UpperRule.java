package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labels;

/** How a mean loss is bounded from above. */
public enum UpperRule {
  /** By the Bernoulli relative entropy, from the mean alone. */
  ENTROPY("kl"),
  /** By a mixture of wagers, from every unit's loss; valid at all numbers of units at once. */
  WAGERS("bet");

  private final String label;

  UpperRule(String label) {
    this.label = label;
  }

  /**
   * The word used in files, on topics and in metrics.
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
  public static UpperRule of(String label) {
    return Labels.find(UpperRule.class, UpperRule::label, label);
  }
}
