package io.kahkm.decode.registry;

import io.kahkm.internal.numeric.Labelled;

/** How the value of an input record is written. */
public enum InputFormat implements Labelled {
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
}
