package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labelled;

/** What a window says about the tolerance. */
public enum Verdict implements Labelled {
  /** No linear closure within the norm limit reaches the tolerance. */
  EXCLUDED,
  /** The frozen closure reaches the tolerance. */
  ATTAINABLE,
  /** No information; not a sign of health. */
  UNDECIDED,
  /** The data contradict the sampling assumption. */
  SUSPECT,
  /** The readings lie outside the map; the bounds say nothing about normal operation. */
  OUT_OF_MAP;

  /**
   * The word used in files, on topics and in metrics.
   *
   * @return capital letters, words joined by underscores
   */
  @Override
  public String label() {
    return name();
  }
}
