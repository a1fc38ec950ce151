package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labels;

/** At which unit counts a cumulative window is evaluated. */
public enum Schedule {
  /**
   * Checkpoint j = 1, 2, ... after ceil(units 1.1^j) units, equal ones skipped, at delta / (j (j +
   * 1)).
   */
  GEOMETRIC("geometric"),
  /** After every unit count M, at delta / (M (M + 1)). */
  EVERY("every");

  private final String label;

  Schedule(String label) {
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
  public static Schedule of(String label) {
    return Labels.find(Schedule.class, Schedule::label, label);
  }
}
