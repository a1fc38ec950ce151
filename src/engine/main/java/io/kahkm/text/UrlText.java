package io.kahkm.text;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Texts as parts of addresses. */
public final class UrlText {
  private UrlText() {}

  /**
   * A text as a part of a path or as the value of a parameter.
   *
   * @param text anything
   * @return percent-encoded
   */
  public static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
