package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;

/**
 * Takes CloudEvents off a payload (Kafka protocol binding 1.0). In binary mode the attributes are
 * headers and the value is the data: nothing is to be taken off. In structured mode the value is a
 * JSON object with the attributes and {@code data} or {@code data_base64}; it is known by its
 * content type, and in JSON also by its {@code specversion}.
 */
public final class CloudEvents {
  private static final String STRUCTURED = "application/cloudevents+json";

  private CloudEvents() {}

  /**
   * Whether a record says that its value is a structured event.
   *
   * @param record a record
   * @return true if its content type is that of one
   */
  public static boolean isStructured(InputRecord record) {
    return record
        .header("content-type")
        .filter(type -> type.toLowerCase(Locale.ROOT).startsWith(STRUCTURED))
        .isPresent();
  }

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
