package io.kahkm.config;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** How forecast coordinates are written to the forecasts topic. */
public enum CoordinateFormat {
  /** Base64 of little-endian float64 values: exact, and fifty times cheaper than text. */
  BASE64,
  /** A JSON array of numbers that read back exactly. */
  TEXT,
  /** Not at all. */
  NONE;

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
  public static CoordinateFormat of(String label) {
    return Labels.find(CoordinateFormat.class, CoordinateFormat::label, label);
  }
}
