/**
 * What plants send, made into readings of tags: JSON described by its fields, OPC UA PubSub JSON,
 * Sparkplug B, Avro, Protobuf and JSON Schema, and CloudEvents around any of them.
 *
 * <p>Decoders see one record at a time and answer with readings or with the reason for which the
 * record is rejected; no exception leaves them for any bytes. Sensors, rows, stores and requests to
 * a registry may not be here.
 */
@NullMarked
package io.kahkm.decode;

import org.jspecify.annotations.NullMarked;
