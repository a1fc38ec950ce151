package io.kahkm.text;

/** Text that can be stored and sent. */
public final class UnicodeText {
  private UnicodeText() {}

  /**
   * Whether a text is one of Unicode, so that its bytes in UTF-8 are read as the same text again.
   * JSON can write half of a pair of surrogates by itself; as bytes it is a question mark, and two
   * such texts would be one.
   *
   * @param text any
   * @return false if a surrogate stands without the other one of its pair
   */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      if (Character.isSurrogate(one)) {
        boolean pair =
            Character.isHighSurrogate(one)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
