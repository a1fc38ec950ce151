package io.kahkm.plot;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers at the axes. */
final class TickText {
  private static final double SMALL = 2e-3;
  private static final double LARGE = 1e5;
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  private static final MathContext DIGITS = new MathContext(6);

  private TickText() {}

  /** Plain where that is short, else as a power of ten. */
  static String of(double value) {
    double size = Math.abs(value);
    BigDecimal number = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    if (number.signum() == 0 || (size >= SMALL && size < LARGE)) {
      return number.signum() == 0 ? "0" : number.toPlainString();
    }
    int exponent = number.precision() - number.scale() - 1;
    BigDecimal factor = number.movePointLeft(exponent).stripTrailingZeros();
    String power = "10" + superscript(exponent);
    return factor.compareTo(BigDecimal.ONE) == 0 ? power : factor.toPlainString() + "·" + power;
  }

  private static String superscript(int exponent) {
    StringBuilder text = new StringBuilder(exponent < 0 ? "⁻" : "");
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      text.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return text.toString();
  }
}
