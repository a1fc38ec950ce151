package io.kahkm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads tags in JSON by a tree of objects for each payload, with nothing remembered: slow, and what
 * {@link FlatTree} and its decoders are compared with.
 */
final class TreeOracle implements TagDecoder {
  private final Decoder decoder;

  TreeOracle(InputFormat format, FieldRules rules) {
    decoder =
        format == InputFormat.OPCUA_JSON
            ? new Opcua(rules.stream(), rules.tag())
            : new Fields(rules);
  }

  private interface Decoder {
    RejectReason decode(InputRecord record, JsonNode root, Consumer<RawReading> readings);
  }

  @Override
  public RejectCause decode(InputRecord record, Consumer<RawReading> readings) {
    RejectReason problem = problem(record, readings);
    return problem == null ? null : RejectCause.of(problem);
  }

  /** The field at fault is not told. */
  private RejectReason problem(InputRecord record, Consumer<RawReading> readings) {
    byte[] value = record.value();
    if (value == null) {
      return RejectReason.NULL_VALUE;
    }
    if (value.length > InputJson.LONGEST_VALUE) {
      return RejectReason.TOO_LARGE;
    }
    try {
      return decoder.decode(record, tree(record, value), readings);
    } catch (Unreadable unreadable) {
      return unreadable.problem().reason();
    }
  }

  private static JsonNode tree(InputRecord record, byte[] value) throws Unreadable {
    if (value.length == 0) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    JsonNode tree = JsonTree.parse(value, 0);
    if (CloudEvents.isStructured(record) || Events.isEvent(tree)) {
      return Events.tree(tree);
    }
    boolean enveloped =
        tree.isObject() && tree.size() == 2 && tree.has("schema") && tree.has("payload");
    if (!enveloped) {
      return tree;
    }
    if (tree.get("payload").isNull()) {
      throw new Unreadable(RejectReason.NULL_VALUE);
    }
    return tree.get("payload");
  }

  private static String name(
      NameRule rule, InputRecord record, String given, Function<String, String> fields) {
    String text =
        switch (rule.origin()) {
          case KEY -> record.key().orElse(null);
          case TOPIC -> record.topic();
          case HEADER -> record.header(rule.name()).orElse(null);
          case FIELD -> fields.apply(rule.name());
          case NAME -> given;
        };
    return text == null ? null : rule.part(text);
  }

  private static boolean isBadQuality(JsonNode quality, Set<String> good) {
    String text = quality.asText().strip();
    if (!good.isEmpty()) {
      return !good.contains(text);
    }
    if (quality.isBoolean()) {
      return !quality.booleanValue();
    }
    return quality.isIntegralNumber()
        ? Quality.isBadCode(quality.longValue())
        : Quality.isBadText(text);
  }

  private static final class Events {
    /** Whether a JSON value is a structured event. */
    static boolean isEvent(JsonNode tree) {
      return tree.isObject()
          && tree.path("specversion").isTextual()
          && tree.path("type").isTextual()
          && (tree.has("data") || tree.has("data_base64"));
    }

    /**
     * The data of an event that are JSON.
     *
     * @param event a structured event
     * @return the data as a tree
     * @throws Unreadable if there are none
     */
    static JsonNode tree(JsonNode event) throws Unreadable {
      JsonNode data = event.get("data");
      if (data == null) {
        return JsonTree.parse(bytes(event), 0);
      }
      if (data.isNull()) {
        throw new Unreadable(RejectReason.NULL_VALUE);
      }
      return data;
    }

    /**
     * The data of an event that are bytes.
     *
     * @param event a structured event
     * @return the bytes
     * @throws Unreadable if there are none
     */
    static byte[] bytes(JsonNode event) throws Unreadable {
      JsonNode data = event.get("data_base64");
      try {
        byte[] bytes = data == null || !data.isTextual() ? null : data.binaryValue();
        if (bytes == null || bytes.length == 0) {
          throw new Unreadable(RejectReason.MISSING_FIELD);
        }
        return bytes;
      } catch (IOException notBase64) {
        throw new Unreadable(RejectReason.MALFORMED);
      }
    }
  }

  private static final class JsonTree {
    private static final ObjectMapper MAPPER = new ObjectMapper(InputJson.FACTORY);

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
      for (int dot = path.indexOf('.');
          found == null && dot > 0;
          dot = path.indexOf('.', dot + 1)) {
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

  private static final class Fields implements Decoder {
    /** Nested objects are read as values of many fields down to this depth. */
    private static final int DEEPEST_VALUES = 8;

    private final FieldRules rules;

    /** Fields that are no values when all others are. */
    private final Set<String> named = new HashSet<>();

    Fields(FieldRules rules) {
      this.rules = rules;
      rules.time().ifPresent(named::add);
      rules.quality().ifPresent(named::add);
      for (NameRule rule : new NameRule[] {rules.stream(), rules.tag()}) {
        if (rule.origin() == NameRule.Origin.FIELD) {
          named.add(rule.name());
        }
      }
    }

    @Override
    public RejectReason decode(InputRecord record, JsonNode root, Consumer<RawReading> readings) {
      if (rules.each().isEmpty()) {
        return element(new Element(record, root, root, null), readings);
      }
      JsonNode elements =
          rules.each().get().equals(FieldRules.WHOLE)
              ? root
              : JsonTree.field(root, rules.each().get());
      if (elements == null) {
        return RejectReason.MISSING_FIELD;
      }
      RejectReason problem = null;
      if (elements.isArray()) {
        for (JsonNode element : elements) {
          problem = first(problem, element(new Element(record, root, element, null), readings));
        }
        return problem;
      }
      if (!elements.isObject()) {
        return RejectReason.MALFORMED;
      }
      for (Map.Entry<String, JsonNode> entry : elements.properties()) {
        Element element = new Element(record, root, entry.getValue(), entry.getKey());
        problem = first(problem, element(element, readings));
      }
      return problem;
    }

    private static RejectReason first(RejectReason one, RejectReason other) {
      return one == null ? other : one;
    }

    /** One element of a payload with what is around it. */
    private record Element(InputRecord record, JsonNode root, JsonNode node, String name) {
      JsonNode field(String path) {
        JsonNode found = node.isObject() ? JsonTree.field(node, path) : null;
        return found == null ? JsonTree.field(root, path) : found;
      }

      String text(String path) {
        return JsonTree.text(field(path));
      }
    }

    private RejectReason element(Element element, Consumer<RawReading> readings) {
      boolean scalar = element.name() != null && !element.node().isObject();
      if (!scalar && !element.node().isObject()) {
        return RejectReason.MALFORMED;
      }
      long time;
      try {
        time = time(element);
      } catch (Unreadable unreadable) {
        return unreadable.problem().reason();
      }
      boolean bad = isBad(element);
      String stream = name(rules.stream(), element.record(), element.name(), element::text);
      if (rules.value().equals(FieldRules.ALL) && !scalar) {
        values(element, element.node(), "", DEEPEST_VALUES, stream, time, bad, readings);
        return null;
      }
      // A value that is null says that there is none; without the field nothing is said.
      JsonNode value = scalar ? element.node() : JsonTree.find(element.node(), rules.value());
      if (value == null) {
        return RejectReason.MISSING_FIELD;
      }
      String tag = name(rules.tag(), element.record(), element.name(), element::text);
      readings.accept(
          bad
              ? RawReading.of(RawReading.Kind.BAD, stream, tag, time)
              : JsonTree.reading(stream, tag, time, value));
      return null;
    }

    private long time(Element element) throws Unreadable {
      if (rules.time().isEmpty()) {
        return element.record().time();
      }
      JsonNode time = element.field(rules.time().get());
      if (time == null) {
        throw new Unreadable(RejectReason.MISSING_FIELD);
      }
      return JsonTree.time(time, rules.timeFormat());
    }

    private boolean isBad(Element element) {
      JsonNode quality = rules.quality().isEmpty() ? null : element.field(rules.quality().get());
      return quality != null && isBadQuality(quality, rules.good());
    }

    /** All fields are values but those that have another meaning. */
    private void values(
        Element element,
        JsonNode node,
        String prefix,
        int depth,
        String stream,
        long time,
        boolean bad,
        Consumer<RawReading> readings) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        String name = prefix + field.getKey();
        if (named.contains(name)) {
          continue;
        }
        if (field.getValue().isObject() && depth > 0) {
          values(element, field.getValue(), name + ".", depth - 1, stream, time, bad, readings);
        } else {
          String tag = name(rules.tag(), element.record(), name, element::text);
          readings.accept(
              bad
                  ? RawReading.of(RawReading.Kind.BAD, stream, tag, time)
                  : JsonTree.reading(stream, tag, time, field.getValue()));
        }
      }
    }
  }

  private static final class Opcua implements Decoder {
    private final NameRule stream;
    private final NameRule tag;

    Opcua(NameRule stream, NameRule tag) {
      this.stream = stream;
      this.tag = tag;
    }

    @Override
    public RejectReason decode(InputRecord record, JsonNode root, Consumer<RawReading> readings) {
      JsonNode messages = root.get("Messages");
      if (messages == null) {
        return root.isObject()
            ? message(record, root, root, readings)
            : root.isArray() ? each(record, root, root, readings) : RejectReason.MALFORMED;
      }
      return messages.isArray()
          ? each(record, root, messages, readings)
          : message(record, root, messages, readings);
    }

    private RejectReason each(
        InputRecord record, JsonNode root, JsonNode messages, Consumer<RawReading> readings) {
      RejectReason problem = null;
      for (JsonNode message : messages) {
        RejectReason reason = message(record, root, message, readings);
        problem = problem == null ? reason : problem;
      }
      return problem;
    }

    private RejectReason message(
        InputRecord record, JsonNode root, JsonNode message, Consumer<RawReading> readings) {
      if (!message.isObject()) {
        return RejectReason.MALFORMED;
      }
      JsonNode payload = message.get("Payload");
      String type = JsonTree.text(message.get("MessageType"));
      if (payload == null && isKeepAlive(message, type)) {
        return null;
      }
      if (payload == null && (message.has("DataSetWriterId") || root.has("MessageId"))) {
        return RejectReason.MISSING_FIELD;
      }
      JsonNode values = payload == null ? message : payload;
      if (!values.isObject()) {
        return RejectReason.MALFORMED;
      }
      RejectReason problem = null;
      for (Map.Entry<String, JsonNode> field : values.properties()) {
        try {
          readings.accept(reading(record, root, message, field.getKey(), field.getValue()));
        } catch (Unreadable unreadable) {
          problem = problem == null ? unreadable.problem().reason() : problem;
        }
      }
      return problem;
    }

    /** Publishers may leave out the type of a data set message; other messages have one. */
    private static boolean isKeepAlive(JsonNode message, String type) {
      return "ua-keepalive".equals(type) || (type == null && message.has("DataSetWriterId"));
    }

    private RawReading reading(
        InputRecord record, JsonNode root, JsonNode message, String name, JsonNode field)
        throws Unreadable {
      boolean dataValue = isDataValue(field);
      JsonNode time = dataValue ? field.get("SourceTimestamp") : null;
      if (time == null) {
        time = message.get("Timestamp");
      }
      long nanos =
          time == null || time.isNull() ? record.time() : JsonTree.time(time, TimeFormat.ISO);
      String streamName = name(stream, record, null, path -> text(root, message, path));
      String tagName = name(tag, record, name, path -> text(root, message, path));
      return JsonTree.reading(streamName, tagName, nanos, value(message, field));
    }

    private static boolean isDataValue(JsonNode field) {
      return field.isObject()
          && (field.has("Value") || field.has("SourceTimestamp") || status(field) != null);
    }

    private static JsonNode status(JsonNode dataValue) {
      return dataValue.has("Status") ? dataValue.get("Status") : dataValue.get("StatusCode");
    }

    /** The value of a field of a payload; null if it has none or is of bad quality. */
    private static JsonNode value(JsonNode message, JsonNode field) {
      boolean dataValue = isDataValue(field);
      boolean bad = message.has("Payload") && isBad(message.get("Status"));
      if (bad || (dataValue && isBad(status(field)))) {
        return null;
      }
      JsonNode value = dataValue ? field.get("Value") : field;
      return value != null && value.isObject() && value.has("Body") ? value.get("Body") : value;
    }

    private static String text(JsonNode root, JsonNode message, String path) {
      String found = JsonTree.text(JsonTree.field(message, path));
      return found == null ? JsonTree.text(JsonTree.field(root, path)) : found;
    }

    /** A status is a number, its name, or an object with it in {@code Code} or {@code Value}. */
    private static boolean isBad(JsonNode status) {
      if (status == null || status.isNull()) {
        return false;
      }
      JsonNode code = status;
      if (status.isObject()) {
        code = status.has("Code") ? status.get("Code") : status.get("Value");
      }
      if (code == null || code.isNull()) {
        return false;
      }
      return code.isNumber() ? Quality.isBadStatus(code.longValue()) : isBadQuality(code, Set.of());
    }
  }
}
