package io.kahkm.stream;

import java.util.Locale;
import java.util.Set;

/** Numbers that are written as text. */
final class NumberText {
  private static final int LONGEST = 400;
  private static final Set<String> NOT_FINITE =
      Set.of("nan", "+nan", "-nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");

  private NumberText() {}

  /**
   * Whether the text names a value that is not finite, in any case.
   *
   * @param text stripped text
   * @return true for NaN and the infinities
   */
  static boolean isNotFinite(String text) {
    return text.length() <= "+infinity".length()
        && NOT_FINITE.contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Whether the text is a decimal number. {@link Double#parseDouble} alone would also take
   * hexadecimal numbers and a trailing {@code f} or {@code d}.
   *
   * @param text stripped text
   * @return true for an optional sign, digits with at most one point, and an optional exponent
   */
  static boolean isNumber(String text) {
    if (text.length() > LONGEST) {
      return false;
    }
    int at = sign(text, 0);
    int whole = digits(text, at);
    at += whole;
    int fraction = 0;
    if (at < text.length() && text.charAt(at) == '.') {
      fraction = digits(text, at + 1);
      at += 1 + fraction;
    }
    if (whole + fraction == 0) {
      return false;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at = sign(text, at + 1);
      int exponent = digits(text, at);
      if (exponent == 0) {
        return false;
      }
      at += exponent;
    }
    return at == text.length();
  }

  private static int sign(String text, int at) {
    return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? at + 1 : at;
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at - from;
  }
}
