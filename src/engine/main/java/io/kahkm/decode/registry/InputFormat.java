package io.kahkm.decode.registry;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** How the value of an input record is written. */
public enum InputFormat {
  /** A JSON object, described by its fields. */
  JSON,
  /** A network message of OPC UA PubSub in JSON. */
  OPCUA_JSON,
  /** A payload of Sparkplug B. */
  SPARKPLUG,
  /** Avro's binary encoding. */
  AVRO,
  /** A Protobuf message. */
  PROTOBUF,
  /** JSON with the wire format of a schema registry before it. */
  JSON_SCHEMA;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /**
   * The word used in topology files.
   *
   * @return lower case, words joined by hyphens
   */
  public String label() {
    return label;
  }

  /**
   * Whether values are written by a schema.
   *
   * @return true for Avro, Protobuf and JSON Schema
   */
  public boolean hasSchema() {
    return this == AVRO || this == PROTOBUF || this == JSON_SCHEMA;
  }

  /**
   * Whether the payload itself names the tag of every value.
   *
   * @return true for OPC UA and Sparkplug
   */
  public boolean namesTags() {
    return this == OPCUA_JSON || this == SPARKPLUG;
  }

  /**
   * Finds a constant by its label.
   *
   * @param label as returned by {@link #label()}
   * @return the constant
   * @throws IllegalArgumentException listing the allowed labels
   */
  public static InputFormat of(String label) {
    return Labels.find(InputFormat.class, InputFormat::label, label);
  }
}
