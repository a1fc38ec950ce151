package io.kahkm.decode;

import java.util.Locale;
import java.util.Set;

/**
 * Reads quality codes. What is uncertain is usable, what is bad is not.
 *
 * <p>A declared list of good codes decides alone. Without one: a boolean is good where it is true;
 * a text is bad where it begins with {@code bad}, or is {@code false}, {@code stale} or {@code
 * error}; a whole number below 256 is an OPC Classic quality, whose upper two bits are zero where
 * it is bad (0 to 63; 192 is good); a larger one is a status code of OPC UA, whose highest bit is
 * set where it is bad.
 */
public final class Quality {
  private static final int CLASSIC_CODES = 256;
  private static final int CLASSIC_UNCERTAIN = 64;
  private static final long STATUS_BAD = 0x8000_0000L;
  private static final Set<String> BAD_WORDS = Set.of("false", "stale", "error");

  private Quality() {}

  /**
   * Whether a quality says that the value is not to be used.
   *
   * @param tree holds the code
   * @param quality its node, not null
   * @param good declared good codes as text; empty if none are declared
   * @return true if it is bad
   */
  static boolean isBad(FlatTree tree, int quality, Set<String> good) {
    if (!good.isEmpty()) {
      return !good.contains(text(tree, quality));
    }
    return switch (tree.kind(quality)) {
      case BOOLEAN -> !tree.isTrue(quality);
      case INTEGER, LARGE -> isBadCode(tree.integer(quality));
      default -> isBadText(text(tree, quality));
    };
  }

  /** Objects and arrays have none. */
  private static String text(FlatTree tree, int quality) {
    String text = tree.text(quality);
    return text == null ? "" : text.strip();
  }

  /**
   * Whether a quality that is written as text says that the value is not to be used.
   *
   * @param text a word or a code
   * @return true if it is bad; an empty text says nothing
   */
  public static boolean isBadText(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!word.isEmpty() && word.length() < 20 && word.chars().allMatch(Character::isDigit)) {
      return isBadCode(Long.parseLong(word.substring(0, Math.min(18, word.length()))));
    }
    return word.startsWith("bad") || BAD_WORDS.contains(word);
  }

  /**
   * Whether a number says that the value is not to be used.
   *
   * @param code a quality of OPC Classic or a status code of OPC UA
   * @return true if it is bad
   */
  static boolean isBadCode(long code) {
    boolean classic = code >= 0 && code < CLASSIC_CODES;
    return classic ? code < CLASSIC_UNCERTAIN : isBadStatus(code);
  }

  /**
   * Whether a status code of OPC UA is bad.
   *
   * @param status the code as an unsigned number of 32 bits
   * @return true if its highest bit is set
   */
  static boolean isBadStatus(long status) {
    return (status & STATUS_BAD) != 0;
  }
}
