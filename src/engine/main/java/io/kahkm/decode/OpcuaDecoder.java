package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.text.TimeFormat;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  private static final String PAYLOAD = "Payload";

  private final NameFinder streams;
  private final NameFinder tags;
  private final NameFinder.Fields fields = this::text;

  // What is being read.
  private InputRecord record = InputRecord.NONE;
  private FlatTree tree = FlatTree.NOTHING;
  private int root;
  private int message;

  OpcuaDecoder(NameRule stream, NameRule tag) {
    streams = new NameFinder(stream);
    tags = new NameFinder(tag);
  }

  @Override
  public @Nullable RejectCause decode(
      InputRecord from, FlatTree payload, int whole, Consumer<RawReading> readings) {
    record = from;
    tree = payload;
    root = whole;
    int messages = tree.get(root, "Messages");
    if (messages == FlatTree.NONE) {
      return tree.isArray(root) ? each(root, readings) : message(root, readings);
    }
    return tree.isArray(messages) ? each(messages, readings) : message(messages, readings);
  }

  private @Nullable RejectCause each(int messages, Consumer<RawReading> readings) {
    RejectCause problem = null;
    int end = tree.end(messages);
    for (int child = messages + 1; child < end; child = tree.end(child)) {
      RejectCause cause = message(child, readings);
      problem = problem == null ? cause : problem;
    }
    return problem;
  }

  private @Nullable RejectCause message(int node, Consumer<RawReading> readings) {
    message = node;
    if (!tree.isObject(message)) {
      return RejectCause.of(RejectReason.MALFORMED);
    }
    int payload = tree.get(message, PAYLOAD);
    if (payload == FlatTree.NONE && isKeepAlive()) {
      return null;
    }
    if (payload == FlatTree.NONE && (has(message, "DataSetWriterId") || has(root, "MessageId"))) {
      return RejectCause.of(RejectReason.MISSING_FIELD, PAYLOAD);
    }
    int values = payload == FlatTree.NONE ? message : payload;
    if (!tree.isObject(values)) {
      return RejectCause.of(RejectReason.MALFORMED);
    }
    RejectCause problem = null;
    int end = tree.end(values);
    for (int field = values + 1; field < end; field = tree.end(field)) {
      try {
        readings.accept(reading(field));
      } catch (Unreadable unreadable) {
        problem = problem == null ? unreadable.problem() : problem;
      }
    }
    return problem;
  }

  private boolean has(int node, String name) {
    return has(tree, node, name);
  }

  private static boolean has(FlatTree tree, int node, String name) {
    return tree.get(node, name) != FlatTree.NONE;
  }

  /** Publishers may leave out the type of a data set message; other messages have one. */
  private boolean isKeepAlive() {
    String type = tree.text(tree.get(message, "MessageType"));
    return "ua-keepalive".equals(type) || (type == null && has(message, "DataSetWriterId"));
  }

  private RawReading reading(int field) throws Unreadable {
    int time = isDataValue(tree, field) ? tree.get(field, "SourceTimestamp") : FlatTree.NONE;
    if (time == FlatTree.NONE) {
      time = tree.get(message, "Timestamp");
    }
    long nanos = tree.isNull(time) ? record.time() : tree.time(time, TimeFormat.ISO);
    String stream = streams.find(record, null, fields);
    String tag = tags.find(record, tree.name(field), fields);
    return tree.reading(stream, tag, nanos, value(tree, message, field));
  }

  private static boolean isDataValue(FlatTree tree, int field) {
    return has(tree, field, "Value")
        || has(tree, field, "SourceTimestamp")
        || status(tree, field) != FlatTree.NONE;
  }

  private static int status(FlatTree tree, int dataValue) {
    int status = tree.get(dataValue, "Status");
    return status == FlatTree.NONE ? tree.get(dataValue, "StatusCode") : status;
  }

  /** The value of a field of a payload; none if it has none or is of bad quality. */
  private static int value(FlatTree tree, int message, int field) {
    boolean dataValue = isDataValue(tree, field);
    boolean bad = has(tree, message, PAYLOAD) && isBad(tree, tree.get(message, "Status"));
    if (bad || (dataValue && isBad(tree, status(tree, field)))) {
      return FlatTree.NONE;
    }
    int value = dataValue ? tree.get(field, "Value") : field;
    int body = value == FlatTree.NONE ? FlatTree.NONE : tree.get(value, "Body");
    return body == FlatTree.NONE ? value : body;
  }

  /**
   * A network message with one data set as a row: the fields of its payload, those without a good
   * value left out, and beside them those of the message, such as {@code Timestamp}.
   *
   * @param tree what was read
   * @param root the message
   * @return an object
   * @throws Unreadable if the message holds no data set or several, whose readings may be of
   *     different times
   */
  static JsonNode row(FlatTree tree, int root) throws Unreadable {
    int message = has(tree, root, "Messages") ? tree.get(root, "Messages") : root;
    if (tree.isArray(message) && tree.size(message) == 1) {
      message++;
    }
    if (!tree.isObject(message)) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    int payload = tree.get(message, PAYLOAD);
    if (payload == FlatTree.NONE || !tree.isObject(payload)) {
      throw new Unreadable(
          payload == FlatTree.NONE
              ? RejectCause.of(RejectReason.MISSING_FIELD, PAYLOAD)
              : RejectCause.of(RejectReason.MALFORMED));
    }
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    for (int field = message + 1; field < tree.end(message); field = tree.end(field)) {
      if (field != payload) {
        row.set(tree.name(field), tree.tree(field));
      }
    }
    for (int field = payload + 1; field < tree.end(payload); field = tree.end(field)) {
      int value = value(tree, message, field);
      if (value != FlatTree.NONE) {
        row.set(tree.name(field), tree.tree(value));
      }
    }
    return row;
  }

  private @Nullable String text(String path) {
    String found = tree.text(tree.findValue(message, path));
    return found == null ? tree.text(tree.findValue(root, path)) : found;
  }

  /** A status is a number, its name, or an object with it in {@code Code} or {@code Value}. */
  private static boolean isBad(FlatTree tree, int status) {
    int code = status;
    if (!tree.isNull(status) && tree.isObject(status)) {
      code = has(tree, status, "Code") ? tree.get(status, "Code") : tree.get(status, "Value");
    }
    if (tree.isNull(code)) {
      return false;
    }
    return tree.isNumber(code)
        ? Quality.isBadStatus(tree.integer(code))
        : Quality.isBad(tree, code, Set.of());
  }
}
