package io.kahkm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payload in arrays that are used again for the next one: most records hold one value, and to
 * build a tree of objects for each of them takes longer than to read it.
 *
 * <p>A node is the number of its place. Those of an object or array follow it in the order of the
 * payload, each with everything below it: the first is {@code node + 1}, the next after one is
 * {@link #end} of that. Names and texts that come again are the same strings.
 *
 * <p>Keeps a workspace: one owner, not thread-safe.
 */
final class FlatTree {
  /** Instead of a node where there is none. */
  static final int NONE = -1;

  /** Stands for a payload where none has come; not to be read into. */
  static final FlatTree NOTHING = new FlatTree();

  /** What a node is. */
  enum Kind {
    OBJECT,
    ARRAY,
    TEXT,
    /** A whole number that is a long. */
    INTEGER,
    /** A whole number that is none. */
    LARGE,
    /** Any other number. */
    NUMBER,
    BOOLEAN,
    NULL,
    /** Bytes. */
    OTHER
  }

  private static final int FIRST_ROOM = 64;

  private final TextCache cache = new TextCache();
  private Kind[] kinds = new Kind[FIRST_ROOM];
  private String[] names = new String[FIRST_ROOM];

  /** Text of a text or of bytes; of a number where it cannot be told from its value. */
  private String[] texts = new String[FIRST_ROOM];

  /** A long, or the bits of a double; 1 or 0 of a boolean. */
  private long[] values = new long[FIRST_ROOM];

  private int[] ends = new int[FIRST_ROOM];
  private int size;

  /** Objects and arrays that the parser is in. */
  private int[] open = new int[FIRST_ROOM];

  /** Reads times of the format that was asked for last. */
  private @Nullable TimeText time;

  private @Nullable TimeFormat timeFormat;

  /** What was read if it was a tree of objects before, else null. */
  private @Nullable JsonNode source;

  /**
   * Reads JSON.
   *
   * @param value bytes, not modified
   * @param offset where the JSON begins, to the end of the bytes
   * @throws Unreadable if it is not JSON, is longer or deeper than allowed, or names a field twice
   */
  void parse(byte[] value, int offset) throws Unreadable {
    size = 0;
    source = null;
    try (JsonParser parser = InputJson.FACTORY.createParser(value, offset, value.length - offset)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new Unreadable(RejectReason.MALFORMED);
      }
      document(parser, first);
      if (parser.nextToken() != null) {
        throw new Unreadable(RejectReason.MALFORMED);
      }
    } catch (IOException notJson) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
  }

  private void document(JsonParser parser, JsonToken first) throws IOException {
    int depth = 0;
    String name = null;
    JsonToken token = first;
    while (true) {
      switch (token) {
        case FIELD_NAME -> name = parser.currentName();
        case START_OBJECT, START_ARRAY -> {
          if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
          }
          open[depth++] = add(token == JsonToken.START_OBJECT ? Kind.OBJECT : Kind.ARRAY, name, 0);
          name = null;
        }
        case END_OBJECT, END_ARRAY -> ends[open[--depth]] = size;
        default -> {
          scalar(parser, token, name);
          name = null;
        }
      }
      if (depth == 0) {
        return;
      }
      token = parser.nextToken();
    }
  }

  private void scalar(JsonParser parser, JsonToken token, @Nullable String name)
      throws IOException {
    switch (token) {
      case VALUE_STRING ->
          text(
              Kind.TEXT,
              name,
              cache.text(
                  parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength()));
      case VALUE_NUMBER_INT -> integer(parser, name);
      case VALUE_NUMBER_FLOAT ->
          add(Kind.NUMBER, name, Double.doubleToRawLongBits(parser.getDoubleValue()));
      case VALUE_TRUE -> add(Kind.BOOLEAN, name, 1);
      case VALUE_FALSE -> add(Kind.BOOLEAN, name, 0);
      case VALUE_NULL -> add(Kind.NULL, name, 0);
      default -> throw new IllegalStateException("token " + token);
    }
  }

  private void integer(JsonParser parser, @Nullable String name) throws IOException {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      BigInteger whole = parser.getBigIntegerValue();
      int node = add(Kind.LARGE, name, Double.doubleToRawLongBits(whole.doubleValue()));
      texts[node] = whole.toString();
    } else {
      add(Kind.INTEGER, name, parser.getLongValue());
    }
  }

  private int add(Kind kind, @Nullable String name, long value) {
    if (size == kinds.length) {
      int room = 2 * size;
      kinds = Arrays.copyOf(kinds, room);
      names = Arrays.copyOf(names, room);
      texts = Arrays.copyOf(texts, room);
      values = Arrays.copyOf(values, room);
      ends = Arrays.copyOf(ends, room);
    }
    int node = size++;
    kinds[node] = kind;
    names[node] = name;
    texts[node] = null;
    values[node] = value;
    ends[node] = size;
    return node;
  }

  /**
   * Takes a payload that was read into a tree of objects.
   *
   * @param tree retained until the next payload
   */
  void take(JsonNode tree) {
    size = 0;
    source = tree;
    take(tree, null);
  }

  private void take(JsonNode tree, @Nullable String name) {
    switch (tree.getNodeType()) {
      case OBJECT -> {
        int node = add(Kind.OBJECT, name, 0);
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
          take(field.getValue(), field.getKey());
        }
        ends[node] = size;
      }
      case ARRAY -> {
        int node = add(Kind.ARRAY, name, 0);
        tree.forEach(element -> take(element, null));
        ends[node] = size;
      }
      case STRING -> text(Kind.TEXT, name, tree.textValue());
      case NUMBER -> number(tree, name);
      case BOOLEAN -> add(Kind.BOOLEAN, name, tree.booleanValue() ? 1 : 0);
      case NULL, MISSING -> add(Kind.NULL, name, 0);
      case BINARY, POJO -> text(Kind.OTHER, name, tree.asText());
    }
  }

  /** The array of texts may be another one once there is room for the node. */
  private void text(Kind kind, @Nullable String name, String text) {
    int node = add(kind, name, 0);
    texts[node] = text;
  }

  private void number(JsonNode tree, @Nullable String name) {
    if (tree.isIntegralNumber() && tree.canConvertToLong()) {
      add(Kind.INTEGER, name, tree.longValue());
      return;
    }
    Kind kind = tree.isIntegralNumber() ? Kind.LARGE : Kind.NUMBER;
    int node = add(kind, name, Double.doubleToRawLongBits(tree.doubleValue()));
    texts[node] = tree.isDouble() ? null : tree.asText();
  }

  /** What a node is. */
  Kind kind(int node) {
    return kinds[node];
  }

  /** Whether a node is an object. */
  boolean isObject(int node) {
    return kinds[node] == Kind.OBJECT;
  }

  /** Whether a node is an array. */
  boolean isArray(int node) {
    return kinds[node] == Kind.ARRAY;
  }

  /** Whether there is no node, or one that says that there is no value. */
  boolean isNull(int node) {
    return node == NONE || kinds[node] == Kind.NULL;
  }

  /** Name of a field; null for what is in an array, and for the whole. */
  String name(int node) {
    return names[node];
  }

  /** The node after this one and everything below it. */
  int end(int node) {
    return ends[node];
  }

  /** Number of fields or elements. */
  int size(int node) {
    int count = 0;
    for (int child = node + 1; child < ends[node]; child = ends[child]) {
      count++;
    }
    return count;
  }

  /**
   * A field of an object.
   *
   * @param node any node
   * @param name the field's name, which may have dots
   * @return the field, or {@link #NONE}
   */
  int get(int node, String name) {
    return kinds[node] == Kind.OBJECT ? field(node, name, 0, name.length()) : NONE;
  }

  private int field(int node, String path, int from, int to) {
    int end = ends[node];
    for (int child = node + 1; child < end; child = ends[child]) {
      String name = names[child];
      if (name.length() == to - from && path.startsWith(name, from)) {
        return child;
      }
    }
    return NONE;
  }

  /**
   * A field of an object or of those below it.
   *
   * @param node any node
   * @param path the field's name, or names of nested objects joined by dots; a name that has dots
   *     of its own is found first
   * @return the field, also where its value is null; {@link #NONE} if it is absent
   */
  int find(int node, String path) {
    return find(node, path, 0);
  }

  private int find(int node, String path, int from) {
    if (kinds[node] != Kind.OBJECT) {
      return NONE;
    }
    int found = field(node, path, from, path.length());
    int dot = path.indexOf('.', from);
    while (found == NONE && dot > from) {
      int inner = field(node, path, from, dot);
      found = inner == NONE ? NONE : find(inner, path, dot + 1);
      dot = path.indexOf('.', dot + 1);
    }
    return found;
  }

  /** The same, but {@link #NONE} also where the value is null. */
  int findValue(int node, String path) {
    int found = find(node, path, 0);
    return isNull(found) ? NONE : found;
  }

  /** The text of a scalar; null where there is none. */
  @Nullable String text(int node) {
    if (isNull(node)) {
      return null;
    }
    return switch (kinds[node]) {
      case TEXT, OTHER, LARGE -> texts[node];
      case INTEGER -> Long.toString(values[node]);
      case NUMBER -> texts[node] == null ? Double.toString(number(node)) : texts[node];
      case BOOLEAN -> values[node] == 1 ? "true" : "false";
      case OBJECT, ARRAY, NULL -> null;
    };
  }

  /** Whether a node is a number. */
  boolean isNumber(int node) {
    return switch (kinds[node]) {
      case INTEGER, LARGE, NUMBER -> true;
      case OBJECT, ARRAY, TEXT, BOOLEAN, NULL, OTHER -> false;
    };
  }

  /** The value of a boolean. */
  boolean isTrue(int node) {
    return values[node] == 1;
  }

  /** The value of a number as a long, as far as it is one. */
  long integer(int node) {
    return switch (kinds[node]) {
      case INTEGER -> values[node];
      case LARGE -> new BigInteger(texts[node]).longValue();
      default -> (long) number(node);
    };
  }

  /** The value of a number. */
  double number(int node) {
    return kinds[node] == Kind.INTEGER
        ? (double) values[node]
        : Double.longBitsToDouble(values[node]);
  }

  /**
   * Reads a time.
   *
   * @param node the value
   * @param format how it is written
   * @return nanoseconds since the epoch
   * @throws Unreadable if it is no time
   */
  long time(int node, TimeFormat format) throws Unreadable {
    if (time == null || format != timeFormat) {
      time = new TimeText(format);
      timeFormat = format;
    }
    TimeText.Result result =
        switch (kinds[node]) {
          case TEXT -> time.read(texts[node].strip());
          case INTEGER -> time.read(values[node]);
          case LARGE, NUMBER -> time.read(number(node));
          case OBJECT, ARRAY, BOOLEAN, NULL, OTHER ->
              format.isText() ? TimeText.Result.NO_TIME : TimeText.Result.NO_NUMBER;
        };
    return switch (result) {
      case READ -> time.nanos();
      case NO_TIME -> throw new Unreadable(RejectReason.MALFORMED);
      case NO_NUMBER -> throw new Unreadable(RejectReason.NOT_NUMERIC);
      case OUT_OF_RANGE -> throw new Unreadable(RejectReason.NOT_FINITE);
    };
  }

  /** The reading that a value makes; one of no value for {@link #NONE}. */
  RawReading reading(@Nullable String stream, @Nullable String tag, long time, int value) {
    if (isNull(value)) {
      return RawReading.of(RawReading.Kind.BAD, stream, tag, time);
    }
    return switch (kinds[value]) {
      case INTEGER, LARGE, NUMBER ->
          RawReading.number(stream, tag, time, number(value), numberText(value));
      case BOOLEAN -> RawReading.number(stream, tag, time, (double) values[value], text(value));
      case TEXT -> RawReading.text(stream, tag, time, texts[value]);
      case OBJECT, ARRAY, OTHER, NULL -> RawReading.of(RawReading.Kind.OTHER, stream, tag, time);
    };
  }

  /** Null where the number tells its own text, which is seldom asked for. */
  private @Nullable String numberText(int node) {
    if (kinds[node] == Kind.INTEGER) {
      return Math.abs(values[node]) <= RawReading.MOST_EXACT ? null : Long.toString(values[node]);
    }
    if (kinds[node] == Kind.LARGE || texts[node] == null) {
      return texts[node];
    }
    double number = number(node);
    return number != Math.rint(number) || Double.isInfinite(number)
        ? texts[node]
        : new BigDecimal(number).toPlainString();
  }

  /**
   * A node as a tree of objects.
   *
   * @param node any node
   * @return the tree that it came from, or a new one
   */
  JsonNode tree(int node) {
    if (node == 0 && source != null) {
      return source;
    }
    JsonNodeFactory make = JsonNodeFactory.instance;
    return switch (kinds[node]) {
      case OBJECT -> {
        ObjectNode object = make.objectNode();
        for (int child = node + 1; child < ends[node]; child = ends[child]) {
          object.set(names[child], tree(child));
        }
        yield object;
      }
      case ARRAY -> {
        var array = make.arrayNode();
        for (int child = node + 1; child < ends[node]; child = ends[child]) {
          array.add(tree(child));
        }
        yield array;
      }
      case TEXT -> make.textNode(texts[node]);
      case INTEGER -> make.numberNode(values[node]);
      case LARGE -> make.numberNode(new BigInteger(texts[node]));
      case NUMBER -> make.numberNode(number(node));
      case BOOLEAN -> make.booleanNode(isTrue(node));
      case NULL, OTHER -> make.nullNode();
    };
  }
}
