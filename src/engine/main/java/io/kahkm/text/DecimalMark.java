package io.kahkm.text;

/** What separates the whole part of a number from its fraction, as far as it is known. */
public enum DecimalMark {
  /** A point, as in {@code 1,234.5}. */
  POINT,
  /** A comma, as in {@code 1.234,5}. */
  COMMA,
  /** Nothing has shown it yet, or both occur: only numbers that speak for themselves are read. */
  UNKNOWN
}
