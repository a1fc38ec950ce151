package io.kahkm.decode;

import io.kahkm.decode.registry.SchemaSource;
import java.nio.ByteBuffer;

/**
 * What stands before a value that was written with a schema registry: a zero byte and the id of the
 * schema, of 4 bytes in Confluent's format and in Apicurio's since version 3, of 8 bytes in
 * Apicurio's before. Apicurio may send the id in a header instead; then nothing stands before the
 * value.
 *
 * @param kind which number the id is
 * @param id the schema's id
 * @param offset where the value begins, bytes
 */
record WireFormat(SchemaSource.IdKind kind, long id, int offset) {
  private static final String GLOBAL_ID = "apicurio.value.globalId";
  private static final String CONTENT_ID = "apicurio.value.contentId";

  /**
   * Reads what stands before a value.
   *
   * @param record its headers may hold the id
   * @param value at least one byte
   * @param idBytes bytes of an id, 4 or 8
   * @return the id and where the value begins
   * @throws Unreadable if the value does not begin with a zero byte and an id
   */
  static WireFormat of(InputRecord record, byte[] value, int idBytes) throws Unreadable {
    byte[] global = record.headerBytes(GLOBAL_ID);
    if (global != null && global.length == Long.BYTES) {
      return new WireFormat(SchemaSource.IdKind.GLOBAL, ByteBuffer.wrap(global).getLong(), 0);
    }
    byte[] content = record.headerBytes(CONTENT_ID);
    if (content != null && content.length == Long.BYTES) {
      return new WireFormat(SchemaSource.IdKind.CONTENT, ByteBuffer.wrap(content).getLong(), 0);
    }
    if (value.length < 1 + idBytes || value[0] != 0) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    ByteBuffer buffer = ByteBuffer.wrap(value, 1, idBytes);
    return idBytes == Integer.BYTES
        ? new WireFormat(SchemaSource.IdKind.SCHEMA, buffer.getInt(), 1 + idBytes)
        : new WireFormat(SchemaSource.IdKind.GLOBAL, buffer.getLong(), 1 + idBytes);
  }
}
