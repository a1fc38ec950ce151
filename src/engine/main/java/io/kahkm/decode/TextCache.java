package io.kahkm.decode;

/**
 * Short texts that came lately: tags, units and codes come again and again, and need no new string
 * each time. Of two texts with one place the later one stays. One owner, not thread-safe.
 */
final class TextCache {
  private static final int PLACES = 1024;

  /** Longer texts are not looked for. */
  private static final int LONGEST = 64;

  private final String[] texts = new String[PLACES];

  /**
   * A text.
   *
   * @param characters not retained
   * @param offset of the first
   * @param length number of characters
   * @return the text, the same object as before where it is still known
   */
  String text(char[] characters, int offset, int length) {
    if (length > LONGEST) {
      return new String(characters, offset, length);
    }
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + characters[i];
    }
    int place = (hash ^ hash >>> 15) & (PLACES - 1);
    String known = texts[place];
    if (known != null && isSame(known, characters, offset, length)) {
      return known;
    }
    String text = new String(characters, offset, length);
    texts[place] = text;
    return text;
  }

  private static boolean isSame(String known, char[] characters, int offset, int length) {
    if (known.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (known.charAt(i) != characters[offset + i]) {
        return false;
      }
    }
    return true;
  }
}
