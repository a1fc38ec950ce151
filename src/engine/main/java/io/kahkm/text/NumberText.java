package io.kahkm.text;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that are written as text. A decimal comma and separated thousands are read where they can
 * mean one thing only: {@code 1,5}, {@code 1.234,5} and {@code 1,234,567} speak for themselves,
 * {@code 1,234} does not.
 */
public final class NumberText {
  private static final int LONGEST = 400;
  private static final int GROUP = 3;
  private static final Set<String> NAN = Set.of("nan", "+nan", "-nan");
  private static final Set<String> INFINITE =
      Set.of("inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");

  private NumberText() {}

  /**
   * Whether the text says that there is no number, in any case of letters.
   *
   * @param text stripped text
   * @return true for NaN
   */
  public static boolean isNan(String text) {
    return text.length() <= "+nan".length() && NAN.contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Whether the text names an infinite value, in any case of letters.
   *
   * @param text stripped text
   * @return true for the infinities
   */
  public static boolean isInfinite(String text) {
    return text.length() <= "+infinity".length()
        && INFINITE.contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Reads a number.
   *
   * @param text stripped text
   * @param mark decimal mark of the source it comes from
   * @return the nearest double, infinite if it is too large for one; empty if the text is no number
   *     or could be two
   */
  public static OptionalDouble parse(String text, DecimalMark mark) {
    if (text.length() > LONGEST) {
      return OptionalDouble.empty();
    }
    if (isNumber(text) && !(mark == DecimalMark.COMMA && grouped(text, '.'))) {
      return OptionalDouble.of(Double.parseDouble(text));
    }
    String plain = withoutGroups(text, mark);
    return plain != null && isNumber(plain)
        ? OptionalDouble.of(Double.parseDouble(plain))
        : OptionalDouble.empty();
  }

  /**
   * What a number shows about the decimal mark of its source.
   *
   * @param text stripped text
   * @return the mark if the text can only be a number with that mark, otherwise unknown
   */
  public static DecimalMark evidence(String text) {
    if (text.length() > LONGEST || (text.indexOf('.') < 0 && text.indexOf(',') < 0)) {
      return DecimalMark.UNKNOWN;
    }
    boolean point = isReadable(text, DecimalMark.POINT);
    boolean comma = isReadable(text, DecimalMark.COMMA);
    return point == comma ? DecimalMark.UNKNOWN : point ? DecimalMark.POINT : DecimalMark.COMMA;
  }

  private static boolean isReadable(String text, DecimalMark mark) {
    boolean plain = mark == DecimalMark.POINT && isNumber(text);
    String other = plain ? text : withoutGroups(text, mark);
    return other != null && isNumber(other);
  }

  /**
   * Whether the text is a plain decimal number. {@link Double#parseDouble} alone would also take
   * hexadecimal numbers and a trailing {@code f} or {@code d}.
   *
   * @param text stripped text
   * @return true for an optional sign, digits with at most one point, and an optional exponent
   */
  public static boolean isNumber(String text) {
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

  /** The number with a decimal point and without groups, or null where marks are ambiguous. */
  private static @Nullable String withoutGroups(String text, DecimalMark mark) {
    int last = lastMark(text);
    if (last < 0) {
      return null;
    }
    char lastMark = text.charAt(last);
    int first = firstMark(text);
    char firstMark = text.charAt(first);
    if (firstMark != lastMark) {
      // Two kinds of marks: the last is the decimal one, the others divide thousands.
      boolean decimal = lastMark == '.' || lastMark == ',';
      String whole = text.substring(0, last);
      return decimal && agrees(lastMark, mark) && grouped(whole, firstMark)
          ? ungrouped(whole, firstMark) + "." + text.substring(last + 1)
          : null;
    }
    if (first != last || !isMark(lastMark)) {
      return agreesAsGroup(lastMark, mark) && grouped(text, lastMark)
          ? ungrouped(text, lastMark)
          : null;
    }
    if (grouped(text, lastMark)) {
      // One mark and three digits behind it: only the source can tell.
      return switch (mark) {
        case UNKNOWN -> null;
        case POINT -> lastMark == ',' ? ungrouped(text, ',') : text;
        case COMMA -> lastMark == '.' ? ungrouped(text, '.') : text.replace(',', '.');
      };
    }
    return lastMark == ',' && agrees(',', mark) ? text.replace(',', '.') : null;
  }

  private static boolean isMark(char c) {
    return c == '.' || c == ',';
  }

  private static boolean agrees(char decimal, DecimalMark mark) {
    return mark == DecimalMark.UNKNOWN || (decimal == '.') == (mark == DecimalMark.POINT);
  }

  private static boolean agreesAsGroup(char group, DecimalMark mark) {
    return !isMark(group) || mark == DecimalMark.UNKNOWN || !agrees(group, mark);
  }

  /** Marks are point, comma and what else divides thousands: apostrophe and fixed spaces. */
  private static boolean divides(char c) {
    return isMark(c) || c == '\'' || c == '\u2019' || c == '\u00a0' || c == '\u202f';
  }

  private static int firstMark(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (divides(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static int lastMark(String text) {
    for (int i = text.length() - 1; i >= 0; i--) {
      if (divides(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the text is a whole number whose thousands the mark divides: {@code -1,234,567}. */
  private static boolean grouped(String text, char group) {
    int at = sign(text, 0);
    int head = digits(text, at);
    if (head < 1 || head > GROUP || text.charAt(at) == '0') {
      return false;
    }
    at += head;
    int groups = 0;
    while (at < text.length() && text.charAt(at) == group) {
      if (digits(text, at + 1) != GROUP) {
        return false;
      }
      at += 1 + GROUP;
      groups++;
    }
    return groups > 0 && at == text.length();
  }

  private static String ungrouped(String text, char group) {
    return text.replace(String.valueOf(group), "");
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
