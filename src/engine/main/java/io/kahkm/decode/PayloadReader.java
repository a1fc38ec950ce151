package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads the value of a record into a tree of fields, whatever its format. */
@FunctionalInterface
interface PayloadReader {
  /**
   * Reads a value.
   *
   * @param record its headers may name the schema
   * @param value at least one byte; not modified
   * @return the tree
   * @throws Unreadable if the bytes are not of the format
   * @throws RegistryUnavailableException if a schema is needed and the registry cannot be reached
   */
  JsonNode read(InputRecord record, byte[] value) throws Unreadable;
}
