package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** Which value a cell has when a sensor was read several times in it. */
public enum CellValue {
  /** The value read last, in event time. */
  LAST,
  /** The arithmetic mean of the values, each counted once. */
  MEAN,
  /** The smallest value. */
  MIN,
  /** The largest value. */
  MAX;

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
  public static CellValue of(String label) {
    return Labels.find(CellValue.class, CellValue::label, label);
  }
}
