package io.kahkm.cli.recording;

import io.kahkm.cli.console.PlainNumber;
import java.util.OptionalDouble;

/**
 * A norm limit as the user writes it: a number, or {@code norm} for the closure's own norm.
 *
 * @param value the limit; empty for the closure's own norm
 */
public record Kappa(OptionalDouble value) {
  private static final String NORM = "norm";

  /**
   * Reads the user's word.
   *
   * @param text a number, at least 0, or {@code norm}
   * @return the limit
   * @throws IllegalArgumentException if it is neither
   */
  public static Kappa parse(String text) {
    if (text.equals(NORM)) {
      return new Kappa(OptionalDouble.empty());
    }
    double value;
    try {
      value = PlainNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + text + "\" is neither a number nor norm");
    }
    if (!(value >= 0)) {
      throw new IllegalArgumentException("\"" + text + "\": a norm limit must be at least 0");
    }
    return new Kappa(OptionalDouble.of(value));
  }
}
