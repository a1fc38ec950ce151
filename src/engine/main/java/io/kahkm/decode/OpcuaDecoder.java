package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.text.TimeFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads network messages of OPC UA PubSub in JSON (OPC 10000-14, 7.2.5): {@code {"Messages":
 * [{"DataSetWriterId", "Timestamp", "Payload": {tag: value}}]}}. A value is written plainly, or as
 * {@code {"Value", "SourceTimestamp", "Status"}} (OPC 10000-6, 5.4.2.18; some publishers write
 * {@code "StatusCode"}); a variant as {@code {"UaType", "Value"}}, before version 1.05 as {@code
 * {"Type", "Body"}}. A {@code "Status"} beside the payload is that of all its values. A publisher
 * that leaves out the header sends one data set message, or its payload, alone. A data set message
 * without a payload is a keep-alive.
 *
 * <p>The time of a value is its source's, else that of its message, else the record's. Not
 * thread-safe.
 */
final class OpcuaDecoder implements TreeDecoder {
  private final NameRule stream;
  private final NameRule tag;

  OpcuaDecoder(NameRule stream, NameRule tag) {
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
        problem = problem == null ? unreadable.reason() : problem;
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
    String streamName = stream.find(record, null, path -> text(root, message, path));
    String tagName = tag.find(record, name, path -> text(root, message, path));
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

  /**
   * A network message with one data set as a row: the fields of its payload, those without a good
   * value left out, and beside them those of the message, such as {@code Timestamp}.
   *
   * @param root the message
   * @return an object
   * @throws Unreadable if the message holds no data set or several, whose readings may be of
   *     different times
   */
  static JsonNode row(JsonNode root) throws Unreadable {
    JsonNode message = root.has("Messages") ? root.get("Messages") : root;
    if (message.isArray() && message.size() == 1) {
      message = message.get(0);
    }
    if (!message.isObject()) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    JsonNode payload = message.get("Payload");
    if (payload == null || !payload.isObject()) {
      throw new Unreadable(payload == null ? RejectReason.MISSING_FIELD : RejectReason.MALFORMED);
    }
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : message.properties()) {
      if (!field.getKey().equals("Payload")) {
        row.set(field.getKey(), field.getValue());
      }
    }
    for (Map.Entry<String, JsonNode> field : payload.properties()) {
      JsonNode value = value(message, field.getValue());
      if (value != null) {
        row.set(field.getKey(), value);
      }
    }
    return row;
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
    return code.isNumber() ? Quality.isBadStatus(code.longValue()) : Quality.isBad(code, Set.of());
  }
}
