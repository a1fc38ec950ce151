package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labelled;

/** How a mean loss is bounded from above. */
public enum UpperRule implements Labelled {
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
  @Override
  public String label() {
    return label;
  }
}
