package io.kahkm.fitting;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** How the model's start closure is fitted. */
public enum ClosureMethod {
  /** Normalized least mean squares from the identity, in input order (equation "NLMS update"). */
  NLMS,
  /** Ridge regression with regularization 1e-8, as in the paper's estimator comparison. */
  RIDGE;

  /**
   * The name used on the command line.
   *
   * @return lower-case name
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a method by its label.
   *
   * @param label {@code "nlms"} or {@code "ridge"}
   * @return the method
   * @throws IllegalArgumentException for another label; the message lists the labels
   */
  public static ClosureMethod of(String label) {
    return Labels.find(ClosureMethod.class, ClosureMethod::label, label);
  }
}
