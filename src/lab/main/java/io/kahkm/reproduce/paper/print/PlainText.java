package io.kahkm.reproduce.paper.print;

import java.util.Locale;

/** Numbers as the tables show them. */
public final class PlainText {
  private static final double LARGEST_WHOLE = 1e6;

  private PlainText() {}

  /**
   * Whole numbers as such, others with six digits.
   *
   * @param value any number
   * @return its digits, as in the paper's tables
   */
  public static String number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE;
    return String.format(Locale.ROOT, whole ? "%.0f" : "%.6g", value);
  }
}
