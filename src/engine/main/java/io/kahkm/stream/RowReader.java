package io.kahkm.stream;

/** Reads the value of a record that holds a row. Keeps a workspace: one owner, not thread-safe. */
interface RowReader {
  /**
   * Reads one value.
   *
   * @param value the record's value, or null; not modified
   * @param recordTimestamp the record's timestamp in milliseconds
   * @return the observation or the reason for rejection
   */
  ParsedInput parse(byte[] value, long recordTimestamp);

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
