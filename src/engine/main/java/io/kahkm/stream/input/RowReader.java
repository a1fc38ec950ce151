package io.kahkm.stream.input;

import io.kahkm.decode.InputRecord;

/** Reads the value of a record that holds a row. Keeps a workspace: one owner, not thread-safe. */
public interface RowReader {
  /**
   * Reads one value.
   *
   * @param record the record; not modified
   * @return the observation or the reason for rejection
   * @throws io.kahkm.decode.registry.RegistryUnavailableException if a schema is needed and the
   *     registry cannot be reached
   */
  ParsedInput parse(InputRecord record);

  /**
   * The value as it is sent to the rejects topic.
   *
   * @param value the record's value
   * @return the value as it came, or what a person can read where it came from within
   */
  default byte[] shown(byte[] value) {
    return value;
  }
}
