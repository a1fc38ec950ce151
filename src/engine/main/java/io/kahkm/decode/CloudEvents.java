package io.kahkm.decode;

import com.fasterxml.jackson.core.Base64Variants;
import java.util.Locale;
import java.util.Objects;

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
  static boolean isEvent(FlatTree tree) {
    return isText(tree, tree.get(0, "specversion"))
        && isText(tree, tree.get(0, "type"))
        && (tree.get(0, "data") != FlatTree.NONE || tree.get(0, "data_base64") != FlatTree.NONE);
  }

  private static boolean isText(FlatTree tree, int node) {
    return node != FlatTree.NONE && tree.kind(node) == FlatTree.Kind.TEXT;
  }

  /**
   * The data of an event that are JSON.
   *
   * @param event a structured event; data in base 64 take its place
   * @return the node of the data
   * @throws Unreadable if there are none
   */
  static int data(FlatTree event) throws Unreadable {
    int data = event.get(0, "data");
    if (data == FlatTree.NONE) {
      event.parse(bytes(event), 0);
      return 0;
    }
    if (event.isNull(data)) {
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
  static byte[] bytes(FlatTree event) throws Unreadable {
    int data = event.get(0, "data_base64");
    if (!isText(event, data)) {
      throw new Unreadable(RejectReason.MISSING_FIELD);
    }
    try {
      byte[] bytes =
          Base64Variants.getDefaultVariant()
              .decode(Objects.requireNonNull(event.text(data)).trim());
      if (bytes.length == 0) {
        throw new Unreadable(RejectReason.MISSING_FIELD);
      }
      return bytes;
    } catch (IllegalArgumentException notBase64) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
  }
}
