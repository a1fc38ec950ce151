package io.kahkm.cli;

import io.kahkm.cli.console.PlainNumber;
import java.util.OptionalDouble;

/** A norm limit as the user writes it: a number, or {@code norm} for the closure's own norm. */
record Kappa(OptionalDouble value) {
  private static final String NORM = "norm";

  static Kappa parse(String text) {
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
