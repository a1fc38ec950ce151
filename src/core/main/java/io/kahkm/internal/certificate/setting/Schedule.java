package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labelled;

/** At which unit counts a cumulative window is evaluated. */
public enum Schedule implements Labelled {
  /**
   * Checkpoint j = 1, 2, ... after ceil(units 1.1^j) units, equal ones skipped, at delta / (j (j +
   * 1)).
   */
  GEOMETRIC,
  /** After every unit count M, at delta / (M (M + 1)). */
  EVERY
}
