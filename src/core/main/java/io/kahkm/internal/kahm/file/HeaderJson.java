package io.kahkm.internal.kahm.file;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of JSON that safetensors headers use: objects, arrays, strings and whole numbers.
 * Strict: repeated names, fractions, deep nesting and trailing text are refused.
 */
final class HeaderJson {
  static final int DEEPEST = 8;
  private static final int HEXADECIMAL = 16;
  private static final int UNICODE_DIGITS = 4;

  private final String text;
  private int position;

  private HeaderJson(String text) {
    this.text = text;
  }

  /**
   * Parses a document.
   *
   * @param text the whole document; white space around it is allowed
   * @return maps in order of appearance, lists, strings and longs
   * @throws IllegalArgumentException if the text is anything else; the message says where
   */
  static Object parse(String text) {
    HeaderJson parser = new HeaderJson(text);
    Object value = parser.value(0);
    parser.skipSpace();
    if (parser.position < text.length()) {
      throw parser.error("end of header");
    }
    return value;
  }

  private IllegalArgumentException error(String expected) {
    return new IllegalArgumentException(
        expected
            + " expected at character "
            + position
            + (position < text.length() ? ", '" + text.charAt(position) + "' found" : ""));
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private boolean accept(char wanted) {
    skipSpace();
    if (position < text.length() && text.charAt(position) == wanted) {
      position++;
      return true;
    }
    return false;
  }

  private void require(char wanted) {
    if (!accept(wanted)) {
      throw error("'" + wanted + "'");
    }
  }

  private Object value(int depth) {
    if (depth > DEEPEST) {
      throw error("less nesting");
    }
    if (accept('{')) {
      return object(depth);
    }
    if (accept('[')) {
      return array(depth);
    }
    if (accept('"')) {
      return string();
    }
    return number();
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (accept('}')) {
      return members;
    }
    do {
      require('"');
      String name = string();
      require(':');
      if (members.put(name, value(depth + 1)) != null) {
        throw error("another name than '" + name + "', which is repeated,");
      }
    } while (accept(','));
    require('}');
    return members;
  }

  private List<Object> array(int depth) {
    List<Object> elements = new ArrayList<>();
    if (accept(']')) {
      return elements;
    }
    do {
      elements.add(value(depth + 1));
    } while (accept(','));
    require(']');
    return elements;
  }

  private Long number() {
    skipSpace();
    int start = position;
    if (position < text.length() && text.charAt(position) == '-') {
      position++;
    }
    while (position < text.length() && Character.digit(text.charAt(position), 10) >= 0) {
      position++;
    }
    try {
      return Long.parseLong(text, start, position, 10);
    } catch (NumberFormatException e) {
      position = start;
      throw error("a value");
    }
  }

  private String string() {
    StringBuilder result = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == '"') {
        return result.toString();
      }
      if (c < ' ') {
        break;
      }
      result.append(c == '\\' ? escape() : c);
    }
    throw error("end of string");
  }

  private char escape() {
    if (position == text.length()) {
      throw error("an escape");
    }
    char c = text.charAt(position++);
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> codeUnit();
      default -> throw error("an escape");
    };
  }

  private char codeUnit() {
    int end = position + UNICODE_DIGITS;
    if (end > text.length()) {
      throw error("four hexadecimal digits");
    }
    int unit = 0;
    while (position < end) {
      int digit = Character.digit(text.charAt(position), HEXADECIMAL);
      if (digit < 0) {
        throw error("four hexadecimal digits");
      }
      unit = HEXADECIMAL * unit + digit;
      position++;
    }
    return (char) unit;
  }

  /**
   * Writes a document without white space.
   *
   * @param value maps with string keys, lists, strings and whole numbers
   * @return the text
   */
  static String write(Object value) {
    StringBuilder result = new StringBuilder();
    write(value, result);
    return result.toString();
  }

  private static void write(Object value, StringBuilder result) {
    if (value instanceof Map<?, ?> map) {
      result.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<?, ?> member = i.next();
        write(member.getKey(), result);
        result.append(':');
        write(member.getValue(), result);
        result.append(i.hasNext() ? "," : "");
      }
      result.append('}');
    } else if (value instanceof List<?> list) {
      result.append('[');
      for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
        write(i.next(), result);
        result.append(i.hasNext() ? "," : "");
      }
      result.append(']');
    } else if (value instanceof String string) {
      quote(string, result);
    } else {
      result.append(((Number) value).longValue());
    }
  }

  private static void quote(String string, StringBuilder result) {
    result.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        result.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        result.append(String.format("\\u%04x", (int) c));
      } else {
        result.append(c);
      }
    }
    result.append('"');
  }
}
