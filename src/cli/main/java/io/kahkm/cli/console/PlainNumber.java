package io.kahkm.cli.console;

/** Numbers as people write them: Java's suffixes, hexadecimal forms and names are not numbers. */
public final class PlainNumber {
  private PlainNumber() {}

  /**
   * Parses a finite decimal number.
   *
   * @param text such as {@code -1.5e3}
   * @return the nearest double
   * @throws NumberFormatException for anything else, overflow included
   */
  public static double parse(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean allowed =
          (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
      if (!allowed) {
        throw new NumberFormatException(text);
      }
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new NumberFormatException(text);
    }
    return value;
  }
}
