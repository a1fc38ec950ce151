package io.kahkm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads JSON into trees, and fields, times and values from them. */
final class JsonTree implements PayloadReader {
  private static final ObjectMapper MAPPER = new ObjectMapper(InputJson.FACTORY);

  @Override
  public JsonNode read(InputRecord record, byte[] value) throws Unreadable {
    return parse(value, 0);
  }

  /** Reads the bytes from an offset on. */
  static JsonNode parse(byte[] value, int offset) throws Unreadable {
    try (JsonParser parser = MAPPER.createParser(value, offset, value.length - offset)) {
      JsonNode tree = MAPPER.readTree(parser);
      if (tree == null || parser.nextToken() != null) {
        throw new Unreadable(RejectReason.MALFORMED);
      }
      return tree;
    } catch (IOException notJson) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
  }

  /**
   * A field of an object.
   *
   * @param tree the object
   * @param path the field's name, or names of nested objects joined by dots; a name that has dots
   *     of its own is found first
   * @return the field, also where its value is null; null if it is absent
   */
  static JsonNode find(JsonNode tree, String path) {
    JsonNode found = tree.get(path);
    for (int dot = path.indexOf('.'); found == null && dot > 0; dot = path.indexOf('.', dot + 1)) {
      JsonNode inner = tree.get(path.substring(0, dot));
      found = inner == null ? null : find(inner, path.substring(dot + 1));
    }
    return found;
  }

  /** The same, but null also where the value is null. */
  static JsonNode field(JsonNode tree, String path) {
    JsonNode found = find(tree, path);
    return found == null || found.isNull() ? null : found;
  }

  /** The text of a scalar, or null. */
  static String text(JsonNode node) {
    return node != null && node.isValueNode() && !node.isNull() ? node.asText() : null;
  }

  /**
   * Reads a time.
   *
   * @param node the value
   * @param format how it is written
   * @return nanoseconds since the epoch
   * @throws Unreadable if it is no time
   */
  static long time(JsonNode node, TimeFormat format) throws Unreadable {
    TimeText time = new TimeText(format);
    TimeText.Result result;
    if (node.isTextual()) {
      result = time.read(node.textValue().strip());
    } else if (node.isIntegralNumber() && node.canConvertToLong()) {
      result = time.read(node.longValue());
    } else if (node.isNumber()) {
      result = time.read(node.doubleValue());
    } else {
      result = format == TimeFormat.ISO ? TimeText.Result.NO_TIME : TimeText.Result.NO_NUMBER;
    }
    switch (result) {
      case READ -> {
        return time.nanos();
      }
      case NO_TIME -> throw new Unreadable(RejectReason.MALFORMED);
      case NO_NUMBER -> throw new Unreadable(RejectReason.NOT_NUMERIC);
      case OUT_OF_RANGE -> throw new Unreadable(RejectReason.NOT_FINITE);
    }
    throw new IllegalStateException("result " + result);
  }

  /** The reading that a value makes. */
  static RawReading reading(String stream, String tag, long time, JsonNode value) {
    if (value == null || value.isNull()) {
      return RawReading.of(RawReading.Kind.BAD, stream, tag, time);
    }
    if (value.isNumber()) {
      return RawReading.number(stream, tag, time, value.doubleValue(), numberText(value));
    }
    if (value.isBoolean()) {
      return RawReading.number(stream, tag, time, value.booleanValue() ? 1 : 0, value.asText());
    }
    return value.isTextual()
        ? RawReading.text(stream, tag, time, value.textValue())
        : RawReading.of(RawReading.Kind.OTHER, stream, tag, time);
  }

  /** A whole number names the same episode whether it was written 7 or 7.0. */
  private static String numberText(JsonNode value) {
    double number = value.doubleValue();
    return value.isIntegralNumber() || number != Math.rint(number) || Double.isInfinite(number)
        ? value.asText()
        : new BigDecimal(number).toPlainString();
  }
}
