package io.kahkm.cli.recording;

import io.kahkm.cli.console.PlainNumber;
import io.kahkm.internal.kahm.Model;

/**
 * The tolerance of a certificate as the user writes it: a root-mean-square error in soft
 * coordinates, or {@code r2:0.9}, the share of the fitting data's variation to be predicted.
 *
 * @param isR2 whether the value is a share of variation
 * @param value the error, or the share
 */
public record Tolerance(boolean isR2, double value) {
  private static final String R2_PREFIX = "r2:";

  /**
   * Reads the user's words.
   *
   * @param text a number, or {@code r2:} and a number
   * @return the tolerance
   * @throws IllegalArgumentException if it is neither, or an error is not above 0 or a share not
   *     below 1
   */
  public static Tolerance parse(String text) {
    boolean isR2 = text.startsWith(R2_PREFIX);
    double value;
    try {
      value = PlainNumber.parse(isR2 ? text.substring(R2_PREFIX.length()) : text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is neither an error such as 0.3 nor an R2 such as r2:0.9");
    }
    if (isR2 && !(value < 1)) {
      throw new IllegalArgumentException("\"" + text + "\": an R2 tolerance must be below 1");
    }
    if (!isR2 && !(value > 0)) {
      throw new IllegalArgumentException("\"" + text + "\": an error must be positive");
    }
    return new Tolerance(isR2, value);
  }

  /** The tolerated root-mean-square error, sqrt((1 - r2) V_coord). */
  double error(Model model) {
    return isR2 ? Math.sqrt((1 - value) * model.coordinateVariance()) : value;
  }

  /** The R2 on the fitting data's variation that an error amounts to; not finite if it is 0. */
  static double r2(double error, Model model) {
    return 1 - error * error / model.coordinateVariance();
  }
}
