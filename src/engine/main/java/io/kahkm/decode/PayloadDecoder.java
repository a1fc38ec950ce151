package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;

/**
 * Reads a record: takes off what is around the payload, reads it into a tree and finds the readings
 * in the tree. Not thread-safe.
 */
final class PayloadDecoder implements TagDecoder {
  private final boolean json;
  private final PayloadReader reader;
  private final TreeDecoder decoder;

  /**
   * Creates a decoder.
   *
   * @param json whether the payload is JSON without anything before it
   * @param reader reads the payload
   * @param decoder finds the readings
   */
  PayloadDecoder(boolean json, PayloadReader reader, TreeDecoder decoder) {
    this.json = json;
    this.reader = reader;
    this.decoder = decoder;
  }

  @Override
  public RejectReason decode(InputRecord record, Consumer<RawReading> readings) {
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
      return unreadable.reason();
    }
  }

  private JsonNode tree(InputRecord record, byte[] value) throws Unreadable {
    if (value.length == 0) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    boolean structured = CloudEvents.isStructured(record);
    if (!json) {
      return reader.read(record, structured ? CloudEvents.bytes(JsonTree.parse(value, 0)) : value);
    }
    JsonNode tree = reader.read(record, value);
    if (structured || CloudEvents.isEvent(tree)) {
      return CloudEvents.tree(tree);
    }
    return payload(tree);
  }

  /** Takes off Kafka Connect's envelope, whose first field is its schema. */
  private static JsonNode payload(JsonNode tree) throws Unreadable {
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
}
