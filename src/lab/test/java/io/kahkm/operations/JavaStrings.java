package io.kahkm.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The string literals of a Java source, those that only a plus sign parts joined to one. */
final class JavaStrings {
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*(?s:.*?)\\*/|'(?:\\\\.|[^'\\\\])+'"
              + "|\"\"\"(?<block>(?s:.*?))\"\"\"|\"(?<line>(?:\\\\.|[^\"\\\\\\n])*+)\"");
  private static final Pattern PLUS = Pattern.compile("\\s*\\+\\s*");

  private JavaStrings() {}

  /**
   * Literals in their order, as they are written: escapes stay.
   *
   * @param source text of a Java file
   * @return the literals, text blocks among them; comments and characters have none
   */
  static List<String> of(String source) {
    List<String> strings = new ArrayList<>();
    int end = -1;
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      String line = token.group("line");
      if (line != null) {
        if (end >= 0 && PLUS.matcher(source.substring(end, token.start())).matches()) {
          line = strings.remove(strings.size() - 1) + line;
        }
        strings.add(line);
        end = token.end();
      } else if (token.group("block") != null) {
        strings.add(token.group("block"));
        end = -1;
      }
    }
    return strings;
  }
}
