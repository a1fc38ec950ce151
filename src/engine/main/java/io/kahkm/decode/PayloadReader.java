package io.kahkm.decode;

import io.kahkm.decode.registry.RegistryUnavailableException;

/** Reads the value of a record into a tree of fields, whatever its format. */
@FunctionalInterface
interface PayloadReader {
  /**
   * Reads a value.
   *
   * @param record its headers may name the schema
   * @param value at least one byte; not modified
   * @param tree takes what is read, from node 0 on
   * @throws Unreadable if the bytes are not of the format
   * @throws RegistryUnavailableException if a schema is needed and the registry cannot be reached
   */
  void read(InputRecord record, byte[] value, FlatTree tree) throws Unreadable;
}
