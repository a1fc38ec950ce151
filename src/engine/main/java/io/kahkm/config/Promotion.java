package io.kahkm.config;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** What lets a map on trial publish for a stream. */
public enum Promotion {
  /** A person, who exchanges the two files in the topology file. */
  MANUAL,
  /** Certified skill besides: better at one horizon at least, worse at none. */
  EVIDENCE;

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
  public static Promotion of(String label) {
    return Labels.find(Promotion.class, Promotion::label, label);
  }
}
