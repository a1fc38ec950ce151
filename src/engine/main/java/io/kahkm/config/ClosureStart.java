package io.kahkm.config;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** Which closure a new stream begins with. */
public enum ClosureStart {
  /** The closure stored in the model file. */
  MODEL,
  /** The identity: every forecast begins as persistence. */
  IDENTITY;

  /**
   * The word used in topology files.
   *
   * @return lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a constant by its label.
   *
   * @param label as returned by {@link #label()}
   * @return the constant
   * @throws IllegalArgumentException listing the allowed labels
   */
  public static ClosureStart of(String label) {
    return Labels.find(ClosureStart.class, ClosureStart::label, label);
  }
}
